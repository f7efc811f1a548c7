/** Cuts a document into chunks by its format. */

import { blocksOf } from './blocks.ts'
import { parsePlainText } from './chunks.ts'
import { parseCsv } from './csv.ts'
import { type ChunkLimits, type DocumentFormat, type DocumentSource, defaultChunkLimits, type ParsedDocument } from './document.ts'
import { parseMarkdown } from './markdown.ts'
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

/** Returns the parts of a document that cannot be read, and what it lacks. A document without text that has such parts is not called empty. */
export const reportOf = (format: DocumentFormat, source: DocumentSource): Required<Pick<ParsedDocument, 'lacks' | 'problems'>> => {
  // Of these formats each line that is not blank is in a passage, so they are not cut for it: most folders hold many of them.
  if (format === 'source' || format === 'text') return { problems: [], lacks: source.text.trim() === '' ? [{ kind: 'empty' }] : [] }
  const { chunks, lacks = [], problems = [] } = parseDocument(format, source, defaultChunkLimits)
  const isEmpty = chunks.length === 0 && problems.length === 0
  const isHeadings = chunks.length > 0 && (format === 'markdown' || format === 'org') && chunks.every(({ text }) => isHeading(text))
  return { problems, lacks: isEmpty ? [{ kind: 'empty' }] : isHeadings ? [...lacks, { kind: 'heading' }] : lacks }
}

const isHeading = (text: string): boolean => blocksOf(text).every(({ kind }) => kind === 'heading')
