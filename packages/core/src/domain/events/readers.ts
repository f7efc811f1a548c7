/**
 * The readers of the log, and which events each of them must handle. A reader is a fold, a cache, an index or a history.
 *
 * An event without a row does not compile. A reader ends its `switch` with `ignore<'graph'>(event.type)`: it does not compile while it
 * lacks a case for an event whose row names it.
 */
import type { EventType } from './brain-event.ts'

/**
 * `graph`, `doubts`, `turns`, `registers`, `protections`, `maintenance`, `renewal`, `standing words`, `replacements`: the folds of a brain's state.
 * `candidate cache`, `vector cache`: values that an open brain keeps between questions. `links`: whether links are to be joined anew.
 * `blame`, `utility history`, `recorded turn`: answers that are read back from the log. `erasure`: which contents belong together.
 */
export type Reader =
  | 'graph'
  | 'doubts'
  | 'turns'
  | 'registers'
  | 'protections'
  | 'maintenance'
  | 'renewal'
  | 'standing words'
  | 'replacements'
  | 'text index'
  | 'candidate cache'
  | 'vector cache'
  | 'links'
  | 'blame'
  | 'utility history'
  | 'erasure'
  | 'recorded turn'
  | 'learner'

const readersOf = {
  BrainCreated: ['registers'],
  ProfileChanged: ['registers'],
  EmbedderChanged: ['registers'],
  ExperimentArmAssigned: [],
  BrainForked: [],
  BrainPromoted: [],
  TagCreated: ['registers'],
  MaintenanceRequested: ['maintenance'],
  RollbackRequested: ['standing words'],
  UnlearnRequested: [],
  UnlearnWithdrawn: [],

  ActorNamed: ['registers'],
  SessionStarted: ['registers'],
  SessionEnded: ['registers'],
  HeartbeatObserved: ['registers'],

  SourceAdded: ['registers', 'links'],
  SourceRevised: ['registers', 'links'],
  SourceRenamed: ['registers', 'links'],
  SourceRetired: ['registers', 'links'],
  BatchStored: ['registers'],
  NodeAdded: ['graph', 'registers', 'protections', 'renewal', 'text index', 'vector cache', 'links'],
  NodeRevised: ['graph', 'doubts', 'text index', 'vector cache', 'links'],
  NodeUntitled: ['graph', 'text index', 'vector cache'],
  NodeMerged: ['graph', 'protections', 'renewal', 'text index', 'candidate cache', 'vector cache'],
  NodeRetired: ['graph', 'protections', 'renewal', 'text index', 'candidate cache', 'vector cache', 'links'],
  NodeRestored: ['graph', 'protections', 'text index', 'candidate cache', 'vector cache', 'links'],
  NodeProtected: ['graph', 'protections', 'candidate cache', 'vector cache'],
  NodeTrusted: ['graph'],
  NodeDoubted: ['doubts', 'erasure'],
  DoubtLifted: ['doubts'],
  NodePromoted: ['graph', 'protections', 'candidate cache', 'vector cache'],
  EdgeLinked: ['graph', 'maintenance', 'candidate cache', 'blame', 'erasure'],
  EdgePruned: ['graph', 'candidate cache', 'blame'],
  EdgeRestored: ['graph', 'candidate cache', 'blame'],
  ContentErased: ['doubts', 'registers'],

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

  FeedbackGiven: ['doubts', 'turns', 'registers', 'standing words', 'replacements', 'erasure', 'learner'],
  OutcomeGiven: ['turns', 'registers', 'erasure', 'learner'],
  StrengthSet: ['learner'],

  FeedbackAttributed: ['turns'],
  StrengthAdjusted: ['graph', 'turns', 'maintenance', 'candidate cache', 'blame'],
  UtilityAdjusted: ['graph', 'utility history'],
  StrengthsDecayed: ['graph', 'candidate cache', 'blame'],
  StrengthsRestored: ['graph', 'maintenance', 'candidate cache', 'blame', 'utility history'],
} as const satisfies Readonly<Record<EventType, ReadonlyArray<Reader>>>

/** The types of the events that a reader must handle. */
type TypeFor<R extends Reader> = { [T in EventType]: R extends (typeof readersOf)[T][number] ? T : never }[EventType]

/** Says that a reader has nothing to do for an event of such a type. Does not compile for a type that the reader must handle. */
export const ignore = <R extends Reader>(_type: Exclude<EventType, TypeFor<R>>): void => {}
