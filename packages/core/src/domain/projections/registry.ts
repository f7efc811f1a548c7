/** Folds who and what a brain has: actors and sessions, the last heartbeat of a host, documents, and the settings in force. */
import { dayOfTime } from '@crabtrail/text/days/calendar'
import { type BrainEvent, type BrainEventOf, type EventData, ignore } from '../events/brain-event.ts'
import type { NoveltyMeasure } from '../events/turn-events.ts'
import type { ActorNumber, ContentRef, FeedbackNumber, NodeNumber, Position, SessionNumber, SourceNumber, TurnNumber } from '../identity.ts'
import type { Nano } from '../strength.ts'

export interface SessionRecord {
  readonly kind: EventData<'SessionStarted'>['kind']
  readonly key: ContentRef
  readonly ended: boolean
  /** Turns that began in it, with or without memory. */
  readonly turns: number
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
  actors: ActorNumber
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

/** `isKnown`: true for a turn that events before this one began, or passed over. */
export const foldParticipants = (
  records: ParticipantRecords,
  event: BrainEvent,
  isKnown: (turn: TurnNumber) => boolean = () => false,
): void => {
  switch (event.type) {
    case 'ActorNamed':
      records.actors = Math.max(records.actors, event.data.actor)
      records.names.set(event.data.actor, event.data.name)
      return
    case 'SessionStarted':
      records.sessions.set(event.data.session, { kind: event.data.kind, key: event.data.key, ended: false, turns: 0, said: nothingSaid })
      return
    case 'SessionEnded':
      return update(records.sessions, event.data.session, (session) => ({ ...session, ended: true }))
    case 'TurnStarted':
    case 'RecallSkipped':
      return countTurn(records, event, isKnown)
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

/** A recall that came too late was passed over after its turn had begun: that turn counts once. */
const countTurn = ({ sessions }: ParticipantRecords, { commit, turn = 0 }: BrainEvent, isKnown: (turn: TurnNumber) => boolean): void => {
  if (commit.session !== undefined && !isKnown(turn))
    update(sessions, commit.session, (session) => ({ ...session, turns: session.turns + 1 }))
}

const count = (records: ParticipantRecords, { commit, data }: BrainEventOf<'FeedbackGiven' | 'OutcomeGiven'>): void => {
  // A count that an event restated may be any whole number.
  const more = (said: SaidCounts): SaidCounts => ({ ...said, [data.tier]: Math.min(said[data.tier] + 1, Number.MAX_SAFE_INTEGER) })
  const day = dayOfTime(commit.at)
  records.feedbacks = Math.max(records.feedbacks, data.feedback)
  records.today = { day, said: more(day === records.today.day ? records.today.said : nothingSaid) }
  if (commit.session !== undefined) update(records.sessions, commit.session, (session) => ({ ...session, said: more(session.said) }))
}

const restate = (records: ParticipantRecords, { agent, conscious, sessions, today }: EventData<'LearningRestated'>): void => {
  for (const [i, number] of sessions.entries())
    update(records.sessions, number, (session) => ({ ...session, said: { agent: agent[i] ?? 0, conscious: conscious[i] ?? 0 } }))
  if (today !== undefined) records.today = { ...records.today, said: { agent: today[0] ?? 0, conscious: today[1] ?? 0 } }
}

/* Folds the sources: the documents that were read, their nodes, and the batches in which they were stored. */

export interface SourceRecord {
  readonly key: ContentRef
  readonly digest: ContentRef
  /** The folder it was found in or the name it is filed under; undefined if neither was given. */
  readonly root: ContentRef | undefined
  readonly retired: boolean
  /** Every node that was ever read from it and was not found in another source since, in that order. The fold that owns the record changes it in place. */
  readonly nodes: Set<NodeNumber>
}

export interface SourceRecords {
  readonly byNumber: Map<SourceNumber, SourceRecord>
  /** True after a batch that is not the last of its run: the run has not yet joined the links of its documents. */
  unjoined: boolean
  /** The position of the newest change of a document; 0 for none. */
  changed: Position
  /** The newest commit of a run that stores its documents in batches. */
  lastBatch: { readonly position: Position; readonly at: number } | undefined
}

export const noSources = (): SourceRecords => ({ byNumber: new Map(), unjoined: false, changed: 0, lastBatch: undefined })

export const foldSources = (sources: SourceRecords, event: BrainEvent): void => {
  switch (event.type) {
    case 'SourceAdded': {
      sources.changed = event.position
      const { digest, key, root, source } = event.data
      sources.byNumber.set(source, { key, digest, root, retired: false, nodes: new Set() })
      return
    }
    case 'SourceRevised': {
      sources.changed = event.position
      const { digest, root, source } = event.data
      return update(sources.byNumber, source, (record) => ({ ...record, digest, root: root ?? record.root, retired: false }))
    }
    case 'SourceRenamed': {
      sources.changed = event.position
      const { key, root, source } = event.data
      return update(sources.byNumber, source, (record) => ({ ...record, key, root: root ?? record.root }))
    }
    case 'SourceRetired':
      sources.changed = event.position
      return update(sources.byNumber, event.data.source, (source) => ({ ...source, retired: true }))
    case 'BatchStored':
      sources.unjoined = event.data.batch < event.data.batches
      sources.lastBatch = { position: event.position, at: event.commit.at }
      return
    case 'NodeAdded':
      sources.byNumber.get(event.data.source ?? 0)?.nodes.add(event.data.node)
      return
    case 'NodeRevised': {
      const { formerSource, node, source } = event.data
      if (source === undefined) return
      sources.byNumber.get(formerSource ?? 0)?.nodes.delete(node)
      sources.byNumber.get(source)?.nodes.add(node)
      return
    }
    default:
      ignore<'sources'>(event.type)
  }
}

const update = <K, V>(map: Map<K, V>, key: K, change: (value: V) => V): void => {
  const value = map.get(key)
  if (value !== undefined) map.set(key, change(value))
}

/* Folds what holds for the brain as a whole: the settings and the embedder in force, and the names of positions. */

interface SettingsInForce {
  readonly profile: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly digest: string
  readonly since: Position
}

/** The embedder whose vectors questions may be compared with. */
interface EmbedderInForce {
  /** Reference of its id. */
  readonly embedder: ContentRef
  readonly dimension: number
  readonly bands: ReadonlyArray<number>
  readonly since: Position
}

export interface CalibratedBands {
  readonly bands: readonly [noise: Nano, novel: Nano, known: Nano]
  /** The embedder whose vectors measured them; undefined for words. */
  readonly embedder: ContentRef | undefined
  readonly dimension: number | undefined
  readonly since: Position
}

/** The bar of confidence that was measured in the brain. */
export interface ConfidenceBar {
  readonly least: Nano
  /** The number of memories when it was measured. */
  readonly memories: number
  readonly since: Position
}

export interface SettingsRecords {
  inForce: SettingsInForce | undefined
  /** Purpose of the brain, in the owner's words. */
  about: ContentRef | undefined
  embedder: EmbedderInForce | undefined
  readonly calibrated: Map<NoveltyMeasure, CalibratedBands>
  /** Undefined where none was measured by the settings in force: a bar of other weights says nothing. */
  bar: ConfidenceBar | undefined
  readonly tags: Map<ContentRef, Position>
}

export const noSettings = (): SettingsRecords => ({
  inForce: undefined,
  about: undefined,
  embedder: undefined,
  calibrated: new Map(),
  bar: undefined,
  tags: new Map(),
})
export const foldSettings = (records: SettingsRecords, event: BrainEvent): void => {
  switch (event.type) {
    case 'BrainCreated':
    case 'ProfileChanged':
      records.inForce = { ...event.data, since: event.position }
      records.bar = undefined
      return
    case 'BrainPromoted': {
      const { digest, profile, settings } = event.data
      if (digest === undefined || profile === undefined || settings === undefined) return
      records.inForce = { digest, profile, settings, since: event.position }
      records.bar = undefined
      return
    }
    case 'BrainDescribed':
      records.about = event.data.about
      return
    case 'EmbedderChanged':
      records.embedder = { ...event.data, since: event.position }
      return
    case 'BandsCalibrated': {
      const { bands, by, dimension, embedder } = event.data
      const [noise, novel, known] = bands
      if (noise === undefined || novel === undefined || known === undefined) records.calibrated.delete(by)
      else records.calibrated.set(by, { bands: [noise, novel, known], embedder, dimension, since: event.position })
      return
    }
    case 'ConfidenceCalibrated': {
      const { least, memories } = event.data
      records.bar = { least, memories, since: event.position }
      return
    }
    case 'TagCreated':
      records.tags.set(event.data.tag, event.data.at)
      return
    default:
      ignore<'settings'>(event.type)
  }
}
