/** Cuts a document into chunks by its format. */

import { blocksOf } from '../passages/blocks.ts'
import { parsePlainText } from '../passages/chunks.ts'
import {
  type ChunkLimits,
  type DocumentFormat,
  type DocumentSource,
  defaultChunkLimits,
  type ParsedDocument,
} from '../passages/document.ts'
import { linesOf } from '../words/lines.ts'
import { parseCsv } from './csv.ts'
import { frontMatterOf, parseMarkdown } from './markdown.ts'
import { parseOrg } from './org.ts'
import { parseRecords } from './records.ts'
import { parseSource } from './source-code.ts'

type Parser = (source: DocumentSource, limits: ChunkLimits) => ParsedDocument

const parsers: Readonly<Record<DocumentFormat, Parser>> = {
  markdown: parseMarkdown,
  text: parsePlainText,
  json: (source, limits) => parseRecords(source, limits, 'json'),
  jsonl: (source, limits) => parseRecords(source, limits, 'jsonl'),
  csv: parseCsv,
  org: parseOrg,
  source: parseSource,
}

export const parseDocument = (format: DocumentFormat, source: DocumentSource, limits: ChunkLimits): ParsedDocument =>
  parsers[format](source, limits)

type Report = Required<Pick<ParsedDocument, 'lacks' | 'problems'>> & {
  /** True where none of its parts can be read: it says nothing of what the document holds. */
  readonly isUnread: boolean
}

const sound = { problems: [], isUnread: false } as const

/**
 * Returns the parts of a document that cannot be read, and what it lacks. A document without text that has such parts is not called empty. Most
 * folders hold many notes that lack nothing, and each is reported on at every reading, so a note is cut only where its text does not tell.
 */
export const reportOf = (format: DocumentFormat, source: DocumentSource): Report => {
  // Of these formats each line that is not blank is in a passage.
  if (format === 'source' || format === 'text') return { ...sound, lacks: source.text.trim() === '' ? [{ kind: 'empty' }] : [] }
  if ((format === 'markdown' || format === 'org') && hasProse(format, source.text)) return { ...sound, lacks: [] }
  const { chunks, lacks = [], problems = [] } = parseDocument(format, source, defaultChunkLimits)
  const isEmpty = chunks.length === 0 && problems.length === 0
  const isHeadings = chunks.length > 0 && (format === 'markdown' || format === 'org') && chunks.every(({ text }) => isHeading(text))
  return {
    problems,
    isUnread: chunks.length === 0 && problems.length > 0,
    lacks: isEmpty ? [{ kind: 'empty' }] : isHeadings ? [...lacks, { kind: 'heading' }] : lacks,
  }
}

/** True for a note that surely has no broken front matter, and a line of prose before its first comment, block or drawer. */
const hasProse = (format: 'markdown' | 'org', text: string): boolean => {
  if (/\r(?!\n)/.test(text)) return false
  const front = format === 'markdown' && /^\uFEFF?---/.test(text) ? frontMatterOf(linesOf(text)) : undefined
  if (front?.isBroken === true) return false
  const body = text.slice(front?.end ?? 0)
  const end = body.search(hidden[format])
  const seen = end < 0 ? body : body.slice(0, end)
  return prose.test(seen) && !underlined.test(seen)
}

const hidden = { markdown: /<!--/, org: /(?:^|\n)[ \t]*(?:#\+begin|:)/i }
/** A line that begins with a letter. Each is in a passage, and is a heading only where it is underlined. */
const prose = /(?:^|\n)(?!CLOCK:)\p{L}/iu
const underlined = /\S[ \t]*\r?\n {0,3}(?:=+|-+)[ \t]*(?:\r?\n|$)/

const isHeading = (text: string): boolean => blocksOf(text).every(({ kind }) => kind === 'heading')
