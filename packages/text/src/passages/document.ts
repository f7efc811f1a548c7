export interface Link {
  /** The offset of the bracket before the target. */
  readonly at: number
  readonly target: string
}

/** The input and output of the parsers of all formats: a document, and the chunks that become nodes. */

/** The formats of documents. */
export const documentFormats = ['markdown', 'text', 'json', 'jsonl', 'csv', 'org', 'source'] as const
export type DocumentFormat = (typeof documentFormats)[number]

export interface DocumentSource {
  /** A path or its last part, which is the title of a document without one. */
  readonly fileName: string
  readonly text: string
}

export interface ChunkLimits {
  /** In UTF-16 units. Neighbouring blocks of a section are joined up to this length; longer chunks are possible. */
  readonly targetLength: number
  /** In bytes of UTF-8. No chunk is longer. At least 4, the length of the longest code point; smaller values count as 4. */
  readonly maxBytes: number
  /** Texts of the lines that the memory has of the document. A list with some of them stays cut, however short it becomes. */
  readonly knownLines?: ReadonlySet<string>
}

export const defaultChunkLimits: ChunkLimits = { targetLength: 1_200, maxBytes: 8_000 }

export interface Chunk {
  /** The headings above the chunk, outermost first, without the one that is the title of the document. */
  readonly heading: ReadonlyArray<string>
  /** The id that a record gives itself; it takes the place of headings in the id. */
  readonly name?: string
  /** The words, in the form of an id, of a line of a list, a row or a turn. It follows the headings in the id. */
  readonly entry?: string
  /** Counts, from 0, the chunks of the document with the same `headingSlug` and entry, or the same name, so that ids are unique. */
  readonly ordinal: number
  /** The title of the document and the headings; `''` for a record without a title. */
  readonly title: string
  /** The text at `span` without comments and surrounding white space; a row is printed under its header. Never empty. */
  readonly text: string
  /** UTF-16 offsets in the document. Spans rise and never overlap. */
  readonly span: readonly [start: number, end: number]
  /** Targets of relative links as written, without duplicates, in the order of the text. */
  readonly links: ReadonlyArray<string>
  /** Chunks of one thread follow each other: those of a document, or the records of a session. Undefined: the chunk stands alone. */
  readonly thread: string | undefined
  /** Words that its author adds for the search, beside the title; they are not printed. */
  readonly tags?: string
  /** Other words by which its author says that it is asked for; they are not printed. */
  readonly aliases?: ReadonlyArray<string>
  /** The weight that its author gives it, in nano-units, 0 to 1. */
  readonly importance?: number
  /** The day of its time stamp, in days since 1970-01-01. */
  readonly said?: number
}

/** The thread of all chunks of a document of prose. */
export const documentThread = ''

export interface ParsedDocument {
  readonly title: string
  readonly chunks: ReadonlyArray<Chunk>
  /** The day that the settings at its top tell, in days since 1970-01-01. */
  readonly day?: number | undefined
  /** Parts that could not be read, each with its place. */
  readonly problems?: ReadonlyArray<string>
  /** The parts that the form of the document promises and that it does not hold. */
  readonly lacks?: ReadonlyArray<Lack>
}

/**
 * The kinds of what a document lacks. `empty`: it has no text. `heading`: its headings have no text below them. `header`: its only row may be a
 * header, and no row is below it. `column`: a column has no value. `record`: a record has no text. `front matter`: it cannot be read as front
 * matter, so it is kept as text.
 */
export const lackKinds = ['empty', 'heading', 'header', 'column', 'record', 'front matter'] as const

export interface Lack {
  readonly kind: (typeof lackKinds)[number]
  /** The column or the record. Undefined where the whole document is meant. */
  readonly part?: string
}

/** The thread of the turns of a talk. */
export const talkThread = 'talk'

/** In UTF-16 units. A longer line is prose, not a heading, because titles are repeated on each chunk below them. */
export const maxHeadingLength = 200

export const fileTitle = (fileName: string): string => {
  const name = fileName.slice(fileName.lastIndexOf('/') + 1).trim()
  const dot = name.lastIndexOf('.')
  return clippedTitle(dot > 0 ? name.slice(0, dot) : name) || 'untitled'
}

export const chunkTitle = (documentTitle: string, heading: ReadonlyArray<string>): string =>
  [documentTitle, ...heading]
    .map((part) => part.replace(/[:：\s]+$/u, '') || part)
    .filter((part) => part !== '')
    .join(' › ')

export const clippedTitle = (title: string): string => {
  if (title.length <= maxHeadingLength) return title.trim()
  const last = title.charCodeAt(maxHeadingLength - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff
  return title.slice(0, splitsPair ? maxHeadingLength - 1 : maxHeadingLength).trim()
}
