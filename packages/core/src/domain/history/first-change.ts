/** Finds a position at which a property changes, by halving. */
import type { Position } from '../identity.ts'

/** The answer for one position. */
export interface Tried {
  /** A position between the two ends, not one of them. It need not be the one that was asked for. */
  readonly position: Position
  /** True where the property differs from that at the lower end. */
  readonly differs: boolean
}

/**
 * Yields positions to try and returns the position of a change: there the property differs from that at `low`, and at the position before it
 * does not. Expects that it differs at `high`. Where the property changes more than once between the ends, it finds one of the changes that
 * turn it to that of `high`.
 */
export const firstChange = function* (low: Position, high: Position): Generator<Position, Position, Tried> {
  let [same, other] = [low, high]
  while (other - same > 1) {
    const { differs, position } = yield Math.floor((same + other) / 2)
    if (differs) other = position
    else same = position
  }
  return other
}
