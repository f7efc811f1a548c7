/**
 * Splits a passage of a note into sentences, line by line: the smallest part that has a writer of its own.
 *
 * Abbreviations and numbers of lists split nothing, and a block of code stays whole. Messages are split by another rule
 * (`recall/message-sentences.ts`).
 */
import { closesFence, type Fence, openedFence } from './fence.ts'
import { linesOf } from './lines.ts'

export interface Sentence {
  readonly text: string
  /** Lines count from 0; a block of fenced code is one sentence in the line of its fence. */
  readonly line: number
  /** Sentences with a line without text between them differ in this. */
  readonly paragraph: number
}

/** In order. Lines without text have none; only the white space between two sentences of a line is left out. */
export const noteSentences = (text: string): ReadonlyArray<Sentence> => {
  const sentences: Array<Sentence> = []
  const lines = linesOf(text)
  let paragraph = 0
  for (let at = 0; at < lines.length; at++) {
    const { start = 0, text: line = '' } = lines[at] ?? {}
    const fence = openedFence(line)
    if (fence !== undefined) {
      const last = closing(lines, at + 1, fence)
      sentences.push({ text: text.slice(start, lines[last]?.end ?? text.length), line: at, paragraph })
      at = last
    } else if (line.trim() === '') paragraph++
    else for (const sentence of cut(line)) sentences.push({ text: sentence, line: at, paragraph })
  }
  return sentences
}

const closing = (lines: ReturnType<typeof linesOf>, from: number, fence: Fence): number => {
  const found = lines.findIndex(({ text }, at) => at >= from && closesFence(text, fence))
  return found === -1 ? lines.length - 1 : found
}

/** An end mark and white space before what does not go on in lower case; East Asian marks need no space. */
const border = /(?<=[.!?…]["'”’»)\]]*)\s+(?![\p{Ll}\s])|(?<=[。！？])/u

/** Fewer words before an end mark are an abbreviation or a number of a list. */
const leastWords = 2

const cut = (line: string): ReadonlyArray<string> => {
  const sentences: Array<string> = []
  let open = ''
  for (const piece of line.split(border)) {
    open = open === '' ? piece : `${open} ${piece}`
    if ((open.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < leastWords && !/[。！？]$/u.test(open)) continue
    sentences.push(open)
    open = ''
  }
  if (open.trim() !== '') sentences.push(open)
  return sentences.filter((sentence) => sentence.trim() !== '')
}
