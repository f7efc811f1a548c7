/**
 * The printed id of a chunk: `path/to/file.md#heading/sub-heading~2`, the second chunk of that heading path.
 *
 * It depends on where the chunk stands and not on its text, so an edit revises a node instead of replacing it. Edits
 * elsewhere leave it alone, except among headings that print alike: those share one count.
 */
import { checksum } from './checksum.ts'
import { slugOf } from './slug.ts'
import { utf8Fit, utf8Length } from './utf8-length.ts'

export const maxChunkIdBytes = 512

/** `name` is what a record calls itself; it stands in the id as it is, but for the marks of ids. */
export const chunkId = (sourceKey: string, heading: ReadonlyArray<string>, ordinal: number, name?: string): string => {
  const within = name === undefined ? headingSlug(heading) : escaped(name)
  const place = within === '' ? escaped(sourceKey) : `${escaped(sourceKey)}#${within}`
  return limited(ordinal === 0 ? place : `${place}~${ordinal + 1}`)
}

/** The mark of a passage that holds what others wrote, beside the one of the same place that holds the rest. */
const othersMark = '~others'

/** The id of what others wrote in the passage of this id. */
export const othersId = (id: string): string => {
  const most = maxChunkIdBytes - othersMark.length
  return (utf8Length(id) <= most ? id : `${id.slice(0, utf8Fit(id, 0, id.length, most - 10))}~x${checksum(id)}`) + othersMark
}

export const isOthersId = (id: string): boolean => id.endsWith(othersMark)

/** The heading path as it stands in an id. */
export const headingSlug = (heading: ReadonlyArray<string>): string => heading.map(slugOf).join('/')

/** The id of the same chunk when its source has another key. One that was cut to its limit is undefined: it no longer tells where it stood. */
export const movedId = (id: string, from: string, to: string): string | undefined => {
  const place = placeIn(id, from)
  return place === undefined ? undefined : limited(escaped(to) + place)
}

/** Heading path of the first chunk that stands there, `''` above all headings; undefined for later ones and ids that were cut. */
export const placeOf = (id: string, sourceKey: string): string | undefined => {
  const place = placeIn(id, sourceKey)
  return place === undefined || place.includes('~') ? undefined : place.slice(1)
}

const placeIn = (id: string, sourceKey: string): string | undefined => {
  const beginning = escaped(sourceKey)
  const place = id.startsWith(beginning) ? id.slice(beginning.length) : undefined
  return place === undefined || !/^($|#|~\d|~others)/.test(place) || place.includes('~x') ? undefined : place
}

/** What an id or an edge id uses as a mark is written as in an address, so no two places share an id. */
const escaped = (sourceKey: string): string =>
  Array.from(sourceKey, (character) => (isMark(character) ? hexEscape(character) : character)).join('')

const isMark = (character: string): boolean => '#~%>'.includes(character) || character < ' ' || character === '\u007f'

const hexEscape = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

const limited = (id: string): string => {
  if (utf8Length(id) <= maxChunkIdBytes) return id
  const suffix = `~x${checksum(id)}`
  return id.slice(0, utf8Fit(id, 0, id.length, maxChunkIdBytes - suffix.length)) + suffix
}
