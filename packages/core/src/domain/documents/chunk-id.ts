/**
 * The printed id of a chunk: `path/to/file.md#heading/sub-heading~2`, the second chunk of that heading path.
 *
 * It depends on where the chunk stands and not on its text, so an edit revises a node instead of replacing it. Edits
 * elsewhere leave it alone, except among headings that print alike: those share one count.
 */
import { utf8Fit, utf8Length } from './utf8-length.ts'

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
