/** Folds what grew: the cues that questions made, the limits of growth, and how often a question made a cue or was refused. */
import type { BrainEvent, BrainEventOf } from '../events/brain-event.ts'
import { ignore } from '../events/brain-event.ts'
import type { Birth, BirthRefusal, NoveltyVerdict } from '../events/turn-events.ts'
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

export const cloneGrowth = (records: GrowthRecords): GrowthRecords => ({
  ...records,
  cues: new Map(records.cues),
  sessions: new Map(records.sessions),
  hour: records.hour.slice(),
})

const hourMs = 3_600_000

/** Returns how many of these times are within the hour before `now`. A clock that went back does not make them fewer. */
export const madeWithinHour = (times: ReadonlyArray<number>, now: number): number => times.filter((at) => now - at < hourMs).length

/** Folds one event into `records`, which the caller owns. */
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
