/** Cuts a document into chunks by its format. */

import { parsePlainText } from './chunks.ts'
import { parseCsv } from './csv.ts'
import type { ChunkLimits, DocumentFormat, DocumentSource, ParsedDocument } from './document.ts'
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
