/**
 * Makes any string storable: U+0000 is dropped and half a surrogate pair becomes U+FFFD.
 *
 * PostgreSQL refuses the first, and UTF-8 has no spelling for the second.
 */

export interface Repaired {
  readonly text: string
  /** Characters dropped or replaced. */
  readonly repaired: number
}

const nul = '\0'
const loneSurrogate = /\p{Surrogate}/gu

export const repair = (text: string): Repaired => {
  const zeros = text.includes(nul) ? text.split(nul).length - 1 : 0
  // Dropping comes first, so halves that a zero had parted are whole again.
  const dense = zeros === 0 ? text : text.replaceAll(nul, '')
  if (dense.isWellFormed()) return { text: dense, repaired: zeros }
  return { text: dense.toWellFormed(), repaired: zeros + (dense.match(loneSurrogate)?.length ?? 0) }
}
