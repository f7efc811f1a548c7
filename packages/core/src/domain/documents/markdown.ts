/**
 * Cuts a Markdown document into chunks along its own structure.
 *
 * Total and linear in the text. Every line of the body that is not blank, a heading, a rule or a comment is in exactly one
 * chunk, verbatim and in order. A heading is in the titles of what stands below it; one with nothing below is a chunk by itself. Where
 * Markdown would hide text by a slip (a heading of a paragraph's length, a comment that never closes), it is text here.
 */
import { type Block, type Body, blocksOf, type Heading } from './blocks.ts'
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
  const top = first?.kind === 'heading' && first.level === 1 && first.text !== '' ? first : undefined
  const title = frontMatter.title ?? (top === undefined ? fileTitle(source.fileName) : clippedTitle(top.text))
  const topIsTitle = top !== undefined && slugOf(top.text) === slugOf(title)
  const below = sectionsOf(topIsTitle ? rest : blocks)
  const sections = topIsTitle && below.length === 0 ? [headingAlone([], top)] : below
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

/** A heading is open until one of its level or higher. */
interface OpenHeading {
  readonly heading: Heading
  /** How many sections came before it. */
  readonly before: number
}

/** Headings and rules are borders; what stands between two of them is grouped by itself. */
const sectionsOf = (blocks: ReadonlyArray<Block>): ReadonlyArray<Section> => {
  const sections: Array<Section> = []
  const above: Array<OpenHeading> = []
  const path = (): ReadonlyArray<string> => above.map(({ heading }) => heading.text)
  const close = (level: number): void => {
    for (let last = above.at(-1); last !== undefined && last.heading.level >= level; last = above.at(-1)) {
      if (last.before === sections.length && last.heading.text !== '') sections.push(headingAlone(path(), last.heading))
      above.pop()
    }
  }
  let bodies: Array<Body> = []
  let start: number | undefined
  for (const block of blocks) {
    if (block.kind !== 'heading' && block.kind !== 'rule') {
      if (bodies.length === 0) sections.push({ heading: path(), start: start ?? block.start, bodies })
      bodies.push(block)
    } else {
      bodies = []
      start = block.kind === 'heading' ? block.start : undefined
      if (block.kind === 'heading') {
        close(block.level)
        above.push({ heading: block, before: sections.length })
      }
    }
  }
  close(1)
  return sections
}

const headingAlone = (path: ReadonlyArray<string>, { end, start }: Heading): Section => ({
  heading: path,
  start,
  bodies: [{ kind: 'paragraph', start, end }],
})
