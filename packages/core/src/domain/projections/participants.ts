/** Folds who takes part: actors, sessions and what was said in them, and the last heartbeat of a host. */
import { dayOfTime } from '@crabtrail/text/days/calendar'
import type { BrainEvent, BrainEventOf, EventData } from '../events/brain-event.ts'
import { ignore } from '../events/brain-event.ts'
import type { ActorNumber, ContentRef, FeedbackNumber, Position, SessionNumber } from '../identity.ts'
import { update } from './sources.ts'

export interface SessionRecord {
  readonly kind: EventData<'SessionStarted'>['kind']
  readonly key: ContentRef
  readonly ended: boolean
  readonly said: SaidCounts
}

/** Number of feedbacks and outcomes given, by tier, including those that taught nothing. */
export type SaidCounts = Readonly<Record<'agent' | 'conscious', number>>

/** The last heartbeat of the host. It belongs to a session. */
interface HeartbeatRecord {
  readonly session: SessionNumber
  readonly tags: ReadonlyArray<ContentRef>
  readonly position: Position
  readonly at: number
}

export interface ParticipantRecords {
  /** Highest actor number given out. */
  actors: ActorNumber
  /** The name of each actor. */
  readonly names: Map<ActorNumber, ContentRef>
  readonly sessions: Map<SessionNumber, SessionRecord>
  /** Highest feedback number given out: of a verdict, an outcome, or a judgement from which something followed. */
  feedbacks: FeedbackNumber
  /** Counts of the day of the newest feedback or outcome. `day` counts UTC days since 1970-01-01. */
  today: { readonly day: number; readonly said: SaidCounts }
  heartbeat: HeartbeatRecord | undefined
}

const nothingSaid: SaidCounts = { agent: 0, conscious: 0 }

export const noParticipants = (): ParticipantRecords => ({
  actors: 0,
  names: new Map(),
  sessions: new Map(),
  feedbacks: 0,
  today: { day: 0, said: nothingSaid },
  heartbeat: undefined,
})

export const cloneParticipants = (records: ParticipantRecords): ParticipantRecords => ({
  ...records,
  names: new Map(records.names),
  sessions: new Map(records.sessions),
})

/** Folds one event into `records`, which the caller owns. */
export const foldParticipants = (records: ParticipantRecords, event: BrainEvent): void => {
  switch (event.type) {
    case 'ActorNamed':
      records.actors = Math.max(records.actors, event.data.actor)
      records.names.set(event.data.actor, event.data.name)
      return
    case 'SessionStarted':
      records.sessions.set(event.data.session, { kind: event.data.kind, key: event.data.key, ended: false, said: nothingSaid })
      return
    case 'SessionEnded':
      return update(records.sessions, event.data.session, (session) => ({ ...session, ended: true }))
    case 'HeartbeatObserved':
      records.heartbeat = { ...event.data, position: event.position, at: event.commit.at }
      return
    case 'FeedbackGiven':
    case 'OutcomeGiven':
      return count(records, event)
    case 'MessageJudged':
      records.feedbacks = Math.max(records.feedbacks, event.data.feedback ?? 0)
      return
    case 'LearningRestated':
      return restate(records, event.data)
    default:
      ignore<'participants'>(event.type)
  }
}

const count = (records: ParticipantRecords, { commit, data }: BrainEventOf<'FeedbackGiven' | 'OutcomeGiven'>): void => {
  // A count that an event restated may be any whole number.
  const more = (said: SaidCounts): SaidCounts => ({ ...said, [data.tier]: Math.min(said[data.tier] + 1, Number.MAX_SAFE_INTEGER) })
  const day = dayOfTime(commit.at)
  records.feedbacks = Math.max(records.feedbacks, data.feedback)
  records.today = { day, said: more(day === records.today.day ? records.today.said : nothingSaid) }
  if (commit.session !== undefined) update(records.sessions, commit.session, (session) => ({ ...session, said: more(session.said) }))
}

/** Sets the counts of sessions and of today as an unlearning left them. */
const restate = (records: ParticipantRecords, { agent, conscious, sessions, today }: EventData<'LearningRestated'>): void => {
  for (const [i, number] of sessions.entries())
    update(records.sessions, number, (session) => ({ ...session, said: { agent: agent[i] ?? 0, conscious: conscious[i] ?? 0 } }))
  if (today !== undefined) records.today = { ...records.today, said: { agent: today[0] ?? 0, conscious: today[1] ?? 0 } }
}
