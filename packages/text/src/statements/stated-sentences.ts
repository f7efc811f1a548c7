/**
 * Returns the sentences of a text that its writer states in his own name: no code, headings, questions, quoted words or parts of a longer
 * sentence.
 *
 * A line that goes on with the line before, or is gone on with in the line behind, may be limited there by a condition or a negation; so may what
 * a line with a colon at its end introduces: "He claims:". Where that is unsure, the sentence is left out.
 */
import { blocksOf } from '../passages/blocks.ts'
import { endsInMark, noteSentences, type Sentence } from '../words/sentences.ts'

export const statedSentences = (text: string): ReadonlyArray<string> => {
  const stated: Array<string> = []
  let elements = 0
  let introduced: 'list' | 'block' | undefined
  for (const block of blocksOf(text)) {
    if (block.kind === 'rule' || block.kind === 'heading') introduced = undefined
    if (block.kind === 'rule' || block.kind === 'code' || block.kind === 'heading' || block.kind === 'quote') continue
    const sentences = noteSentences(withWholeLinks(text.slice(block.start, block.end)))
    const isItem = listMark.test(sentences[0]?.text ?? '')
    const isIntroduced = introduced === 'block' || (introduced === 'list' && isItem)
    introduced = introduces.test(sentences.at(-1)?.text ?? '') ? 'block' : isIntroduced && isItem ? 'list' : undefined
    const isQuoted = quotedIn(sentences)
    for (const [at, { text: sentence }] of sentences.entries()) {
      const own = sentence.replace(listMark, '')
      const isOwn = elements === 0 && !isIntroduced && !/^\s*(?:```|~~~|>|#)/u.test(sentence) && !isQuoted[at] && !isPart(sentences, at)
      if (isOwn && !/[?？]$/u.test(own.trim())) stated.push(own.replaceAll(joiner, ''))
      elements = Math.max(0, elements + opened(sentence))
    }
  }
  return stated
}

/** The end of a line that introduces what follows: several words, so no label, and a colon. */
const introduces = /[\p{L}\p{N}][^\p{L}\p{N}\n]+[\p{L}\p{N}][^\n]*[:：]["'“”’»›」』)\]*_]*\s*$/u

const listMark = /^\s*(?:[-*+•]|\d{1,3}[.)])[ \t]+/u

/** A character that no text has: invisible ones are dropped where a text is read. It keeps a full stop from ending a sentence. */
const joiner = '\u2060'

/** Returns the text with links that end no sentence: the words of a link are left out, and the full stops in a name are joined to what follows. */
const withWholeLinks = (text: string): string =>
  text
    .replace(/(?<!!)\[[^[\]\n]*\](?=\([^()\n]*\))/gu, '[]')
    .replace(/\[\[[^[\]\n]+\]\]/gu, (link) => link.replace(/[.!?…]/gu, `$&${joiner}`))

/** Returns by how many elements of quoted or literal text more a sentence opens than it closes. */
const opened = (sentence: string): number => {
  const tags = sentence.match(/<\/?(?:pre|code|blockquote|q|samp|script|style)\b/giu) ?? []
  return tags.reduce((sum, tag) => sum + (tag.startsWith('</') ? -1 : 1), 0)
}

/** The marks that end a quotation, by the mark that begins it. */
const closing: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '”': '”',
  '„': '“”',
  '«': '»',
  '»': '«»',
  '‹': '›',
  '›': '‹›',
  '「': '」',
  '『': '』',
  '‘': '’',
  "'": "'",
}
const quoteMark = /["“”„«»‹›「」『』]|(?<![\p{L}\p{N}])['‘](?=[\p{L}\p{N}])|(?<=[^\s])['’](?![\p{L}\p{N}])/gu

/** Tells of each sentence whether it is within a quotation that began in its paragraph before it, or behind a quoted line. */
const quotedIn = (sentences: ReadonlyArray<Sentence>): ReadonlyArray<boolean> => {
  let isBehind = false
  let ends: string | undefined
  return sentences.map(({ paragraph, text }, at) => {
    if (paragraph !== sentences[at - 1]?.paragraph) [isBehind, ends] = [false, undefined]
    const isQuoted = isBehind || ends !== undefined
    isBehind ||= /^\s*>/u.test(text)
    for (const [mark] of text.matchAll(quoteMark)) {
      if (ends === undefined) ends = closing[mark]
      else if (ends.includes(mark)) ends = undefined
    }
    return isQuoted
  })
}

/** True for a sentence that begins in the line before or ends in the line behind. */
const isPart = (sentences: ReadonlyArray<Sentence>, at: number): boolean => {
  const [before, own, behind] = [sentences[at - 1], sentences[at], sentences[at + 1]]
  return goesOn(before, own) || goesOn(own, behind)
}

/** True where a line goes on in the next one: it has no end mark, and ends or is followed as within a sentence. */
const goesOn = (one: Sentence | undefined, next: Sentence | undefined): boolean => {
  if (one === undefined || next === undefined || one.paragraph !== next.paragraph || one.line === next.line) return false
  if (listMark.test(next.text) || /^\s*\p{L}+[:：]/u.test(next.text)) return false
  return !endsInMark(one.text) && (/[,;:，；：、(（–—-]\s*$/u.test(one.text) || /^\s*[\p{Ll}\p{Lo},;(（–—，；]/u.test(next.text))
}
