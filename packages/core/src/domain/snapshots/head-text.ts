/** Encodes the small parts of a fold as one JSON text: its position, registers, doubts, absent turns and learning progress. */
import type { ActorNumber, FeedbackNumber, NodeNumber, Position, TurnNumber } from '../identity.ts'
import type { BrainFold } from '../projections/brain-fold.ts'
import type { GraphColumns } from '../projections/graph/graph-columns.ts'
import type { LearningProgress } from '../projections/learning-progress.ts'
import type { Registers } from '../projections/registers.ts'
import type { AbsentTurn } from '../projections/turns/turn-record.ts'
import { MalformedSnapshot } from './rows.ts'

export interface HeadFields {
  readonly position: Position
  readonly at: number
  /** `nodes`, `edges` and `labels` are the highest numbers given out. */
  readonly nodes: number
  readonly edges: number
  readonly labels: number
  readonly lastTurn: TurnNumber
  readonly absent: Map<TurnNumber, AbsentTurn>
  readonly registers: Registers
  readonly doubts: GraphColumns['doubts']
  readonly progress: LearningProgress
}

type Entries<M> = M extends Map<infer K, infer V> ? ReadonlyArray<readonly [K, V]> : never

/** {@link HeadFields} in JSON: maps and sets are lists in the order of the fold. */
interface HeadJson {
  readonly position: Position
  readonly at: number
  readonly nodes: number
  readonly edges: number
  readonly labels: number
  readonly lastTurn: TurnNumber
  readonly absent: Entries<HeadFields['absent']>
  readonly actors: ActorNumber
  readonly feedbacks: FeedbackNumber
  readonly sessions: Entries<Registers['sessions']>
  readonly sources: Entries<Registers['sources']>
  readonly unjoined: boolean
  readonly lastBatch?: NonNullable<Registers['lastBatch']>
  readonly tags: Entries<Registers['tags']>
  readonly today: Registers['today']
  readonly erased: ReadonlyArray<Registers['erased'] extends Set<infer Ref> ? Ref : never>
  readonly protections: ReadonlyArray<NodeNumber>
  readonly settings?: NonNullable<Registers['settings']>
  readonly heartbeat?: NonNullable<Registers['heartbeat']>
  readonly embedder?: NonNullable<Registers['embedder']>
  readonly maintenance: Registers['maintenance']
  readonly renewal: Registers['renewal']
  readonly words: Entries<Registers['words']>
  readonly replacements: Entries<Registers['replacements']>
  readonly doubts: Entries<GraphColumns['doubts']>
  readonly progress: LearningProgress
}

export const writeHead = ({ at, columns, ledger, position, progress, registers }: BrainFold): string => {
  const { actors, embedder, erased, feedbacks, heartbeat, lastBatch, maintenance, protections, renewal } = registers
  const { sessions, settings, sources, tags, today, unjoined, words } = registers
  const head: HeadJson = {
    position,
    at,
    nodes: columns.nodes,
    edges: columns.edges,
    labels: columns.labels.count,
    lastTurn: ledger.last,
    absent: [...ledger.absent],
    actors,
    feedbacks,
    sessions: [...sessions],
    sources: [...sources],
    unjoined,
    tags: [...tags],
    today,
    erased: [...erased],
    protections: [...protections],
    ...(settings === undefined ? {} : { settings }),
    ...(heartbeat === undefined ? {} : { heartbeat }),
    ...(lastBatch === undefined ? {} : { lastBatch }),
    ...(embedder === undefined ? {} : { embedder }),
    maintenance,
    renewal,
    words: [...words],
    replacements: [...registers.replacements],
    doubts: [...columns.doubts],
    progress,
  }
  return JSON.stringify(head)
}

/** Does not validate the fields: the caller has verified that the bytes are those that were written. Throws {@link MalformedSnapshot}. */
export const readHead = (text: string): HeadFields => {
  let head: HeadJson
  try {
    head = JSON.parse(text)
  } catch {
    throw new MalformedSnapshot('its head is not JSON')
  }
  const { absent, actors, at, edges, feedbacks, labels, lastTurn, nodes, position, progress, unjoined } = head
  const registers: Registers = {
    actors,
    feedbacks,
    sessions: new Map(head.sessions),
    // Fields are rebuilt in the order of the fold, with undefined for absent ones, so that the next snapshot has the same bytes.
    sources: new Map(
      head.sources.map(([source, { digest, key, nodes, retired, root }]) => [source, { key, digest, root, retired, nodes }]),
    ),
    unjoined,
    tags: new Map(head.tags),
    today: head.today,
    erased: new Set(head.erased),
    protections: new Set(head.protections),
    settings: head.settings,
    heartbeat: head.heartbeat,
    lastBatch: head.lastBatch,
    embedder: head.embedder,
    maintenance: head.maintenance,
    renewal: head.renewal,
    words: new Map(head.words),
    replacements: new Map(head.replacements),
  }
  return {
    position,
    at,
    nodes,
    edges,
    labels,
    lastTurn,
    absent: new Map(absent.map(([turn, { outcome, session }]) => [turn, { session, outcome }])),
    registers,
    doubts: new Map(head.doubts),
    progress,
  }
}
