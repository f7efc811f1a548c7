/**
 * Makes any string storable and readable as it looks: U+0000 and what shows nothing are dropped, half a surrogate pair becomes U+FFFD.
 *
 * PostgreSQL refuses the first, UTF-8 has no spelling for the last, and a key word torn by a zero-width space would keep a secret in.
 */
import { withoutInvisible } from './invisible.ts'

export interface Repaired {
  readonly text: string
  /** Characters dropped or replaced. */
  readonly repaired: number
}

const nul = '\0'
const loneSurrogate = /\p{Surrogate}/gu

export const repair = (text: string): Repaired => {
  const zeros = text.includes(nul) ? text.split(nul).length - 1 : 0
  // Zeros go first, so halves that one had parted are whole again; what shows nothing goes last, so nothing new comes about.
  const dense = zeros === 0 ? text : text.replaceAll(nul, '')
  const halves = dense.isWellFormed() ? 0 : (dense.match(loneSurrogate)?.length ?? 0)
  const { left, text: shown } = withoutInvisible(halves === 0 ? dense : dense.toWellFormed())
  return { text: shown, repaired: zeros + halves + left }
}
