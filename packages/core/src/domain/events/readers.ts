/**
 * The readers of the log, and which events each of them must handle. A reader is a fold, a cache, an index or a history.
 *
 * An event without a row does not compile. A reader ends its `switch` with `ignore<'graph'>(event.type)`: it does not compile while it
 * lacks a case for an event whose row names it.
 */
import type { EventType } from './brain-event.ts'

/**
 * The readers. `graph`, `turns`, `participants`, `sources`, `settings`, `owner`, `progress`, `erased contents`: the folds of a brain's
 * state. `candidate cache`, `vector cache`: values that an open brain keeps between questions. `links`: decides whether links must be
 * joined anew. `changed edges`, `strength moves`, `utility moves`: the rules of edges, which histories, caches and answers ask
 * (`edge-rules.ts`). `graph ahead`: the graph that a decision sees within its own commit. `recorded turn`: an answer read from the log. `erasure`: finds the contents that belong
 * together.
 */
export type Reader =
  | 'graph'
  | 'turns'
  | 'participants'
  | 'sources'
  | 'settings'
  | 'owner'
  | 'progress'
  | 'erased contents'
  | 'text index'
  | 'candidate cache'
  | 'vector cache'
  | 'links'
  | 'changed edges'
  | 'strength moves'
  | 'utility moves'
  | 'graph ahead'
  | 'erasure'
  | 'recorded turn'
  | 'learner'

const readersOf = {
  BrainCreated: ['settings'],
  ProfileChanged: ['settings'],
  BrainDescribed: ['settings'],
  EmbedderChanged: ['settings'],
  ExperimentArmAssigned: [],
  BrainForked: [],
  BrainPromoted: [],
  TagCreated: ['settings'],
  MaintenanceRequested: ['progress'],
  RollbackRequested: ['owner'],
  UnlearnRequested: [],
  UnlearnWithdrawn: [],

  ActorNamed: ['participants'],
  SessionStarted: ['participants'],
  SessionEnded: ['participants'],
  HeartbeatObserved: ['participants'],

  SourceAdded: ['sources', 'links'],
  SourceRevised: ['sources', 'links'],
  SourceRenamed: ['sources', 'links'],
  SourceRetired: ['sources', 'links'],
  BatchStored: ['sources'],
  NodeAdded: ['graph', 'graph ahead', 'sources', 'owner', 'progress', 'text index', 'vector cache', 'links'],
  NodeRevised: ['graph', 'text index', 'vector cache', 'links'],
  NodeUntitled: ['graph', 'text index', 'vector cache'],
  NodeMerged: ['graph', 'owner', 'progress', 'text index', 'candidate cache', 'vector cache'],
  NodeRetired: ['graph', 'owner', 'progress', 'text index', 'candidate cache', 'vector cache', 'links'],
  NodeRestored: ['graph', 'owner', 'text index', 'candidate cache', 'vector cache', 'links'],
  NodeProtected: ['graph', 'owner', 'candidate cache', 'vector cache'],
  NodeTrusted: ['graph'],
  NodeDoubted: ['graph', 'erasure'],
  DoubtLifted: ['graph'],
  NodePromoted: ['graph', 'owner', 'candidate cache', 'vector cache'],
  EdgeLinked: ['graph', 'graph ahead', 'progress', 'changed edges', 'erasure'],
  EdgePruned: ['graph', 'graph ahead', 'changed edges'],
  EdgeRestored: ['graph', 'graph ahead', 'changed edges'],
  ContentErased: ['graph', 'erased contents'],

  TurnStarted: ['turns', 'erasure', 'recorded turn'],
  SeedsSelected: ['turns', 'recorded turn'],
  NoveltyAssessed: [],
  NodeFired: ['turns', 'recorded turn'],
  NodeInhibited: ['turns', 'recorded turn'],
  EdgeFollowed: ['graph', 'turns', 'recorded turn'],
  EdgeSkipped: ['graph', 'recorded turn'],
  ContextBundled: ['turns', 'erasure', 'recorded turn'],
  TurnCompleted: ['turns', 'learner'],
  RecallSkipped: ['turns', 'erasure', 'recorded turn'],

  RoutingRequested: [],
  RoutingDecided: [],

  FeedbackGiven: ['graph', 'turns', 'participants', 'owner', 'erasure', 'learner'],
  OutcomeGiven: ['turns', 'participants', 'erasure', 'learner'],
  StrengthSet: ['learner'],

  FeedbackAttributed: ['turns'],
  StrengthAdjusted: ['graph', 'graph ahead', 'turns', 'progress', 'changed edges', 'strength moves'],
  UtilityAdjusted: ['graph', 'graph ahead', 'utility moves'],
  StrengthsDecayed: ['graph', 'changed edges'],
  StrengthsRestored: ['graph', 'graph ahead', 'progress', 'changed edges', 'strength moves', 'utility moves'],
} as const satisfies Readonly<Record<EventType, ReadonlyArray<Reader>>>

/** The types of the events that a reader must handle. */
type TypeFor<R extends Reader> = { [T in EventType]: R extends (typeof readersOf)[T][number] ? T : never }[EventType]

/** Says that a reader has nothing to do for an event of such a type. Does not compile for a type that the reader must handle. */
export const ignore = <R extends Reader>(_type: Exclude<EventType, TypeFor<R>>): void => {}
