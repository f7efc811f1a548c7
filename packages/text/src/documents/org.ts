/**
 * Cuts an Org document into chunks: it is rewritten as Markdown, line by line, and cut along the structure of that.
 *
 * Total, in linear time. Left out are drawers, comments, settings (`#+author:`) and clock lines; the days of planning lines stay as text.
 */
import { type BareText, type Rewrite, rewritten } from '../passages/comments.ts'
import { type ChunkLimits, clippedTitle, type DocumentSource, fileTitle, type ParsedDocument } from '../passages/document.ts'
import { type Line, linesOf } from '../words/lines.ts'
import { cutMarkdown, dayInSettings } from './markdown.ts'

export const parseOrg = (source: DocumentSource, limits: ChunkLimits): ParsedDocument => {
  const [first, ...others] = linesOf(source.text)
  const lines = first === undefined ? [] : [withoutByteOrderMark(first), ...others]
  const title = titleIn(lines) || fileTitle(source.fileName)
  return { ...cutMarkdown({ bare: asMarkdown(source.text, lines), title, fileName: source.fileName }, limits), day: dayIn(lines) }
}

const withoutByteOrderMark = (line: Line): Line =>
  line.text.startsWith('\uFEFF') ? { ...line, start: line.start + 1, text: line.text.slice(1) } : line

/** Returns the titles that the document gives itself; `''` for none. Org joins several. */
const titleIn = (lines: ReadonlyArray<Line>): string =>
  clippedTitle(lines.flatMap(({ text }) => /^\s*#\+title:[ \t]*(.*)$/i.exec(text)?.[1]?.trim() ?? []).join(' '))

const dayIn = (lines: ReadonlyArray<Line>): number | undefined =>
  dayInSettings(
    lines.flatMap(({ text }) => {
      const [, key, value = ''] = /^\s*#\+([a-z_-]{1,20}):(.*)$/i.exec(text) ?? []
      return key === undefined ? [] : [{ key, value: () => value.trim() }]
    }),
  )

const asMarkdown = (text: string, lines: ReadonlyArray<Line>): BareText => {
  const edits: Array<Rewrite> = text.startsWith('\uFEFF') ? [{ start: 0, end: 1, text: '' }] : []
  const { ends, quotes } = endsOf(lines)
  let quoteEnd = -1
  let margin = marginOf(lines, 0)
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    const end = ends.get(index)
    quoteEnd = quotes.get(index) ?? quoteEnd
    if (line === undefined || line.blank) continue
    if (headingMark.test(line.text)) {
      edits.push(...headingEdits(line))
      margin = marginOf(lines, index + 1)
    } else if (index === quoteEnd) edits.push({ start: line.start, end: line.end, text: '' })
    else if (end === undefined) edits.push(...quotedEdits(line, lineEdits(lines, index, margin), index < quoteEnd))
    else {
      edits.push(...blockEdits(lines.slice(index, end + 1), margin))
      index = end
    }
  }
  return rewritten(text, edits)
}

const headingMark = /^(\*+)[ \t]/
const drawerMark = /^\s*:[\p{L}\p{N}_-]+:\s*$/u
const drawerEnd = /^\s*:end:\s*$/i
const blockMark = /^\s*#\+(begin|end)_(\S+)[ \t]*(\S*)/i
/** Nothing in these blocks is markup. Of other blocks only the marks are left out, and quotes have the mark of Markdown before each line. */
const verbatim = /^(?:src|example|export|comment)$/

type Ends = ReadonlyMap<number, number>

/** Returns the index of the last line of each drawer and verbatim block, and of each quote, by the index of its first. None reaches over a heading. */
const endsOf = (lines: ReadonlyArray<Line>): { readonly ends: Ends; readonly quotes: Ends } => {
  const [ends, quotes] = [new Map<number, number>(), new Map<number, number>()]
  const below = new Map<string, number>()
  for (let index = lines.length - 1; index >= 0; index--) {
    const text = lines[index]?.text ?? ''
    const [, mark = '', written = ''] = blockMark.exec(text) ?? []
    const kind = written.toLowerCase()
    const end = below.get(drawerMark.test(text) ? ':' : kind)
    if (headingMark.test(text)) below.clear()
    else if (drawerEnd.test(text)) below.set(':', index)
    else if (mark.toLowerCase() === 'end') below.set(kind, index)
    else if (end !== undefined && (mark === '' || verbatim.test(kind))) ends.set(index, end)
    else if (end !== undefined && kind === 'quote') quotes.set(index, end)
  }
  return { ends, quotes }
}

/** Returns the edits of a line, which in a quote begins with the mark of one, unless it is left out. */
const quotedEdits = ({ next, start }: Line, edits: ReadonlyArray<Rewrite>, isQuoted: boolean): ReadonlyArray<Rewrite> =>
  isQuoted && edits[0]?.end !== next ? [{ start, end: start, text: '> ' }, ...edits] : edits

/** The least indent of the lines up to the next heading: text below a heading is often indented like it. */
const marginOf = (lines: ReadonlyArray<Line>, from: number): number => {
  let margin = Number.POSITIVE_INFINITY
  for (let index = from; index < lines.length; index++) {
    const line = lines[index]
    if (line === undefined || headingMark.test(line.text)) break
    if (!line.blank) margin = Math.min(margin, /^[ \t]*/.exec(line.text)?.[0].length ?? 0)
  }
  return margin
}

const deepest = 6

const headingEdits = ({ start, text }: Line): ReadonlyArray<Rewrite> => {
  const stars = headingMark.exec(text)?.[1]?.length ?? 0
  const tags = /[ \t]:([\p{L}\p{N}_@#%:]+):[ \t]*$/u.exec(text)
  return [
    { start, end: start + stars, text: '#'.repeat(Math.min(stars, deepest)) },
    // How much of a list is done (`[2/3]`) changes often, and a heading is the name of what is below it.
    ...Array.from(text.matchAll(linkOrCookie)).flatMap(({ index, 3: cookie = '' }) =>
      cookie === '' ? [] : [cut(start + index, start + index + cookie.length)],
    ),
    ...(tags === null
      ? []
      : [{ start: start + tags.index + 1, end: start + text.length, text: `(${tags[1]?.replaceAll(':', ' ') ?? ''})` }]),
    ...linkEdits(text, start),
  ].sort((a, b) => a.start - b.start)
}

const cut = (start: number, end: number): Rewrite => ({ start, end, text: '' })

/** Returns the edits of a drawer, or of a block that becomes fenced code. */
const blockEdits = (lines: ReadonlyArray<Line>, margin: number): ReadonlyArray<Rewrite> => {
  const [first, ...rest] = lines
  const last = rest.at(-1) ?? first
  const [, , kind = '', language = ''] = blockMark.exec(first?.text ?? '') ?? []
  if (first === undefined || last === undefined) return []
  if (kind === '' || kind.toLowerCase() === 'comment') return [cut(first.start, last.next)]
  const fence = rest.some(({ text }) => text.includes('```')) ? '~~~' : '```'
  const opening = `${fence}${/^src$/i.test(kind) && /^[\w+-]+$/.test(language) ? language : ''}`
  return [
    { start: first.start, end: first.end, text: opening },
    ...rest.slice(0, -1).flatMap((line) => [...dedent(line, margin), ...unescaped(line)]),
    { start: last.start, end: last.end, text: fence },
  ]
}

const dedent = ({ start, text }: Line, margin: number): ReadonlyArray<Rewrite> => {
  const spaces = Math.min(margin, /^[ \t]*/.exec(text)?.[0].length ?? 0)
  return spaces === 0 ? [] : [cut(start, start + spaces)]
}

/** Org writes a comma before the marks of headings and settings in code. */
const unescaped = ({ start, text }: Line): ReadonlyArray<Rewrite> => {
  const comma = /^[ \t]*(?=,(?:\*|#\+))/.exec(text)
  return comma === null ? [] : [cut(start + comma[0].length, start + comma[0].length + 1)]
}

const isTableLine = (line: Line | undefined): boolean => /^\s*\|/.test(line?.text ?? '')
const isTableRule = (line: Line | undefined): boolean => /^\s*\|-[-+|]*\s*$/.test(line?.text ?? '')

/** Comments, settings, marks of blocks, clock lines, and lines that underline a heading in Markdown alone. */
const unread = /^\s*(?:#(?:\s|$)|#\+[\p{L}\p{N}_-]+(?:\[[^\]]*\])?:|#\+(?:begin|end)_\S|CLOCK:|(?:=+|-{2,4})\s*$)/iu

const lineEdits = (lines: ReadonlyArray<Line>, index: number, margin: number): ReadonlyArray<Rewrite> => {
  const line = lines[index]
  if (line === undefined) return []
  const { end, next, start, text } = line
  if (unread.test(text)) return [cut(start, next)]
  if (/^\s*-{5,}\s*$/.test(text)) return [{ start, end, text: '***' }]
  if (isTableRule(line)) {
    // Markdown has one such line, below the header.
    const isBelowHeader = isTableLine(lines[index - 1]) && !isTableRule(lines[index - 1]) && !isTableLine(lines[index - 2])
    return isBelowHeader ? [...dedent(line, margin), ...marks(line, /\+/g, '|')] : [cut(start, next)]
  }
  const isPlanning = /^\s*(?:SCHEDULED|DEADLINE|CLOSED):/.test(text)
  return [...dedent(line, margin), ...(isPlanning ? marks(line, /[<>[\]]/g, '') : linkEdits(text, start))]
}

const marks = ({ start, text }: Line, pattern: RegExp, by: string): ReadonlyArray<Rewrite> =>
  Array.from(text.matchAll(pattern), ({ index }) => ({ start: start + index, end: start + index + 1, text: by }))

const link = /\[\[([^[\]\n]{1,1000})\](?:\[([^[\]\n]{1,1000})\])?\]/g
/** A link, in which nothing is a cookie, or how much of a list is done. */
const linkOrCookie = new RegExp(`${link.source}|([ \\t]*\\[\\d*(?:/\\d*|%)\\])`, 'g')

/** Rewrites `[[target][text]]` as a Markdown link, and `[[target]]` as a wiki link. Never longer than before. */
const linkEdits = (text: string, start: number): ReadonlyArray<Rewrite> =>
  Array.from(text.matchAll(link), ({ 0: whole, 1: written = '', 2: said, index }) => {
    const target = written
      .replace(/^file:/, '')
      .replace(/::\*?/, '#')
      .replace(/^\*/, '#')
    const plain = /[\s()<>]/.test(target) ? `<${target}>` : target
    return { start: start + index, end: start + index + whole.length, text: said === undefined ? `[[${target}]]` : `[${said}](${plain})` }
  })
