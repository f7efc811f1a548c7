/** The documents that were ever read in, with what the contents say of them. */
import * as Effect from 'effect/Effect'
import type { ContentRef, NodeNumber, SourceNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { StoreUnavailable } from '../ports/store-errors.ts'

export interface KnownSource {
  readonly source: SourceNumber
  readonly key: string
  readonly keyRef: ContentRef
  readonly digest: string | undefined
  readonly root: string | undefined
  readonly rootRef: ContentRef | undefined
  readonly retired: boolean
  /** Every node that was ever read from it. */
  readonly nodes: ReadonlyArray<NodeNumber>
}

export type Bodies = (refs: ReadonlyArray<ContentRef>) => Effect.Effect<ReadonlyMap<ContentRef, string>, StoreUnavailable>

/** By number. One whose key was erased is not known any more. */
export const knownSources = Effect.fnUntraced(function* ({ registers }: BrainState, bodies: Bodies) {
  const records = [...registers.sources].sort(([a], [b]) => a - b)
  const refs = new Set(records.flatMap(([, { digest, key, root }]) => (root === undefined ? [key, digest] : [key, digest, root])))
  const said = refs.size === 0 ? new Map<ContentRef, string>() : yield* bodies([...refs])
  return records.flatMap(([source, { digest, key: keyRef, nodes, retired, root: rootRef }]): ReadonlyArray<KnownSource> => {
    const key = said.get(keyRef)
    const root = rootRef === undefined ? undefined : said.get(rootRef)
    return key === undefined ? [] : [{ source, key, keyRef, digest: said.get(digest), root, rootRef, retired, nodes }]
  })
})
