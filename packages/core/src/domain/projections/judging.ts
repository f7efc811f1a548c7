/** Folds which messages wait to be judged, and what judgements said of late. */
import { type BrainEvent, ignore } from '../events/brain-event.ts'
import { isUntaken } from '../events/model-events.ts'
import type { CallNumber, TurnNumber } from '../identity.ts'

export interface JudgingRecords {
  /** The turns whose questions wait, the oldest first: at most {@link waitingMost}, of which the oldest are dropped. */
  readonly waiting: Set<TurnNumber>
  /** Calls that are not over → the turns that they are about. */
  readonly asked: Map<CallNumber, ReadonlyArray<TurnNumber>>
  /** Whether each of the newest judgements said that something changed, the newest last: at most {@link recentKept}. */
  recent: ReadonlyArray<boolean>
}

const waitingMost = 100

/** Most calls whose end is waited for: one that a crash cut off has none. */
const askedMost = 16

/** The most that a setting may ask for. */
const recentKept = 200

export const noJudgements = (): JudgingRecords => ({ waiting: new Set(), asked: new Map(), recent: [] })

export const cloneJudgements = ({ asked, recent, waiting }: JudgingRecords): JudgingRecords => ({
  waiting: new Set(waiting),
  asked: new Map(asked),
  recent,
})

/** Folds one event into `records`, which the caller owns. A message is asked about once: again only where no server took the question. */
export const foldJudgements = (records: JudgingRecords, event: BrainEvent): void => {
  const { asked, waiting } = records
  switch (event.type) {
    case 'MessageWaits':
      if (event.turn === undefined) return
      if (event.data.over === true) waiting.delete(event.turn)
      else wait(waiting, [event.turn])
      return
    case 'ModelAsked': {
      const { call, turns = [] } = event.data
      if (turns.length === 0) return
      for (const turn of turns) waiting.delete(turn)
      asked.set(call, turns)
      const [oldest] = asked.keys()
      if (asked.size > askedMost && oldest !== undefined) asked.delete(oldest)
      return
    }
    case 'ModelAnswered':
      if (isUntaken(event.data.fallback)) wait(waiting, asked.get(event.data.call) ?? [])
      asked.delete(event.data.call)
      return
    case 'MessageJudged':
      records.recent = [...records.recent, event.data.verdict === 'supersedes'].slice(-recentKept)
      return
    default:
      ignore<'judging'>(event.type)
  }
}

const wait = (waiting: Set<TurnNumber>, turns: ReadonlyArray<TurnNumber>): void => {
  for (const turn of turns) waiting.add(turn)
  for (const turn of waiting) {
    if (waiting.size <= waitingMost) return
    waiting.delete(turn)
  }
}
