/**
 * Cuts JSON into chunks, one for each record: the elements of a list, or the lines of a JSONL file.
 *
 * Total: a record that cannot be read is skipped and reported with its line or number. Its text is read from the field names that corpora
 * and transcripts use; a record without them is printed field by field.
 */
import { endOfString, isTooDeep, jsonLevelsMax } from '../canonical-json.ts'
import { dayOfStamp } from '../days/days.ts'
import { spokenText } from '../text/spoken-text.ts'
import { type ChunkLimits, chunkTitle, clippedTitle, type DocumentSource, fileTitle, type ParsedDocument, talkThread } from './document.ts'
import type { Span } from './grouping.ts'
import { linesOf } from './lines.ts'
import { type PlacedRecord, recordChunks } from './record-chunks.ts'
import { exportedTalk, isObject, type JsonObject, parsedJson, saidLines, type Talk, textIn } from './talks.ts'

export const parseRecords = (source: DocumentSource, limits: ChunkLimits, layout: 'json' | 'jsonl'): ParsedDocument => {
  const title = fileTitle(source.fileName)
  const problems: Array<string> = []
  const places = layout === 'jsonl' ? linePlaces(source.text) : elementPlaces(source.text)
  const [first] = places
  const among = first !== undefined && isTranscriptLine(source.text.slice(first.span.start, first.span.end)) ? 'transcript' : 'records'
  const records = places.map(({ place, span }) => {
    const json = source.text.slice(span.start, span.end)
    if (!isTooDeep(json)) return parsedJson(json)
    problems.push(`${place} is nested deeper than ${jsonLevelsMax} levels`)
    return tooDeep
  })
  const said = among === 'transcript' ? saidLines(records) : undefined
  const read = places.flatMap(({ place, span }, number): ReadonlyArray<ReadRecord> => {
    const record = records[number]
    if (record === tooDeep || said?.has(number) === false) return []
    const talk = exportedTalk(record)
    if (talk !== undefined && talk.turns.length > 0) return talkRecords(talk, span)
    const one = recordText(record, among)
    if (one === undefined) problems.push(`${place} is not JSON`)
    else if (one.text !== '') return [{ ...one, span }]
    // A record with a title alone, such as an empty file in a corpus.
    else if (one.title !== undefined) return [{ ...one, title: undefined, text: one.title, span }]
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
  return { title, chunks: recordChunks(placed, source.fileName, limits), problems }
}

interface ReadRecord extends RecordText {
  readonly span: Span
}

/** Stands for a record that is nested too deep to be parsed. */
const tooDeep = Symbol('too deep')

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

/** The text of a JSON record and its fields under the names that corpora, chat logs and transcripts use. */

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

/** Reads a record, which is a string or an object; undefined for anything else. `type` has the meaning that hosts give it only in transcripts. */
const recordText = (json: unknown, among: 'records' | 'transcript'): RecordText | undefined => {
  if (typeof json === 'string') return { ...nothing, text: json.trim() }
  if (!isObject(json)) return undefined
  // Hosts wrap each message in an object of their own.
  const isHosts = isObject(json['message'])
  const said = isObject(json['message']) ? json['message'] : json
  const isNote = among === 'transcript' && typeof json['type'] === 'string'
  if ((isHosts && !isSpoken(said)) || (isNote && ofHost.has(String(json['type'])))) return { ...nothing, text: '' }
  const word = (names: ReadonlyArray<string>): string | undefined => firstWord(said, names) ?? firstWord(json, names)
  const [id, title, session, speaker] = [word(fields.id), word(fields.title), word(fields.session), word(fields.speaker)]
  // Only messages of a transcript have text: its other lines are notes of the host.
  const text = bodyIn(said) ?? (isNote ? '' : spelledOut(json))
  const told = isHosts ? spokenText(text) : text
  const heard = speaker === undefined || told === '' || told.startsWith(`${speaker}:`) ? told : `${speaker}: ${told}`
  const stamp = word(fields.stamp)
  return { id, title, text: heard, speaker, session, day: stamp === undefined ? undefined : dayOfStamp(stamp) }
}

const nothing = { id: undefined, title: undefined, speaker: undefined, session: undefined, day: undefined } as const

/** Types of lines that hosts write for themselves. */
const ofHost = new Set(['session', 'compaction', 'branch_summary', 'custom', 'custom_message', 'model_change', 'thinking_level_change'])

/** False for results of tools and notes of the host. */
const isSpoken = ({ role }: JsonObject): boolean => role === undefined || role === 'user' || role === 'assistant'

/** True for the first line of a transcript: the header of the host, or a message. */
export const isTranscriptLine = (line: string): boolean => {
  const head = isTooDeep(line) ? undefined : parsedJson(line)
  if (!isObject(head)) return false
  const isHead = head['type'] === 'session' && bodyIn(head) === undefined
  return isHead || (isObject(head['message']) && typeof head['message']['role'] === 'string')
}

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
