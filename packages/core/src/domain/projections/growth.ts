/** Folds what came from conversations: the cues that questions made, within the limits of growth, and the memories that were said. */

import { dayOfTime } from '@crabtrail/text/days/calendar'
import { type BrainEvent, type BrainEventOf, ignore } from '../events/brain-event.ts'
import type { Birth, BirthRefusal, NoveltyVerdict } from '../events/turn-events.ts'
import type { NodeType } from '../graph.ts'
import type { NodeNumber, SessionNumber, TurnNumber } from '../identity.ts'

type Counts<Word extends string> = Readonly<Partial<Record<Word, number>>>

export interface GrowthRecords {
  /** The cues that growth made, live or not, each with the turn that made it or brought it back last. */
  readonly cues: Map<NodeNumber, TurnNumber>
  /** The number of cues that growth made in each session that is open. */
  readonly sessions: Map<SessionNumber, number>
  /** The times of the cues made within one hour up to the newest, in milliseconds UTC. */
  hour: Array<number>
  verdicts: Counts<NoveltyVerdict>
  births: Counts<Birth>
  refused: Counts<BirthRefusal>
  /** Grown cues that passed their probation, and that died. */
  promoted: number
  died: number
}

export const noGrowth = (): GrowthRecords => ({
  cues: new Map(),
  sessions: new Map(),
  hour: [],
  verdicts: {},
  births: {},
  refused: {},
  promoted: 0,
  died: 0,
})

const hourMs = 3_600_000

/** Returns how many of these times are within the hour before `now`. A clock that went back does not make them fewer. */
export const madeWithinHour = (times: ReadonlyArray<number>, now: number): number => times.filter((at) => now - at < hourMs).length

export const foldGrowth = (records: GrowthRecords, event: BrainEvent): void => {
  switch (event.type) {
    case 'NoveltyAssessed':
      return assess(records, event)
    case 'NodeRetired':
      if (records.cues.has(event.data.node) && event.data.reason === 'death') records.died++
      return
    case 'SessionEnded':
      records.sessions.delete(event.data.session)
      return
    case 'NodePromoted':
      if (records.cues.has(event.data.node)) records.promoted++
      return
    default:
      ignore<'growth'>(event.type)
  }
}

const assess = (records: GrowthRecords, { commit, data, turn = 0 }: BrainEventOf<'NoveltyAssessed'>): void => {
  const { birth, cue, refused, verdict } = data
  records.verdicts = more(records.verdicts, verdict)
  records.births = more(records.births, birth)
  if (refused !== undefined) records.refused = more(records.refused, refused)
  if (birth !== 'made' || cue === undefined) return
  records.cues.set(cue, turn)
  records.hour = [...records.hour.filter((at) => commit.at - at < hourMs), commit.at]
  const { session } = commit
  if (session !== undefined) records.sessions.set(session, (records.sessions.get(session) ?? 0) + 1)
}

const more = <Word extends string>(counts: Counts<Word>, word: Word): Counts<Word> => ({ ...counts, [word]: (counts[word] ?? 0) + 1 })

/*
 * Folds the memories that were said and belong to no document: those on probation, with the turn that used them last, how many were kept today,
 * and what became of those that were captured from conversations.
 */

export interface SaidMemories {
  /** Memories on probation → the newest turn that used them, or after which they were kept or came back. */
  readonly onProbation: Map<NodeNumber, TurnNumber>
  /** Every memory that was captured from a conversation, by rising number. */
  readonly captured: Set<NodeNumber>
  /** Memories that died of disuse, captured or not, and did not come back. */
  readonly died: Set<NodeNumber>
  /** The counts of the day of the newest of them. `day` counts UTC days since 1970-01-01. */
  today: SaidToday
}

export interface SaidToday {
  readonly day: number
  /** Notes that agents kept, and in each session. */
  readonly notes: number
  readonly bySession: Readonly<Record<SessionNumber, number>>
  /** Captured memories and procedures that were kept, new ones and those that came back. */
  readonly captured: number
  readonly procedures: number
}

const nothingOn = (day: number): SaidToday => ({ day, notes: 0, bySession: {}, captured: 0, procedures: 0 })

export const noSaid = (): SaidMemories => ({
  onProbation: new Map(),
  captured: new Set(),
  died: new Set(),
  today: nothingOn(0),
})

/** Returns what was kept on the UTC day of `at`. */
export const saidOn = ({ today }: Pick<SaidMemories, 'today'>, at: number): SaidToday =>
  dayOfTime(at) === today.day ? today : nothingOn(dayOfTime(at))

/**
 * Folds one event into `said`, which the caller owns. `lastTurn` is the newest turn before the event. `typeOf` tells cues, which are on probation,
 * too, and come back, but are said by nobody.
 */
export const foldSaid = (
  said: SaidMemories,
  event: BrainEvent,
  lastTurn: TurnNumber,
  typeOf: (node: NodeNumber) => NodeType | undefined,
): void => {
  const { onProbation } = said
  switch (event.type) {
    case 'NodeAdded':
      return add(said, event, lastTurn)
    case 'FeedbackGiven':
      if (event.data.outcome <= 0) return
      for (const node of [...event.data.nodes, ...(event.data.instead ?? [])]) if (onProbation.has(node)) onProbation.set(node, lastTurn)
      return
    case 'LearningRestated':
      for (const [i, node] of (event.data.trials ?? []).entries())
        if (onProbation.has(node)) onProbation.set(node, event.data.lastUsed?.[i] ?? lastTurn)
      return
    case 'NodeRestored':
      return restore(said, event, lastTurn, typeOf(event.data.node))
    case 'NodeRetired':
      if (event.data.reason === 'death' && onProbation.has(event.data.node)) said.died.add(event.data.node)
      else said.died.delete(event.data.node)
      onProbation.delete(event.data.node)
      return
    case 'NodeMerged':
    case 'NodePromoted':
      onProbation.delete(event.data.node)
      return
    default:
      ignore<'said'>(event.type)
  }
}

/** A memory that comes back with the end of a turn is kept on that day, as a new one is. Undoing brings memories back outside of turns. */
const restore = (
  said: SaidMemories,
  { commit, data, turn }: BrainEventOf<'NodeRestored'>,
  lastTurn: TurnNumber,
  type: NodeType | undefined,
): void => {
  const { node, state } = data
  said.died.delete(node)
  if (state === 'probation' && type !== 'cue') said.onProbation.set(node, lastTurn)
  else said.onProbation.delete(node)
  const today = saidOn(said, commit.at)
  if (turn === undefined) return
  if (type === 'procedure') said.today = { ...today, procedures: today.procedures + 1 }
  else if (said.captured.has(node)) said.today = { ...today, captured: today.captured + 1 }
}

const add = (said: SaidMemories, { commit, data, origin }: BrainEventOf<'NodeAdded'>, lastTurn: TurnNumber): void => {
  const { how, node, nodeType, source, state } = data
  if (source !== undefined || nodeType === 'cue' || nodeType === 'tool_call') return
  if (state === 'probation') said.onProbation.set(node, lastTurn)
  const today = saidOn(said, commit.at)
  if (how === 'captured') {
    said.captured.add(node)
    said.today = { ...today, captured: today.captured + 1 }
  } else if (nodeType === 'procedure') said.today = { ...today, procedures: today.procedures + 1 }
  else if (origin !== 'owner') {
    const { session = 0 } = commit
    const bySession = { ...today.bySession, [session]: (today.bySession[session] ?? 0) + 1 }
    said.today = { ...today, notes: today.notes + 1, bySession }
  }
}
