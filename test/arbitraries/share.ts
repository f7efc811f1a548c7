import fc from 'fast-check'

/**
 * A share from 0 to 1, drawn evenly: a place in a log. `fc.double` draws exponents evenly, so that nearly all of its values lie at the
 * beginning.
 */
export const evenShare = fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 10_000)
