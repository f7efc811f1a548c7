/** Between stored events and today's: validation at the write boundary and on import, decoding without it for a log whose hashes were verified. */
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import type { Position } from '../identity.ts'
import { type Origin, origins } from '../node.ts'
import { type BrainEvent, type CommitContext, eventDefinitions, isEventType, type NewEvent } from './brain-event.ts'
import { packBody, type StoredEvent, unpackBody } from './commit-body.ts'
import { type UnknownEvent, upcasterChain } from './upcasters/upcaster-chain.ts'

const versions: ReadonlyMap<string, number> = new Map(Object.entries(eventDefinitions).map(([type, { version }]) => [type, version]))

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
    Schema.decodeUnknownResult(data as Schema.Codec<unknown>, { onExcessProperty: 'error', errors: 'first' }),
  ]),
)
const isNumbered = (value: unknown): boolean => value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1)
const isOrigin = (value: unknown): value is Origin | undefined => value === undefined || origins.some((origin) => origin === value)

/** Checks an event against the schema of its type, envelope included. */
export const validate = (event: StoredEvent): Result.Result<NewEvent, InvalidEvent | UnknownEvent> => {
  const validator = validators.get(event.type)
  if (validator === undefined || event.version !== versions.get(event.type)) {
    return Result.fail({ _tag: 'UnknownEvent', type: event.type, version: event.version })
  }
  const fail = (problem: string) => Result.fail<InvalidEvent>({ _tag: 'InvalidEvent', type: event.type, problem })
  if (!isNumbered(event.turn)) return fail('turn is not a number from 1 up')
  if (!isNumbered(event.cause)) return fail('cause is not a position')
  if (!isOrigin(event.origin)) return fail(`origin is not one of ${origins.join(', ')}`)
  const checked = validator(event.data)
  return Result.isFailure(checked) ? fail(checked.failure.message) : Result.succeed(toNewEvent(event))
}

/** The events of one commit as its canonical body. Throws when one does not fit its schema: deciders never make such an event. */
export const encodeCommit = (events: ReadonlyArray<NewEvent>): string => {
  const stored = events.map(toStored)
  for (const event of stored) {
    const valid = validate(event)
    if (Result.isFailure(valid)) throw new Error(`refusing to store ${JSON.stringify(valid.failure)}`)
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
  let position = first
  for (const stored of unpackBody(body, count)) {
    const current = upcast(stored)
    if (Result.isFailure(current)) return Result.fail(current.failure)
    events.push(placed(toNewEvent(current.success), position++, commit))
  }
  return Result.succeed(events)
}

/** Brings one stored event to today's shape and checks it: what import does. */
export const decodeAndValidate = (stored: StoredEvent): Result.Result<NewEvent, InvalidEvent | UnknownEvent> => {
  const current = upcast(stored)
  return Result.isFailure(current) ? Result.fail(current.failure) : validate(current.success)
}

export const toStored = (event: NewEvent): StoredEvent => ({
  type: event.type,
  version: eventDefinitions[event.type].version,
  data: { ...event.data },
  ...(event.turn === undefined ? {} : { turn: event.turn }),
  ...(event.cause === undefined ? {} : { cause: event.cause }),
  ...(event.origin === undefined ? {} : { origin: event.origin }),
})

/** An event in its place in the log. */
export const placed = (event: NewEvent, position: Position, commit: CommitContext): BrainEvent => ({ ...event, position, commit })

/** Trusts that `stored` fits: it was validated when written, or just now. */
const toNewEvent = (stored: StoredEvent): NewEvent => {
  if (!isEventType(stored.type)) throw new Error(`${stored.type} passed the chain without being known`)
  const { version: _, ...event } = stored
  return event as NewEvent
}
