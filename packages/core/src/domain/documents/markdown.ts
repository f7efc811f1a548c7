/**
 * Cuts a Markdown document into chunks along its own structure.
 *
 * Total and linear in the text. Every line of the body that is not blank, a heading, a rule or a comment is in exactly one
 * chunk, verbatim and in order; a heading without a body makes none. Where Markdown would hide text by a slip
 * (a heading of a paragraph's length, a comment that never closes), it is text here.
 */
import { type Body, blocksOf, type Heading } from './blocks.ts'
import { chunksOf, type Passage } from './chunks.ts'
import { withoutComments } from './comments.ts'
import { type ChunkLimits, clippedTitle, type DocumentSource, fileTitle, type ParsedDocument } from './document.ts'
import { frontMatterOf } from './front-matter.ts'
import { grouped } from './grouping.ts'
import { linesOf } from './lines.ts'
import { linksOf } from './links.ts'
import { slugOf } from './slug.ts'

export const parseMarkdown = (source: DocumentSource, limits: ChunkLimits): ParsedDocument => {
  const lines = linesOf(source.text)
  const frontMatter = frontMatterOf(lines)
  const bare = withoutComments(source.text, lines, frontMatter.end)
  const blocks = blocksOf(bare.text)
  const [first, ...rest] = blocks
  const top = first?.kind === 'heading' && first.level === 1 && first.text !== '' ? first.text : undefined
  const title = frontMatter.title ?? (top === undefined ? fileTitle(source.fileName) : clippedTitle(top))
  const topIsTitle = top !== undefined && slugOf(top) === slugOf(title)
  const sections = sectionsOf(topIsTitle ? rest : blocks)
  const passages = sections.flatMap(({ heading, start, bodies }) =>
    grouped(bare.text, bodies, limits).map((span, index): Passage => ({ ...span, heading, linksFrom: index === 0 ? start : span.start })),
  )
  return { title, chunks: chunksOf(bare, title, passages, linksOf(bare.text)) }
}

interface Section {
  readonly heading: ReadonlyArray<string>
  /** Where its own heading starts, or its text if it has none. */
  readonly start: number
  readonly bodies: ReadonlyArray<Body>
}

/** Headings and rules are borders; what stands between two of them is grouped by itself. */
const sectionsOf = (blocks: ReturnType<typeof blocksOf>): ReadonlyArray<Section> => {
  const sections: Array<Section> = []
  let above: ReadonlyArray<Heading> = []
  let bodies: Array<Body> = []
  let start: number | undefined
  for (const block of blocks) {
    if (block.kind !== 'heading' && block.kind !== 'rule') {
      if (bodies.length === 0) sections.push({ heading: above.map((heading) => heading.text), start: start ?? block.start, bodies })
      bodies.push(block)
    } else {
      bodies = []
      start = block.kind === 'heading' ? block.start : undefined
      if (block.kind === 'heading') above = [...above.filter((heading) => heading.level < block.level), block]
    }
  }
  return sections
}
