/**
 * Removes front matter and HTML comments from a document, maps offsets back to the original, and reads the annotations in comments.
 *
 * Comments hold instructions for programs (`<!-- trigger: … -->`). As text they would be found by a search for their words.
 */

import { closesFence, codeSearch, codeSpansOf, type Fence, type Line, openedFenceInside } from '../words/lines.ts'

/** A removed part of the original. */
interface Cut {
  readonly start: number
  readonly end: number
  /** The number of UTF-16 units removed up to the end of this cut. */
  readonly removed: number
}

export interface BareText {
  readonly text: string
  readonly cuts: ReadonlyArray<Cut>
  /** The texts of the removed comments. */
  readonly remarks?: ReadonlyArray<Remark>
}

export interface Remark {
  /** The offset in the bare text at which the comment stood. */
  readonly at: number
  readonly text: string
}

/**
 * Removes the text before `from`, where the body starts, and all comments after it. A comment without an end stays as text, and so does an
 * opening mark with another one before its end, so that a missing `-->` hides no text.
 */
export const withoutComments = (text: string, lines: ReadonlyArray<Line>, from: number): BareText => {
  const comments = commentsOf(text, lines, from)
  const bare = rewritten(
    text,
    [{ start: 0, end: from }, ...widened(text, lines, from, comments)].map(({ end, start }) => ({ start, end, text: '' })),
  )
  const remarks = comments.map(({ end: close, start }, i) => {
    // The first cut is the front matter.
    const cut = bare.cuts[i + 1]
    return { at: cut === undefined ? 0 : cut.end - cut.removed, text: text.slice(start + 4, close - 3) }
  })
  return { ...bare, remarks }
}

/** A part of the original and what stands in its place. */
export interface Rewrite {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Makes the edits, which must rise and not overlap. */
export const rewritten = (text: string, edits: ReadonlyArray<Rewrite>): BareText => {
  const cuts: Array<Cut> = []
  const kept: Array<string> = []
  let end = 0
  let removed = 0
  for (const edit of edits) {
    if (edit.start < end || edit.end < edit.start) throw new Error(`an edit at ${edit.start} follows one that ends at ${end}`)
    kept.push(text.slice(end, edit.start), edit.text)
    end = edit.end
    removed += edit.end - edit.start - edit.text.length
    cuts.push({ start: edit.start, end, removed })
  }
  return { text: [...kept, text.slice(end)].join(''), cuts }
}

/** Returns the offset in the original of the character at `offset` of the bare text. */
export const originalOffset = (cuts: ReadonlyArray<Cut>, offset: number): number => {
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >> 1
    const cut = cuts[middle]
    if (cut !== undefined && cut.end - cut.removed <= offset) low = middle + 1
    else high = middle
  }
  return offset + (cuts[low - 1]?.removed ?? 0)
}

interface Comment {
  readonly start: number
  readonly end: number
  readonly firstLine: number
  readonly lastLine: number
}

const commentsOf = (text: string, lines: ReadonlyArray<Line>, from: number): ReadonlyArray<Comment> => {
  const found: Array<Comment> = []
  const closeAfter = searchForward(text, '-->')
  const openAfter = searchForward(text, '<!--')
  const blankAfter = blankLineSearch(lines)
  let fence: Fence | undefined
  let at = from
  for (const [index, line] of lines.entries()) {
    if (line.next <= at) continue
    if (fence !== undefined) {
      if (closesFence(line.text, fence)) fence = undefined
      continue
    }
    if (at <= line.start || at === from) fence = openedFenceInside(line.text)
    if (fence !== undefined) continue
    let content = skipSpaces(text, Math.max(at, line.start))
    for (const open of openingsOf(line)) {
      if (open < at) continue
      const close = closeAfter(open + 2)
      if (close < 0 || (open !== content && close > blankAfter(index))) continue
      const inner = openAfter(open + 1)
      if (inner >= 0 && inner < close) continue
      at = close + 3
      content = skipSpaces(text, at)
      found.push({ start: open, end: at, firstLine: index, lastLine: index })
    }
  }
  return withLastLines(found, lines)
}

const openingsOf = (line: Line): ReadonlyArray<number> => {
  const openings: Array<number> = []
  if (!line.text.includes('<!--')) return openings
  const isCode = codeSearch(codeSpansOf(line.text))
  for (let at = line.text.indexOf('<!--'); at >= 0; at = line.text.indexOf('<!--', at + 1)) if (!isCode(at)) openings.push(line.start + at)
  return openings
}

const withLastLines = (comments: ReadonlyArray<Comment>, lines: ReadonlyArray<Line>): ReadonlyArray<Comment> => {
  let lastLine = 0
  return comments.map((comment) => {
    while (lastLine + 1 < lines.length && (lines[lastLine]?.end ?? 0) < comment.end) lastLine += 1
    return { ...comment, lastLine }
  })
}

/** Extends a comment that is alone on its lines to these lines, and to the blank lines below if a blank line stands above. */
const widened = (text: string, lines: ReadonlyArray<Line>, from: number, comments: ReadonlyArray<Comment>) => {
  let cut = { start: 0, end: from, belowBlank: true, opensLine: true }
  return comments.map((comment) => {
    const line = lines[comment.firstLine]?.start ?? 0
    const start = Math.max(cut.end, line)
    const belowBlank = start === cut.end ? cut.belowBlank : (lines[comment.firstLine - 1]?.blank ?? true)
    const opensLine = skipSpaces(text, start) === comment.start && (start === line || cut.opensLine)
    const alone = opensLine && skipSpaces(text, comment.end) >= (lines[comment.lastLine]?.end ?? 0)
    let last = comment.lastLine
    while (alone && belowBlank && lines[last + 1]?.blank === true) last += 1
    const whole = { start, end: lines[last]?.next ?? comment.end }
    cut = { ...(alone ? whole : { start: comment.start, end: comment.end }), belowBlank, opensLine }
    return cut
  })
}

/** Returns a search for the next occurrence. With rising offsets it reads the text once in total. */
const searchForward = (text: string, wanted: string): ((from: number) => number) => {
  let found = 0
  return (from) => {
    if (found >= 0 && found < from) found = text.indexOf(wanted, from)
    return found
  }
}

const blankLineSearch = (lines: ReadonlyArray<Line>): ((index: number) => number) => {
  let blank = 0
  return (index) => {
    while (blank < lines.length && (blank < index || lines[blank]?.blank !== true)) blank += 1
    return lines[blank]?.start ?? Number.POSITIVE_INFINITY
  }
}

const skipSpaces = (text: string, from: number): number => {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return at
}

/** Annotations of an entry, which a host writes as comments: `<!-- trigger: a, b -->`, `<!-- project: key -->`, `<!-- importance: 7 -->`. */
export interface Annotations {
  /** Triggers and projects, without duplicates, in the order of the text. */
  readonly tags?: string
  /** In nano-units, 0 to 1; the highest of several. */
  readonly importance?: number
}

const tagsLength = 1_000

/** Reads the annotations in comments. Other comments are ignored. */
export const annotationsOf = (remarks: ReadonlyArray<Remark>): Annotations => {
  const tags = new Set<string>()
  let importance = 0
  for (const { text } of remarks) {
    const [, kind = '', value = ''] = /^\s*(trigger|project|importance):([\s\S]*)$/i.exec(text) ?? []
    if (kind.toLowerCase() === 'importance') importance = Math.max(importance, weightOf(value.trim()))
    else for (const tag of value.split(/[,;\n]/)) if (tag.trim() !== '') tags.add(tag.trim())
  }
  const all = [...tags].join(', ').slice(0, tagsLength).toWellFormed()
  return { ...(all === '' ? {} : { tags: all }), ...(importance === 0 ? {} : { importance }) }
}

/** Converts the weight of a host, 1 to 10, to nano-units; 0 for any other text. */
const weightOf = (value: string): number => (/^(?:[1-9]|10)$/.test(value) ? Number(value) * 100_000_000 : 0)
