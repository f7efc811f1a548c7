/** Errors of a store. Their fields are facts, not sentences; `message` says what is wrong and what to do. */

import * as Schema from 'effect/Schema'

/** Another writer appended first. Only a caller who named the expected position gets this error. */
export class WrongExpectedPosition extends Schema.TaggedError<WrongExpectedPosition>()('WrongExpectedPosition', {
  brain: Schema.String,
  expected: Schema.Int,
  actual: Schema.Int,
}) {
  override get message() {
    return `${this.brain} was expected at position ${this.expected} and is at ${this.actual}: read it again, then decide again`
  }
}

/** The idempotency key was used before, for another signal. */
export class IdempotencyConflict extends Schema.TaggedError<IdempotencyConflict>()('IdempotencyConflict', {
  brain: Schema.String,
  first: Schema.Int,
}) {
  override get message() {
    return `this idempotency key was used for another signal, recorded in ${this.brain} at position ${this.first}: use a key of its own for each signal`
  }
}

/** The caller stopped waiting before the commit: nothing was written. */
export class Abandoned extends Schema.TaggedError<Abandoned>()('Abandoned', { brain: Schema.String }) {
  override get message() {
    return `the caller no longer waited; nothing was written to ${this.brain}`
  }
}

const unavailableReasons = [
  'locked',
  'busy',
  'read-only',
  'full',
  'not-found',
  'not-a-database',
  'foreign',
  'newer',
  'older',
  'corrupt',
  'moved',
  'closed',
  'permission',
  'unreachable',
  // The connection was lost behind a commit, and the log could not be asked afterwards: it may be written or not.
  'in-doubt',
  'unsupported',
  'io',
] as const

/** The store cannot be used. `reason` is one of a closed list; `place` is the file or address. */
export class StoreUnavailable extends Schema.TaggedError<StoreUnavailable>()('StoreUnavailable', {
  reason: Schema.Literals(unavailableReasons),
  place: Schema.String,
  detail: Schema.String,
  /** True if the same call may succeed later without any change. */
  retryable: Schema.Boolean,
  cause: Schema.optionalKey(Schema.Defect()),
}) {
  override get message() {
    return `${this.place}: ${this.detail}`
  }
}

export class BrainExists extends Schema.TaggedError<BrainExists>()('BrainExists', { brain: Schema.String }) {
  override get message() {
    return `${this.brain} exists already: choose another --brain, or go on with it`
  }
}
