/** Prepares a changed document for the decision: its passages with their draft contents, and the nodes stored for it. */
import * as Effect from 'effect/Effect'
import { chunkId, isOthersId, movedId, othersId } from '../../domain/documents/chunk-id.ts'
import { type Chunk, defaultChunkLimits, type ParsedDocument } from '../../domain/documents/document.ts'
import { parseDocument } from '../../domain/documents/parse-document.ts'
import type { ContentRef } from '../../domain/identity.ts'
import type { IngestedChunk, IngestedDocument, StoredNode } from '../../domain/ingest/ingest.ts'
import { chunksByWriter, type WrittenChunk } from '../../domain/ingest/ingest-writers.ts'
import type { Background } from '../../domain/ingest/passage-origin.ts'
import type { OpenBrain } from '../brain/brain.ts'
import type { ContentDrafts } from '../brain/content-drafts.ts'
import { limits } from '../limits.ts'
import { nodeNames } from '../naming/names.ts'
import { ContentStore } from '../ports/content-store.ts'
import type { KnownSource } from './known-sources.ts'
import { readLinks } from './linked-passages.ts'
import { isElsewhere, isMoved, type MatchedDocument } from './matching.ts'
import { textOf, type WholeText } from './reading.ts'

/**
 * `changed` of the result is undefined if the file has changed since or cannot be read. `repeated`: marks of others' texts, see {@link
 * othersMarks}.
 */
export const changedDocument = Effect.fnUntraced(function* (
  brain: OpenBrain,
  drafts: ContentDrafts,
  document: MatchedDocument,
  repeated: ReadonlySet<number>,
) {
  const { digest, format, key, known, root, without } = document
  const text = yield* textOf(document)
  if (text === undefined) return { document, changed: undefined, problems: [] }
  const { chunks: parsed, problems = [], title } = parsedDocument({ format, key, text })
  const stored = known === undefined ? [] : yield* storedNodes(brain, drafts, known, key)
  const note = { title, fileName: key.slice(key.lastIndexOf('/') + 1), chunks: parsed }
  const { graph } = brain.state
  const passages = stored.map(({ id, node, ...said }) => ({ ...said, isOthers: isOthersId(id), isTrusted: graph.isTrusted(node) }))
  const chunks = chunksByWriter(note, passages, backgroundOf(document, repeated)).filter((chunk) => without?.has(idOf(key, chunk)) !== true)
  const saysRoot = root !== undefined && (known === undefined || isElsewhere(document))
  const changed: IngestedDocument = {
    format,
    source: known?.source,
    moved: isMoved(document),
    contents: { key: drafts.add(key), digest: drafts.add(digest), root: saysRoot ? drafts.add(root) : undefined },
    chunks: chunks.map((chunk) => draftChunk(drafts, document, chunk)),
    stored,
  }
  return { document, changed, problems: problems.map((reason) => ({ path: key, reason })) }
})

const idOf = (key: string, { heading, isOthers, name, ordinal }: WrittenChunk): string => {
  const id = chunkId(key, heading, ordinal, name)
  return isOthers ? othersId(id) : id
}

const backgroundOf = ({ background }: MatchedDocument, repeated: ReadonlySet<number>): Background | undefined => {
  if (background === undefined) return undefined
  const read = new Set(background.others)
  return {
    afterOthers: background.afterOthers,
    others: read,
    held: repeated,
    owner: background.owner.map((message) => new Set(message)),
  }
}

interface Parsed extends WholeText {
  readonly key: string
}

export const chunksOf = (document: Parsed): ReadonlyArray<Chunk> => parsedDocument(document).chunks

const parsedDocument = ({ format, key, text }: Parsed): ParsedDocument =>
  parseDocument(format, { fileName: key, text }, { ...defaultChunkLimits, maxBytes: limits.nodeTextBytes })

const draftChunk = (drafts: ContentDrafts, { format, key, known }: MatchedDocument, chunk: WrittenChunk): IngestedChunk => {
  const { heading, importance, isOthers, links, name, span, tags = '', text, thread, title } = chunk
  const id = idOf(key, chunk)
  const saysLinks = links.length > 0 || known !== undefined
  return {
    id,
    isUnnamed: (format === 'json' || format === 'jsonl') && name === undefined,
    formerId: known === undefined || known.key === key ? id : idOf(known.key, chunk),
    title,
    text,
    span,
    heading,
    thread,
    ...(isOthers ? { isOthers } : {}),
    links,
    tags,
    importance,
    contents: {
      id: drafts.add(id),
      title: title === '' ? undefined : drafts.add(title),
      text: drafts.add(text),
      links: saysLinks ? drafts.add(JSON.stringify(links)) : undefined,
      tags: tags === '' ? undefined : drafts.add(tags),
    },
  }
}

/** Returns every node ever read from a source, with its current contents. */
const storedNodes = Effect.fnUntraced(function* (brain: OpenBrain, drafts: ContentDrafts, known: KnownSource, key: string) {
  const { graph } = brain.state
  const contents = yield* ContentStore
  const names = yield* nodeNames(brain, graph, known.nodes, 'texts')
  const refs = known.nodes.flatMap((node) => [graph.node(node)?.links ?? [], graph.node(node)?.tags ?? []].flat())
  const links = refs.length === 0 ? new Map<ContentRef, string>() : yield* contents.bodies(brain.key, refs)
  return known.nodes.map((node): StoredNode => {
    const id = names.id(node)
    const ref = graph.node(node)?.links
    const tags = graph.node(node)?.tags
    const moved = key === known.key ? undefined : movedId(id, known.key, key)
    return {
      node,
      id,
      title: graph.node(node)?.title === undefined ? '' : names.title(node),
      text: names.text(node) ?? '',
      links: ref === undefined ? undefined : readLinks(links.get(ref)),
      tags: tags === undefined ? '' : (links.get(tags) ?? ''),
      importance: graph.node(node)?.importance,
      movedId: moved === undefined ? undefined : drafts.add(moved),
    }
  })
})
