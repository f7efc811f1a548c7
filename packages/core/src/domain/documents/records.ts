/**
 * Cuts JSON into chunks, a record each: the elements of a list, or the lines of a JSONL file.
 *
 * Total: a record that cannot be read is named with its line or its number and passed over. What a record says stands in one of a few
 * fields that corpora and transcripts use; of one that has none of them the fields themselves are the text.
 */
import { isTooDeep, jsonLevelsMax } from '../json-depth.ts'
import { type Chunk, type ChunkLimits, clippedTitle, type DocumentSource, fileTitle, type ParsedDocument } from './document.ts'
import { elementsOf } from './json-elements.ts'
import { linesOf } from './lines.ts'
import { parsePlainText } from './plain-text.ts'
import { isTranscriptLine, type RecordText, recordText } from './record-text.ts'
import type { Span } from './tearing.ts'
import { utf8Length } from './utf8-length.ts'

export const parseRecords = (source: DocumentSource, limits: ChunkLimits, layout: 'json' | 'jsonl'): ParsedDocument => {
  const title = fileTitle(source.fileName)
  const problems: Array<string> = []
  const read: Array<RecordText & { readonly span: Span }> = []
  const places = layout === 'jsonl' ? linePlaces(source.text) : elementPlaces(source.text)
  const [first] = places
  const among = first !== undefined && isTranscriptLine(source.text.slice(first.span.start, first.span.end)) ? 'transcript' : 'records'
  for (const { place, span } of places) {
    const json = source.text.slice(span.start, span.end)
    const isDeep = isTooDeep(json)
    const record = isDeep ? undefined : parsed(json)
    const said = record === undefined ? undefined : recordText(record, among)
    if (isDeep) problems.push(`${place} is nested deeper than ${jsonLevelsMax} levels`)
    else if (said === undefined) problems.push(`${place} is not JSON`)
    else if (said.text !== '') read.push({ ...said, span })
    // An empty file of a corpus, a heading alone.
    else if (said.title !== undefined) read.push({ ...said, title: undefined, text: said.title, span })
  }
  const isTalk = read.some(({ speaker }) => speaker !== undefined) && read.every(({ session }) => session === undefined)
  const given = new Map<string, number>()
  const chunks = read.flatMap((record) =>
    texts(record.text, source.fileName, limits).map((text, piece): Chunk => {
      const name = record.id ?? ''
      const ordinal = given.get(name) ?? 0
      given.set(name, ordinal + 1)
      const { end, start } = record.span
      const thread = record.session ?? (isTalk ? talkThread : undefined)
      return {
        heading: [],
        ...(name === '' ? {} : { name }),
        ordinal,
        title: clippedTitle(record.title ?? ''),
        text,
        span: piece === 0 ? [start, end] : [end, end],
        links: [],
        thread,
      }
    }),
  )
  return { title, chunks, problems }
}

/** A talk that names no session is one. */
const talkThread = 'talk'

interface Place {
  /** As people are told of it. */
  readonly place: string
  readonly span: Span
}

const linePlaces = (text: string): ReadonlyArray<Place> =>
  linesOf(text).flatMap(({ blank, end, start }, i) => (blank ? [] : [{ place: `line ${i + 1}`, span: { start, end } }]))

const elementPlaces = (text: string): ReadonlyArray<Place> => elementsOf(text).map((span, i) => ({ place: `record ${i + 1}`, span }))

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** A record stays whole as long as a node may be. */
const texts = (text: string, fileName: string, limits: ChunkLimits): ReadonlyArray<string> =>
  utf8Length(text, 0, text.length) <= limits.maxBytes
    ? [text]
    : parsePlainText({ fileName, text }, { ...limits, targetLength: Math.floor(limits.maxBytes / 4) }).chunks.map((chunk) => chunk.text)
