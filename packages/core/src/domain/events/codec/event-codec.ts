/** Between stored events and today's: validation at the write boundary and on import, decoding without it for a log whose hashes were verified. */

import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import { type Origin, origins } from '../../graph.ts'
import type { Position } from '../../identity.ts'
import { type BrainEvent, type CommitContext, type EventType, eventDefinitions, isEventType, type NewEvent } from '../brain-event.ts'
import { cellAt, dataAt, envelopeAt, eventAt, type Group, packBody, type Run, readRuns, type StoredEvent } from './commit-body.ts'
import { plainBody, quickCheck } from './plain-body.ts'
import { type UnknownEvent, upcasterChain } from './upcaster-chain.ts'

/*
 * A quick yes for events that plainly fit their schema: every event is checked when it is written, and the general checker costs more
 * than all the rest of writing. Never yes where the schema says no; what it does not know or does not like, the schema decides.
 */

const versions: ReadonlyMap<string, number> = new Map(Object.entries(eventDefinitions).map(([type, { version }]) => [type, version]))

/** Each name once, as the code spells it: comparing such strings is comparing pointers. */
const typeNames: ReadonlyMap<string, EventType> = new Map(
  Object.keys(eventDefinitions)
    .filter(isEventType)
    .map((type) => [type, type]),
)

/** Brings events of released versions to the newest one. Every type is at version 1, so there is no step yet. */
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
export const encodeCommit = (events: ReadonlyArray<NewEvent>): string => plainBody(events) ?? checkedBody(events)

/** The same, an event at a time: for those that are not plain, and to say which does not fit. */
export const checkedBody = (events: ReadonlyArray<NewEvent>): string => {
  const stored = events.map(toStored)
  for (const event of stored) {
    const problem = problemOf(event)
    if (problem !== undefined) throw new Error(`refusing to store ${JSON.stringify(problem)}`)
  }
  return packBody(stored)
}

/** A run of a stored body in today's shape. */
export interface DecodedRun extends Run {
  readonly type: EventType
  /** Today's data, from row `from` on, of a run written in an older version; absent when the columns hold today's fields themselves. */
  readonly brought: ReadonlyArray<StoredEvent['data']> | undefined
}

/** Throws {@link MalformedBody} for a body that is none. */
export const decodeRuns = (body: string, count: number): Result.Result<ReadonlyArray<DecodedRun>, UnknownEvent> => {
  const decoded: Array<DecodedRun> = []
  const todays = new Map<Group, EventType | undefined>()
  for (const run of readRuns(body, count)) {
    const { from, group, to } = run
    if (!todays.has(group)) todays.set(group, todaysType(group))
    const type = todays.get(group)
    if (type !== undefined) {
      decoded.push({ type, group, from, to, brought: undefined })
      continue
    }
    const brought = upcastRows(run)
    if (Result.isFailure(brought)) return Result.fail(brought.failure)
    decoded.push({ type: brought.success.type, group, from, to, brought: brought.success.data })
  }
  return Result.succeed(decoded)
}

/** The type of a group whose columns hold today's fields. */
const todaysType = ({ type, version }: Group): EventType | undefined => (versions.get(type) === version ? typeNames.get(type) : undefined)

const upcastRows = ({ from, group, to }: Run) => {
  const data: Array<StoredEvent['data']> = []
  for (let row = from; row < to; row++) {
    const current = upcast(eventAt(group, row))
    if (Result.isFailure(current)) return Result.fail(current.failure)
    data.push(current.success.data)
  }
  return Result.succeed({ type: knownType(group.type), data })
}

/** What has passed the chain is known. */
const knownType = (type: string): EventType => {
  const known = typeNames.get(type)
  if (known === undefined) throw new Error(`${type} passed the chain without being known`)
  return known
}

/** One event of a run in its place. Trusts that it fits its type: it was validated when written. */
export const eventOf = ({ brought, from, group, type }: DecodedRun, row: number, position: Position, commit: CommitContext): BrainEvent => {
  const data = brought === undefined ? dataAt(group, row) : brought[row - from]
  // Written out for the envelopes that nearly every event has: a replay makes millions of them.
  if (group.cause !== undefined || group.origin !== undefined) {
    return { type, data, ...envelopeAt(group, row), position, commit } as BrainEvent
  }
  const turn = cellAt(group.turn, row)
  return (turn === undefined ? { type, data, position, commit } : { type, data, turn, position, commit }) as BrainEvent
}

/** Today's events of a stored body, each in its place. Throws {@link MalformedBody} for a body that is none. */
export const decodeCommit = (
  body: string,
  first: Position,
  count: number,
  commit: CommitContext,
): Result.Result<ReadonlyArray<BrainEvent>, UnknownEvent> => {
  const runs = decodeRuns(body, count)
  if (Result.isFailure(runs)) return Result.fail(runs.failure)
  const events: Array<BrainEvent> = []
  for (const run of runs.success) {
    for (let row = run.from; row < run.to; row++) events.push(eventOf(run, row, first + events.length, commit))
  }
  return Result.succeed(events)
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
  const { version: _, ...event } = stored
  return { ...event, type: knownType(stored.type) } as NewEvent
}
