/** A document cut into the passages that become nodes: what the parser of every format takes and gives back. */

/** How a document is to be read. */
export const documentFormats = ['markdown', 'text', 'json', 'jsonl', 'source'] as const
export type DocumentFormat = (typeof documentFormats)[number]

export interface DocumentSource {
  /** The last part of the path is enough; it is the title of a document that names none. */
  readonly fileName: string
  readonly text: string
}

export interface ChunkLimits {
  /** In UTF-16 units: neighbouring blocks of a section are joined up to here. A preference, not a limit. */
  readonly targetLength: number
  /** In bytes of UTF-8: no chunk is longer, whatever has to be torn for it. Below 4 it counts as 4, the longest code point. */
  readonly maxBytes: number
}

export const defaultChunkLimits: ChunkLimits = { targetLength: 1_200, maxBytes: 8_000 }

export interface Chunk {
  /** The headings above the chunk, outermost first, without the one that is the title of the document. */
  readonly heading: ReadonlyArray<string>
  /** What a record calls itself: then that is its place, and not a heading. */
  readonly name?: string
  /** Counts from 0 the chunks of the document whose heading paths print alike (`headingSlug`), or that have the same name, so an id is never given twice. */
  readonly ordinal: number
  /** What a reader would call it: the title of the document and the headings; `''` for a record that names none. */
  readonly title: string
  /** The text at `span` without its comments; no white space around it, never empty. */
  readonly text: string
  /** UTF-16 offsets in the document. Spans rise and never overlap. */
  readonly span: readonly [start: number, end: number]
  /** Targets of relative links as they are written, each once, in order. */
  readonly links: ReadonlyArray<string>
  /** Chunks of one thread follow each other: those of a document, the records of a session. Undefined: it follows none. */
  readonly thread: string | undefined
  /** What its author says that it is to be found by, beside its title; not a part of what is printed. */
  readonly tags?: string
  /** What its author says of its weight, in nano-units from 0 to 1. */
  readonly importance?: number
}

/** The thread of what stands in a document of prose. */
export const documentThread = ''

export interface ParsedDocument {
  readonly title: string
  readonly chunks: ReadonlyArray<Chunk>
  /** What could not be read of it, by its place. */
  readonly problems?: ReadonlyArray<string>
}

/** A line beyond this is prose, not a heading: titles are repeated on every chunk below them. */
export const maxHeadingLength = 200

export const fileTitle = (fileName: string): string => {
  const name = fileName.slice(fileName.lastIndexOf('/') + 1).trim()
  const dot = name.lastIndexOf('.')
  return clippedTitle(dot > 0 ? name.slice(0, dot) : name) || 'untitled'
}

export const chunkTitle = (documentTitle: string, heading: ReadonlyArray<string>): string =>
  [documentTitle, ...heading].filter((part) => part !== '').join(' › ')

export const clippedTitle = (title: string): string => {
  if (title.length <= maxHeadingLength) return title.trim()
  const last = title.charCodeAt(maxHeadingLength - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff
  return title.slice(0, splitsPair ? maxHeadingLength - 1 : maxHeadingLength).trim()
}
