/** Cuts plain text into chunks at its blank lines; nothing in it is markup, so it has no headings and no links. */
import type { Body } from './blocks.ts'
import { chunksOf } from './chunks.ts'
import { type ChunkLimits, type DocumentSource, fileTitle, type ParsedDocument } from './document.ts'
import { grouped } from './grouping.ts'
import { linesOf } from './lines.ts'

export const parsePlainText = (source: DocumentSource, limits: ChunkLimits): ParsedDocument => {
  const title = fileTitle(source.fileName)
  const passages = grouped(source.text, paragraphsOf(source.text), limits).map((span) => ({ ...span, heading: [], linksFrom: span.start }))
  return { title, chunks: chunksOf({ text: source.text, cuts: [] }, title, passages, []) }
}

const paragraphsOf = (text: string): ReadonlyArray<Body> => {
  const paragraphs: Array<Body> = []
  let afterBlank = true
  for (const { start, end, blank } of linesOf(text)) {
    const last = paragraphs.at(-1)
    if (!blank && (afterBlank || last === undefined)) paragraphs.push({ kind: 'paragraph', start, end })
    else if (!blank && last !== undefined) paragraphs[paragraphs.length - 1] = { ...last, end }
    afterBlank = blank
  }
  return paragraphs
}
