/**
 * Cuts JSON into chunks, one for each record: the elements of a list, or the lines of a JSONL file. Of a recorded session they are its turns.
 *
 * Total: a record that cannot be read is skipped and reported with its line or number. Its text is read from the field names that corpora
 * and chat logs use; a record without them is printed field by field.
 */

import { dayOfStamp } from '../days/days.ts'
import { endOfString, isTooDeep, jsonLevelsMax } from '../json-depth.ts'
import { utf8Length } from '../languages/unicode.ts'
import { parsePlainText } from '../passages/chunks.ts'
import {
  type Chunk,
  type ChunkLimits,
  chunkTitle,
  clippedTitle,
  type DocumentSource,
  fileTitle,
  type Lack,
  type ParsedDocument,
  talkThread,
} from '../passages/document.ts'
import type { Span } from '../passages/grouping.ts'
import { sessionHostOf, sessionReader } from '../talks/sessions.ts'
import { exportedTalk, isObject, type JsonObject, parsedJson, type Talk, textIn } from '../talks/talks.ts'
import { linesOf } from '../words/lines.ts'

export const parseRecords = (source: DocumentSource, limits: ChunkLimits, layout: 'json' | 'jsonl'): ParsedDocument => {
  const title = fileTitle(source.fileName)
  const [problems, lacks]: [Array<string>, Array<Lack>] = [[], []]
  const places = layout === 'jsonl' ? linePlaces(source.text) : elementPlaces(source.text)
  const records = saidIn(places.map(({ span }) => source.text.slice(span.start, span.end).replace(/^\uFEFF/, '')))
  const read = places.flatMap(({ place, span }, number): ReadonlyArray<ReadRecord> => {
    const json = records[number] ?? ''
    if (json === '') return []
    if (isTooDeep(json)) {
      problems.push(`${place} is nested deeper than ${jsonLevelsMax} levels`)
      return []
    }
    const record = parsedJson(json)
    const talk = exportedTalk(record)
    if (talk !== undefined && talk.turns.length > 0) return talkRecords(talk, span)
    const one = recordText(record)
    if (one === undefined)
      problems.push(layout === 'jsonl' && span.end === source.text.length ? `${place} ${cutOff}` : `${place} is not JSON`)
    else if (one.text !== '') return [{ ...one, span }]
    // A record with a title alone, such as an empty file in a corpus.
    else if (one.title !== undefined) return [{ ...one, title: undefined, text: one.title, span }]
    else lacks.push({ kind: 'record', part: place })
    return []
  })
  const isTalk = read.some(({ speaker }) => speaker !== undefined) && read.every(({ session }) => session === undefined)
  const placed = read.map(
    ({ day, id = '', session, span, text, title: titled = '' }): PlacedRecord => ({
      name: id,
      title: chunkTitle(clippedTitle(titled), []),
      text,
      span,
      thread: session ?? (isTalk ? talkThread : undefined),
      said: day,
    }),
  )
  return { title, chunks: recordChunks(placed, source.fileName, limits), problems, lacks }
}

interface ReadRecord extends RecordText {
  readonly span: Span
}

/** The problem that is reported of a last line that has no line end and is not JSON. */
const cutOff = 'is not JSON or is cut off: read the file in again when it is whole'

/** Returns the records as they are, or those of what was said where they are the lines of a session; `''` for the other lines. */
const saidIn = (records: ReadonlyArray<string>): ReadonlyArray<string> => {
  const host = sessionHostOf(records)
  if (host === undefined) return records
  const reader = sessionReader(host)
  for (const record of records) reader.take(record)
  return reader.said()
}

/** Returns the turns of an exported conversation. The first has the span of the whole. */
const talkRecords = ({ id: session, title, turns }: Talk, { end, start }: Span): ReadonlyArray<ReadRecord> =>
  turns.map(({ day, id, speaker, text }, turn) => ({
    id,
    title,
    text: `${speaker}: ${text}`,
    speaker,
    session: session ?? title ?? talkThread,
    day,
    span: { start: turn === 0 ? start : end, end },
  }))

interface Place {
  /** The place as printed in problems. */
  readonly place: string
  readonly span: Span
}

const linePlaces = (text: string): ReadonlyArray<Place> =>
  linesOf(text).flatMap(({ blank, end, start }, i) => (blank ? [] : [{ place: `line ${i + 1}`, span: { start, end } }]))

const elementPlaces = (text: string): ReadonlyArray<Place> => elementsOf(text).map((span, i) => ({ place: `record ${i + 1}`, span }))

/** The text of a JSON record and its fields under the names that corpora and chat logs use. */

export interface RecordText {
  /** The id the record gives itself. */
  readonly id: string | undefined
  readonly title: string | undefined
  /** The text, after the name of its speaker; `''` for a record without text. */
  readonly text: string
  readonly speaker: string | undefined
  /** Records of one session follow each other. */
  readonly session: string | undefined
  /** The day of its time stamp. */
  readonly day: number | undefined
}

const fields = {
  id: ['id', '_id', 'idx', 'uuid', 'key'],
  title: ['title', 'name', 'heading', 'subject'],
  text: ['text', 'content', 'body', 'passage', 'description', 'summary'],
  speaker: ['speaker', 'role', 'author'],
  session: ['session', 'sessionId', 'session_id', 'conversation', 'conversation_id', 'thread'],
  stamp: ['timestamp', 'time', 'date', 'datetime', 'created', 'created_at', 'createdAt', 'create_time', 'session_date'],
} as const

/** Reads a record, which is a string or an object; undefined for anything else. */
const recordText = (json: unknown): RecordText | undefined => {
  if (typeof json === 'string') return { ...nothing, text: json.trim() }
  if (!isObject(json)) return undefined
  // Some logs wrap each message in an object of their own.
  const said = isObject(json['message']) ? json['message'] : json
  const word = (names: ReadonlyArray<string>): string | undefined => firstWord(said, names) ?? firstWord(json, names)
  const [id, title, session, speaker] = [word(fields.id), word(fields.title), word(fields.session), word(fields.speaker)]
  const text = bodyIn(said) ?? spelledOut(json)
  const heard = speaker === undefined || text === '' || text.startsWith(`${speaker}:`) ? text : `${speaker}: ${text}`
  const stamp = word(fields.stamp)
  return { id, title, text: heard, speaker, session, day: stamp === undefined ? undefined : dayOfStamp(stamp) }
}

const nothing = { id: undefined, title: undefined, speaker: undefined, session: undefined, day: undefined } as const

const firstWord = (record: JsonObject, names: ReadonlyArray<string>): string | undefined => {
  for (const name of names) {
    const value = record[name]
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return undefined
}

/** Returns the first text that is not empty; `''` if all are empty, undefined if there is none. */
const bodyIn = (record: JsonObject): string | undefined => {
  const texts = fields.text.flatMap((name) => textIn(record[name]) ?? [])
  return texts.find((text) => text !== '') ?? texts[0]
}

/** Prints the record, one field a line. */
const spelledOut = (record: JsonObject): string =>
  Object.entries(record)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')

/**
 * Returns the spans of the elements of a JSON list, or of the whole text if it is no list. One broken element leaves the others readable.
 * Linear; the text need not be valid JSON.
 */
export const elementsOf = (text: string): ReadonlyArray<Span> => {
  const whole = trimmedSpan(text, { start: 0, end: text.length })
  if (whole.start >= whole.end) return []
  if (text[whole.start] !== '[') return [whole]
  const elements: Array<Span> = []
  const closed = text[whole.end - 1] === ']' ? whole.end - 1 : whole.end
  let start = whole.start + 1
  let depth = 0
  const marks = /["[\]{},]/g
  marks.lastIndex = start
  for (let found = marks.exec(text); found !== null && found.index < closed; found = marks.exec(text)) {
    const { index } = found
    if (found[0] === '"') marks.lastIndex = endOfString(text, index)
    else if (found[0] === '[' || found[0] === '{') depth++
    else if (found[0] === ']' || found[0] === '}') depth = Math.max(0, depth - 1)
    else if (depth === 0) {
      elements.push(trimmedSpan(text, { start, end: index }))
      start = index + 1
    }
  }
  const last = trimmedSpan(text, { start, end: closed })
  return elements.length === 0 && last.start >= last.end ? [] : [...elements, last]
}

const trimmedSpan = (text: string, { end, start }: Span): Span => {
  const inside = text.slice(start, end)
  const from = start + inside.length - inside.trimStart().length
  return { start: Math.min(from, end), end: Math.max(Math.min(from, end), start + inside.trimEnd().length) }
}

/* The chunks of records: one for each, or several where a record is longer than a chunk may be. */

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
