/** FNV-1a (Fowler, Noll and Vo) over UTF-16 code units, 32 bits. Fast, and not cryptographic: collisions can be made on purpose. */

/** The hash of the empty text, as a signed number. */
export const fnv1aOfNothing = 0x811c9dc5 | 0

/** Returns the hash of a text and one more code unit, as a signed number. */
export const fnv1aOfMore = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193)

/** Returns the hash of a text, from 0 to 2³² − 1. */
export const fnv1a = (text: string): number => {
  let hash = fnv1aOfNothing
  for (let at = 0; at < text.length; at++) hash = fnv1aOfMore(hash, text.charCodeAt(at))
  return hash >>> 0
}
