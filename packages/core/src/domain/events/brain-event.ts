/** The union of all events in their newest version, with the envelope in which each is recorded. */

import type { Origin } from '../graph.ts'
import type { ActorNumber, ContentRef, Position, SessionNumber, TurnNumber } from '../identity.ts'
import { contentEvents } from './content-events.ts'
import type { ContentKind, ContentOwner, EventNature, References } from './event-definition.ts'
import { feedbackEvents } from './feedback-events.ts'
import { learningEvents } from './learning-events.ts'
import { controlEvents, routingEvents, sessionEvents } from './session-events.ts'
import { turnEvents } from './turn-events.ts'

export const eventDefinitions = {
  ...controlEvents,
  ...sessionEvents,
  ...contentEvents,
  ...turnEvents,
  ...routingEvents,
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
export const natureOf = (type: EventType): EventNature => eventDefinitions[type].nature

/** The facts that are answered with effects. */
const teaching: ReadonlySet<EventType> = new Set(['FeedbackGiven', 'OutcomeGiven', 'StrengthSet', 'RollbackRequested'])
export const teaches = (type: EventType): boolean => teaching.has(type)

/** A content that an event names. */
export interface NamedContent {
  readonly ref: ContentRef
  readonly kind: ContentKind
  readonly owner: ContentOwner
  /** The number of the owner; 0 where the owner is the brain. */
  readonly number: number
}

/** Returns every content that an event names, with its owner. */
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
