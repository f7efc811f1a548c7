/** FNV-1a (Fowler, Noll and Vo) over UTF-16 code units, 32 bits. Fast, and not cryptographic: collisions can be made on purpose. */

/** Returns the hash of a text, from 0 to 2³² − 1. */
export const fnv1a = (text: string): number => {
  let hash = 0x811c9dc5 | 0
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
