/** The union of all events in their newest version, with the envelope in which each is recorded, and the readers of each. */

import { onFirstUse } from '@crabtrail/text/on-first-use'
import type * as Schema from 'effect/Schema'
import * as SchemaAST from 'effect/SchemaAST'
import type { Origin } from '../graph.ts'
import type { ActorNumber, ContentRef, Position, SessionNumber, TurnNumber } from '../identity.ts'
import { contentEvents } from './content-events.ts'
import type { ContentKind, ContentOwner, EventNature, References } from './event-definition.ts'
import { feedbackEvents, learningEvents } from './learning-events.ts'
import { modelEvents } from './model-events.ts'
import { controlEvents, sessionEvents } from './session-events.ts'
import { turnEvents } from './turn-events.ts'

export const eventDefinitions = {
  ...controlEvents,
  ...sessionEvents,
  ...contentEvents,
  ...turnEvents,
  ...modelEvents,
  ...feedbackEvents,
  ...learningEvents,
}

type Definitions = typeof eventDefinitions
export type EventType = keyof Definitions
export type EventData<T extends EventType> = Definitions[T]['data']['Type']

/** The fields that every event may have beside its data. `cause` is an earlier position of the same brain. */
export interface EventEnvelope {
  readonly turn?: TurnNumber
  readonly cause?: Position
  readonly origin?: Origin
}

/** An event as deciders make it, without a position. */
export type NewEvent = { [T in EventType]: EventEnvelope & { readonly type: T; readonly data: EventData<T> } }[EventType]
export type NewEventOf<T extends EventType> = Extract<NewEvent, { readonly type: T }>

/** The fields that an event takes from its commit. `at` is whole milliseconds UTC. */
export interface CommitContext {
  readonly at: number
  readonly actor: ActorNumber
  readonly session?: SessionNumber
}

/** An event with its position in the log. The position is its id. */
export type BrainEvent = NewEvent & { readonly position: Position; readonly commit: CommitContext }
export type BrainEventOf<T extends EventType> = Extract<BrainEvent, { readonly type: T }>

export const isEventType = (type: string): type is EventType => Object.hasOwn(eventDefinitions, type)

export const eventTypes: ReadonlyArray<EventType> = Object.keys(eventDefinitions).filter(isEventType)
export const natureOf = (type: EventType): EventNature => eventDefinitions[type].nature

/** The facts that are answered with effects. */
const teaching: ReadonlySet<EventType> = new Set([
  'FeedbackGiven',
  'OutcomeGiven',
  'StrengthSet',
  'RollbackRequested',
  'UnlearnRequested',
  'UnlearnWithdrawn',
  'BrainPromoted',
])
export const teaches = (type: EventType): boolean => teaching.has(type)

export interface NamedContent {
  readonly ref: ContentRef
  readonly kind: ContentKind
  readonly owner: ContentOwner
  /** The number of the owner; 0 where the owner is the brain. */
  readonly number: number
}

/** True for a type whose events can name or erase contents. */
export const namesOrErases = (type: EventType): boolean => naming.has(type) || isReadBy({ type }, 'erased contents')
const naming: ReadonlySet<string> = new Set(
  Object.entries(eventDefinitions).flatMap(([type, { references }]) => (Object.keys(references).length === 0 ? [] : [type])),
)

export const namedContents = (event: NewEvent): ReadonlyArray<NamedContent> => {
  const references: References = eventDefinitions[event.type].references
  const named: Array<NamedContent> = []
  for (const field of Object.keys(references)) {
    const [kind, owner] = references[field] ?? ['node-text', 'brain']
    const value: unknown = Reflect.get(event.data, field)
    const number = ownerNumber(event, owner)
    for (const ref of Array.isArray(value) ? value : value === undefined ? [] : [value]) named.push({ ref, kind, owner, number })
  }
  return named
}

const ownerNumber = (event: NewEvent, owner: ContentOwner): number => {
  if (owner === 'brain') return 0
  const number: unknown = owner === 'turn' ? event.turn : Reflect.get(event.data, owner)
  return typeof number === 'number' ? number : 0
}

/**
 * Returns, for each type of event, the fields that hold a number of these kinds or a list of them, read from its Schema. A list of lists
 * does not count: `used` of `TurnRestated` describes turns and not the subjects of the event.
 */
export const numberFields = <const Kind extends string>(kinds: ReadonlyArray<Kind>) =>
  onFirstUse(() => {
    const kindOf = ({ ast }: Schema.Top): Kind | undefined => {
      const item = SchemaAST.isArrays(ast) ? ast.rest[0] : ast
      const of = item && SchemaAST.resolve(item)?.['numberOf']
      return kinds.find((kind) => kind === of)
    }
    const fieldsOf = (type: EventType) =>
      Object.entries<Schema.Top>(eventDefinitions[type].data.fields).flatMap(([field, schema]) => {
        const of = kindOf(schema)
        return of === undefined ? [] : [{ field, of }]
      })
    return new Map(eventTypes.map((type) => [type, fieldsOf(type)]))
  })

type NumberFields<Kind extends string> = ReturnType<ReturnType<typeof numberFields<Kind>>>

/** Visits the numbers in these fields of an event. A number may be visited several times. */
export const visitNumbers = <Kind extends string>(
  { data, type }: Pick<NewEvent, 'data' | 'type'>,
  fields: NumberFields<Kind>,
  visit: (of: Kind, number: number) => void,
): void => {
  for (const { field, of } of fields.get(type) ?? []) {
    const value: unknown = Reflect.get(data, field)
    if (typeof value === 'number') visit(of, value)
    else if (Array.isArray(value)) for (const number of value) if (typeof number === 'number') visit(of, number)
  }
}

/*
 * The readers of the log, and which events each of them must handle. A reader is a fold, a cache, an index or a history.
 *
 * An event without a row does not compile. A reader ends its `switch` with `ignore<'graph'>(event.type)`: it does not compile while it
 * lacks a case for an event whose row names it.
 */

/**
 * The readers. `graph`, `turns`, `participants`, `sources`, `settings`, `owner`, `unlearnings`, `growth`, `model`, `causes`, `judging`, `said`, `progress`, `erased contents`: the folds of
 * a brain's state. `candidate cache`, `vector cache`: values that an open brain keeps between questions. `links`: decides whether links must be
 * joined anew. `changed edges`, `strength moves`, `utility moves`: the rules of edges, which histories, caches and answers ask
 * (`edge-rules.ts`). `graph ahead`: the graph that a decision sees within its own commit. `recorded turn`, `learning health`, `percentiles`, `attribution`: answers
 * read from the log. `mentions`: decides whose names must be joined anew. `erasure`: finds the contents that belong together. `segments`: the index of
 * the log. `growth out`: takes growth out of a derivation.
 */
export type Reader =
  | 'graph'
  | 'turns'
  | 'participants'
  | 'sources'
  | 'settings'
  | 'owner'
  | 'unlearnings'
  | 'growth'
  | 'growth out'
  | 'model'
  | 'causes'
  | 'judging'
  | 'said'
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
  | 'mentions'
  | 'learning health'
  | 'percentiles'
  | 'attribution'
  | 'segments'

const readersOf = {
  BrainCreated: ['settings'],
  ProfileChanged: ['settings'],
  BrainDescribed: ['settings'],
  EmbedderChanged: ['settings'],
  BandsCalibrated: ['settings'],
  ConfidenceCalibrated: ['settings'],
  ExperimentArmAssigned: [],
  BrainForked: ['unlearnings'],
  BrainPromoted: ['settings', 'unlearnings'],
  TagCreated: ['settings'],
  MaintenanceRequested: ['progress'],
  RollbackRequested: ['owner', 'unlearnings'],
  UnlearnRequested: ['unlearnings', 'judging'],
  UnlearnWithdrawn: ['unlearnings'],

  ActorNamed: ['participants'],
  SessionStarted: ['participants'],
  SessionEnded: ['participants', 'growth'],
  HeartbeatObserved: ['participants'],

  SourceAdded: ['sources', 'links'],
  SourceRevised: ['sources', 'links'],
  SourceRenamed: ['sources', 'links'],
  SourceRetired: ['sources', 'links'],
  BatchStored: ['graph', 'sources'],
  NodeAdded: [
    'graph',
    'graph ahead',
    'turns',
    'sources',
    'owner',
    'said',
    'progress',
    'text index',
    'vector cache',
    'links',
    'mentions',
    'erasure',
    'segments',
  ],
  NodeRevised: ['graph', 'sources', 'causes', 'erasure', 'text index', 'vector cache', 'links', 'mentions'],
  NodeUntitled: ['graph', 'text index', 'vector cache', 'mentions'],
  NodeMerged: ['graph', 'owner', 'unlearnings', 'said', 'progress', 'text index', 'candidate cache', 'vector cache'],
  NodeRetired: [
    'graph',
    'owner',
    'unlearnings',
    'growth',
    'said',
    'progress',
    'text index',
    'candidate cache',
    'vector cache',
    'links',
    'mentions',
  ],
  NodeRestored: [
    'graph',
    'graph ahead',
    'growth out',
    'owner',
    'said',
    'unlearnings',
    'erasure',
    'text index',
    'candidate cache',
    'vector cache',
    'links',
    'mentions',
  ],
  NodeProtected: ['graph', 'owner', 'candidate cache', 'vector cache'],
  NodeTrusted: ['graph'],
  NodeReviewed: ['graph'],
  NodeDoubted: ['graph', 'erasure'],
  DoubtLifted: ['graph'],
  NodeSuperseded: ['graph'],
  SupersessionLifted: ['graph'],
  AliasesNamed: ['graph', 'erasure', 'text index'],
  NodePromoted: ['graph', 'owner', 'growth', 'said', 'candidate cache', 'vector cache'],
  EdgeLinked: ['graph', 'graph ahead', 'growth out', 'causes', 'progress', 'changed edges', 'erasure'],
  EdgePruned: ['graph', 'graph ahead', 'changed edges'],
  EdgeRestored: ['graph', 'graph ahead', 'growth out', 'changed edges'],
  ContentErased: ['graph', 'erased contents'],

  TurnStarted: ['turns', 'participants', 'model', 'erasure', 'recorded turn', 'learning health', 'segments'],
  SeedsSelected: ['graph', 'turns', 'recorded turn'],
  NoveltyAssessed: ['graph', 'growth', 'growth out', 'erasure', 'recorded turn'],
  NodeFired: ['graph', 'turns', 'recorded turn', 'percentiles'],
  NodeInhibited: ['turns', 'recorded turn', 'learning health'],
  EdgeFollowed: ['graph', 'turns', 'recorded turn', 'segments'],
  EdgeSkipped: ['graph', 'recorded turn'],
  ContextBundled: ['turns', 'erasure', 'recorded turn', 'learning health', 'percentiles', 'attribution'],
  TurnCompleted: ['turns', 'erasure', 'learner', 'percentiles', 'attribution'],
  RecallSkipped: ['turns', 'participants', 'erasure', 'recorded turn', 'segments', 'percentiles'],

  ModelAsked: ['turns', 'model', 'causes', 'judging', 'segments', 'erasure'],
  ModelAnswered: ['model', 'causes', 'judging', 'erasure', 'recorded turn', 'percentiles'],
  RouteChosen: ['recorded turn'],
  CausesNamed: [],
  MessageWaits: ['judging'],
  NotesWait: ['judging'],
  MessageJudged: ['participants', 'judging', 'erasure'],

  FeedbackGiven: ['graph', 'turns', 'participants', 'owner', 'said', 'erasure', 'learner', 'attribution'],
  OutcomeGiven: ['turns', 'participants', 'erasure', 'learner', 'attribution'],
  StrengthSet: ['learner'],

  FeedbackAttributed: ['turns', 'attribution'],
  StrengthAdjusted: ['graph', 'graph ahead', 'turns', 'progress', 'changed edges', 'strength moves'],
  UtilityAdjusted: ['graph', 'graph ahead', 'utility moves'],
  StrengthsDecayed: ['graph', 'changed edges'],
  StrengthsRestored: ['graph', 'graph ahead', 'progress', 'changed edges', 'strength moves', 'utility moves'],
  TurnRestated: ['turns'],
  LearningRestated: ['graph', 'participants', 'owner', 'said'],
} as const satisfies Readonly<Record<EventType, ReadonlyArray<Reader>>>

type TypeFor<R extends Reader> = { [T in EventType]: R extends (typeof readersOf)[T][number] ? T : never }[EventType]

export const isReadBy = <E extends { readonly type: EventType }, R extends Reader>(
  event: E,
  reader: R,
): event is Extract<E, { readonly type: TypeFor<R> }> => {
  const readers: ReadonlyArray<Reader> = readersOf[event.type]
  return readers.includes(reader)
}

/** Says that a reader has nothing to do for an event of such a type. Does not compile for a type that the reader must handle. */
export const ignore = <R extends Reader>(_type: Exclude<EventType, TypeFor<R>>): void => {}

export const erasedContents = (event: NewEvent): ReadonlyArray<ContentRef> => {
  if (event.type === 'ContentErased') return event.data.contents
  ignore<'erased contents'>(event.type)
  return []
}
