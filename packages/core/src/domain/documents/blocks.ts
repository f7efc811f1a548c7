/** Splits a Markdown text line by line into blocks: headings, rules, and bodies that are kept whole if they fit. */

import { maxHeadingLength } from './document.ts'

/* The syntax of single Markdown lines: line breaks, indents, code fences and inline code. */

/** One line with its offsets. `\n`, `\r\n` and a lone `\r` end a line; the end of the text ends the last. */
export interface Line {
  readonly start: number
  /** Where the line ends, before its line break. */
  readonly end: number
  /** Where the next line starts, after the line break. */
  readonly next: number
  readonly text: string
  readonly blank: boolean
}

export const linesOf = (text: string): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  const breaks = /\r\n|\n|\r/g
  let start = 0
  while (start < text.length) {
    breaks.lastIndex = start
    const found = breaks.exec(text)
    const end = found === null ? text.length : found.index
    const next = found === null ? text.length : end + found[0].length
    const line = text.slice(start, end)
    lines.push({ start, end, next, text: line, blank: line.trim() === '' })
    start = next
  }
  return lines
}

/** The column of the first character that is neither space nor tab, with tab stops of four. */
export const indentOf = (line: string): number => {
  let column = 0
  for (const character of line) {
    if (character === ' ') column += 1
    else if (character === '\t') column += 4 - (column % 4)
    else break
  }
  return column
}

/** The opening marks of a code fence. */
export interface Fence {
  readonly mark: string
  readonly length: number
}

const opening = /^[\uFEFF \t]*(`{3,}|~{3,})/

/** Returns the fence that a line opens, at any indent: the caller checks the indent its block allows. */
export const openedFence = (line: string): Fence | undefined => {
  const marks = opening.exec(line)?.[1]
  if (marks === undefined) return undefined
  const mark = marks.charAt(0)
  // A backtick in the info string makes it inline code: ```like this```.
  if (mark === '`' && line.indexOf('`', line.indexOf(marks) + marks.length) >= 0) return undefined
  return { mark, length: marks.length }
}

const itemMark = /^[ \t]*(?:[-*+>]|\d{1,9}[.)])[ \t]/

/** Like `openedFence`, also behind the mark of a list item or a quote. */
export const openedFenceInside = (line: string): Fence | undefined => openedFence(line.replace(itemMark, ''))

export const closesFence = (line: string, fence: Fence): boolean => {
  const marks = line.trim()
  if (marks.length < fence.length) return false
  for (const mark of marks) if (mark !== fence.mark) return false
  return true
}

/** Inline code in one line, as offsets. Comments and links inside it are text. */
export type CodeSpan = readonly [start: number, end: number]

interface BacktickRun {
  readonly start: number
  readonly end: number
  /** The next run of the same length, or -1. */
  readonly closer: number
}

/** Returns the code spans of a line. Each run of backticks pairs with the next run of the same length. */
export const codeSpansOf = (line: string): ReadonlyArray<CodeSpan> => {
  const runs = backtickRuns(line)
  const spans: Array<CodeSpan> = []
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index]
    const closer = run === undefined || line[run.start - 1] === '\\' ? undefined : runs[run.closer]
    if (run === undefined || closer === undefined) continue
    spans.push([run.start, closer.end])
    index = run.closer
  }
  return spans
}

const backtickRuns = (line: string): ReadonlyArray<BacktickRun> => {
  const found = Array.from(line.matchAll(/`+/g), (match) => ({ start: match.index, end: match.index + match[0].length }))
  const nextOfLength = new Map<number, number>()
  return found
    .map((_, index) => found.length - 1 - index)
    .map((index) => {
      const { start, end } = found[index] ?? { start: 0, end: 0 }
      const closer = nextOfLength.get(end - start) ?? -1
      nextOfLength.set(end - start, index)
      return { start, end, closer }
    })
    .reverse()
}

export type BodyKind = 'paragraph' | 'quote' | 'list' | 'table' | 'code'

export interface Body {
  readonly kind: BodyKind
  readonly start: number
  readonly end: number
}

export interface Heading {
  readonly kind: 'heading'
  readonly start: number
  /** The end of its line, or of the underline below it. */
  readonly end: number
  readonly level: number
  readonly text: string
}

/** A rule (`---`) separates passages and has no text. */
export interface Rule {
  readonly kind: 'rule'
}

export type Block = Body | Heading | Rule

/** Returns the blocks in order. Each line that is not blank is in exactly one block. Total, in linear time. */
export const blocksOf = (text: string): ReadonlyArray<Block> => {
  const lines = linesOf(text)
  const blocks: Array<Block> = []
  let index = 0
  while (index < lines.length) {
    const line = lines[index]
    if (line === undefined || line.blank) index += 1
    else {
      const { block, next } = blockAt(lines, index, line)
      blocks.push(block)
      index = next
    }
  }
  return blocks
}

interface Read {
  readonly block: Block
  readonly next: number
}

const blockAt = (lines: ReadonlyArray<Line>, index: number, line: Line): Read => {
  const heading = atxHeading(line)
  if (heading !== undefined) return { block: heading, next: index + 1 }
  if (isRule(line.text)) return { block: { kind: 'rule' }, next: index + 1 }
  const fence = topFence(line.text)
  if (fence !== undefined) return bodyOf('code', lines, index, fenceEnd(lines, index + 1, fence))
  const marker = listMarker(line.text)
  if (marker !== undefined) return bodyOf('list', lines, index, listEnd(lines, index, marker))
  if (isQuote(line.text)) return bodyOf('quote', lines, index, runEnd(lines, index))
  if (indentOf(line.text) >= 4) return bodyOf('code', lines, index, indentedEnd(lines, index))
  const underlined = setextHeading(line, lines[index + 1])
  if (underlined !== undefined) return { block: underlined, next: index + 2 }
  const kind = isTableRule(lines[index + 1]?.text) ? 'table' : 'paragraph'
  return bodyOf(kind, lines, index, runEnd(lines, index))
}

const bodyOf = (kind: BodyKind, lines: ReadonlyArray<Line>, first: number, next: number): Read => {
  let last = next - 1
  while (last > first && lines[last]?.blank === true) last -= 1
  return { block: { kind, start: lines[first]?.start ?? 0, end: lines[last]?.end ?? 0 }, next }
}

const atxMarks = /^ {0,3}(#{1,6})(?=[ \t]|$)/

const isAtxHeading = (line: string): boolean => line.length <= maxHeadingLength && atxMarks.test(line)

const atxHeading = ({ end, start, text }: Line): Heading | undefined => {
  const marks = isAtxHeading(text) ? atxMarks.exec(text) : null
  if (marks === null) return undefined
  const content = text.slice(marks[0].length).trim()
  const open = content.replace(/#+$/, '')
  const closed = open === '' || /[ \t]$/.test(open) ? open.trim() : content
  return { kind: 'heading', start, end, level: marks[1]?.length ?? 1, text: plainHeading(closed) }
}

/** A heading of one line with an underline. A rule right below a paragraph of several lines makes no heading of it. */
const setextHeading = ({ start, text }: Line, underline: Line | undefined): Heading | undefined => {
  const mark = /^ {0,3}(=+|--+)[ \t]*$/.exec(underline?.text ?? '')?.[1]?.charAt(0)
  if (underline === undefined || mark === undefined || text.length > maxHeadingLength) return undefined
  return { kind: 'heading', start, end: underline.end, level: mark === '=' ? 1 : 2, text: plainHeading(text.trim()) }
}

const isRule = (line: string): boolean => {
  const marks = line.replace(/[ \t]/g, '')
  return indentOf(line) < 4 && marks.length >= 3 && /^(?:-+|\*+|_+)$/.test(marks)
}

const isQuote = (line: string): boolean => /^ {0,3}>/.test(line)

const isTableRule = (line = ''): boolean => line.includes('|') && line.includes('-') && /^[ \t|:-]+$/.test(line)

const topFence = (line: string): Fence | undefined => (indentOf(line) < 4 ? openedFence(line) : undefined)

const fenceEnd = (lines: ReadonlyArray<Line>, from: number, fence: Fence): number => {
  let index = from
  while (index < lines.length && !closesFence(lines[index]?.text ?? '', fence)) index += 1
  return Math.min(index + 1, lines.length)
}

const indentedEnd = (lines: ReadonlyArray<Line>, from: number): number => {
  let index = from
  while (index < lines.length && (lines[index]?.blank === true || indentOf(lines[index]?.text ?? '') >= 4)) index += 1
  return index
}

/** Returns the line after a paragraph, quote or table. These end at a blank line or at a block that may interrupt them. */
const runEnd = (lines: ReadonlyArray<Line>, from: number): number => {
  const quoted = isQuote(lines[from]?.text ?? '')
  let index = from + 1
  while (index < lines.length) {
    const line = lines[index]
    if (line === undefined || line.blank || interrupts(line.text) || (!quoted && isQuote(line.text))) break
    index += 1
  }
  return index
}

const interrupts = (line: string): boolean => {
  const marker = listMarker(line)
  return isAtxHeading(line) || isRule(line) || topFence(line) !== undefined || marker?.mayInterrupt === true
}

interface ListMarker {
  /** The character of the list. Another character begins another list. */
  readonly mark: string
  /** True for bullets and the number 1 with content. Other numbers begin no list inside a paragraph: a wrapped line may start with `2024. `. */
  readonly mayInterrupt: boolean
}

const listMarker = (line: string): ListMarker | undefined => {
  const found = /^ {0,3}(?:([-*+])|(\d{1,9})([.)]))([ \t][\s\S]*)?$/.exec(line)
  if (found === null) return undefined
  const content = (found[4] ?? '').trim()
  const first = found[2] === undefined || found[2] === '1'
  return { mark: found[1] ?? found[3] ?? '', mayInterrupt: first && content !== '' }
}

/** The least indent, in columns, of a line that belongs to the list above. CommonMark asks for more; notes often have less. */
const itemIndent = 2

const listEnd = (lines: ReadonlyArray<Line>, first: number, marker: ListMarker): number => {
  let fence = openedFenceInside(lines[first]?.text ?? '')
  let afterBlank = false
  let index = first + 1
  for (; index < lines.length; index++) {
    const line = lines[index]
    if (line === undefined) break
    if (line.blank) afterBlank = true
    else {
      const inside = indentOf(line.text) >= itemIndent
      if (inside && fence !== undefined) fence = closesFence(line.text, fence) ? undefined : fence
      else {
        const item = inside ? undefined : listMarker(line.text)
        if (!inside && endsList(line.text, item, marker, afterBlank)) break
        fence = openedFenceInside(line.text)
      }
      afterBlank = false
    }
  }
  return index
}

const endsList = (line: string, item: ListMarker | undefined, list: ListMarker, afterBlank: boolean): boolean => {
  if (isRule(line)) return true
  if (item !== undefined) return afterBlank && item.mark !== list.mark
  return afterBlank || interrupts(line) || isQuote(line)
}

/** Returns the text of a heading without the marks of links, emphasis and code. */
export const plainHeading = (source: string): string =>
  source
    .replace(/[ \t]*\{#[^{}]*\}$/, '')
    .replace(/!?\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
