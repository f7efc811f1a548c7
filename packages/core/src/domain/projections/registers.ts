/** Folds the registers of a brain: actors, sessions, sources, tags, and the settings and embedder in force. */

import type { BrainEvent, BrainEventOf, EventData } from '../events/brain-event.ts'
import { ignore } from '../events/readers.ts'
import type { ActorNumber, ContentRef, FeedbackNumber, NodeNumber, Position, SessionNumber, SourceNumber, TurnNumber } from '../identity.ts'
import {
  cloneRenewal,
  foldMaintenance,
  foldRenewal,
  type MaintenanceRecord,
  neverMaintained,
  noRenewal,
  type Renewal,
} from './maintenance-record.ts'
import { foldReplacements, foldStandingWords, type Replacements, type StandingWords } from './owners-words.ts'

export interface SessionRecord {
  readonly kind: EventData<'SessionStarted'>['kind']
  readonly key: ContentRef
  readonly ended: boolean
  readonly said: SaidCounts
}

/** Number of feedbacks and outcomes given, by tier, including those that taught nothing. */
export type SaidCounts = Readonly<Record<'agent' | 'conscious', number>>

export interface SourceRecord {
  readonly key: ContentRef
  readonly digest: ContentRef
  /** The folder it was found in or the name it is filed under; undefined if neither was given. */
  readonly root: ContentRef | undefined
  readonly retired: boolean
  /** Every node that was ever read from it. */
  readonly nodes: ReadonlyArray<NodeNumber>
}

/** The fold that owns the record appends to `nodes` in place. */
type OwnedSource = SourceRecord & { readonly nodes: Array<NodeNumber> }

export interface SettingsInForce {
  readonly profile: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly digest: string
  readonly since: Position
}

/** The embedder whose vectors questions may be compared with. */
export interface EmbedderInForce {
  /** Reference of its id. */
  readonly embedder: ContentRef
  readonly dimension: number
  readonly bands: ReadonlyArray<number>
  readonly since: Position
}

/** The last heartbeat of the host. */
export interface HeartbeatRecord {
  readonly session: SessionNumber
  readonly tags: ReadonlyArray<ContentRef>
  readonly position: Position
  readonly at: number
}

export interface Registers {
  actors: ActorNumber
  feedbacks: FeedbackNumber
  readonly sessions: Map<SessionNumber, SessionRecord>
  readonly sources: Map<SourceNumber, OwnedSource>
  /** True after a batch that is not the last of its run: the run has not yet joined the links of its documents. */
  unjoined: boolean
  /** The newest commit of a run that stores its documents in batches. */
  lastBatch: { readonly position: Position; readonly at: number } | undefined
  readonly tags: Map<ContentRef, Position>
  /** Counts of the day of the newest feedback or outcome. `day` counts UTC days since 1970-01-01. */
  today: { readonly day: number; readonly said: SaidCounts }
  /** Contents that were erased. Any other missing content was lost. */
  readonly erased: Set<ContentRef>
  /** Protected memories, including those that were retired with their document and may be restored. */
  readonly protections: Set<NodeNumber>
  settings: SettingsInForce | undefined
  heartbeat: HeartbeatRecord | undefined
  readonly maintenance: MaintenanceRecord
  readonly renewal: Renewal
  embedder: EmbedderInForce | undefined
  readonly words: StandingWords
  readonly replacements: Replacements
}

const nothingSaid: SaidCounts = { agent: 0, conscious: 0 }
const dayMs = 86_400_000

export const emptyRegisters = (): Registers => ({
  actors: 0,
  feedbacks: 0,
  sessions: new Map(),
  sources: new Map(),
  unjoined: false,
  lastBatch: undefined,
  tags: new Map(),
  today: { day: 0, said: nothingSaid },
  erased: new Set(),
  protections: new Set(),
  settings: undefined,
  heartbeat: undefined,
  maintenance: neverMaintained(),
  renewal: noRenewal(),
  embedder: undefined,
  words: new Map(),
  replacements: new Map(),
})

export const cloneRegisters = (registers: Registers): Registers => ({
  ...registers,
  sessions: new Map(registers.sessions),
  sources: new Map([...registers.sources].map(([source, record]) => [source, { ...record, nodes: record.nodes.slice() }])),
  tags: new Map(registers.tags),
  erased: new Set(registers.erased),
  protections: new Set(registers.protections),
  maintenance: { ...registers.maintenance },
  renewal: cloneRenewal(registers.renewal),
  words: new Map(registers.words),
  replacements: new Map(registers.replacements),
})

/** Folds one event into `registers`, which the caller owns. `lastTurn` is the newest turn before the event. */
export const foldRegisters = (registers: Registers, event: BrainEvent, lastTurn: TurnNumber): void => {
  foldMaintenance(registers.maintenance, event, lastTurn)
  foldRenewal(registers.renewal, event)
  foldProtections(registers.protections, event)
  foldStandingWords(registers.words, event)
  foldReplacements(registers.replacements, event)
  switch (event.type) {
    case 'BrainCreated':
    case 'ProfileChanged':
      registers.settings = { ...event.data, since: event.position }
      return
    case 'EmbedderChanged':
      registers.embedder = { ...event.data, since: event.position }
      return
    case 'ActorNamed':
      registers.actors = Math.max(registers.actors, event.data.actor)
      return
    case 'SessionStarted':
      registers.sessions.set(event.data.session, { kind: event.data.kind, key: event.data.key, ended: false, said: nothingSaid })
      return
    case 'SessionEnded':
      return update(registers.sessions, event.data.session, (session) => ({ ...session, ended: true }))
    case 'HeartbeatObserved':
      registers.heartbeat = { ...event.data, position: event.position, at: event.commit.at }
      return
    case 'SourceAdded': {
      const { digest, key, root, source } = event.data
      registers.sources.set(source, { key, digest, root, retired: false, nodes: [] })
      return
    }
    case 'SourceRevised': {
      const { digest, root, source } = event.data
      return update(registers.sources, source, (record) => ({ ...record, digest, root: root ?? record.root, retired: false }))
    }
    case 'SourceRenamed': {
      const { key, root, source } = event.data
      return update(registers.sources, source, (record) => ({ ...record, key, root: root ?? record.root }))
    }
    case 'SourceRetired':
      return update(registers.sources, event.data.source, (source) => ({ ...source, retired: true }))
    case 'BatchStored':
      registers.unjoined = event.data.batch < event.data.batches
      registers.lastBatch = { position: event.position, at: event.commit.at }
      return
    case 'NodeAdded':
      registers.sources.get(event.data.source ?? 0)?.nodes.push(event.data.node)
      return
    case 'TagCreated':
      registers.tags.set(event.data.tag, event.data.at)
      return
    case 'ContentErased':
      for (const ref of event.data.contents) registers.erased.add(ref)
      return
    case 'FeedbackGiven':
    case 'OutcomeGiven':
      return count(registers, event)
    default:
      ignore<'registers'>(event.type)
  }
}

/**
 * A node that is added or restored gets the protection that its state says. Retirement with its document keeps the protection; any other
 * retirement, a merge and a promotion remove it.
 */
const foldProtections = (protections: Set<NodeNumber>, { data, type }: BrainEvent): void => {
  switch (type) {
    case 'NodeProtected':
      return mark(protections, data.node, data.protection === 'on')
    case 'NodeAdded':
    case 'NodeRestored':
      return mark(protections, data.node, data.state === 'protected')
    case 'NodeRetired':
      if (data.reason !== 'source') protections.delete(data.node)
      return
    case 'NodeMerged':
    case 'NodePromoted':
      protections.delete(data.node)
      return
    default: {
      ignore<'protections'>(type)
    }
  }
}

const mark = <Member>(set: Set<Member>, member: Member, isIn: boolean): void => {
  if (isIn) set.add(member)
  else set.delete(member)
}

const count = (registers: Registers, { commit, data }: BrainEventOf<'FeedbackGiven' | 'OutcomeGiven'>): void => {
  const more = (said: SaidCounts): SaidCounts => ({ ...said, [data.tier]: said[data.tier] + 1 })
  const day = Math.floor(commit.at / dayMs)
  registers.feedbacks = Math.max(registers.feedbacks, data.feedback)
  registers.today = { day, said: more(day === registers.today.day ? registers.today.said : nothingSaid) }
  if (commit.session !== undefined) update(registers.sessions, commit.session, (session) => ({ ...session, said: more(session.said) }))
}

const update = <K, V>(map: Map<K, V>, key: K, change: (value: V) => V): void => {
  const value = map.get(key)
  if (value !== undefined) map.set(key, change(value))
}
