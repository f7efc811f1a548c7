/** The documents that were ever read in, with what the contents say of them. */
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
  /** Every node that was ever read from it. */
  readonly nodes: ReadonlyArray<NodeNumber>
}

export type Bodies = (refs: ReadonlyArray<ContentRef>) => Effect.Effect<ReadonlyMap<ContentRef, string>, StoreUnavailable>

/** All of them, or of `some`; by number. One whose key was erased is not known any more. */
export const knownSources = Effect.fnUntraced(function* ({ registers }: BrainState, bodies: Bodies, some?: ReadonlySet<SourceNumber>) {
  const records = [...registers.sources].filter(([source]) => some?.has(source) !== false).sort(([a], [b]) => a - b)
  const refs = new Set(records.flatMap(([, { digest, key, root }]) => (root === undefined ? [key, digest] : [key, digest, root])))
  const said = refs.size === 0 ? new Map<ContentRef, string>() : yield* bodies([...refs])
  return records.flatMap(([source, { digest, key: keyRef, nodes, retired, root: rootRef }]): ReadonlyArray<KnownSource> => {
    const key = said.get(keyRef)
    const root = rootRef === undefined ? undefined : said.get(rootRef)
    return key === undefined ? [] : [{ source, key, keyRef, digest: said.get(digest), root, retired, nodes }]
  })
})

/** More are quicker read all at once. */
export const fewDocuments = 32

/** Those that documents could be, or be in the way of; all where a folder was read whole. Few are looked up, so that the rest is not read. */
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

/** Characters of what was read that are remembered. */
const rememberedMost = 8_000_000

/** Remembers what it read: what a reference names never changes, so a lost race reads only what is new. What is too much is read again. */
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
