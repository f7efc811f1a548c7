/**
 * Splits a message into its sentences.
 *
 * Every end mark splits, also before a small letter and behind one word, as people type in chats ("ok. when does it leave?"). A note is split
 * with more care (`statements/note-sentences.ts`), because each of its sentences is stored as the words of one writer.
 */

/** The end of a sentence: an end mark with a space behind it, an end mark of a script without spaces, or a line end. */
const boundary = /(?<=[.!?;…])\s+|(?<=[。！？；])|[\r\n]+/gu
/** The most sentences that are split off; the rest of the message is one more. */
const sentencesMost = 64

/**
 * Returns the sentences of a message in their order, without those that hold no letter and no digit. A message without end marks is one
 * sentence. No sentence ends within one of the `whole` places, such as "6. November".
 */
export const messageSentences = (
  message: string,
  whole: ReadonlyArray<{ readonly from: number; readonly to: number }> = [],
): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let begin = 0
  for (const { 0: end, index } of message.matchAll(boundary)) {
    if (whole.some(({ from, to }) => from < index && index < to)) continue
    parts.push(message.slice(begin, index))
    begin = index + end.length
  }
  parts.push(message.slice(begin))
  const first = parts.slice(0, sentencesMost)
  const rest = parts.slice(sentencesMost).join(' ')
  return [...first, rest].filter((part) => /[\p{L}\p{N}]/u.test(part))
}
