/** Makes the chunks of a document from its passages, with links and annotations, and cuts plain text, which has nothing else. */

import { utf8Fit, utf8Length } from '../languages/unicode.ts'
import { linesOf } from '../words/lines.ts'
import { listMark } from '../words/phrases.ts'
import type { Body } from './blocks.ts'
import { annotationsOf, type BareText, originalOffset } from './comments.ts'
import {
  type Chunk,
  type ChunkLimits,
  chunkTitle,
  type DocumentSource,
  documentThread,
  fileTitle,
  type Link,
  type ParsedDocument,
  talkThread,
} from './document.ts'
import { type Entry, piecesOf } from './entries.ts'
import { grouped, type Span, torn } from './grouping.ts'

/*
 * The printed id of a chunk: `path/to/file.md#heading/sub-heading~2`, the second chunk of that heading path.
 *
 * It depends on where the chunk stands and not on its text, so an edit revises a node instead of replacing it. Edits
 * elsewhere leave it alone, except among headings that print alike: those share one count.
 */

export const maxChunkIdBytes = 512

/** Returns the id of a chunk. `name` is the id that a record gives itself; only the marks of ids are escaped in it. */
export const chunkId = (
  sourceKey: string,
  { entry, heading, name, ordinal }: Pick<Chunk, 'heading' | 'ordinal' | 'name' | 'entry'>,
): string => {
  const within = (name === undefined ? headingSlug(heading) : escaped(name)) + (entry === undefined ? '' : `${entryMark}${entry}`)
  const place = within === '' ? escaped(sourceKey) : `${escaped(sourceKey)}#${within}`
  return limited(ordinal === 0 ? place : `${place}~${ordinal + 1}`)
}

/** Separates the headings from the words of an entry. No slug contains it. */
const entryMark = ':'

/** True for the id of a line of a list, a row or a turn. */
export const isEntryId = (id: string): boolean => /#[^:]*:/.test(id)

/** In UTF-16 units. The beginning of an entry, in the form of an id. */
const entryMost = 32

/** Returns the first words of an entry in the form of an id; the last one may be cut where a script has no spaces. */
export const entrySlug = (label: string): string => {
  const slug = slugOf(label.slice(0, 4 * entryMost).toWellFormed())
  if (slug.length <= entryMost) return slug
  const end = slug.lastIndexOf('-', entryMost)
  return slug.slice(0, end > entryMost / 2 ? end : entryMost).replace(/[\ud800-\udbff]$/, '')
}

/** Returns the part of an id that names the section of the passage, with the key of the source: lines of one list share it. */
export const sectionOf = (id: string): string => {
  const fragment = id.indexOf('#')
  const within = fragment < 0 ? '' : id.slice(fragment).replace(/[:~].*$/su, '')
  return within.length > 1 ? id.slice(0, fragment) + within : id.slice(0, fragment < 0 ? id.length : fragment).replace(/~.*$/su, '')
}

/** Marks the passage with the words of others, beside the passage with the rest of the same place. */
const othersMark = '~others'

/** Returns the id of the passage with the words of others at the place of `id`. */
export const othersId = (id: string): string => {
  const most = maxChunkIdBytes - othersMark.length
  return (utf8Length(id) <= most ? id : `${id.slice(0, utf8Fit(id, 0, id.length, most - 10))}~x${checksum(id)}`) + othersMark
}

export const isOthersId = (id: string): boolean => id.endsWith(othersMark)

/** Returns the heading path in the form of an id. */
export const headingSlug = (heading: ReadonlyArray<string>): string => heading.map(slugOf).join('/')

/** Returns the id of the same chunk under another source key. Undefined for an id that was cut to its limit: its place is not known any more. */
export const movedId = (id: string, from: string, to: string): string | undefined => {
  const place = placeIn(id, from)
  return place === undefined ? undefined : limited(escaped(to) + place)
}

/** Returns the heading path of a first chunk or of an entry, `''` above all headings. Undefined for later chunks and for ids that were cut. */
export const placeOf = (id: string, sourceKey: string): string | undefined => {
  const place = placeIn(id, sourceKey)
  return place === undefined || place.includes('~') ? undefined : place.slice(1).replace(/:.*$/su, '')
}

const placeIn = (id: string, sourceKey: string): string | undefined => {
  const beginning = escaped(sourceKey)
  const place = id.startsWith(beginning) ? id.slice(beginning.length) : undefined
  return place === undefined || !/^($|#|~\d|~others)/.test(place) || place.includes('~x') ? undefined : place
}

/** Percent-encodes the marks of ids and edge ids, so that no two places share an id. */
const escaped = (sourceKey: string): string =>
  Array.from(sourceKey, (character) => (isMark(character) ? hexEscape(character) : character)).join('')

const isMark = (character: string): boolean => '#~%>'.includes(character) || character < ' ' || character === '\u007f'

const hexEscape = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

const limited = (id: string): string => {
  if (utf8Length(id) <= maxChunkIdBytes) return id
  const suffix = `~x${checksum(id)}`
  return id.slice(0, utf8Fit(id, 0, id.length, maxChunkIdBytes - suffix.length)) + suffix
}

/**
 * Returns a heading in the form of an id: lower case, hyphens for white space, letters and digits of any script.
 *
 * Never empty: a heading without a letter or digit gets its checksum, so that two such headings differ.
 */

export const slugOf = (heading: string): string => {
  const slug = heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
  return slug === '' ? checksum(heading) : slug
}

/** Returns sixteen hexadecimal digits (two lanes of FNV-1a) for naming texts. Not cryptographic: collisions can be made on purpose. */
export const checksum = (text: string): string => lane(text, 0x811c9dc5) + lane(text, 0x1b873593)

const lane = (text: string, basis: number): string => {
  let hash = basis
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193)
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}

export interface Passage extends Span {
  readonly heading: ReadonlyArray<string>
  /** Undefined for a passage that is no line of a list, row or turn. */
  readonly entry?: Entry
  /** The offset from which links belong to the passage: those in the heading right above it do. */
  readonly linksFrom: number
}

/** Returns one chunk for each passage with text. Passages and links are in the order of `bare`. */
export const chunksOf = (
  bare: BareText,
  documentTitle: string,
  passages: ReadonlyArray<Passage>,
  links: ReadonlyArray<Link>,
): ReadonlyArray<Chunk> => {
  const given = new Map<string, number>()
  const chunks: Array<Chunk> = []
  let link = 0
  const { remarks = [] } = bare
  let remark = 0
  for (const [number, passage] of passages.entries()) {
    const behind = passages[number + 1]?.start ?? Number.POSITIVE_INFINITY
    const first = remark
    while (remark < remarks.length && (remarks[remark]?.at ?? 0) <= behind) remark++
    const { start, end } = trimmed(bare.text, passage)
    if (start >= end && passage.entry?.text === undefined) continue
    const targets = new Set<string>()
    for (let next = links[link]; next !== undefined && next.at < end; next = links[++link]) {
      if (next.at >= passage.linksFrom) targets.add(next.target)
    }
    const entry = passage.entry === undefined ? undefined : entrySlug(passage.entry.label)
    const slug = entry === undefined ? headingSlug(passage.heading) : `${headingSlug(passage.heading)}${entryMark}${entry}`
    const ordinal = given.get(slug) ?? 0
    given.set(slug, ordinal + 1)
    chunks.push({
      heading: passage.heading,
      ...(entry === undefined ? {} : { entry }),
      ordinal,
      title: titleOf(documentTitle, passage),
      text: passage.entry?.text ?? bare.text.slice(start, end),
      span: [originalOffset(bare.cuts, start), start < end ? originalOffset(bare.cuts, end - 1) + 1 : originalOffset(bare.cuts, start)],
      links: [...targets],
      thread: passage.entry?.isTurn === true ? talkThread : documentThread,
      ...annotationsOf(remarks.slice(first, remark)),
    })
  }
  return chunks
}

/** Returns the title of a passage. That of an entry has what introduces it and its subject, or the mark of a list where it names none. */
const titleOf = (documentTitle: string, { entry, heading }: Passage): string => {
  if (entry === undefined) return chunkTitle(documentTitle, heading)
  const title = chunkTitle(documentTitle, [...heading, ...entry.above])
  return entry.subject === undefined ? `${title}${listMark}` : `${title} › ${entry.subject}`
}

const trimmed = (text: string, span: Span): Span => {
  const passage = text.slice(span.start, span.end)
  const end = span.start + passage.trimEnd().length
  return { start: Math.min(end, span.start + passage.length - passage.trimStart().length), end }
}

/** Cuts plain text into chunks at its blank lines. It has no markup, so no headings and no links. */

export const parsePlainText = (source: DocumentSource, limits: ChunkLimits): ParsedDocument => {
  const title = fileTitle(source.fileName)
  const section = { heading: [], start: 0, bodies: paragraphsOf(source.text) }
  const passages = passagesIn(source.text, section, limits)
  return { title, chunks: chunksOf({ text: source.text, cuts: [] }, title, passages, []) }
}

export interface Section {
  readonly heading: ReadonlyArray<string>
  /** The offset of its heading, or of its text if it has no heading. */
  readonly start: number
  readonly bodies: ReadonlyArray<Body>
}

/** Cuts a section into its passages: bodies joined up to the target length, and the entries of its lists, tables and talks. */
export const passagesIn = (text: string, { bodies, heading, start }: Section, limits: ChunkLimits): ReadonlyArray<Passage> =>
  piecesOf(text, bodies, limits)
    .flatMap(
      (piece): ReadonlyArray<Span & { readonly entry?: Entry }> =>
        piece.kind === 'bodies' ? grouped(text, piece.bodies, limits) : piece.entries.flatMap((entry) => fitting(text, entry, limits)),
    )
    .map((span, index) => ({ ...span, heading, linksFrom: index === 0 ? start : span.start }))

/** Returns an entry, or its pieces where it is longer than a passage may be. */
const fitting = (text: string, entry: Entry, limits: ChunkLimits): ReadonlyArray<Span & { readonly entry: Entry }> => {
  const said = entry.text ?? text.slice(entry.start, entry.end)
  if (utf8Length(said, 0, said.length) <= limits.maxBytes) return [{ start: entry.start, end: entry.end, entry }]
  const grain = { list: true, maxLineLength: Number.POSITIVE_INFINITY }
  if (entry.text === undefined) {
    return torn(text, entry, grain, limits).map((span) => ({ ...span, entry }))
  }
  const pieces = torn(said, { start: 0, end: said.length }, grain, limits)
  return pieces.map(({ end, start }, piece) => ({
    start: piece === 0 ? entry.start : entry.end,
    end: entry.end,
    entry: { ...entry, text: said.slice(start, end).trim() },
  }))
}

const paragraphsOf = (text: string): ReadonlyArray<Body> => {
  const paragraphs: Array<Body> = []
  let afterBlank = true
  for (const { start, end, blank } of linesOf(text)) {
    const last = paragraphs.at(-1)
    if (!blank && (afterBlank || last === undefined)) paragraphs.push({ kind: isBullet(text, start) ? 'list' : 'paragraph', start, end })
    else if (!blank && last !== undefined) paragraphs[paragraphs.length - 1] = { ...last, end }
    afterBlank = blank
  }
  return paragraphs
}

const isBullet = (text: string, start: number): boolean => /^[ \t]*[-*+•·–][ \t]+\S/.test(text.slice(start, start + 200))
