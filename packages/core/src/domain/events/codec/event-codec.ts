/**
 * Converts between stored events and events of the newest version. Writes and imports are validated; a log whose hashes were verified is
 * decoded without validation.
 */
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import * as Struct from 'effect/Struct'
import type { Position } from '../../identity.ts'
import { type BrainEvent, type CommitContext, type EventType, eventDefinitions, eventTypes, type NewEvent } from '../brain-event.ts'
import { envelopeFields } from '../event-definition.ts'
import {
  cellAt,
  dataAt,
  envelopeAt,
  eventAt,
  type Group,
  type LeftOut,
  packBody,
  type Run,
  readRuns,
  type StoredEvent,
} from './commit-body.ts'
import { isPlain, plainBody } from './plain-body.ts'

/** One step: brings the `data` of `type` from version `from` to the next version. One event becomes exactly one event. */
export interface Upcaster {
  readonly type: string
  readonly from: number
  readonly why: string
  readonly up: (data: StoredEvent['data']) => StoredEvent['data']
}

/** An event that this version does not know: it was written by a newer version or by another program. */
export interface UnknownEvent {
  readonly _tag: 'UnknownEvent'
  readonly type: string
  readonly version: number
  /** The newest version of that type known here. Absent where the type is unknown. */
  readonly known?: number
}

export type UpcasterChain = (event: StoredEvent) => Result.Result<StoredEvent, UnknownEvent>

/** Builds the chain. Throws at load time where a stored version could not reach the current one: an error of our own code. */
export const upcasterChain = (current: ReadonlyMap<string, number>, steps: ReadonlyArray<Upcaster>): UpcasterChain => {
  const byStep = new Map<string, Upcaster>()
  for (const step of steps) {
    const key = `${step.type} ${step.from}`
    if (byStep.has(key)) throw new Error(`two upcasters leave ${step.type} version ${step.from}`)
    if (step.from >= (current.get(step.type) ?? 0)) throw new Error(`the upcaster from ${step.type} version ${step.from} leads nowhere`)
    byStep.set(key, step)
  }
  for (const [type, version] of current) {
    for (let from = 1; from < version; from++) {
      if (!byStep.has(`${type} ${from}`)) throw new Error(`no upcaster leaves ${type} version ${from}`)
    }
  }
  return (event) => {
    const known = current.get(event.type)
    if (known === event.version) return Result.succeed(event)
    if (known === undefined) return Result.fail({ _tag: 'UnknownEvent', type: event.type, version: event.version })
    if (event.version > known || event.version < 1 || !Number.isInteger(event.version)) {
      return Result.fail({ _tag: 'UnknownEvent', type: event.type, version: event.version, known })
    }
    let data = event.data
    for (let from = event.version; from < known; from++) data = byStep.get(`${event.type} ${from}`)?.up(data) ?? data
    return Result.succeed({ ...event, version: known, data })
  }
}

const versions: ReadonlyMap<string, number> = new Map(Object.entries(eventDefinitions).map(([type, { version }]) => [type, version]))

/** The type names, each as one string object: strings of the same object are compared by pointer. */
const typeNames: ReadonlyMap<string, EventType> = new Map(eventTypes.map((type) => [type, type]))

/** Brings events of released versions to the newest one. Every type is at version 1, so there is no step yet. */
const upcast = upcasterChain(versions, [])

/** An event that does not fit its schema; `problem` names the field and what was expected, never the value. */
export interface InvalidEvent {
  readonly _tag: 'InvalidEvent'
  readonly type: string
  readonly problem: string
}

const decoderOf = (schema: Schema.Constraint) =>
  Schema.decodeUnknownResult(schema as Schema.Codec<unknown>, { onExcessProperty: 'error', errors: 'first' })

const decoders = new Map(Object.entries(eventDefinitions).map(([type, { data }]) => [type, decoderOf(data)]))
const decodeEnvelope = decoderOf(Schema.Struct(Struct.map(envelopeFields, Schema.optional)))

export const validate = (event: StoredEvent): Result.Result<NewEvent, InvalidEvent | UnknownEvent> => {
  const problem = problemOf(event)
  return problem === undefined ? Result.succeed(toNewEvent(event)) : Result.fail(problem)
}

const problemOf = (event: StoredEvent): InvalidEvent | UnknownEvent | undefined => {
  const { cause, data, origin, turn, type, version } = event
  if (isPlain(event)) return undefined
  const decode = decoders.get(type)
  if (decode === undefined || version !== versions.get(type)) return { _tag: 'UnknownEvent', type, version }
  // The schemas decide on every event that is not plain.
  const checked = Result.flatMap(decodeEnvelope({ cause, origin, turn }), () => decode(data))
  return Result.isFailure(checked) ? { _tag: 'InvalidEvent', type, problem: checked.failure.message } : undefined
}

/** Returns the canonical body of one commit. Throws where an event does not fit its schema: deciders never make such an event. */
export const encodeCommit = (events: ReadonlyArray<NewEvent>): string => plainBody(events) ?? checkedBody(events)

/** Returns the same body event by event: for events that are not plain, and to name the event that does not fit. */
export const checkedBody = (events: ReadonlyArray<NewEvent>): string => {
  const stored = events.map(toStored)
  for (const event of stored) {
    const problem = problemOf(event)
    if (problem !== undefined) throw new Error(`refusing to store ${JSON.stringify(problem)}`)
  }
  return packBody(stored)
}

export interface DecodedRun extends Run {
  readonly type: EventType
  /**
   * The data in the newest version, from row `from` on, of a run that was written in an older one. Undefined where the columns are of the
   * newest version.
   */
  readonly brought: ReadonlyArray<StoredEvent['data']> | undefined
}

/**
 * Decodes a body into runs. Throws {@link MalformedBody} for a malformed body. With `wants`, runs of other types have no columns: none of their events
 * can be made.
 */
export const decodeRuns = (
  body: string,
  count: number,
  wants?: (type: EventType) => boolean,
): Result.Result<ReadonlyArray<DecodedRun>, UnknownEvent> => decodedRuns(readRuns(body, count, wants && leftOutUnless(wants)))

/** Events of an older version are parsed always: their columns bring them to the newest one, and may tell another type. */
const leftOutUnless =
  (wants: (type: EventType) => boolean): LeftOut =>
  (name, version) => {
    const type = versions.get(name) === version ? typeNames.get(name) : undefined
    return type !== undefined && !wants(type)
  }

export const decodedRuns = (runs: ReadonlyArray<Run>): Result.Result<ReadonlyArray<DecodedRun>, UnknownEvent> => {
  const decoded: Array<DecodedRun> = []
  const todays = new Map<Group, EventType | undefined>()
  for (const run of runs) {
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

/** Returns the type of an event that passed the chain; it is always known. */
const knownType = (type: string): EventType => {
  const known = typeNames.get(type)
  if (known === undefined) throw new Error(`${type} passed the chain without being known`)
  return known
}

/** Returns one event of a run with its position. Its type is not checked: it was validated when written. */
export const eventOf = ({ brought, from, group, type }: DecodedRun, row: number, position: Position, commit: CommitContext): BrainEvent => {
  const data = brought === undefined ? dataAt(group, row) : brought[row - from]
  // The envelopes of nearly all events are written out, because a replay makes millions of events.
  if (group.cause !== undefined || group.origin !== undefined) {
    return { type, data, ...envelopeAt(group, row), position, commit } as BrainEvent
  }
  const turn = cellAt(group.turn, row)
  return (turn === undefined ? { type, data, position, commit } : { type, data, turn, position, commit }) as BrainEvent
}

/** The events of a type whose field holds one of the numbers. */
export interface WantedEvents {
  readonly field: string
  readonly numbers: ReadonlySet<number>
}

/** Types of which only the wanted events are decoded. */
export type DecodedOnly = ReadonlyMap<EventType, WantedEvents>

const everything: DecodedOnly = new Map()

/**
 * Decodes a stored body into events of the newest version with their positions. Throws {@link MalformedBody} for a malformed body. `only`
 * saves most of the time where few events of a large commit are wanted.
 */
export const decodeCommit = (
  body: string,
  first: Position,
  count: number,
  commit: CommitContext,
  only: DecodedOnly = everything,
): Result.Result<ReadonlyArray<BrainEvent>, UnknownEvent> => {
  // Events of which none is wanted are not parsed either.
  const runs = decodeRuns(body, count, only.size === 0 ? undefined : (type) => only.get(type)?.numbers.size !== 0)
  if (Result.isFailure(runs)) return Result.fail(runs.failure)
  const events: Array<BrainEvent> = []
  let position = first
  for (const run of runs.success) {
    const wanted = run.brought === undefined ? only.get(run.type) : undefined
    if (wanted?.numbers.size === 0) {
      position += run.to - run.from
      continue
    }
    const column = wanted && run.group.columns.find(({ name }) => name === wanted.field)
    for (let row = run.from; row < run.to; row++, position++) {
      if (column === undefined || wanted?.numbers.has(cellAt(column, row) as number)) events.push(eventOf(run, row, position, commit))
    }
  }
  return Result.succeed(events)
}

/** Brings one stored event to the newest version and validates it, as import does. */
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

export const placed = (event: NewEvent, position: Position, commit: CommitContext): BrainEvent => ({ ...event, position, commit })

/** Returns the event without a check: it was validated when written, or just now. */
const toNewEvent = (stored: StoredEvent): NewEvent => {
  const { version: _, ...event } = stored
  return { ...event, type: knownType(stored.type) } as NewEvent
}
