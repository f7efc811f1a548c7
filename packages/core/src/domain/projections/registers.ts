/** Who and what has a number: actors, sessions, sources, tags; and which settings are in force. */

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

/** How often something that teaches was said, by tier; whether it counted or not. */
export type SaidCounts = Readonly<Record<'agent' | 'conscious', number>>

export interface SourceRecord {
  readonly key: ContentRef
  readonly digest: ContentRef
  /** The folder it was found in or the name it is filed under; absent where nobody said. */
  readonly root: ContentRef | undefined
  readonly retired: boolean
  /** Every node that was ever read from it. */
  readonly nodes: ReadonlyArray<NodeNumber>
}

/** The fold that owns it adds to `nodes` in place. */
type OwnedSource = SourceRecord & { readonly nodes: Array<NodeNumber> }

export interface SettingsInForce {
  readonly profile: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly digest: string
  readonly since: Position
}

/** By whose vectors questions may be compared. */
export interface EmbedderInForce {
  /** Its id. */
  readonly embedder: ContentRef
  readonly dimension: number
  readonly bands: ReadonlyArray<number>
  readonly since: Position
}

/** What the host saw when it last looked around by itself. */
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
  /** A run that read documents in has not come to joining their links. */
  unjoined: boolean
  /** The newest commit of a run that needs several. */
  lastBatch: { readonly position: Position; readonly at: number } | undefined
  readonly tags: Map<ContentRef, Position>
  /** What was said on the day of the newest of it; days of UTC since 1970. */
  today: { readonly day: number; readonly said: SaidCounts }
  /** Contents that were erased: what is missing otherwise was lost. */
  readonly erased: Set<ContentRef>
  /** Memories that were protected and have not lost it: also what went with its document, and may come back. */
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

/** Folds one event into `registers`, which the caller owns. `lastTurn` is the newest turn before it. */
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

/** Who comes, comes back, goes or is promoted has the state that the event says; going with its document leaves what was. */
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
