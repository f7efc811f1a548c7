/**
 * Splits a passage of a note into sentences, line by line. A sentence is the smallest part with a known writer.
 *
 * Abbreviations and list numbers end no sentence, and a block of code stays whole. Messages are split by another rule
 * (`recall/confidence.ts`).
 */
import { isFunctionWordAnywhere } from '../languages/languages.ts'
import { fold, lower } from '../languages/unicode.ts'
import { closesFence, type Fence, linesOf, openedFence } from '../passages/lines.ts'

export interface Sentence {
  readonly text: string
  /** From 0. A block of fenced code is one sentence in the line of its opening fence. */
  readonly line: number
  /** A number that rises at each blank line. */
  readonly paragraph: number
}

/** Returns the sentences in order. Only white space between sentences and blank lines are left out. */
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

/** Returns the places of the sentences of one line, by the same rule. */
export const sentenceSpans = (line: string): ReadonlyArray<{ readonly start: number; readonly end: number }> => {
  const spans: Array<{ start: number; end: number }> = []
  let start = 0
  for (const { 0: space, index } of line.matchAll(new RegExp(border, 'gu'))) {
    const said = line.slice(start, index)
    if (!endsSentence(said)) continue
    spans.push({ start, end: index })
    start = index + space.length
  }
  return start < line.length ? [...spans, { start, end: line.length }] : spans
}

const closing = (lines: ReturnType<typeof linesOf>, from: number, fence: Fence): number => {
  const found = lines.findIndex(({ text }, at) => at >= from && closesFence(text, fence))
  return found === -1 ? lines.length - 1 : found
}

/** The end of a sentence: an end mark and white space, not before a lower-case letter. East Asian marks need no space. */
const border = /(?<=[.!?…]["'”’»)\]]*)\s+(?![\p{Ll}\s])|(?<=[。！？])/u

/** With fewer words before an end mark it is an abbreviation or a list number. */
const leastWords = 2

const cut = (line: string): ReadonlyArray<string> => {
  const sentences: Array<string> = []
  let open = ''
  const pieces = line.split(border)
  for (const [at, piece] of pieces.entries()) {
    open = open === '' ? piece : `${open} ${piece}`
    if (!endsSentence(open) || endsShortened(open, pieces[at + 1] ?? '')) continue
    sentences.push(open)
    open = ''
  }
  if (open.trim() !== '') sentences.push(open)
  return sentences.filter((sentence) => sentence.trim() !== '')
}

const endsSentence = (said: string): boolean => (said.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= leastWords || /[。！？]$/u.test(said)

/** The last word before a full stop, with the dots and single letters inside it: "Dr", "J", "z. B", "U.S". */
const lastWord = /(?<![\p{L}\p{M}\p{N}.])((?:\p{L}\.\s?)*\p{L}+)\.$/u
const initials = /^(?:\p{L}\.\s?)*\p{L}$/u
const withoutVowel = /^(?!\p{Lu}{2})[^aeiouyAEIOUYÀÁÂÄÈÉÊËÌÍÎÏÒÓÔÖÙÚÛÜàáâäãåèéêëìíîïòóôöõøùúûüąęó\P{L}]{2,4}$/u
/** Titles of people that look like words, in lower case: before a name none of them ends a sentence. */
const titles = new Set('prof rev gen sen gov capt col lieut maj dott ing dipl inż dra sra srta mme mlle'.split(' '))
/** Most letters of a word before a number that is an abbreviation: "Fig. 3", "No. 5", "Kap. 2". Few sentences begin with a number. */
const numberedMost = 4
/** Times of day are followed by a new sentence. */
const timesOfDay = /^[ap]\.?\s?m$/iu

/**
 * True for text that ends with an abbreviation and goes on: a single letter, a short word without a vowel or a title before a name or a number, and
 * any short word before a number. A function word begins a sentence: "Main St. The house".
 */
const endsShortened = (before: string, next: string): boolean => {
  const [, word = ''] = lastWord.exec(before) ?? []
  const [first = ''] = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/u.exec(next.replace(/^["'“„«(]+/u, '')) ?? []
  if (word === '' || first === '' || timesOfDay.test(word)) return false
  if (initials.test(word) && word.length > 1 && /\s/u.test(word)) return true
  if (/^\p{N}/u.test(first) && word.length <= numberedMost) return true
  if (!initials.test(word) && !withoutVowel.test(word) && !titles.has(word.toLowerCase())) return false
  return first.length === 1 || !isFunctionWordAnywhere(lower(fold(first)))
}
