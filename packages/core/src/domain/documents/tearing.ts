/**
 * Tears a passage that is too long, at the gentlest borders that are enough: list items, lines, sentences, words, code points.
 *
 * Pieces follow each other without a gap, so nothing but the white space around them can get lost.
 */
import type { ChunkLimits } from './document.ts'
import { utf8Fit, utf8Length } from './utf8-length.ts'

export interface Span {
  readonly start: number
  readonly end: number
}

export interface Grain {
  /** The items of a list are kept whole when they can. */
  readonly list: boolean
  /** In UTF-16 units: a line beyond this is torn into sentences even if its bytes would do. */
  readonly maxLineLength: number
}

/** Pieces of at most `maxBytes` that together are the span, each filled up to the target length. */
export const torn = (text: string, span: Span, grain: Grain, limits: ChunkLimits): ReadonlyArray<Span> => {
  const maxBytes = Math.max(4, limits.maxBytes)
  const fits = (part: Span): boolean => utf8Length(text, part.start, part.end) <= maxBytes
  const readable = (part: Span): boolean => part.end - part.start <= grain.maxLineLength && fits(part)
  const items = grain.list ? cutAt(text, span, itemStarts) : [span]
  const parts = items
    .flatMap((item) => (grain.list && fits(item) ? [item] : cutAt(text, item, lineStarts)))
    .flatMap((line) => (readable(line) ? [line] : cutAt(text, line, sentenceStarts)))
    .flatMap((sentence) => (fits(sentence) ? [sentence] : cutAt(text, sentence, wordStarts)))
    .flatMap((word) => (fits(word) ? [word] : codePointPieces(text, word, maxBytes)))
  return packed(text, parts, { ...limits, maxBytes })
}

type Borders = (text: string, span: Span) => ReadonlyArray<number>

const cutAt = (text: string, span: Span, borders: Borders): ReadonlyArray<Span> => {
  const starts = [span.start, ...borders(text, span)]
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? span.end }))
}

/** Joins neighbours up to the target length; a part that is longer by itself stays alone. */
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

const wordStarts: Borders = (text, span) => matchesWithin(text, span, /\s+/g)

/** Items as far out as the first one; the lines of deeper lists belong to them. */
const itemStarts: Borders = (text, span) => {
  const marks = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/
  const lineAt = (start: number): string => text.slice(start, Math.min(start + 200, span.end))
  const first = /^[ \t]*/.exec(lineAt(span.start))?.[0].length ?? 0
  return lineStarts(text, span).filter((start) => {
    const line = lineAt(start)
    return marks.test(line) && (/^[ \t]*/.exec(line)?.[0].length ?? 0) <= first
  })
}

/** After `.`, `!`, `?` or `…` with its quotes and white space; the full stops of CJK need no white space. */
const sentenceStarts: Borders = (text, span) =>
  matchesWithin(text, span, /[.!?…]["'”’»)\]]{0,3}\s+|[。！？](?![。！？])["'”’»」』）)\]]{0,3}\s*/g)

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
