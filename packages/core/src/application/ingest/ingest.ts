/** Reads documents in: parses them, finds what changed since, and stores that with its index in one commit a batch. */
import * as Effect from 'effect/Effect'
import { decideIngest, type IngestCounts, type IngestedChunk, type IngestedDocument } from '../../domain/deciders/ingest.ts'
import { introduce } from '../../domain/deciders/participants.ts'
import { chunkId } from '../../domain/documents/chunk-id.ts'
import { type Chunk, defaultChunkLimits } from '../../domain/documents/document.ts'
import { parseMarkdown } from '../../domain/documents/markdown.ts'
import { parsePlainText } from '../../domain/documents/plain-text.ts'
import { slugOf } from '../../domain/documents/slug.ts'
import { resolveLink } from '../../domain/documents/source-key.ts'
import type { NodeNumber, SourceNumber } from '../../domain/identity.ts'
import { isLive } from '../../domain/node.ts'
import type { IngestAnswer } from '../answers.ts'
import { type OpenBrain, transact } from '../brain/brain.ts'
import { type ContentDrafts, contentDrafts } from '../brain/content-drafts.ts'
import { checkNames, gatherParticipants } from '../brain/participants.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { cleanText, utf8Bytes } from '../brain/text-input.ts'
import { limits } from '../limits.ts'
import { nodeNames } from '../naming/names.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import type { DocumentInput, IngestRequest } from '../requests.ts'

type Skipped = IngestAnswer['skipped'][number]

interface Tally extends IngestCounts {
  readonly repaired: number
  readonly redacted: Readonly<Record<string, number>>
  readonly skipped: ReadonlyArray<Skipped>
  readonly documents: number
}

const nothing: Tally = {
  added: 0,
  revised: 0,
  unchanged: 0,
  retired: 0,
  linked: 0,
  pruned: 0,
  repaired: 0,
  redacted: {},
  skipped: [],
  documents: 0,
}

export const ingest = Effect.fnUntraced(function* (brain: OpenBrain, request: IngestRequest) {
  yield* checkNames(request)
  let tally = nothing
  const read = new Set<string>()
  for (let at = 0; at < request.documents.length; at += limits.documentsPerCommit) {
    tally = sum(tally, yield* ingestBatch(brain, request, request.documents.slice(at, at + limits.documentsPerCommit), read))
  }
  const { added, documents, linked, pruned, redacted, repaired, retired, revised, skipped, unchanged } = tally
  const answer: IngestAnswer = {
    brain: brain.key,
    documents,
    nodes: { added, revised, unchanged, retired },
    edges: { linked, pruned },
    skipped,
    repaired,
    redacted,
    position: brain.state.position,
  }
  return answer
})

const sum = (a: Tally, b: Tally): Tally => ({
  added: a.added + b.added,
  revised: a.revised + b.revised,
  unchanged: a.unchanged + b.unchanged,
  retired: a.retired + b.retired,
  linked: a.linked + b.linked,
  pruned: a.pruned + b.pruned,
  repaired: a.repaired + b.repaired,
  documents: a.documents + b.documents,
  skipped: [...a.skipped, ...b.skipped],
  redacted: Object.fromEntries(
    [...new Set([...Object.keys(a.redacted), ...Object.keys(b.redacted)])].map((kind) => [
      kind,
      (a.redacted[kind] ?? 0) + (b.redacted[kind] ?? 0),
    ]),
  ),
})

/** `read` holds the keys of the request that were taken. */
const ingestBatch = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: IngestRequest,
  inputs: ReadonlyArray<DocumentInput>,
  read: Set<string>,
) {
  const drafts = yield* contentDrafts
  const gathered = brain.state.position
  const prepared = yield* Effect.forEach(inputs, (input) => prepare(brain, drafts, input, read))
  const tally = prepared.reduce((all, one) => sum(all, one.tally), nothing)
  const changed = prepared.flatMap(({ document }) => document ?? [])
  if (changed.length === 0) return tally
  const links = yield* knownLinks(brain, changed)
  const { answer } = yield* transact({
    brain,
    drafts,
    durability: 'power',
    decide: Effect.fnUntraced(function* (access) {
      const { state } = brain
      const participants = yield* gatherParticipants(request, drafts, access)
      // Somebody wrote meanwhile, perhaps from the same documents: what is stored of them is looked up again.
      const moved = state.position !== gathered
      const current = yield* Effect.forEach(
        changed,
        Effect.fnUntraced(function* (document) {
          const source = (yield* access.find('source-key', document.key))[0]?.number
          return { ...document, source, stored: moved ? yield* storedNodes(brain, source) : document.stored }
        }),
      )
      const targets = moved ? yield* knownLinks(brain, changed) : links
      const decided = decideIngest(current, participants.origin, state, yield* profileOf(state, brain.key), (link) => targets.get(link))
      const introduced = introduce(state, participants)
      const events = request.dryRun === true ? [] : [...introduced.events, ...decided.events]
      return { ...introduced, events, answer: decided.counts }
    }),
  })
  return sum(tally, { ...nothing, ...answer })
})

interface PreparedDocument {
  readonly tally: Tally
  /** Absent when it says what it said before, or cannot be taken. */
  readonly document: IngestedDocument | undefined
}

const prepare = Effect.fnUntraced(function* (brain: OpenBrain, drafts: ContentDrafts, input: DocumentInput, read: Set<string>) {
  const crypto = yield* Cryptography
  const contents = yield* ContentStore
  const bytes = utf8Bytes(input.text)
  const refuse = (reason: string): PreparedDocument => ({
    document: undefined,
    tally: { ...nothing, skipped: [{ path: input.source, reason }] },
  })
  if (bytes > limits.documentBytes) return refuse(`it has ${bytes} bytes; at most ${limits.documentBytes}`)
  if (input.source === '' || utf8Bytes(input.source) > limits.idBytes)
    return refuse(`its key is empty or longer than ${limits.idBytes} bytes`)
  const { text: key } = yield* cleanText(input.source)
  if (read.has(key)) return refuse('another document of this request has the same key, and was read')
  read.add(key)
  const clean = yield* cleanText(input.text)
  const redacted = Object.fromEntries(clean.redacted.map(({ count, kind }) => [kind, count]))
  const tally: Tally = { ...nothing, documents: 1, repaired: clean.repaired, redacted }
  const digest = crypto.sha256(`${input.format}\n${clean.text}`)
  const [known] = yield* contents.find(brain.key, 'source-key', brain.fingerprint('source-key', key))
  const record = known === undefined ? undefined : brain.state.registers.sources.get(known.number)
  const stored = yield* storedNodes(brain, known?.number)
  if (record !== undefined) {
    const before = (yield* contents.bodies(brain.key, [record.digest])).get(record.digest)
    if (before === digest && !record.retired) {
      const live = stored.filter(({ node }) => isLive(brain.state.graph.stateOf(node))).length
      return { document: undefined, tally: { ...tally, unchanged: live } } satisfies PreparedDocument
    }
  }
  const chunks = chunksOf({ ...input, source: key, text: clean.text }).map((chunk) => draftChunk(drafts, key, chunk))
  const refs = { key: drafts.add(key), digest: drafts.add(digest) }
  const document: IngestedDocument = { key, format: input.format, source: known?.number, contents: refs, chunks, stored }
  return { document, tally } satisfies PreparedDocument
})

const chunksOf = ({ format, source, text }: DocumentInput): ReadonlyArray<Chunk> => {
  const chunkLimits = { ...defaultChunkLimits, maxBytes: limits.nodeTextBytes }
  const document = { fileName: source, text }
  return (format === 'markdown' ? parseMarkdown(document, chunkLimits) : parsePlainText(document, chunkLimits)).chunks
}

const draftChunk = (drafts: ContentDrafts, key: string, { heading, links, ordinal, span, text, title }: Chunk): IngestedChunk => {
  const id = chunkId(key, heading, ordinal)
  return {
    id,
    title,
    text,
    span,
    heading,
    links: links.flatMap((link) => {
      const target = resolveLink(key, link, undefined)
      if (target === undefined) return []
      return target.fragment === undefined ? [target.key] : [`${target.key}#${slugOf(target.fragment)}`]
    }),
    contents: { id: drafts.add(id), title: drafts.add(title), text: drafts.add(text) },
  }
}

/** Every node that was ever read from a source, with what it says now. */
const storedNodes = Effect.fnUntraced(function* (brain: OpenBrain, source: SourceNumber | undefined) {
  const nodes = source === undefined ? [] : (brain.state.registers.sources.get(source)?.nodes ?? [])
  const names = yield* nodeNames(brain, brain.state.graph, nodes, 'texts')
  return nodes.map((node) => ({ node, id: names.id(node), title: names.title(node), text: names.text(node) ?? '' }))
})

/** Where links to documents outside the batch lead: `key#slug` or `key` → the first live passage there. */
const knownLinks = Effect.fnUntraced(function* (brain: OpenBrain, documents: ReadonlyArray<IngestedDocument>) {
  const contents = yield* ContentStore
  const inside = new Set(documents.map(({ key }) => key))
  const wanted = new Set(documents.flatMap(({ chunks }) => chunks.flatMap(({ links }) => links)))
  const keys = new Set([...wanted].map((link) => link.split('#')[0] ?? link).filter((key) => !inside.has(key)))
  const found = new Map<string, NodeNumber>()
  for (const key of keys) {
    const [source] = yield* contents.find(brain.key, 'source-key', brain.fingerprint('source-key', key))
    if (source === undefined) continue
    const live = (yield* storedNodes(brain, source.number)).filter(({ node }) => isLive(brain.state.graph.stateOf(node)))
    const [first] = live
    if (first !== undefined) found.set(key, first.node)
    for (const link of wanted) {
      const slug = link.startsWith(`${key}#`) ? link.slice(key.length + 1) : undefined
      const part = slug === undefined ? undefined : live.find(({ id }) => id === link || id.endsWith(`/${slug}`))
      if (part !== undefined) found.set(link, part.node)
    }
  }
  return found
})
