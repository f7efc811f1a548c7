/** Folds which messages wait to be judged, and what judgements said of late. */
import { type BrainEvent, ignore } from '../events/brain-event.ts'
import { isUntaken } from '../events/model-events.ts'
import type { CallNumber, NodeNumber, Position, TurnNumber } from '../identity.ts'
import type { Nano } from '../strength.ts'

export interface JudgingRecords {
  /** The turns whose questions wait, by rising number: at most {@link waitingMost}, of which the oldest are dropped. */
  readonly waiting: Set<TurnNumber>
  /** The notes that wait, those that were read first at the beginning: at most {@link waitingMost}, of which the oldest are dropped. */
  readonly notes: Set<NodeNumber>
  /** The newest turns whose questions a model was asked about: at most {@link knownMost}. */
  readonly known: Set<TurnNumber>
  /** Calls that are not over → the turns and the notes that they are about. */
  readonly asked: Map<CallNumber, AskedAbout>
  /** Whether each of the newest judgements said that something changed, the newest last: at most {@link recentKept}. */
  recent: ReadonlyArray<boolean>
  /** The newest judgements by which something changed, the newest last: at most {@link recentKept}. */
  changes: ReadonlyArray<JudgedChange>
}

export interface JudgedChange {
  /** The position of the judgement. */
  readonly at: Position
  readonly became: 'superseded' | 'marked'
  readonly confidence: Nano
}

interface AskedAbout {
  readonly turns: ReadonlyArray<TurnNumber>
  readonly notes: ReadonlyArray<NodeNumber>
}

const waitingMost = 100

/** Most turns that are known to be asked about. */
const knownMost = 500

/** Most calls whose end is waited for: one that a crash cut off has none. */
const askedMost = 16

/** The most that a setting may ask for. */
const recentKept = 200

export const noJudgements = (): JudgingRecords => ({
  ...{ waiting: new Set(), notes: new Set(), known: new Set(), asked: new Map(), recent: [], changes: [] },
})

export const cloneJudgements = ({ asked, changes, known, notes, recent, waiting }: JudgingRecords): JudgingRecords => ({
  waiting: new Set(waiting),
  notes: new Set(notes),
  known: new Set(known),
  asked: new Map(asked),
  recent,
  changes,
})

/** Folds one event into `records`, which the caller owns. A message is asked about once: again only where no server took the question. */
export const foldJudgements = (records: JudgingRecords, event: BrainEvent): void => {
  const { asked, known, notes: unread, waiting } = records
  switch (event.type) {
    case 'MessageWaits':
      if (event.turn === undefined) return
      if (event.data.over === true) waiting.delete(event.turn)
      else wait(waiting, [event.turn])
      return
    case 'NotesWait':
      for (const node of event.data.nodes) {
        // A note that changed meanwhile is as new as its text.
        unread.delete(node)
        if (event.data.over !== true) unread.add(node)
      }
      dropOldest(unread, waitingMost)
      return
    case 'ModelAsked': {
      const { call, notes = [], turns = [] } = event.data
      if (turns.length === 0 && notes.length === 0) return
      for (const node of notes) unread.delete(node)
      for (const turn of turns) {
        waiting.delete(turn)
        known.add(turn)
      }
      dropOldest(known, knownMost)
      asked.set(call, { turns, notes })
      dropOldest(asked, askedMost)
      return
    }
    case 'ModelAnswered':
      if (isUntaken(event.data.fallback)) {
        const { notes, turns } = asked.get(event.data.call) ?? { turns: [], notes: [] }
        for (const turn of turns) known.delete(turn)
        wait(waiting, turns)
        const later = [...notes, ...[...unread].filter((node) => !notes.includes(node))]
        unread.clear()
        for (const node of later) unread.add(node)
        dropOldest(unread, waitingMost)
      }
      asked.delete(event.data.call)
      return
    case 'UnlearnRequested':
      if (event.data.selector === 'judge') records.recent = []
      return
    case 'MessageJudged': {
      const { became, confidence, verdict } = event.data
      records.recent = [...records.recent, verdict === 'supersedes'].slice(-recentKept)
      if (became !== 'superseded' && became !== 'marked') return
      records.changes = [...records.changes, { at: event.position, became, confidence }].slice(-recentKept)
      return
    }
    default:
      ignore<'judging'>(event.type)
  }
}

const wait = (waiting: Set<TurnNumber>, turns: ReadonlyArray<TurnNumber>): void => {
  const inOrder = [...waiting, ...turns].sort((a, b) => a - b)
  waiting.clear()
  for (const turn of inOrder) waiting.add(turn)
  dropOldest(waiting, waitingMost)
}

const dropOldest = <K>(kept: Set<K> | Map<K, unknown>, most: number): void => {
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return
    kept.delete(oldest)
  }
}
