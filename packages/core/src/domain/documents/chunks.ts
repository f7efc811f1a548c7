/** Makes the chunks of a document from its passages, with links and annotations, and cuts plain text, which has nothing else. */
import type { Body } from './blocks.ts'
import { headingSlug } from './chunk-id.ts'
import { annotationsOf, type BareText, originalOffset } from './comments.ts'
import {
  type Chunk,
  type ChunkLimits,
  chunkTitle,
  type DocumentSource,
  documentThread,
  fileTitle,
  type ParsedDocument,
} from './document.ts'
import { grouped, type Span } from './grouping.ts'
import { linesOf } from './lines.ts'
import type { Link } from './links.ts'

export interface Passage extends Span {
  readonly heading: ReadonlyArray<string>
  /** The offset from which links belong to the passage: those in the heading right above it do. */
  readonly linksFrom: number
}

/** Returns one chunk for each passage with text. Passages and links are in the order of `bare`. */
export const chunksOf = (
  bare: BareText,
  documentTitle: string,
  passages: ReadonlyArray<Passage>,
  links: ReadonlyArray<Link>,
): ReadonlyArray<Chunk> => {
  const given = new Map<string, number>()
  const chunks: Array<Chunk> = []
  let link = 0
  const { remarks = [] } = bare
  let remark = 0
  for (const [number, passage] of passages.entries()) {
    const behind = passages[number + 1]?.start ?? Number.POSITIVE_INFINITY
    const first = remark
    while (remark < remarks.length && (remarks[remark]?.at ?? 0) <= behind) remark++
    const { start, end } = trimmed(bare.text, passage)
    if (start >= end) continue
    const targets = new Set<string>()
    for (let next = links[link]; next !== undefined && next.at < end; next = links[++link]) {
      if (next.at >= passage.linksFrom) targets.add(next.target)
    }
    const slug = headingSlug(passage.heading)
    const ordinal = given.get(slug) ?? 0
    given.set(slug, ordinal + 1)
    chunks.push({
      heading: passage.heading,
      ordinal,
      title: chunkTitle(documentTitle, passage.heading),
      text: bare.text.slice(start, end),
      span: [originalOffset(bare.cuts, start), originalOffset(bare.cuts, end - 1) + 1],
      links: [...targets],
      thread: documentThread,
      ...annotationsOf(remarks.slice(first, remark)),
    })
  }
  return chunks
}

const trimmed = (text: string, span: Span): Span => {
  const passage = text.slice(span.start, span.end)
  const end = span.start + passage.trimEnd().length
  return { start: Math.min(end, span.start + passage.length - passage.trimStart().length), end }
}

/** Cuts plain text into chunks at its blank lines. It has no markup, so no headings and no links. */

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
