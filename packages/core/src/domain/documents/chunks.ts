/** Turns the passages of a document into its chunks: trimmed, counted, and with the links that stand in them. */
import { annotationsOf } from './annotations.ts'
import { headingSlug } from './chunk-id.ts'
import { type BareText, originalOffset } from './comments.ts'
import { type Chunk, chunkTitle, documentThread } from './document.ts'
import type { Link } from './links.ts'
import type { Span } from './tearing.ts'

export interface Passage extends Span {
  readonly heading: ReadonlyArray<string>
  /** Links from here on are its own: those of the heading right above it are. */
  readonly linksFrom: number
}

/** Passages and links are in the order of the text, which is that of `bare`. */
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
