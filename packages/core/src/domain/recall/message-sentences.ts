/**
 * Splits a message into the sentences that confidence judges apart from each other.
 *
 * Every end mark splits, also before a small letter and behind one word, as people type in chats ("ok. when does it leave?"). A note is split
 * with more care (`documents/note-sentences.ts`), because each of its sentences is stored as the words of one writer.
 */

/** A mark that ends a sentence with a space behind it, one of a script without spaces, or a line end. */
const boundary = /(?<=[.!?;…])\s+|(?<=[。！？；])|[\r\n]+/u
/** At most this many sentences are split off; the rest of the message is one more. */
const sentencesMost = 64

/** In their order, without those that hold no letter and no digit. A message without marks is one. */
export const messageSentences = (message: string): ReadonlyArray<string> => {
  const parts = message.split(boundary)
  const first = parts.slice(0, sentencesMost)
  const rest = parts.slice(sentencesMost).join(' ')
  return [...first, rest].filter((part) => /[\p{L}\p{N}]/u.test(part))
}
