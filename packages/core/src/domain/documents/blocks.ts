/** The blocks of a Markdown text, read line by line: headings, rules, and bodies that are better kept whole. */
import { maxHeadingLength } from './document.ts'
import { closesFence, type Fence, openedFence, openedFenceInside } from './fence.ts'
import { plainHeading } from './heading-text.ts'
import { indentOf, type Line, linesOf } from './lines.ts'

export type BodyKind = 'paragraph' | 'quote' | 'list' | 'table' | 'code'

export interface Body {
  readonly kind: BodyKind
  readonly start: number
  readonly end: number
}

export interface Heading {
  readonly kind: 'heading'
  readonly start: number
  /** Behind its line, or the line under it. */
  readonly end: number
  readonly level: number
  readonly text: string
}

/** A rule (`---`): a border between passages, no text of its own. */
export interface Rule {
  readonly kind: 'rule'
}

export type Block = Body | Heading | Rule

/** Every line that is not blank belongs to exactly one block. Total, and linear in the text. */
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

/** One line only: a rule set right under a paragraph of prose does not turn the prose into a heading. */
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

/** Paragraphs, quotes and tables go on to the next blank line or to a block that may interrupt them. */
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
  /** The character that tells one list from the next. */
  readonly mark: string
  /** A wrapped line of prose may start with `2024. `; only bullets and a first number open a list inside a paragraph. */
  readonly mayInterrupt: boolean
}

const listMarker = (line: string): ListMarker | undefined => {
  const found = /^ {0,3}(?:([-*+])|(\d{1,9})([.)]))([ \t][\s\S]*)?$/.exec(line)
  if (found === null) return undefined
  const content = (found[4] ?? '').trim()
  const first = found[2] === undefined || found[2] === '1'
  return { mark: found[1] ?? found[3] ?? '', mayInterrupt: first && content !== '' }
}

/** The least indent that keeps a line inside the list above it; writers are laxer than the norm. */
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
