/**
 * Tells forgotten texts by their words, wherever they stand in their document: under another heading, in another order, in prose.
 *
 * A text is made into keys: its words without case, accents, signs and marks of lists. Nothing is kept but a fingerprint of each key.
 */

import { normalise, normalWords } from '../languages/unicode.ts'
import type { Chunk, DocumentFormat } from '../passages/document.ts'
import { says } from '../statements/quoted-words.ts'
import { linesOf } from '../words/lines.ts'
import { sentenceSpans } from '../words/sentences.ts'

/** A sentence of fewer words, or a line of a list or table of fewer, is no telling part of a passage: other passages say it too. */
const fewestWords = { sentence: 3, line: 2 } as const
/** Most lines or sentences that are read as one part. */
const longestRun = 6

/** Returns the words of a text; where it has none, the text. */
const keyOf = (text: string): string => {
  const words = normalise(text.replace(listMarks, '')).trim()
  return words === '' ? text.trim() : words
}

const listMarks = /^[ \t>]*(?:(?:[-*+•]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?/gmu

/** Returns the key of the values of a row that is printed under its header: a header may get other names. */
const cellsKey = (row: string): string =>
  `cells\n${normalise(
    row
      .split('; ')
      .map((cell) => cell.slice(cell.indexOf(': ') < 0 ? 0 : cell.indexOf(': ') + 2))
      .join(' '),
  ).trim()}`

const tableLineKey = (line: string): string => `cells\n${normalise(line).trim()}`

/** Returns the key of an alias that a document gives. It keeps out no text that says the same. */
export const aliasKey = (alias: string): string => `alias\n${keyOf(alias)}`

export interface ForgottenText {
  readonly text: string
  /** True for a line of a list, a row or a turn. */
  readonly isEntry: boolean
}

/**
 * Returns the keys of a text that is forgotten. Besides those of the whole text they are those of its parts: with a `phrase`, of the lines and
 * sentences that say it; without one, of all of a passage that is no single line.
 */
export const forgottenKeys = (
  { isEntry, text }: ForgottenText,
  phrase?: string,
): { whole: ReadonlyArray<string>; parts: ReadonlyArray<string> } => {
  const whole = [keyOf(text), ...(text.includes(': ') ? [cellsKey(text)] : [])]
  const all = phrase === undefined && isEntry ? [] : partsOf(text)
  const said = phrase === undefined ? [] : all.filter((part) => says(part, phrase))
  const parts = said.length > 0 ? said : isEntry ? [] : all.filter(isTelling)
  return { whole, parts: parts.map(partKey).filter((key) => !whole.includes(key)) }
}

const isTelling = (part: string): boolean =>
  normalWords(part).length >= (/^[ \t>]*(?:[-*+•|]|\d{1,9}[.)])/.test(part) ? fewestWords.line : fewestWords.sentence)

/** Returns the keys of the lines and sentences of a text. */
export const partKeys = (text: string): ReadonlyArray<string> => partsOf(text).map(partKey)

const partKey = (part: string): string => (isTableLine(part) ? tableLineKey(part) : keyOf(part))
const isTableLine = (line: string): boolean => /^[ \t>]*\|/.test(line)

/** Returns the lines of a text, and the sentences of its paragraphs, which may go over several lines. */
const partsOf = (text: string): ReadonlyArray<string> => {
  const lines = text.split(/\r\n|\r|\n/).filter((line, at, all) => hasWords(line) && !isTableRule(all[at + 1] ?? ''))
  const paragraphs = text.split(/(?:\r\n|\r|\n)(?=[ \t]*(?:\r|\n|$|[-*+•|>]|\d{1,9}[.)][ \t]))/)
  const sentences = paragraphs.flatMap((paragraph) => {
    const line = paragraph.replace(listMarks, '').replace(/\s+/gu, ' ')
    return isTableLine(paragraph) ? [] : sentenceSpans(line).map(({ end, start }) => line.slice(start, end))
  })
  return [...lines, ...sentences.filter((sentence) => hasWords(sentence))]
}

/** The line below the header of a table. */
const isTableRule = (line: string): boolean => /^[ \t>|:-]*-[ \t|:-]*$/.test(line) && line.includes('|')

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Tells whether a key is one of a forgotten text. */
export type IsForgotten = (key: string) => boolean

interface Source {
  readonly format: DocumentFormat
  readonly text: string
}

/** Formats in which a passage is made of lines and sentences that mean the same elsewhere. */
const isProse = (format: DocumentFormat): boolean => format === 'markdown' || format === 'org' || format === 'text'

/** Returns all keys under which a chunk or a part of it may be forgotten. */
export const possibleKeys = (chunk: Chunk, source: Source): ReadonlyArray<string> => {
  const keys = new Set<string>()
  withoutForgotten(chunk, source, (key) => {
    keys.add(key)
    return false
  })
  return [...keys]
}

/**
 * Returns the chunk without its forgotten lines, sentences and aliases; undefined where no text is left. A line of a list that has a forgotten
 * part goes whole, because its id is made of its words.
 */
export const withoutForgotten = <C extends Chunk>(
  given: C,
  { format, text: document }: Source,
  isForgotten: IsForgotten,
): C | undefined => {
  const chunk = withoutAliases(given, isForgotten)
  const { entry, links, span, text } = chunk
  const isRow = entry !== undefined && text !== document.slice(...span)
  if (isForgotten(keyOf(text)) || (isRow && isForgotten(cellsKey(text)))) return undefined
  if (!isProse(format) || isRow) return chunk
  const left = withoutParts(text, isForgotten)
  if (left === text) return chunk
  if (left === '' || entry !== undefined) return undefined
  return { ...chunk, text: left, links: links.filter((link) => left.includes(link)) }
}

const withoutAliases = <C extends Chunk>(chunk: C, isForgotten: IsForgotten): C => {
  const { aliases = [] } = chunk
  const left = aliases.filter((alias) => !isForgotten(aliasKey(alias)))
  return left.length === aliases.length ? chunk : { ...chunk, aliases: left }
}

interface Piece {
  readonly line: number
  readonly start: number
  readonly end: number
  readonly key: string
  /** Undefined for a piece that is not a line of a table. */
  readonly cells: string | undefined
}

const withoutParts = (text: string, isForgotten: IsForgotten): string => {
  const lines = linesOf(text)
  const pieces = lines.flatMap(({ start, text: line }, number) =>
    (isTableLine(line) ? [{ start: 0, end: line.length }] : sentenceSpans(line)).flatMap((span): ReadonlyArray<Piece> => {
      const said = line.slice(span.start, span.end)
      if (!hasWords(said)) return []
      const cells = isTableLine(line) ? tableLineKey(said) : undefined
      return [{ line: number, start: start + span.start, end: start + span.end, key: keyOf(said), cells }]
    }),
  )
  const gone = new Set<Piece>()
  for (let from = 0; from < pieces.length; from++) {
    for (let length = Math.min(longestRun, pieces.length - from); length > 0; length--) {
      const run = pieces.slice(from, from + length)
      const isGone = isForgotten(run.map(({ key }) => key).join(' ')) || (length === 1 && isForgotten(run[0]?.cells ?? ''))
      if (isGone) for (const piece of run) gone.add(piece)
    }
  }
  if (gone.size === 0) return text
  const emptied = new Set([...gone].map(({ line }) => line).filter((line) => pieces.every((one) => one.line !== line || gone.has(one))))
  let left = ''
  let at = 0
  const cut = (start: number, end: number) => {
    left += text.slice(at, Math.max(at, start))
    at = Math.max(at, end)
  }
  for (const piece of gone) {
    const line = lines[piece.line]
    if (emptied.has(piece.line)) cut(line?.start ?? piece.start, lines[piece.line + 1]?.start ?? text.length)
    else cut(piece.start, pieces.find((one) => one.line === piece.line && one.start > piece.start)?.start ?? piece.end)
  }
  left = (left + text.slice(at)).trim()
  return hasWords(left) ? left : ''
}
