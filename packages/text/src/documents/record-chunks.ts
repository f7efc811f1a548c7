/** Makes the chunks of records: one for each, or several where a record is longer than a chunk may be. */

import { utf8Length } from '../languages/unicode.ts'
import { parsePlainText } from '../passages/chunks.ts'
import type { Chunk, ChunkLimits } from '../passages/document.ts'
import type { Span } from '../passages/grouping.ts'

export interface PlacedRecord {
  /** The id of the record within its document; `''` for a record that is known by its place. */
  readonly name: string
  /** See {@link Chunk.entry}. Absent for a record that is no row of a table. */
  readonly entry?: string
  readonly title: string
  readonly text: string
  readonly span: Span
  readonly thread: string | undefined
  /** The day on which it was said, in days since 1970-01-01; undefined where the record has no time stamp. */
  readonly said?: number | undefined
}

/** Returns the chunks in the order of the records. Several of one name are counted. */
export const recordChunks = (records: ReadonlyArray<PlacedRecord>, fileName: string, limits: ChunkLimits): ReadonlyArray<Chunk> => {
  const given = new Map<string, number>()
  return records.flatMap(({ entry, name, said, span, text, thread, title }) =>
    pieces(text, fileName, limits).map((piece, number): Chunk => {
      const place = entry ?? name
      const ordinal = given.get(place) ?? 0
      given.set(place, ordinal + 1)
      return {
        heading: [],
        ...(name === '' ? {} : { name }),
        ...(entry === undefined ? {} : { entry }),
        ordinal,
        title,
        text: piece,
        span: number === 0 ? [span.start, span.end] : [span.end, span.end],
        links: [],
        thread,
        ...(said === undefined ? {} : { said }),
      }
    }),
  )
}

/** Returns the text whole, or in pieces if it exceeds `maxBytes`. */
const pieces = (text: string, fileName: string, limits: ChunkLimits): ReadonlyArray<string> =>
  utf8Length(text, 0, text.length) <= limits.maxBytes
    ? [text]
    : parsePlainText({ fileName, text }, { ...limits, targetLength: Math.floor(limits.maxBytes / 4) }).chunks.map((chunk) => chunk.text)
