/** Joins neighbouring bodies into passages of about the target length, and splits only bodies that are too long. */

import { utf8Fit, utf8Length } from '../languages/unicode.ts'
import { linesOf, outsideFences } from '../words/lines.ts'
import { sentenceStarts } from '../words/sentences.ts'
import type { Body } from './blocks.ts'
import type { ChunkLimits } from './document.ts'

/**
 * Groups the bodies between two headings or rules.
 *
 * Lists, tables and code stay whole up to `maxBytes`; prose longer than twice the target is split. Groups are filled from the front, so an
 * addition at the end of a section changes its last passages only.
 */
export const grouped = (text: string, bodies: ReadonlyArray<Body>, limits: ChunkLimits): ReadonlyArray<Span> => {
  const groups: Array<Group> = []
  let open = false
  for (const body of bodies) {
    const last = groups.at(-1)
    const bytes = utf8Length(text, body.start, body.end)
    if (isTooLong(body, bytes, limits)) {
      for (const piece of torn(text, body, grainOf(body, limits), limits)) groups.push(groupOf(text, piece))
      open = false
    } else if (open && last !== undefined && joins(text, last, body, bytes, limits)) {
      groups[groups.length - 1] = { ...last, end: body.end, bytes: last.bytes + utf8Length(text, last.end, body.start) + bytes, last: body }
    } else {
      groups.push({ start: body.start, end: body.end, bytes, last: body })
      open = true
    }
  }
  return withoutStub(text, groups, limits)
}

interface Group extends Span {
  readonly bytes: number
  /** The last body of the group; undefined for a piece of a split body. */
  readonly last: Body | undefined
}

const groupOf = (text: string, piece: Span): Group => ({ ...piece, bytes: utf8Length(text, piece.start, piece.end), last: undefined })

const isProse = (body: Body): boolean => body.kind === 'paragraph' || body.kind === 'quote'

const longest = (limits: ChunkLimits): number => 2 * limits.targetLength

/** In UTF-16 units. A shorter passage does not stand alone. */
const stubLength = (limits: ChunkLimits): number => limits.targetLength / 6

const isTooLong = (body: Body, bytes: number, limits: ChunkLimits): boolean =>
  bytes > limits.maxBytes || (isProse(body) && body.end - body.start > longest(limits))

const grainOf = (body: Body, limits: ChunkLimits) => ({
  list: body.kind === 'list',
  maxLineLength: isProse(body) ? longest(limits) : Number.POSITIVE_INFINITY,
})

const joins = (text: string, group: Group, body: Body, bytes: number, limits: ChunkLimits): boolean => {
  const length = body.end - group.start
  if (group.bytes + utf8Length(text, group.end, body.start) + bytes > limits.maxBytes) return false
  if (length <= limits.targetLength || group.end - group.start < stubLength(limits)) return true
  return length <= longest(limits) && group.last !== undefined && introduces(text, group.last, body)
}

/** True where a paragraph introduces the next body: it ends with a colon ("Steps:"), or no blank line separates them. */
export const introduces = (text: string, before: Body, after: Body): boolean => {
  const lineBreaks = text.slice(before.end, after.start).match(/\r\n|\n|\r/g)?.length ?? 0
  return lineBreaks < 2 || (before.kind === 'paragraph' && !isProse(after) && /[:：]$/.test(text.slice(before.start, before.end).trimEnd()))
}

/** Joins a last passage that is too short to the one before it. */
const withoutStub = (text: string, groups: ReadonlyArray<Group>, limits: ChunkLimits): ReadonlyArray<Span> => {
  const last = groups.at(-1)
  const before = groups.at(-2)
  if (last === undefined || before === undefined || last.end - last.start >= stubLength(limits)) return groups
  const bytes = before.bytes + utf8Length(text, before.end, last.start) + last.bytes
  return bytes > limits.maxBytes ? groups : [...groups.slice(0, -2), { start: before.start, end: last.end }]
}

export interface Span {
  readonly start: number
  readonly end: number
}

export interface Grain {
  /** Keeps the items of a list whole if they fit. */
  readonly list: boolean
  /** In UTF-16 units. A longer line is split into sentences even if its bytes fit. */
  readonly maxLineLength: number
}

/**
 * Splits a span into pieces of at most `maxBytes`, each filled up to the target length: at list items, then lines, sentences, words and code
 * points, each only if needed. Pieces follow each other without a gap, so only white space around them can get lost.
 */
export const torn = (text: string, span: Span, grain: Grain, limits: ChunkLimits): ReadonlyArray<Span> => {
  const maxBytes = Math.max(4, limits.maxBytes)
  const fits = (part: Span): boolean => utf8Length(text, part.start, part.end) <= maxBytes
  const readable = (part: Span): boolean => part.end - part.start <= grain.maxLineLength && fits(part)
  const items = grain.list ? cutAt(text, span, itemStarts) : [span]
  const parts = items
    .flatMap((item) => (grain.list && fits(item) ? [item] : cutAt(text, item, lineStarts)))
    .flatMap((line) => (readable(line) ? [line] : cutAt(text, line, sentences)))
    .flatMap((sentence) => (fits(sentence) ? [sentence] : cutAt(text, sentence, wordStarts)))
    .flatMap((word) => (fits(word) ? [word] : codePointPieces(text, word, maxBytes)))
  return packed(text, parts, { ...limits, maxBytes })
}

type Borders = (text: string, span: Span) => ReadonlyArray<number>

const cutAt = (text: string, span: Span, borders: Borders): ReadonlyArray<Span> => {
  const starts = [span.start, ...borders(text, span)]
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? span.end }))
}

/** Joins neighbouring parts up to the target length. A longer part stays alone. */
const packed = (text: string, parts: ReadonlyArray<Span>, limits: ChunkLimits): ReadonlyArray<Span> => {
  const pieces: Array<Span> = []
  let bytes = 0
  for (const part of parts) {
    const last = pieces.at(-1)
    const partBytes = utf8Length(text, part.start, part.end)
    if (last !== undefined && part.end - last.start <= limits.targetLength && bytes + partBytes <= limits.maxBytes) {
      pieces[pieces.length - 1] = { start: last.start, end: part.end }
      bytes += partBytes
    } else {
      pieces.push(part)
      bytes = partBytes
    }
  }
  return pieces
}

const matchesWithin = (text: string, span: Span, pattern: RegExp): ReadonlyArray<number> =>
  Array.from(text.slice(span.start, span.end).matchAll(pattern), (match) => span.start + match.index + match[0].length).filter(
    (at) => at < span.end,
  )

const lineStarts: Borders = (text, span) => matchesWithin(text, span, /\r\n|\n|\r/g)

const sentences: Borders = (text, span) =>
  sentenceStarts(text.slice(span.start, span.end))
    .map((at) => span.start + at)
    .filter((at) => at < span.end)

const wordStarts: Borders = (text, span) => matchesWithin(text, span, /\s+/g)

/** The starts of items with at most the indent of the first. Deeper lists belong to their item. */
export const itemStarts: Borders = (text, span) => {
  const marks = /^[ \t]*(?:[-*+•·–]|\d{1,9}[.)])(?=[ \t]|$)/
  const [first, ...below] = outsideFences(linesOf(text.slice(span.start, span.end)))
  const marginOf = (line = ''): number => /^[ \t]*/.exec(line)?.[0].length ?? 0
  const most = marginOf(first?.text)
  return below.flatMap((line) => (marks.test(line.text) && marginOf(line.text) <= most ? [span.start + line.start] : []))
}

const codePointPieces = (text: string, span: Span, maxBytes: number): ReadonlyArray<Span> => {
  const pieces: Array<Span> = []
  let start = span.start
  while (start < span.end) {
    const end = utf8Fit(text, start, span.end, maxBytes)
    pieces.push({ start, end })
    start = end
  }
  return pieces
}
