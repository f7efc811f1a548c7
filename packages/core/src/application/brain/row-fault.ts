/** What is wrong with a stored commit that can be seen in it alone: damage, where reading or folding it would otherwise look like a bug. */
import * as Result from 'effect/Result'
import { MalformedBody, packBody, type StoredEvent, unpackBody } from '../../domain/events/codec/commit-body.ts'
import { decodeAndValidate } from '../../domain/events/codec/event-codec.ts'
import type { Position } from '../../domain/identity.ts'
import type { CommitRow, Head } from '../ports/event-store.ts'

export interface RowFault {
  readonly position: Position
  readonly problem: string
}

/** The last millisecond that is a date. */
export const latestTime = 8_640_000_000_000_000

/** A value that no column of a commit can have. Cheap: every row that is read is asked. */
export const shapeFault = ({ actor, at, body, count, first, hash, prev, session }: CommitRow): string | undefined => {
  const whole = (value: unknown, min: number, max: number = Number.MAX_SAFE_INTEGER) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
  if (!whole(first, 1)) return 'its first position is none'
  if (!whole(count, 1)) return 'its count of events is none'
  if (!whole(at, 0, latestTime)) return 'its time is none'
  if (!whole(actor, 0)) return 'its actor is none'
  if (session !== undefined && !whole(session, 0)) return 'its session is none'
  if (typeof body !== 'string') return 'its body is no text'
  return typeof prev === 'string' && typeof hash === 'string' ? undefined : 'a hash of it is none'
}

/** The first event that does not fit its schema, or a body that is not what packing gives. */
export const bodyFault = ({ body, count, first }: CommitRow): RowFault | undefined => {
  try {
    const events = unpackBody(body, count)
    for (const [i, event] of events.entries()) {
      const problem = eventProblem(event, first + i)
      if (problem !== undefined) return { position: first + i, problem }
    }
    return packBody(events) === body ? undefined : { position: first, problem: 'the body is not in canonical form' }
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error
    return { position: first, problem: error.message }
  }
}

/** Of an event as stored at a position. */
export const eventProblem = (event: StoredEvent, position: Position): string | undefined => {
  const valid = decodeAndValidate(event)
  if (Result.isSuccess(valid)) {
    return event.cause === undefined || event.cause < position ? undefined : `${event.type}: its cause does not stand before it`
  }
  const { failure } = valid
  return failure._tag === 'InvalidEvent'
    ? `${failure.type}: ${failure.problem}`
    : `event ${failure.type} version ${failure.version} is not known here: a newer Crabtrail wrote it, or none`
}

/** Where the store says the log ends, against where it does. */
export const headFault = (said: Head, { hash, position }: Head): RowFault | undefined => {
  if (said.position !== position) {
    const problem = `the store says the log ends at ${said.position}, and it ends at ${position}`
    return said.position > position
      ? { position: position + 1, problem: `${problem}: commits are missing` }
      : { position, problem: `${problem}: what it says was changed` }
  }
  return said.hash === hash ? undefined : { position, problem: 'what the store says of its newest commit is another: it was changed' }
}
