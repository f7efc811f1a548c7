/** The sentences of a message, as far as marks and line ends part them. */

/** A mark that ends a sentence with a space behind it, one of a script without spaces, or a line end. */
const boundary = /(?<=[.!?;…])\s+|(?<=[。！？；])|[\r\n]+/u
/** So many are told apart; the rest of the message is one more. */
const sentencesMost = 64

/** In their order, without those that hold no letter and no digit. A message without marks is one. */
export const sentencesOf = (message: string): ReadonlyArray<string> => {
  const parts = message.split(boundary)
  const first = parts.slice(0, sentencesMost)
  const rest = parts.slice(sentencesMost).join(' ')
  return [...first, rest].filter((part) => /[\p{L}\p{N}]/u.test(part))
}
