/** Sources that were ever read in, with the texts of their keys, digests and roots. */
import * as Effect from 'effect/Effect'
import type { ContentRef, NodeNumber, SourceNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import type { StoreUnavailable } from '../ports/store-errors.ts'
import type { ReadDocument } from './reading.ts'

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
    return key === undefined ? [] : [{ source, key, keyRef, digest: said.get(digest), root, retired, nodes }]
  })
})

/** Most documents whose sources are looked up one by one. For more documents it is faster to read all sources. */
export const fewDocuments = 32

/**
 * Returns the sources that have the key or the digest of one of the documents. Returns all sources if a folder was read whole or there are
 * more than {@link fewDocuments} documents.
 */
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

/**
 * Returns a function that adds a cache of bodies to an access. The body of a reference never changes, so a retry after a lost race reads
 * only new bodies. Bodies beyond {@link rememberedMost} are not cached.
 */
export const readingOnce = () => {
  const read = new Map<ContentRef, string>()
  let remembered = 0
  return ({ bodies, find }: Access): Access => ({
    find,
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
