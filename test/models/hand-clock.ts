/** A clock that stands where the test puts it and can be put back. */
import type * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'

export interface HandClock extends Clock.Clock {
  /** Milliseconds UTC. */
  now: number
}

/** The first moment of 2026-11-20. */
export const morning = 1_795_132_800_000

export const handClock = (now = morning): HandClock => {
  const clock: HandClock = {
    now,
    currentTimeMillisUnsafe: () => clock.now,
    currentTimeMillis: Effect.sync(() => clock.now),
    currentTimeNanosUnsafe: () => BigInt(clock.now) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(clock.now) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => BigInt(clock.now) * 1_000_000n,
    monotonicTimeNanos: Effect.sync(() => BigInt(clock.now) * 1_000_000n),
    sleep: () => Effect.void,
  }
  return clock
}
