/**
 * Makes any string safe to store and to search: drops U+0000 and useless invisible characters, and replaces half a surrogate pair by U+FFFD.
 *
 * PostgreSQL refuses U+0000. UTF-8 cannot encode half a surrogate pair. A zero-width space in a key word would hide a secret from detection.
 */
import { withoutInvisible } from './invisible.ts'

export interface Repaired {
  readonly text: string
  /** Number of characters dropped or replaced. */
  readonly repaired: number
}

const nul = '\0'
const loneSurrogate = /\p{Surrogate}/gu

export const repair = (text: string): Repaired => {
  const zeros = text.includes(nul) ? text.split(nul).length - 1 : 0
  // U+0000 is dropped first, so that the halves of a pair that it separated join. Invisible characters are dropped last, because the earlier
  // steps change their neighbours.
  const dense = zeros === 0 ? text : text.replaceAll(nul, '')
  const halves = dense.isWellFormed() ? 0 : (dense.match(loneSurrogate)?.length ?? 0)
  const { left, text: shown } = withoutInvisible(halves === 0 ? dense : dense.toWellFormed())
  return { text: shown, repaired: zeros + halves + left }
}
