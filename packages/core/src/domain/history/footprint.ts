/** Finds the nodes and edges that an event names, to select the events of one of them. */
import type { EventData, EventType, NewEvent } from '../events/brain-event.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'

export interface Footprint {
  readonly nodes: ReadonlySet<NodeNumber>
  readonly edges: ReadonlySet<EdgeNumber>
}

type NumberedAs = 'node' | 'edge'

/** True for a field that holds numbers of nodes or of edges. A plain number fits both kinds; a number of one kind does not fit the other. */
type IsNumbered<Value> = [Value] extends [Numbers<NodeNumber>]
  ? [Value] extends [Numbers<EdgeNumber>]
    ? false
    : true
  : [Value] extends [Numbers<EdgeNumber>]
    ? true
    : false
type Numbers<N> = N | ReadonlyArray<N> | undefined

/** Every field of numbers of nodes or edges must be named. A list of plain numbers may be. */
type NumberedFields<Data> = { readonly [Field in keyof Data as IsNumbered<Data[Field]> extends true ? Field : never]-?: NumberedAs } & {
  readonly [Field in keyof Data]?: NumberedAs
}

/**
 * The fields of every event that hold numbers of nodes or of edges. It does not compile while an event or such a field is missing. A
 * `source` of a node is a document. The lists of a routing are edges.
 */
const fieldsOf: { readonly [T in EventType]: NumberedFields<EventData<T>> } = {
  BrainCreated: {},
  ProfileChanged: {},
  BrainDescribed: {},
  EmbedderChanged: {},
  ExperimentArmAssigned: {},
  BrainForked: {},
  BrainPromoted: {},
  TagCreated: {},
  MaintenanceRequested: {},
  RollbackRequested: {},
  UnlearnRequested: { nodes: 'node' },
  UnlearnWithdrawn: {},
  ActorNamed: {},
  SessionStarted: {},
  SessionEnded: {},
  HeartbeatObserved: {},
  SourceAdded: {},
  SourceRevised: {},
  SourceRenamed: {},
  SourceRetired: {},
  BatchStored: {},
  NodeAdded: { node: 'node' },
  NodeRevised: { node: 'node' },
  NodeUntitled: { node: 'node' },
  NodeMerged: { node: 'node', into: 'node' },
  NodeRetired: { node: 'node' },
  NodeRestored: { node: 'node' },
  NodeProtected: { node: 'node' },
  NodeTrusted: { node: 'node' },
  NodeDoubted: { node: 'node' },
  DoubtLifted: { node: 'node' },
  NodePromoted: { node: 'node' },
  EdgeLinked: { edge: 'edge', source: 'node', target: 'node' },
  EdgePruned: { edge: 'edge' },
  EdgeRestored: { edge: 'edge' },
  ContentErased: { nodes: 'node' },
  TurnStarted: {},
  SeedsSelected: { nodes: 'node', cues: 'node' },
  NoveltyAssessed: {},
  NodeFired: { edge: 'edge', node: 'node' },
  NodeInhibited: { edge: 'edge', node: 'node' },
  EdgeFollowed: { edge: 'edge' },
  EdgeSkipped: { edge: 'edge' },
  ContextBundled: { nodes: 'node', included: 'node', dropped: 'node', guardrails: 'node' },
  TurnCompleted: { tools: 'node', drew: 'node' },
  RecallSkipped: {},
  RoutingRequested: { candidates: 'edge' },
  RoutingDecided: { chosen: 'edge', dropped: 'edge' },
  FeedbackGiven: { nodes: 'node', instead: 'node', cue: 'node' },
  OutcomeGiven: { cues: 'node' },
  StrengthSet: { edge: 'edge' },
  FeedbackAttributed: {},
  StrengthAdjusted: { edge: 'edge' },
  UtilityAdjusted: { node: 'node' },
  StrengthsDecayed: {},
  StrengthsRestored: { edges: 'edge', nodes: 'node' },
  TurnRestated: { cue: 'node', nodes: 'node' },
  LearningRestated: { edges: 'edge', cues: 'node', nodes: 'node', replaced: 'node' },
}

const fieldLists: ReadonlyMap<string, ReadonlyArray<readonly [field: string, of: NumberedAs]>> = new Map(
  Object.entries(fieldsOf).map(([type, fields]) => [type, Object.entries(fields)]),
)

export const footprint = (event: NewEvent): Footprint => {
  const found = { nodes: new Set<NodeNumber>(), edges: new Set<EdgeNumber>() }
  forEachNumber(event, (of, number) => (of === 'node' ? found.nodes : found.edges).add(number))
  return found
}

/** Visits the numbers of the nodes and edges that an event names. A number may be visited several times. */
export const forEachNumber = (event: NewEvent, visit: (of: NumberedAs, number: number) => void): void => {
  for (const [field, of] of fieldLists.get(event.type) ?? []) {
    const value: unknown = Reflect.get(event.data, field)
    if (typeof value === 'number') visit(of, value)
    else if (Array.isArray(value)) for (const number of value) visit(of, number)
  }
}

/** A field that holds numbers of nodes or of edges. */
export interface FieldOf {
  readonly field: string
  readonly of: NumberedAs
  readonly numbers: ReadonlyArray<number>
}

/** Returns the fields of an event that hold such numbers, without empty ones. */
export const numberedFields = (event: NewEvent): ReadonlyArray<FieldOf> =>
  (fieldLists.get(event.type) ?? []).flatMap(([field, of]) => {
    const value: unknown = Reflect.get(event.data, field)
    const numbers = (Array.isArray(value) ? value : [value]).filter((one): one is number => typeof one === 'number')
    return numbers.length === 0 ? [] : [{ field, of, numbers }]
  })
