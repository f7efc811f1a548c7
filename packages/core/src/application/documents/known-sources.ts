/** Sources that were ever read in, with the texts of their keys, digests and roots. */

import { isFollowed, liesIn, type Reach } from '@crabtrail/text/documents/source-key'
import type { IsForgotten } from '@crabtrail/text/evidence/forgotten-words'
import { marksOfRead } from '@crabtrail/text/evidence/passage-origin'
import type { DocumentFormat, Lack } from '@crabtrail/text/passages/document'
import * as Effect from 'effect/Effect'
import { isLive, isOrMayBeTrusted, isRecallable } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import type { StoreUnavailable } from '../ports/store-errors.ts'
import { MostlyGone } from '../request-errors.ts'
import type { NoteBackground } from '../requests.ts'

/** Maps the roots of a request to the roots in the memory. */
export interface Placing {
  /** Returns the root that documents found under `root` are filed under. */
  readonly filedUnder: (root: string) => string
  /** True if a source with the root `known` belongs to the folder that is at `root` now. */
  readonly isOf: (known: string | undefined, root: string) => boolean
  /** True if the run read the place of `key` under the root `known`, so that a key that was not found there is gone. */
  readonly wasMissed: (known: string, key: string) => boolean
}

export interface ReadDocument {
  readonly key: string
  readonly format: DocumentFormat
  /** Undefined: the text is read from `file` again when it is needed. */
  readonly text: string | undefined
  readonly file: string | undefined
  /** Length of the text in UTF-16 units. */
  readonly length: number
  /** SHA-256 of format and text. */
  readonly digest: string
  readonly root: string | undefined
  /** The day on which it is read, in days since 1970-01-01. */
  readonly readOn: number
  readonly background?: NoteBackground
  /** Tells by a key of its words which text of the document is forgotten. Undefined where none is. */
  readonly isForgotten?: IsForgotten
  /** Ids of the passages that the answer tells as forgotten. */
  readonly told?: ReadonlySet<string>
  /** Parts of it that cannot be read. */
  readonly problems: ReadonlyArray<string>
  readonly lacks: ReadonlyArray<Lack>
  readonly repaired: number
  readonly redacted: Readonly<Record<string, number>>
}

export interface Reading {
  /** Ordered by key in code units, so that a run does not depend on the order of the request. */
  readonly documents: ReadonlyArray<ReadDocument>
  readonly skipped: ReadonlyArray<{ readonly path: string; readonly reason: string }>
  readonly folders: ReadonlyArray<ReadFolder>
  /** Keys of documents that exist: all documents of the request, taken or not, and those that it lists as present. */
  readonly present: ReadonlySet<string>
  /** Prefixes of keys that were not read. Every key below one of them counts as present. */
  readonly kept: ReadonlyArray<string>
}

interface ReadFolder {
  readonly root: string
  readonly below: string
  /** False if the name is changed for storage: the documents of the folder cannot be told from those of other folders. */
  readonly told: boolean
  readonly reach: Reach
}

export interface WholeText {
  readonly format: DocumentFormat
  readonly text: string
}

export interface KnownSource {
  readonly source: SourceNumber
  readonly key: string
  readonly keyRef: ContentRef
  readonly digest: string | undefined
  readonly root: string | undefined
  readonly retired: boolean
  /** Every node ever read from the source. */
  readonly nodes: ReadonlyArray<NodeNumber>
}

export type Bodies = (refs: ReadonlyArray<ContentRef>) => Effect.Effect<ReadonlyMap<ContentRef, string>, StoreUnavailable>

/** Returns all sources, or those in `some`, ordered by number. A source whose key was erased is left out. */
export const knownSources = Effect.fnUntraced(function* ({ sources }: BrainState, bodies: Bodies, some?: ReadonlySet<SourceNumber>) {
  const records = [...sources.byNumber].filter(([source]) => some?.has(source) !== false).sort(([a], [b]) => a - b)
  const refs = new Set(records.flatMap(([, { digest, key, root }]) => (root === undefined ? [key, digest] : [key, digest, root])))
  const said = refs.size === 0 ? new Map<ContentRef, string>() : yield* bodies([...refs])
  return records.flatMap(([source, { digest, key: keyRef, nodes, retired, root: rootRef }]): ReadonlyArray<KnownSource> => {
    const key = said.get(keyRef)
    const root = rootRef === undefined ? undefined : said.get(rootRef)
    return key === undefined ? [] : [{ source, key, keyRef, digest: said.get(digest), root, retired, nodes: [...nodes] }]
  })
})

/** Most documents whose sources are looked up one by one. For more documents it is faster to read all sources. */
export const fewDocuments = 32

/** Returns the sources with the key or digest of one of the documents; all if a folder was read whole or there are too many documents. */
export const sourcesBeside = Effect.fnUntraced(function* (
  { state }: OpenBrain,
  { bodies, find }: Access,
  documents: ReadonlyArray<Pick<ReadDocument, 'digest' | 'key'>>,
  readWhole: boolean,
) {
  if (readWhole || documents.length > fewDocuments) return yield* knownSources(state, bodies)
  const numbers = new Set<SourceNumber>()
  for (const { digest, key } of documents) {
    for (const { number } of yield* find('source-key', key)) numbers.add(number)
    for (const { number } of yield* find('source-digest', digest)) numbers.add(number)
  }
  return yield* knownSources(state, bodies, numbers)
})

/** Most UTF-16 units of bodies in the cache of one run. */
const rememberedMost = 8_000_000

/** Adds a cache to an access: the body of a reference never changes, so a retry after a lost race reads only new bodies. */
export const readingOnce = () => {
  const read = new Map<ContentRef, string>()
  let remembered = 0
  return ({ bodies, ...access }: Access): Access => ({
    ...access,
    bodies: Effect.fnUntraced(function* (refs) {
      const missing = refs.filter((ref) => !read.has(ref))
      const fresh = missing.length === 0 ? new Map<ContentRef, string>() : yield* bodies(missing)
      for (const [ref, body] of fresh) {
        remembered += body.length
        if (remembered <= rememberedMost) read.set(ref, body)
      }
      return new Map(refs.flatMap((ref) => entry(ref, read.get(ref) ?? fresh.get(ref))))
    }),
  })
}

const entry = (ref: ContentRef, body: string | undefined) => (body === undefined ? [] : [[ref, body] as const])

/* Finds sources that are missing from the folders that were read, and limits how many may be retired without confirmation. */

/** Known documents of a folder from which losing more than half of them needs confirmation. */
const fewKnown = 10
/** Known documents from which losing all of them needs confirmation even if the folder holds other documents. */
const leastKnown = 3

interface FollowedFolder {
  readonly root: string
  readonly below: string
  readonly known: ReadonlyArray<KnownSource>
  readonly gone: ReadonlyArray<KnownSource>
}

/** Returns the known and the missing sources of each folder. A disk that is not mounted looks like an empty folder: see {@link confirmGone}. */
export const followFolders = (reading: Reading, sources: ReadonlyArray<KnownSource>, { isOf }: Placing): ReadonlyArray<FollowedFolder> =>
  reading.folders.map(({ below, reach, root, told }) => {
    const known = sources.filter(
      (one) =>
        told &&
        !one.retired &&
        isOf(one.root, root) &&
        liesIn(one.key, below) &&
        isFollowed(one.key.slice(below === '' ? 0 : below.length + 1), reach),
    )
    return { root, below, known, gone: known.filter(({ key }) => !isPresent(reading, key)) }
  })

const isPresent = ({ kept, present }: Reading, key: string): boolean => present.has(key) || kept.some((folder) => liesIn(key, folder))

/** Fails if the run would retire most of a folder, or all of one that holds no document. Sources in `moved` do not count as lost. */
export const confirmGone = (
  folders: ReadonlyArray<FollowedFolder>,
  reading: Reading,
  moved: ReadonlySet<SourceNumber>,
): Effect.Effect<void, MostlyGone> => {
  for (const { below, gone, known, root } of folders) {
    const lost = gone.filter(({ source }) => !moved.has(source)).length
    const isEmpty = !reading.documents.some((one) => one.root === root && liesIn(one.key, below))
    const isMost = known.length >= fewKnown && lost * 2 > known.length
    const isAll = lost === known.length && (isEmpty || known.length >= leastKnown)
    if (lost > 0 && (isMost || isAll)) return Effect.fail(new MostlyGone({ root, known: known.length, gone: lost }))
  }
  return Effect.void
}

/** Returns the keys of the notes that have a live passage that is not trusted. */
export const othersNotes = Effect.fnUntraced(function* (
  { state }: OpenBrain,
  { find }: Pick<Access, 'find'>,
  notes: ReadonlyArray<Pick<ReadDocument, 'key'>>,
) {
  const { graph, sources } = state
  const isOthers = (node: NodeNumber) => isLive(graph.stateOf(node)) && !isOrMayBeTrusted(graph, node)
  const keys: Array<string> = []
  for (const { key } of notes) {
    const found = yield* find('source-key', key)
    if (found.some(({ number }) => [...(sources.byNumber.get(number)?.nodes ?? [])].some(isOthers))) keys.push(key)
  }
  return keys
})

/** Most passages that are read, newest first. */
const passagesMost = 500

/** Returns marks of live passages that others wrote and the owner does not trust. Empty if no document has a background. */
export const othersMarks = Effect.fnUntraced(function* (
  { state }: OpenBrain,
  bodies: Bodies,
  documents: ReadonlyArray<Pick<ReadDocument, 'background'>>,
) {
  const marks = new Set<number>()
  const { graph } = state
  if (graph.untrusted === 0 || !documents.some(({ background }) => background !== undefined)) return marks
  const texts = []
  // Stops after the oldest untrusted passage: `graph.untrusted` is their number.
  let left = graph.untrusted
  for (let node = graph.nodes; left > 0 && node > 0 && texts.length < passagesMost; node--) {
    if (!isRecallable(graph, node) || graph.isTrusted(node)) continue
    left--
    if (graph.originOf(node) === 'untrusted') texts.push(graph.node(node)?.text)
  }
  for (const text of (yield* bodies(texts.flatMap((ref) => ref ?? []))).values()) for (const mark of marksOfRead(text)) marks.add(mark)
  return marks
})
