/**
 * Reads where a text or its front matter says outright that one document or passage supersedes another, with the other one named.
 *
 * Nothing else is read from prose. The name must stand directly beside a verb of the table and end the sentence, so that nothing limits what
 * is said. Of a file or a link more words are understood than of a title. The answers are kept with the links of a passage and are resolved when the named document is known.
 */

import { blocksOf } from '../passages/blocks.ts'
import { endsInMark, noteSentences, type Sentence } from '../words/sentences.ts'
import { anyNamed, article, beforeFile, ended, fileNamed, label, participle, type Replacing, type Vocabulary } from './replacing-verbs.ts'

const ways = ['link', 'quoted', 'file', 'words'] as const

/** A document or passage by its name. */
export interface Named {
  readonly name: string
  /** How it is named. Plain words may be those of a sentence about something else. */
  readonly as: (typeof ways)[number]
}

const wordsLeast = 2
const nameMost = 200

/** Returns the name that a stretch of a sentence is, and nothing but that. */
const namedBy = (stretch: string): Named | undefined => {
  const own = stretch.trim().replace(/^[*_]{1,2}(.*?)[*_]{1,2}$/u, '$1')
  if (own === '' || own.length > nameMost) return undefined
  const link = /^\[\[([^[\]|]+)(?:\|[^[\]]*)?\]\]$/u.exec(own) ?? /^\[[^[\]]*\]\(<?([^()<>\s]+)>?(?:\s+"[^"]*")?\)$/u.exec(own)
  if (link !== null) return { name: (link[1] ?? '').trim(), as: 'link' }
  const quoted = /^["“”„«‹「『`'‘]([^"“”„«»‹›「」『』`]+)["”“»›」』`'’]$/u.exec(own)
  if (quoted !== null)
    return { name: (quoted[1] ?? '').trim(), as: /^\S+\.\p{L}\w{0,8}(?:#\S*)?$/u.test(quoted[1] ?? '') ? 'file' : 'quoted' }
  if (/^[\p{L}\p{N}_./@-]+\.\p{L}\w{0,8}(?:#\S+)?$/u.test(own)) return { name: own, as: 'file' }
  const words = own.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  const isLong = words.length >= wordsLeast || /\p{sc=Han}{4}/u.test(own)
  return isLong && !/[[\](){}<>|"“”„:：;]/u.test(own) ? { name: own, as: 'words' } : undefined
}

/** Returns the name in a stretch that may begin with one article. */
const named = (stretch: string): Named | undefined => namedBy(stretch.trim().replace(article, ''))

/** Returns the file or link in a stretch that may begin with words such as "the old file". */
const fileIn = (stretch: string): Named | undefined => {
  const one = namedBy(stretch.trim().replace(beforeFile, ''))
  return one?.as === 'link' || one?.as === 'file' ? one : undefined
}

/** True for a name that is surely meant to be one of a document: a link that leads to no other place, or the file of a note. */
const isDocument = ({ as, name }: Named): boolean =>
  as === 'link' ? !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(name) : as === 'file' && /\.(?:md|markdown|txt|org)(?:#|$)/i.test(name)

/** True for words that may be the name of a person: all begin with a capital. */
const mayBePerson = ({ as, name }: Named): boolean => as === 'words' && !/(?:^|\s)[\p{Ll}\p{N}]/u.test(name)

/** The kinds of what is said outright, as they are kept with the links of a passage. `front-`: the front matter says it. */
const kinds = ['supersedes', 'superseded-by', 'superseded', 'front-supersedes', 'front-superseded-by'] as const

export interface Outright {
  readonly kind: (typeof kinds)[number]
  /** The names: of the other one; for `superseded`, of the older and the newer one. */
  readonly names: ReadonlyArray<Named>
  /** True where each name is surely meant to be that of a document, so that an unknown one is a mistake. */
  readonly isMeant: boolean
}

/** Returns the form in which something is kept among links. No link that is followed has it. */
export const outrightMark = ({ isMeant, kind, names }: Outright): string =>
  `${[kind, ...(isMeant ? ['meant'] : []), ...names.map(({ as }) => as)].join('+')}:${names.map(({ name }) => name).join('\n')}`

const marked = new RegExp(`^(${kinds.join('|')})(\\+meant)?((?:\\+(?:${ways.join('|')}))*):([^]+)$`, 'u')

/** Returns what an entry among links says outright; undefined for a link. A name without a way is one of an older version, as a link. */
export const readOutright = (link: string): Outright | undefined => {
  const [, kind, meant, as = '', names] = marked.exec(link) ?? []
  if (kind === undefined || names === undefined) return undefined
  const way = (at: number): Named['as'] => ways.find((one) => one === as.split('+')[at + 1]) ?? 'link'
  return {
    kind: kind as Outright['kind'],
    names: names.split('\n').map((name, at) => ({ name, as: way(at) })),
    isMeant: meant !== undefined,
  }
}

/** Returns the name in a value of front matter, which may be written as a link. */
export const frontName = (value: string): Named => {
  const one = namedBy(value)
  return { name: one === undefined || one.as === 'words' ? value.trim() : one.name, as: 'link' }
}

/** Returns what a state in front matter says outright: "superseded by [2. Use Go](0002.md)". */
export const frontState = (value: string): ReadonlyArray<Outright> => {
  const one = said(unwrapped(value), fileNamed, fileIn, true)
  if (one === undefined || one.kind === 'superseded') return []
  return [{ ...one, kind: one.kind === 'supersedes' ? 'front-supersedes' : 'front-superseded-by' }]
}

/** Returns what the sentences of a text say outright, each once. Questions, quotations and code say nothing. */
export const saidOutright = (text: string): ReadonlyArray<Outright> => {
  const found = new Map<string, Outright>()
  for (const sentence of statedSentences(text)) {
    const own = unwrapped(sentence)
    if (own.length > 2 * nameMost || /[?？]$/u.test(own)) continue
    const one = said(own.replace(label, ''), fileNamed, fileIn, label.test(own)) ?? said(own, anyNamed, named, false) ?? saidEnded(own)
    if (one !== undefined) found.set(outrightMark(one), one)
  }
  return [...found.values()]
}

const wrapping = /^(?:([*_]{1,2})(.+)\1|\((.+)\)|（(.+)）)$/u

/** Returns a sentence without its end mark, and without emphasis or brackets around the whole of it, with the mark inside or behind. */
const unwrapped = (sentence: string): string => {
  const own = sentence.trim().replace(/[.!。！]+$/u, '')
  const [, , ...inside] = wrapping.exec(own) ?? []
  const inner = inside.find((one) => one !== undefined)
  return inner === undefined ? own : unwrapped(inner)
}

type NameIn = (stretch: string) => Named | undefined

/** `isLabelled`: a label such as "Status:" stands before the sentence. */
const said = (sentence: string, words: Vocabulary, nameIn: NameIn, isLabelled: boolean): Outright | undefined => {
  const parts = (is: Replacing, before: string, behind: string) => between(before, behind, is, words.self, nameIn)
  for (const { 0: verb, index } of sentence.matchAll(words.passive)) {
    const one = parts('newer', sentence.slice(0, index), sentence.slice(index + verb.length))
    if (one !== undefined) return one
  }
  for (const [open, close, is] of words.around) {
    for (const { 0: verb, index } of sentence.matchAll(open)) {
      const rest = sentence.slice(index + verb.length)
      const one = close.test(rest) ? parts(is, sentence.slice(0, index), rest.replace(close, '')) : undefined
      if (one !== undefined) return one
    }
  }
  for (const [is, verbs] of [
    ['older', words.active],
    ['past', words.past],
  ] as const) {
    for (const { 0: verb, index } of verbs === undefined ? [] : sentence.matchAll(verbs)) {
      const [before, behind] = [sentence.slice(0, index), sentence.slice(index + verb.length)]
      const isUnsure = participle.test(verb) && /^[*_\s]*$/u.test(before) && (isLabelled || /^[*_\s]*[:：]/u.test(behind))
      const one = isUnsure ? undefined : parts(is, before, behind)
      if (one !== undefined) return one
    }
  }
  return undefined
}

/** Returns the thing of which a sentence says that it is valid no longer. */
const saidEnded = (sentence: string): Outright | undefined => {
  for (const { 0: words, index } of sentence.matchAll(ended)) {
    const [before, behind] = [sentence.slice(0, index).trim(), sentence.slice(index + words.length).trim()]
    const older = behind === '' ? named(before) : before === '' && /^[:：]/u.test(behind) ? named(behind.slice(1)) : undefined
    if (older !== undefined) return { kind: 'supersedes', names: [older], isMeant: isDocument(older) }
  }
  return undefined
}

/** Returns what a verb between two stretches says. `is` tells which of the two the second one is. */
const between = (before: string, behind: string, is: Replacing, self: RegExp, nameIn: NameIn): Outright | undefined => {
  const [subject, object] = [before.trim().replace(/[*_]+$/u, ''), behind.trim().replace(/^[*_]{0,2}[:：][*_]{0,2}\s*/u, '')]
  const other = nameIn(object)
  const ofText = (kind: 'supersedes' | 'superseded-by', one: Named): Outright => {
    return { kind, names: [one], isMeant: isDocument(one) || one.as === 'quoted' }
  }
  if (self.test(subject) || (subject === '' && is !== 'past'))
    return other === undefined ? undefined : ofText(is === 'newer' ? 'superseded-by' : 'supersedes', other)
  const one = is === 'past' ? undefined : nameIn(subject)
  if (one === undefined) return undefined
  if (self.test(object)) return ofText(is === 'older' ? 'superseded-by' : 'supersedes', one)
  // "Anna replaces Ben" says that one person follows another in an office, and nothing about their notes.
  if (other === undefined || mayBePerson(one) || mayBePerson(other)) return undefined
  const names = is === 'older' ? [other, one] : [one, other]
  return { kind: 'superseded', names, isMeant: isDocument(one) && isDocument(other) }
}

/*
 * Returns the sentences of a text that its writer states in his own name: no code, headings, questions, quoted words or parts of a longer
 * sentence.
 *
 * A line that goes on with the line before, or is gone on with in the line behind, may be limited there by a condition or a negation; so may what
 * a line with a colon at its end introduces: "He claims:". Where that is unsure, the sentence is left out.
 */

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
