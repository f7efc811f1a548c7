/** Prepares a changed document for the decision: its passages with their draft contents, and the nodes stored for it. */

import { type DaySigns, dayOfPassage, speaksOfNearDay } from '@crabtrail/text/days/days'
import { parseDocument, reportOf } from '@crabtrail/text/documents/parse-document'
import { inReadingOrder } from '@crabtrail/text/documents/source-key'
import { withoutForgotten } from '@crabtrail/text/evidence/forgotten-words'
import type { Background } from '@crabtrail/text/evidence/passage-origin'
import { chunkId, isOthersId, movedId, othersId } from '@crabtrail/text/passages/chunks'
import { type Chunk, defaultChunkLimits, type ParsedDocument } from '@crabtrail/text/passages/document'
import { outrightMark, saidOutright } from '@crabtrail/text/statements/outright'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { aliasesOfDocument, aliasText } from '../../domain/aliases/aliases.ts'
import { isLive, isOrMayBeTrusted } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber } from '../../domain/identity.ts'
import { keptOut } from '../../domain/ingest/ingest-unlearned.ts'
import { chunksByWriter, type WrittenChunk } from '../../domain/ingest/ingest-writers.ts'
import type { IngestedChunk, IngestedDocument, OtherNode, StoredNode } from '../../domain/ingest/ingested-document.ts'
import { knownLines } from '../../domain/ingest/match-passages.ts'
import type { FormerText } from '../../domain/ingest/match-reading.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { type ContentDrafts, cleanText } from '../brain/contents.ts'
import { limits } from '../limits.ts'
import { nodeNames, todayOf } from '../naming/names.ts'
import { documentProblem, isDocumentFile } from '../operations/ingest.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { DocumentFiles } from '../ports/document-files.ts'
import type { DocumentFile, DocumentInput, IngestRequest, NoteBackground } from '../requests.ts'
import { IngestProgress } from './ingest-progress.ts'
import { readLinks } from './joined-passages.ts'
import type { KnownSource, ReadDocument, Reading, WholeText } from './known-sources.ts'
import { isElsewhere, isMoved, type MatchedDocument } from './matching.ts'

/* Reads the documents of a request before they are compared: cleans texts, makes keys safe to store, names what cannot be read in. */

export const documentDigest = (crypto: Cryptography['Service'], { format, text }: WholeText): string => crypto.sha256(`${format}\n${text}`)

export const readDocuments = Effect.fnUntraced(function* (brain: OpenBrain, request: IngestRequest) {
  const crypto = yield* Cryptography
  const documents = new Map<string, ReadDocument>()
  const skipped: Array<Reading['skipped'][number]> = []
  const present = new Set(yield* Effect.forEach(request.present ?? [], (key) => storedKey(brain, key)))
  const roots = new Map<string | undefined, string | undefined>([[undefined, undefined]])
  for (const { root } of [...request.documents, ...(request.folders ?? [])]) {
    if (root !== undefined && !roots.has(root)) roots.set(root, yield* storedKey(brain, root))
  }
  const readOn = yield* todayOf(request)
  const progress = yield* IngestProgress
  for (const [done, given] of request.documents.entries()) {
    yield* progress({ stage: 'compared', done, of: request.documents.length })
    const key = yield* storedKey(brain, given.source)
    present.add(key)
    const input = yield* withText(given)
    const problem = Result.isFailure(input)
      ? input.failure
      : (documentProblem(input.success) ??
        (documents.has(key) ? 'another document of this request has the same key, and was read' : undefined))
    if (problem !== undefined) skipped.push({ path: (yield* cleanText(given.source)).text, reason: problem })
    if (problem !== undefined || Result.isFailure(input)) continue
    const { format, root } = given
    const { redacted, repaired, text } = yield* cleanText(input.success.text)
    const { isUnread, ...report } = reportOf(format, { fileName: key, text })
    // The passages that the file had before stay: nobody took them out, the file can only not be read now.
    if (isUnread) skipped.push(...report.problems.map((reason) => ({ path: key, reason })))
    if (isUnread) continue
    documents.set(key, {
      key,
      format,
      text: isDocumentFile(given) ? undefined : text,
      file: isDocumentFile(given) ? given.file : undefined,
      length: text.length,
      digest: documentDigest(crypto, { format, text }),
      root: roots.get(root),
      readOn,
      ...report,
      ...(given.background === undefined ? {} : { background: given.background }),
      repaired,
      redacted: Object.fromEntries(redacted.map(({ count, kind }) => [kind, count])),
    })
  }
  const reading: Reading = {
    documents: [...documents.values()].sort((a, b) => inReadingOrder(a.key, b.key)),
    skipped,
    folders: yield* Effect.forEach(request.folders ?? [], ({ below, reach = 'notes', root }) =>
      Effect.map(cleanText(below), ({ text }) => ({
        root: roots.get(root) ?? root,
        below: text,
        told: text === below || below === root,
        reach,
      })),
    ),
    present,
    kept: yield* Effect.forEach(request.present ?? [], keptBelow),
  }
  return reading
})

const withText = Effect.fnUntraced(function* (given: DocumentInput | DocumentFile) {
  if (!isDocumentFile(given)) return Result.succeed(given)
  const { file, ...rest } = given
  const { read } = yield* DocumentFiles
  return Result.map(yield* read(file, limits.documentBytes), (text): DocumentInput => ({ ...rest, text }))
})

/** Returns the text of a document; undefined if its file has changed since it was compared or can no longer be read. */
export const textOf = Effect.fnUntraced(function* ({ digest, file, format, text }: ReadDocument) {
  if (text !== undefined || file === undefined) return text
  const { read } = yield* DocumentFiles
  const again = yield* read(file, limits.documentBytes)
  if (Result.isFailure(again)) return undefined
  const clean = yield* cleanText(again.success)
  return documentDigest(yield* Cryptography, { format, text: clean.text }) === digest ? clean.text : undefined
})

/** Reason for a document that was compared and could not be read a second time. */
export const changedMeanwhile = 'it was written to while it was read; read it in again'

/**
 * Returns a prefix that the stored keys of a document or folder, and of all below it, are sure to have: the folder above the first change by
 * cleaning, because a secret can be removed together with more of the path, and the stored key gets a mark.
 */
const keptBelow = Effect.fnUntraced(function* (key: string) {
  const { text } = yield* cleanText(key)
  if (text === key) return key
  let same = 0
  while (same < key.length && key[same] === text[same]) same++
  return key.slice(0, Math.max(0, key.lastIndexOf('/', same - 1)))
})

/** Returns the name of a document or root as it is stored. If cleaning changes it, a mark by this brain's key keeps it different from others. */
const storedKey = Effect.fnUntraced(function* (brain: OpenBrain, key: string) {
  const { text } = yield* cleanText(key)
  if (text === key) return key
  const dot = text.lastIndexOf('.')
  const end = dot > text.lastIndexOf('/') + 1 ? dot : text.length
  return `${text.slice(0, end)}-${brain.fingerprint('source-key', key).slice(0, 8)}${text.slice(end)}`
})

/** `changed` is undefined if the file changed since or cannot be read. `repeated`: marks of others' texts, see {@link othersMarks}. */
export const changedDocument = Effect.fnUntraced(function* (
  brain: OpenBrain,
  drafts: ContentDrafts,
  document: MatchedDocument,
  repeated: ReadonlySet<number>,
) {
  const { digest, format, isForgotten, key, known, root } = document
  const text = yield* textOf(document)
  if (text === undefined) return { document, changed: undefined }
  const stored = known === undefined ? [] : yield* storedNodes(brain, drafts, known, key)
  const { chunks: parsed, day, title } = parsedDocument({ format, key, text }, knownLines(standing(brain.state, known, stored)))
  const note = { title, fileName: key.slice(key.lastIndexOf('/') + 1), chunks: parsed }
  const { graph } = brain.state
  const passages = stored.map(({ id, node, ...said }) => ({ ...said, isOthers: isOthersId(id), isTrusted: isOrMayBeTrusted(graph, node) }))
  const background = document.background && backgroundWith(document.background, repeated)
  const written = chunksByWriter(note, passages, background)
  const chunks =
    isForgotten === undefined ? written : written.flatMap((chunk) => withoutForgotten(chunk, { format, text }, isForgotten) ?? [])
  const saysRoot = root !== undefined && (known === undefined || isElsewhere(document))
  const changed: IngestedDocument = {
    format,
    source: known?.source,
    moved: isMoved(document),
    contents: { key: drafts.add(key), digest: drafts.add(digest), root: saysRoot ? drafts.add(root) : undefined },
    chunks: chunks.map((chunk) => draftChunk(drafts, document, chunk, { day, text })),
    stored,
  }
  return { document, changed }
})

const idOf = (key: string, chunk: WrittenChunk): string => {
  const id = chunkId(key, chunk)
  return chunk.isOthers ? othersId(id) : id
}

/** Returns the background of a text. `held`: marks of others' texts, see {@link othersMarks}. */
export const backgroundWith = ({ afterOthers, others, owner }: NoteBackground, held: ReadonlySet<number>): Background => ({
  afterOthers,
  others: new Set(others),
  held,
  owner: owner.map((message) => new Set(message)),
})

interface Parsed extends WholeText {
  readonly key: string
}

export const chunksOf = (document: Parsed): ReadonlyArray<Chunk> => parsedDocument(document).chunks

const parsedDocument = ({ format, key, text }: Parsed, lines: ReadonlySet<string> = new Set()): ParsedDocument =>
  parseDocument(format, { fileName: key, text }, { ...defaultChunkLimits, maxBytes: limits.nodeTextBytes, knownLines: lines })

/** Returns the stored passages that count: those that are live or were unlearned, and all of a document that comes back. */
const standing = (state: BrainState, known: KnownSource | undefined, stored: ReadonlyArray<StoredNode>): ReadonlyArray<StoredNode> => {
  const out = keptOut(state)
  return known?.retired === true ? stored : stored.filter(({ node }) => isLive(state.graph.stateOf(node)) || out.has(node))
}

/** True for the format of notes: no talks and no programs. */
export const isProse = (format: string): boolean => format === 'markdown' || format === 'org' || format === 'text'

const draftChunk = (
  drafts: ContentDrafts,
  { format, key, known, readOn }: MatchedDocument,
  chunk: WrittenChunk,
  of: { readonly day: number | undefined; readonly text: string },
): IngestedChunk => {
  const { aliases: given = [], entry, heading, importance, isOthers, name, span, tags = '', text, thread, title } = chunk
  const id = idOf(key, chunk)
  const said = isOthers || !isProse(format) ? [] : saidOutright(indentAt(of.text, chunk) + text).map(outrightMark)
  const links = [...chunk.links, ...said]
  const { kept, uncounted } = aliasesOfDocument(given)
  const aliases = aliasText(kept)
  return {
    id,
    isEntry: entry !== undefined,
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
    aliases,
    ...(uncounted.length === 0 ? {} : { uncounted }),
    importance,
    ...daysOf(chunk, { path: key, document: of.day }, readOn),
    contents: {
      id: drafts.add(id),
      title: title === '' ? undefined : drafts.add(title),
      text: drafts.add(text),
      // Without any too: the passage may turn out to be a memory of another document, which had some.
      links: drafts.add(JSON.stringify(links)),
      tags: tags === '' ? undefined : drafts.add(tags),
      aliases: aliases === '' ? undefined : drafts.add(aliases),
    },
  }
}

/** Returns the indent of the first line of a passage, which its text leaves out: it tells code from prose. The lines of a list have theirs for another reason. */
const indentAt = (document: string, { entry, span, text }: WrittenChunk): string => {
  const [, indent = ''] = /(?:^|[\r\n])([ \t]+)$/.exec(document.slice(Math.max(0, span[0] - 100), span[0])) ?? []
  return entry === undefined && !/^(?:[-*+]|\d{1,9}[.)])[ \t]/.test(text) ? indent : ''
}

/** The day that a passage tells; where it tells none and speaks of a day such as "tomorrow", the day on which it is read. */
const daysOf = (
  { said, text, title }: WrittenChunk,
  of: Pick<DaySigns, 'path' | 'document'>,
  readOn: number,
): Pick<IngestedChunk, 'day' | 'readOn'> => {
  const day = dayOfPassage({ ...of, headings: title.split(' › '), text, said })
  if (day !== undefined) return { day }
  return speaksOfNearDay(text) ? { readOn } : {}
}

const storedNodes = Effect.fnUntraced(function* (brain: OpenBrain, drafts: ContentDrafts, known: KnownSource, key: string) {
  const nodes = yield* nodesAsStored(brain, known.nodes)
  return nodes.map((one): StoredNode => {
    const moved = key === known.key ? undefined : movedId(one.id, known.key, key)
    return { ...one, movedId: moved === undefined ? undefined : drafts.add(moved) }
  })
})

const nodesAsStored = Effect.fnUntraced(function* (brain: OpenBrain, nodes: ReadonlyArray<NodeNumber>) {
  const { graph } = brain.state
  const contents = yield* ContentStore
  const names = yield* nodeNames(brain, graph, nodes, 'texts')
  const aliasesOf = (node: NodeNumber) => graph.aliasesOf(node).find(({ by }) => by === 'document')?.names
  const refs = nodes.flatMap((node) => [graph.node(node)?.links ?? [], graph.node(node)?.tags ?? [], aliasesOf(node) ?? []].flat())
  const links = refs.length === 0 ? new Map<ContentRef, string>() : yield* contents.bodies(brain.key, refs)
  return nodes.map((node): StoredNode => {
    const ref = graph.node(node)?.links
    const tags = graph.node(node)?.tags
    const aliases = aliasesOf(node)
    return {
      node,
      id: names.id(node),
      title: graph.node(node)?.title === undefined ? '' : names.title(node),
      text: names.text(node) ?? '',
      links: ref === undefined ? undefined : readLinks(links.get(ref)),
      tags: tags === undefined ? '' : (links.get(tags) ?? ''),
      aliases: aliases === undefined ? '' : (links.get(aliases) ?? ''),
      importance: graph.node(node)?.importance,
      day: graph.dayOf(node),
      movedId: undefined,
    }
  })
})

/**
 * Returns the nodes of other documents with the text of a passage that is new at its place, or of a node whose passage is gone, and those of
 * `became`; and the nodes that had such a text before. A node that an unlearning keeps out is none of them.
 */
export const othersOfText = Effect.fnUntraced(function* (
  brain: OpenBrain,
  drafts: ContentDrafts,
  findAll: Access['findAll'],
  documents: ReadonlyArray<IngestedDocument>,
  gone: ReadonlyArray<KnownSource>,
  became: ReadonlyArray<NodeNumber>,
) {
  const { graph } = brain.state
  const leavingNodes = gone.flatMap(({ nodes }) => nodes.filter((node) => isLive(graph.stateOf(node))))
  const leaving = yield* nodesAsStored(brain, leavingNodes)
  const texts = new Set(leaving.map(({ text }) => text))
  for (const { chunks, stored } of documents) {
    const placed = (id: string, text: string) => `${id}\n${text}`
    const live = stored.filter(({ node }) => isLive(graph.stateOf(node)))
    const [before, now] = [
      new Set(live.map(({ id, text }) => placed(id, text))),
      new Set(chunks.map((one) => placed(one.formerId, one.text))),
    ]
    for (const { formerId, text } of chunks) if (!before.has(placed(formerId, text))) texts.add(text)
    for (const { id, text } of live) if (!now.has(placed(id, text))) texts.add(text)
  }
  const own = new Set(documents.flatMap(({ stored }) => stored.map(({ node }) => node)))
  const out = keptOut(brain.state)
  const found = texts.size === 0 ? [] : (yield* findAll('node-text', [...texts])).flat()
  const isOther = (node: NodeNumber) => !own.has(node) && !out.has(node) && graph.sourceNumberOf(node) !== 0
  const numbers = [...found.flatMap(({ number, ref }) => (graph.node(number)?.text === ref ? [number] : [])), ...became]
  const otherNodes = [...new Set(numbers)].filter(isOther).sort((a, b) => a - b)
  const others = yield* nodesAsStored(brain, otherNodes)
  const replaced = found.filter(({ number, ref }) => isLive(graph.stateOf(number)) && graph.node(number)?.text !== ref && !out.has(number))
  const [names, bodies] = [
    yield* nodeNames(
      brain,
      graph,
      replaced.map(({ number }) => number),
      'names',
    ),
    yield* (yield* ContentStore).bodies(
      brain.key,
      replaced.map(({ ref }) => ref),
    ),
  ]
  const former = replaced.map(({ number, ref }): FormerText => ({ node: number, id: names.id(number), text: bodies.get(ref) ?? '' }))
  const drafted = others.map(
    (one): OtherNode => ({
      ...one,
      contents: {
        id: drafts.add(one.id),
        title: one.title === '' ? undefined : drafts.add(one.title),
        links: one.links === undefined ? undefined : drafts.add(JSON.stringify(one.links)),
        tags: (one.tags ?? '') === '' ? undefined : drafts.add(one.tags ?? ''),
        aliases: (one.aliases ?? '') === '' ? undefined : drafts.add(one.aliases ?? ''),
      },
    }),
  )
  return { others: drafted, former }
})
