/**
 * Cuts a Markdown document into chunks along its own structure.
 *
 * Total, in linear time. Each line of the body that is not blank, a heading, a rule or a comment is in exactly one chunk, verbatim and in
 * order; but the rows of a long table are printed under its header (`entries.ts`). A heading, and a line that introduces a long list, are parts
 * of the titles of the chunks below them; a heading without text below is a chunk of its own. Mistakes that would
 * hide text in Markdown (a heading of a paragraph's length, a comment without an end) are read as text. ADR 0034 compares this parser with
 * a library.
 */
import type { Day } from '../days/calendar.ts'
import { dayOfStamp } from '../days/days.ts'
import { type Block, type Body, blocksOf, type Heading } from '../passages/blocks.ts'
import { chunksOf, passagesIn, type Section, slugOf } from '../passages/chunks.ts'
import { type BareText, withoutComments } from '../passages/comments.ts'
import { type Chunk, type ChunkLimits, clippedTitle, type DocumentSource, fileTitle, type ParsedDocument } from '../passages/document.ts'
import { frontName, frontState, type Outright, outrightMark } from '../statements/outright.ts'
import { type Line, linesOf } from '../words/lines.ts'
import { linksOf } from './links.ts'

export const parseMarkdown = (source: DocumentSource, limits: ChunkLimits): ParsedDocument => {
  const lines = linesOf(source.text)
  const frontMatter = frontMatterOf(lines)
  const bare = withoutComments(source.text, lines, frontMatter.end)
  const parsed = { ...cutMarkdown({ bare, title: frontMatter.title, fileName: source.fileName }, limits), day: frontMatter.day }
  const told = frontMatter.isBroken ? { ...parsed, lacks: [{ kind: 'front matter' as const }] } : parsed
  const named = frontMatter.aliases.length === 0 ? told : aliased(told, frontMatter.aliases)
  return frontMatter.outright.length === 0 ? named : saying(named, frontMatter.outright)
}

/** Gives the aliases of a document to the chunks under its title alone; where every chunk has a heading of its own, to the first. */
const aliased = (parsed: ParsedDocument, aliases: ReadonlyArray<string>): ParsedDocument => {
  const isAlone = parsed.chunks.some(({ heading }) => heading.length === 0)
  const isMeant = ({ heading }: Chunk, at: number) => (isAlone ? heading.length === 0 : at === 0)
  return { ...parsed, chunks: parsed.chunks.map((chunk, at) => (isMeant(chunk, at) ? { ...chunk, aliases } : chunk)) }
}

/** Keeps what the front matter says outright with the links of the first chunk. */
const saying = (parsed: ParsedDocument, outright: ReadonlyArray<Outright>): ParsedDocument => ({
  ...parsed,
  chunks: parsed.chunks.map((chunk, at) => (at > 0 ? chunk : { ...chunk, links: [...chunk.links, ...outright.map(outrightMark)] })),
})

/** A Markdown text without front matter and comments. Formats that are rewritten as Markdown are cut from here. */
export interface BareMarkdown {
  readonly bare: BareText
  /** The title that the document gives itself; undefined: its first heading is asked. */
  readonly title: string | undefined
  readonly fileName: string
}

export const cutMarkdown = ({ bare, fileName, title: given }: BareMarkdown, limits: ChunkLimits): ParsedDocument => {
  const blocks = blocksOf(bare.text)
  const [first, ...rest] = blocks
  const top = first?.kind === 'heading' && first.level === 1 && first.text !== '' ? first : undefined
  const title = given ?? (top === undefined ? fileTitle(fileName) : clippedTitle(top.text))
  const topIsTitle = top !== undefined && slugOf(top.text) === slugOf(title)
  const below = sectionsOf(topIsTitle ? rest : blocks)
  const sections = topIsTitle && below.length === 0 ? [headingAlone([], top)] : below
  const passages = sections.flatMap((section) => passagesIn(bare.text, section, limits))
  return { title, chunks: chunksOf(bare, title, passages, linksOf(bare.text)) }
}

/** A heading stays open until the next one of its level or above. */
interface OpenHeading {
  readonly heading: Heading
  /** The number of sections before it. */
  readonly before: number
}

/** Splits the blocks at headings and rules. The bodies between two of them form a section. */
const sectionsOf = (blocks: ReadonlyArray<Block>): ReadonlyArray<Section> => {
  const sections: Array<Section> = []
  const above: Array<OpenHeading> = []
  const path = (): ReadonlyArray<string> => above.map(({ heading }) => heading.text)
  const close = (level: number): void => {
    for (let last = above.at(-1); last !== undefined && last.heading.level >= level; last = above.at(-1)) {
      if (last.before === sections.length && last.heading.text !== '') sections.push(headingAlone(path(), last.heading))
      above.pop()
    }
  }
  let bodies: Array<Body> = []
  let start: number | undefined
  for (const block of blocks) {
    if (block.kind !== 'heading' && block.kind !== 'rule') {
      if (bodies.length === 0) sections.push({ heading: path(), start: start ?? block.start, bodies })
      bodies.push(block)
    } else {
      bodies = []
      start = block.kind === 'heading' ? block.start : undefined
      if (block.kind === 'heading') {
        close(block.level)
        above.push({ heading: block, before: sections.length })
      }
    }
  }
  close(1)
  return sections
}

const headingAlone = (path: ReadonlyArray<string>, { end, start }: Heading): Section => ({
  heading: path,
  start,
  bodies: [{ kind: 'paragraph', start, end }],
})

/** The YAML front matter of a document. Its end, its title, its day, its aliases and the documents that it replaces are read. */

export interface FrontMatter {
  /** The offset at which the body starts, after a byte order mark. */
  readonly end: number
  readonly title: string | undefined
  /** The day of the document, in days since 1970-01-01. */
  readonly day: number | undefined
  /** The documents that this one takes the place of, and those that take its place. */
  readonly outright: ReadonlyArray<Outright>
  /** Other names of the document. */
  readonly aliases: ReadonlyArray<string>
  /** True for lines that begin as front matter and cannot be read as such: they are text. */
  readonly isBroken: boolean
}

const key = /^[A-Za-z_][A-Za-z0-9_-]*[ \t]*:(?:[ \t]|$)/

const quotedKey = /^(?:"[^"]{0,100}"|'[^']{0,100}')[ \t]*:/

/** The beginning of a line in a mapping that has no key: indent, remark, item or closing bracket. */
const entry = /^(?:[ \t#}\]]|-(?:[ \t]|$))/

/** Reads front matter that opens on the first line, has an end and looks like a mapping. A rule at the top of a note is no front matter. */
export const frontMatterOf = (lines: ReadonlyArray<Line>): FrontMatter => {
  const [first, second] = lines
  const mark = first?.text.startsWith('\uFEFF') ? 1 : 0
  const none: FrontMatter = { end: mark, title: undefined, day: undefined, outright: [], aliases: [], isBroken: false }
  if (second === undefined || first?.text.slice(mark).trimEnd() !== '---') return none
  if (!isClosing(second.text) && !hasKey(second.text) && !second.text.startsWith('#')) return none
  const closing = lines.findIndex((line, index) => index > 0 && isClosing(line.text))
  const last = lines[closing]
  const broken = { ...none, isBroken: hasKey(second.text) }
  if (last === undefined) return broken
  const between = lines.slice(1, closing)
  if (!isMapping(between)) return broken
  const title = between.findIndex(({ text }) => titleKey.test(text))
  return {
    end: last.next,
    title: title < 0 ? undefined : clipped(between, title, between[title]?.text.replace(titleKey, '') ?? ''),
    day: dayInSettings(
      between.flatMap(({ text }, at) => {
        const [, name, value = ''] = setting.exec(text) ?? []
        return name === undefined ? [] : [{ key: name, value: () => clipped(between, at, value) }]
      }),
    ),
    outright: between.flatMap((_, at) => outrightAt(between, at)),
    aliases: between.flatMap(({ text }, at) => {
      const [, value] = aliasesKey.exec(text.trimEnd()) ?? []
      return value === undefined ? [] : valuesAt(between, at, value).flatMap((one) => one ?? [])
    }),
    isBroken: false,
  }
}

const titleKey = /^(?:title|"title"|'title')[ \t]*:(?=[ \t]|$)/

const setting = /^["']?([A-Za-z][A-Za-z_-]{0,20})["']?[ \t]*:(?=[ \t]|$)(.*)$/

const replacing = /^(?:(supersedes|replaces)|(?:superseded|replaced)[-_]by)[ \t]*:[ \t]*(.*)$/i
const stateKey = /^(?:status|state)[ \t]*:[ \t]*(.+)$/i
const aliasesKey = /^["']?alias(?:es)?["']?[ \t]*:[ \t]*(.*)$/i
const item = /^[ \t]*-[ \t]+(.+)$/

/** Returns what a key of front matter says outright: its value is one name, a list in brackets, or a list in the lines below. */
const outrightAt = (lines: ReadonlyArray<Line>, at: number): ReadonlyArray<Outright> => {
  const [, isNewer, value = ''] = replacing.exec(lines[at]?.text.trimEnd() ?? '') ?? []
  if (!replacing.test(lines[at]?.text ?? '')) {
    const state = stateKey.exec(lines[at]?.text.trimEnd() ?? '')?.[1]
    return state === undefined ? [] : frontState(clipped(lines, at, state) ?? '')
  }
  const kind = isNewer === undefined ? 'front-superseded-by' : 'front-supersedes'
  return valuesAt(lines, at, value).flatMap((name) =>
    name === undefined ? [] : [{ kind, names: [frontName(clippedTitle(name))], isMeant: true }],
  )
}

/** Returns the values of a key: one text, a list in brackets, or a list in the lines below. A link stays as it is written. */
const valuesAt = (lines: ReadonlyArray<Line>, at: number, value: string): ReadonlyArray<string | undefined> => {
  const list = value.startsWith('[') ? [value, ...below(lines, at).map((text) => text.trim())].join(' ').trim() : value
  const flow = /^\[(?!\[)(.*)\]$/.exec(list) ?? /^\[(\[\[.*\]\])\]$/.exec(list)
  const items = lines.slice(at + 1)
  const end = items.findIndex(({ text }) => !item.test(text))
  const listed = items.slice(0, end < 0 ? items.length : end).map(({ text }) => item.exec(text)?.[1] ?? '')
  const values = flow !== null ? (flow[1] ?? '').split(',') : value === '' && listed.length > 0 ? listed : undefined
  return (values ?? [value]).map((one) => {
    const isLink = /^\[\[.*\]\]$/.test(one.trim())
    return isLink ? one.trim() : scalar(lines, values === undefined ? at : lines.length, one)
  })
}

/** True for lines with at least one key, or no lines. Remarks alone may be a heading between two rules. */
const isMapping = (lines: ReadonlyArray<Line>): boolean => {
  const written = lines.filter(({ blank }) => !blank)
  return written.every(({ text }) => hasKey(text) || entry.test(text)) && (written.length === 0 || written.some(({ text }) => hasKey(text)))
}

const hasKey = (text: string): boolean => key.test(text) || quotedKey.test(text)

const isClosing = (line: string): boolean => line.trimEnd() === '---' || line.trimEnd() === '...'

/** Returns the lines below a key that belong to its value: those that are indented or blank. */
const below = (lines: ReadonlyArray<Line>, at: number): ReadonlyArray<string> => {
  const rest = lines.slice(at + 1)
  const end = rest.findIndex(({ blank, text }) => !blank && !/^[ \t]/.test(text))
  return rest.slice(0, end < 0 ? rest.length : end).map(({ text }) => text)
}

/**
 * Returns the text of a value as YAML reads it, in one line: plain, quoted or a block, also over several lines. `value` stands behind the key at
 * `at`. Undefined for a collection, for an alias, and for nothing.
 */
const scalar = (lines: ReadonlyArray<Line>, at: number, value: string): string | undefined => {
  const bare = value.trim().replace(/^(?:[!&][^\s,[\]{}]*[ \t]+)+/, '')
  const more = below(lines, at)
  if (blockHeader.test(bare)) return oneLine(more.join(' '))
  const quote = bare.charAt(0)
  if (quote === '"' || quote === "'") {
    const closing = quote === '"' ? /^"((?:[^"\\]|\\[\s\S])*)"/ : /^'((?:[^']|'')*)'/
    const inner = closing.exec([bare, ...more.map((text) => text.trim())].join('\n').slice(0, quotedMost))?.[1]
    return inner === undefined ? plain(bare, more) : oneLine(unquoted(inner, quote))
  }
  return plain(bare, more)
}

/** Returns a value as {@link scalar} does, no longer than a title. */
const clipped = (...of: Parameters<typeof scalar>): string | undefined => clippedTitle(scalar(...of) ?? '') || undefined

/** In UTF-16 units. A title is clipped to less. */
const quotedMost = 10_000

const blockHeader = /^[|>][-+1-9]{0,2}(?:[ \t]+#.*)?$/

/** Reads a plain value; a remark ends it. */
const plain = (first: string, more: ReadonlyArray<string>): string | undefined => {
  if (/^[>|[{&*!#]/.test(first)) return undefined
  const remark = [first, ...more].findIndex((text) => / #|^\s*#/.test(text))
  const lines = remark < 0 ? [first, ...more] : [first, ...more].slice(0, remark + 1)
  return /^\s*-\s/.test(more.find((text) => text.trim() !== '') ?? '') && first === ''
    ? undefined
    : oneLine(lines.map((text) => withoutRemark(` ${text.trim()}`)).join(' '))
}

const oneLine = (text: string): string | undefined => text.replace(/\s+/g, ' ').trim() || undefined

const unquoted = (inner: string, quote: string): string =>
  quote === "'"
    ? inner.replaceAll("''", "'")
    : // An escape of a code point stays as it is written: what it stands for was not looked at for secrets and invisible characters.
      inner.replace(/\\([\s\S])/g, (written, sign: string) =>
        /[ux]/i.test(sign) ? written : sign === '\n' ? '' : /[a-z0_]/i.test(sign) ? ' ' : sign,
      )

const withoutRemark = (value: string): string => {
  const remark = value.indexOf(' #')
  return remark < 0 ? value : value.slice(0, remark)
}

/* The day of a document, from the settings at its top: front matter of Markdown, `#+date:` of Org. */

/** The names of settings, without `-` and `_`, each by its first line. A later one counts where no earlier one tells a day. */
const dayKeys = [
  /^(?:date|day)$/,
  /^(?:date)?creat(?:ed|ion)(?:at|on|date|time)?$/,
  /^(?:lastmod|(?:date|last)?(?:updated|modified)(?:at|on|date|time)?)$/,
] as const

export interface DocumentSetting {
  readonly key: string
  /** Returns the value in one line, without quotation marks and remarks; undefined for none. */
  readonly value: () => string | undefined
}

/** Returns the day that settings tell, in days since 1970-01-01: that of the document, else its creation, else its last change. */
export const dayInSettings = (settings: ReadonlyArray<DocumentSetting>): Day | undefined => {
  for (const name of dayKeys) {
    const found = settings.find(({ key }) => name.test(key.replace(/[-_]/g, '').toLowerCase()))
    const day = dayOfStamp(found?.value() ?? '')
    if (day !== undefined) return day
  }
  return undefined
}
