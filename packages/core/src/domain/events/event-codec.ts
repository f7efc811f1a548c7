/** Between stored events and today's: validation at the write boundary and on import, decoding without it for a log whose hashes were verified. */
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import type { Position } from '../identity.ts'
import { type Origin, origins } from '../node.ts'
import { type BrainEvent, type CommitContext, type EventType, eventDefinitions, isEventType, type NewEvent } from './brain-event.ts'
import { type EventVisitor, packBody, type StoredEnvelope, type StoredEvent, visitBody } from './commit-body.ts'
import { quickCheck } from './quick-check.ts'
import { type UnknownEvent, upcasterChain } from './upcasters/upcaster-chain.ts'

const versions: ReadonlyMap<string, number> = new Map(Object.entries(eventDefinitions).map(([type, { version }]) => [type, version]))

/** Each name once, as the code spells it: comparing such strings is comparing pointers. */
const typeNames: ReadonlyMap<string, EventType> = new Map(
  Object.keys(eventDefinitions)
    .filter(isEventType)
    .map((type) => [type, type]),
)

/** No released event has changed yet: the chain has no steps. */
const upcast = upcasterChain(versions, [])

/** An event that does not fit its schema; `problem` names the field and what was expected, never the value. */
export interface InvalidEvent {
  readonly _tag: 'InvalidEvent'
  readonly type: string
  readonly problem: string
}

const validators = new Map(
  Object.entries(eventDefinitions).map(([type, { data }]) => [
    type,
    {
      plainlyFits: quickCheck(data.fields),
      decode: Schema.decodeUnknownResult(data as Schema.Codec<unknown>, { onExcessProperty: 'error', errors: 'first' }),
    },
  ]),
)
const isNumbered = (value: unknown): boolean => value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1)
const isOrigin = (value: unknown): value is Origin | undefined => value === undefined || origins.some((origin) => origin === value)

/** Checks an event against the schema of its type, envelope included. */
export const validate = (event: StoredEvent): Result.Result<NewEvent, InvalidEvent | UnknownEvent> => {
  const problem = problemOf(event)
  return problem === undefined ? Result.succeed(toNewEvent(event)) : Result.fail(problem)
}

const problemOf = (event: StoredEvent): InvalidEvent | UnknownEvent | undefined => {
  const { cause, data, origin, turn, type, version } = event
  const validator = validators.get(type)
  if (validator === undefined || version !== versions.get(type)) return { _tag: 'UnknownEvent', type, version }
  const invalid = (problem: string): InvalidEvent => ({ _tag: 'InvalidEvent', type, problem })
  if (!isNumbered(turn)) return invalid('turn is not a number from 1 up')
  if (!isNumbered(cause)) return invalid('cause is not a position')
  if (!isOrigin(origin)) return invalid(`origin is not one of ${origins.join(', ')}`)
  if (validator.plainlyFits(data)) return undefined
  const checked = validator.decode(data)
  return Result.isFailure(checked) ? invalid(checked.failure.message) : undefined
}

/** The events of one commit as its canonical body. Throws when one does not fit its schema: deciders never make such an event. */
export const encodeCommit = (events: ReadonlyArray<NewEvent>): string => {
  const stored = events.map(toStored)
  for (const event of stored) {
    const problem = problemOf(event)
    if (problem !== undefined) throw new Error(`refusing to store ${JSON.stringify(problem)}`)
  }
  return packBody(stored)
}

/** Today's events of a stored body, each in its place. Throws {@link MalformedBody} for a body that is none. */
export const decodeCommit = (
  body: string,
  first: Position,
  count: number,
  commit: CommitContext,
): Result.Result<ReadonlyArray<BrainEvent>, UnknownEvent> => {
  const events: Array<BrainEvent> = []
  let unknown: UnknownEvent | undefined
  const keeper = (type: string, version: number): EventVisitor => {
    const known = typeNames.get(type)
    if (known !== undefined && versions.get(type) === version) {
      return (data, envelope) => {
        events.push(eventInPlace(known, data, envelope, first + events.length, commit))
      }
    }
    return (data, envelope) => {
      const current = upcast({ type, version, data })
      if (Result.isFailure(current)) unknown ??= current.failure
      else if (known !== undefined) events.push(eventInPlace(known, current.success.data, envelope, first + events.length, commit))
    }
  }
  visitBody(body, keeper, count)
  return unknown === undefined ? Result.succeed(events) : Result.fail(unknown)
}

/** Written out for the two envelopes that nearly every event has: a replay makes millions of these. Trusts that `data` fits its type. */
const eventInPlace = (
  type: EventType,
  data: StoredEvent['data'],
  { cause, origin, turn }: StoredEnvelope,
  position: Position,
  commit: CommitContext,
): BrainEvent => {
  if (cause !== undefined || origin !== undefined) {
    const said = {
      ...(cause === undefined ? {} : { cause }),
      ...(origin === undefined ? {} : { origin }),
      ...(turn === undefined ? {} : { turn }),
    }
    return { type, data, ...said, position, commit } as BrainEvent
  }
  return (turn === undefined ? { type, data, position, commit } : { type, data, turn, position, commit }) as BrainEvent
}

/** Brings one stored event to today's shape and checks it: what import does. */
export const decodeAndValidate = (stored: StoredEvent): Result.Result<NewEvent, InvalidEvent | UnknownEvent> => {
  const current = upcast(stored)
  return Result.isFailure(current) ? Result.fail(current.failure) : validate(current.success)
}

export const toStored = (event: NewEvent): StoredEvent => {
  const { cause, data, origin, turn, type } = event
  const { version } = eventDefinitions[type]
  if (cause === undefined && origin === undefined) return turn === undefined ? { type, version, data } : { type, version, data, turn }
  const said = { ...(cause === undefined ? {} : { cause }), ...(origin === undefined ? {} : { origin }) }
  return { type, version, data, ...said, ...(turn === undefined ? {} : { turn }) }
}

/** An event in its place in the log. */
export const placed = (event: NewEvent, position: Position, commit: CommitContext): BrainEvent => ({ ...event, position, commit })

/** Trusts that `stored` fits: it was validated when written, or just now. */
const toNewEvent = (stored: StoredEvent): NewEvent => {
  if (!isEventType(stored.type)) throw new Error(`${stored.type} passed the chain without being known`)
  const { version: _, ...event } = stored
  return event as NewEvent
}
