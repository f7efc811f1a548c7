/** Makes the chunks of a document from its passages, with links and annotations, and cuts plain text, which has nothing else. */

import { utf8Fit, utf8Length } from '../text/unicode.ts'
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
} from './document.ts'
import { grouped, type Span } from './grouping.ts'
import { linesOf } from './lines.ts'

/*
 * The printed id of a chunk: `path/to/file.md#heading/sub-heading~2`, the second chunk of that heading path.
 *
 * It depends on where the chunk stands and not on its text, so an edit revises a node instead of replacing it. Edits
 * elsewhere leave it alone, except among headings that print alike: those share one count.
 */

export const maxChunkIdBytes = 512

/** Returns the id of a chunk. `name` is the id that a record gives itself; only the marks of ids are escaped in it. */
export const chunkId = (sourceKey: string, heading: ReadonlyArray<string>, ordinal: number, name?: string): string => {
  const within = name === undefined ? headingSlug(heading) : escaped(name)
  const place = within === '' ? escaped(sourceKey) : `${escaped(sourceKey)}#${within}`
  return limited(ordinal === 0 ? place : `${place}~${ordinal + 1}`)
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

/** Returns the heading path of a first chunk, `''` above all headings. Undefined for later chunks and for ids that were cut. */
export const placeOf = (id: string, sourceKey: string): string | undefined => {
  const place = placeIn(id, sourceKey)
  return place === undefined || place.includes('~') ? undefined : place.slice(1)
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
    if (start >= end) continue
    const targets = new Set<string>()
    for (let next = links[link]; next !== undefined && next.at < end; next = links[++link]) {
      if (next.at >= passage.linksFrom) targets.add(next.target)
    }
    const slug = headingSlug(passage.heading)
    const ordinal = given.get(slug) ?? 0
    given.set(slug, ordinal + 1)
    chunks.push({
      heading: passage.heading,
      ordinal,
      title: chunkTitle(documentTitle, passage.heading),
      text: bare.text.slice(start, end),
      span: [originalOffset(bare.cuts, start), originalOffset(bare.cuts, end - 1) + 1],
      links: [...targets],
      thread: documentThread,
      ...annotationsOf(remarks.slice(first, remark)),
    })
  }
  return chunks
}

const trimmed = (text: string, span: Span): Span => {
  const passage = text.slice(span.start, span.end)
  const end = span.start + passage.trimEnd().length
  return { start: Math.min(end, span.start + passage.length - passage.trimStart().length), end }
}

/** Cuts plain text into chunks at its blank lines. It has no markup, so no headings and no links. */

export const parsePlainText = (source: DocumentSource, limits: ChunkLimits): ParsedDocument => {
  const title = fileTitle(source.fileName)
  const passages = grouped(source.text, paragraphsOf(source.text), limits).map((span) => ({ ...span, heading: [], linksFrom: span.start }))
  return { title, chunks: chunksOf({ text: source.text, cuts: [] }, title, passages, []) }
}

const paragraphsOf = (text: string): ReadonlyArray<Body> => {
  const paragraphs: Array<Body> = []
  let afterBlank = true
  for (const { start, end, blank } of linesOf(text)) {
    const last = paragraphs.at(-1)
    if (!blank && (afterBlank || last === undefined)) paragraphs.push({ kind: 'paragraph', start, end })
    else if (!blank && last !== undefined) paragraphs[paragraphs.length - 1] = { ...last, end }
    afterBlank = blank
  }
  return paragraphs
}
