/**
 * Text from a memory on one line of a chat or a terminal: it was written by anybody, and both obey some characters.
 *
 * Guarantee: no control character is left, nothing that turns the direction of writing, and no more than `most` characters.
 */

const obeyed = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

export const plainLine = (text: string, most = 80): string => {
  const line = text.replace(obeyed, ' ').replaceAll(/ +/g, ' ').trim()
  const characters = [...line]
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}
