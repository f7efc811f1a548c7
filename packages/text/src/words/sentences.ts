/**
 * Where a sentence ends, what asks, and what in a message is quoted: all rules of the package about punctuation marks between words.
 *
 * The rules differ where what is done with the sentences differs: a message is split at every mark, a note with care for abbreviations, and
 * a text that is cut for its length at marks alone, because a sentence in two pieces loses nothing there.
 */
import { isFunctionWordAnywhere } from '../languages/function-words.ts'
import { fold, lower } from '../languages/unicode.ts'
import { fenceEnd, linesOf, openedFence } from './lines.ts'
import { placedWords } from './names.ts'

/** Closing quotation marks, brackets and emphasis, which may stand between the mark and the end of a text. */
const closers = String.raw`["'“”’»›」』)\]*_]*\s*$`

const questionEnd = /[?\uff1f\u061f\u037e]["'”’»)\]\s]*$/u
/** True for a text that ends in a question mark, of whichever script. */
export const endsInQuestionMark = (text: string): boolean => questionEnd.test(text)

const sentenceEnd = new RegExp(`[.!?…。！？]${closers}`, 'u')
/** True for a text that ends with a sentence. */
export const endsInMark = (text: string): boolean => sentenceEnd.test(text)

const sentenceBreak = /[.!?…]["'”’»)\]]{0,3}\s+|[。！？](?![。！？])["'”’»」』）)\]]{0,3}\s*/g
/** Returns the places behind marks at which a text may be cut: with white space behind them, which full stops of CJK do not need. */
export const sentenceStarts = (text: string): ReadonlyArray<number> =>
  Array.from(text.matchAll(sentenceBreak), ({ 0: mark, index }) => index + mark.length)

const spoken = /[?？。！]["'”’»)*_]{0,3}$|\S\s+\S+\s+\S+[.!…]["'”’»)*_]{0,3}$|(?:\S+\s+){5}\S/u
/** True for what a speaker says, and the value of a label seldom is: a question, three words with an end, or six words. */
export const isSpoken = (text: string): boolean => spoken.test(text)

/** True for several sentences, and for one of more than four words that begins with a word: a speaker says something, a label has a value. */
export const isProse = (text: string): boolean =>
  /[.!?。]\s+\S/u.test(text) || (/^\p{L}.*[.!?。]$/u.test(text) && text.trim().split(/\s+/).length > 4)

/* Clauses of a message. */

/** Up to two words with a mark behind them, and what stands before the next mark: "No, that is wrong". */
const firstClause =
  /^(?:\P{L}*\p{L}+(?:\P{L}+\p{L}+)?\P{L}{0,3}?[,:;.!\u3002\uff0c\uff01\u3001\u2013\u2014-]+\s*)?[^,:;.!?\u3002\uff0c\uff01\u3001\uff1f\u2013\u2014\n]+/u
const anyEnd = /[.!?\u3002\uff01\uff1f\u061f\n]/u

/** Returns the first clause of a text that goes on behind it, and the rest; the clause of a question stays a question. */
export const firstClauseOf = (text: string): { readonly clause: string; readonly rest: string } | undefined => {
  const [clause = ''] = firstClause.exec(text) ?? []
  const rest = text.slice(clause.length)
  const [end = ''] = anyEnd.exec(rest) ?? []
  return clause === '' || rest.trim().length <= 3 ? undefined : { clause: endsInQuestionMark(end) ? `${clause}?` : clause, rest }
}

const behindColon = /^([^.!?\u3002\uff01\uff1f\n]{1,60}?)[:\uff1a](?!\S*\d)(.*)$/su

/**
 * Splits a text at a colon in its first sentence. What stands behind it is said by somebody else, or to be worked on, or what is right:
 * "Translate: …", "Bob: …", "wrong: …".
 */
export const untilColon = (text: string): { readonly before: string; readonly behind: string } => {
  const [, before = text, behind = ''] = behindColon.exec(text) ?? []
  return { before, behind }
}

/* Messages. Every mark splits, also before a small letter and behind one word, as people type in chats ("ok. when does it leave?"). */

/** The end of a sentence: an end mark with a space behind it, an end mark of a script without spaces, or a line end. */
const messageBreak = /(?<=[.!?;…])\s+|(?<=[。！？；])|[\r\n]+/gu
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
  for (const { 0: end, index } of message.matchAll(messageBreak)) {
    if (whole.some(({ from, to }) => from < index && index < to)) continue
    parts.push(message.slice(begin, index))
    begin = index + end.length
  }
  parts.push(message.slice(begin))
  const first = parts.slice(0, sentencesMost)
  const rest = parts.slice(sentencesMost).join(' ')
  return [...first, rest].filter((part) => /[\p{L}\p{N}]/u.test(part))
}

/*
 * Notes, line by line. Abbreviations and list numbers end no sentence, and a block of code stays whole: a sentence is the smallest part with a
 * known writer, and each is stored as the words of one.
 */

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
      const last = fenceEnd(lines, at + 1, fence) - 1
      sentences.push({ text: text.slice(start, lines[last]?.end ?? text.length), line: at, paragraph })
      at = last
    } else if (line.trim() === '') paragraph++
    else for (const sentence of cut(line)) sentences.push({ text: sentence, line: at, paragraph })
  }
  return sentences
}

/**
 * Returns the places of the sentences of one line, which ends one at abbreviations too: fingerprints of such parts are kept of what was
 * forgotten, and parts are compared joined.
 */
export const sentenceSpans = (line: string): ReadonlyArray<{ readonly start: number; readonly end: number }> => {
  const spans: Array<{ start: number; end: number }> = []
  let start = 0
  for (const { 0: space, index } of line.matchAll(border)) {
    const said = line.slice(start, index)
    if (!endsSentence(said)) continue
    spans.push({ start, end: index })
    start = index + space.length
  }
  return start < line.length ? [...spans, { start, end: line.length }] : spans
}

/** The end of a sentence: an end mark and white space, not before a lower-case letter. East Asian marks need no space. */
const border = /(?<=[.!?…]["'”’»)\]]*)\s+(?![\p{Ll}\s])|(?<=[。！？])/gu

/** With fewer words before an end mark it is an abbreviation or a list number. */
const leastWords = 2

/** Returns the sentences of one line as they stand in it. */
const cut = (line: string): ReadonlyArray<string> => {
  const borders = [...line.matchAll(border)].map(({ 0: space, index }) => ({ end: index, next: index + space.length }))
  const sentences: Array<string> = []
  let start = 0
  for (const [at, { end, next }] of borders.entries()) {
    const open = line.slice(start, end)
    if (!endsSentence(open) || endsShortened(open, line.slice(next, borders[at + 1]?.end))) continue
    sentences.push(open)
    start = next
  }
  return [...sentences, line.slice(start)].filter((sentence) => sentence.trim() !== '')
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

/* What the writer of a message quotes. */

/** Code in a fence; a fence that never ends goes on to the end. */
const code = /^[ \t]*(`{3}|~{3}).*\n(?:[\s\S]*?^[ \t]*\1[`~]*[ \t]*$|[\s\S]*)/gm
const quotedLine = /^[ \t]*>.*$/gm
export const quotations = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|»[^«]*«|「[^」]*」|『[^』]*』/gu

/** The least words in quotation marks that count as somebody else's: fewer are a name, a title or a word that is meant as such. */
const wordsOfOthers = 6

/** Returns the message with everything that its writer quotes blanked out, so that places stay: code, quoted lines, longer quotations. */
export const ownWords = (message: string): string => {
  const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')
  return message
    .replace(code, blank)
    .replace(quotedLine, blank)
    .replace(quotations, (quotation) => (placedWords(quotation).length >= wordsOfOthers ? blank(quotation) : quotation))
}
