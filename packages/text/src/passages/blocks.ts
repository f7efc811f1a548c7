/** Splits a Markdown text line by line into blocks: headings, rules, and bodies that are kept whole if they fit. */

import { closesFence, type Fence, fenceEnd, indentOf, type Line, linesOf, openedFence, openedFenceInside } from '../words/lines.ts'
import { maxHeadingLength } from './document.ts'
import { definedLabels, type IsDefined, plainHeading } from './heading-text.ts'

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
  let labels: ReadonlySet<string> | undefined
  // Most documents have no bracket in a heading, so their definitions are not looked for.
  const isDefined: IsDefined = (label) => {
    labels ??= definedLabels(lines)
    return labels.has(label)
  }
  let index = 0
  while (index < lines.length) {
    const line = lines[index]
    if (line === undefined || line.blank) index += 1
    else {
      const { block, next } = blockAt(lines, index, line, isDefined)
      blocks.push(block)
      index = next
    }
  }
  return blocks
}

/** Returns a text of the same length in which spaces stand for the marks of a quote. */
export const withoutQuoteMarks = (quote: string): string => quote.replace(/^( {0,3})>/gm, '$1 ')

/** Returns the bodies within a quote, at their places in the text; undefined for a quote with headings or rules. */
export const bodiesInQuote = (text: string, { end, start }: Body): ReadonlyArray<Body> | undefined => {
  const starts = new Map<number, number>()
  const ends = new Map<number, number>()
  let inner = ''
  for (const line of linesOf(text.slice(start, end))) {
    starts.set(inner.length, start + line.start)
    inner += line.text.replace(/^ {0,3}> ?/, '')
    ends.set(inner.length, start + line.end)
    inner += '\n'
  }
  const blocks = blocksOf(inner)
  if (!blocks.every((block): block is Body => block.kind !== 'heading' && block.kind !== 'rule')) return undefined
  return blocks.map((block) => ({ kind: block.kind, start: starts.get(block.start) ?? start, end: ends.get(block.end) ?? end }))
}

interface Read {
  readonly block: Block
  readonly next: number
}

const blockAt = (lines: ReadonlyArray<Line>, index: number, line: Line, isDefined: IsDefined): Read => {
  const heading = atxHeading(line, isDefined)
  if (heading !== undefined) return { block: heading, next: index + 1 }
  if (isRule(line.text)) return { block: { kind: 'rule' }, next: index + 1 }
  const fence = topFence(line.text)
  if (fence !== undefined) return bodyOf('code', lines, index, fenceEnd(lines, index + 1, fence))
  const marker = listMarker(line.text)
  if (marker !== undefined) return bodyOf('list', lines, index, listEnd(lines, index, marker))
  if (isQuote(line.text)) return bodyOf('quote', lines, index, runEnd(lines, index))
  if (indentOf(line.text) >= 4) return bodyOf('code', lines, index, indentedEnd(lines, index))
  const underlined = setextHeading(line, lines[index + 1], isDefined)
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

const atxHeading = ({ end, start, text }: Line, isDefined: IsDefined): Heading | undefined => {
  const marks = isAtxHeading(text) ? atxMarks.exec(text) : null
  if (marks === null) return undefined
  const content = text.slice(marks[0].length).trim()
  const open = content.replace(/#+$/, '')
  const closed = open === '' || /[ \t]$/.test(open) ? open.trim() : content
  return { kind: 'heading', start, end, level: marks[1]?.length ?? 1, text: plainHeading(closed, isDefined) }
}

/** A heading of one line with an underline. A rule right below a paragraph of several lines makes no heading of it. */
const setextHeading = ({ start, text }: Line, underline: Line | undefined, isDefined: IsDefined): Heading | undefined => {
  const mark = /^ {0,3}(=+|--+)[ \t]*$/.exec(underline?.text ?? '')?.[1]?.charAt(0)
  if (underline === undefined || mark === undefined || text.length > maxHeadingLength) return undefined
  return { kind: 'heading', start, end: underline.end, level: mark === '=' ? 1 : 2, text: plainHeading(text.trim(), isDefined) }
}

const isRule = (line: string): boolean => {
  const marks = line.replace(/[ \t]/g, '')
  return indentOf(line) < 4 && marks.length >= 3 && /^(?:-+|\*+|_+)$/.test(marks)
}

const isQuote = (line: string): boolean => /^ {0,3}>/.test(line)

const isTableRule = (line = ''): boolean => line.includes('|') && line.includes('-') && /^[ \t|:-]+$/.test(line)

const topFence = (line: string): Fence | undefined => (indentOf(line) < 4 ? openedFence(line) : undefined)

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
    if (isDash(line.text) && isDash(lines[index + 1]?.text)) break
    index += 1
  }
  return index
}

const interrupts = (line: string): boolean => {
  const marker = listMarker(line)
  return isAtxHeading(line) || isRule(line) || topFence(line) !== undefined || marker?.mayInterrupt === true
}

const isDash = (line = ''): boolean => listMarker(line)?.mark === '–'

interface ListMarker {
  /** The character of the list. Another character begins another list. */
  readonly mark: string
  /**
   * True for bullets and the number 1 with content. Other numbers begin no list inside a paragraph: a wrapped line may start with `2024. `. Nor
   * does a dash alone.
   */
  readonly mayInterrupt: boolean
}

const listMarker = (line: string): ListMarker | undefined => {
  const found = /^ {0,3}(?:([-*+•·–])|(\d{1,9})([.)]))([ \t][\s\S]*)?$/.exec(line)
  if (found === null) return undefined
  const content = (found[4] ?? '').trim()
  const first = found[2] === undefined || found[2] === '1'
  return { mark: found[1] ?? found[3] ?? '', mayInterrupt: first && content !== '' && found[1] !== '–' }
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
