/**
 * Decides which root a document belongs to. Documents of two folders with the same key never overwrite each other, and a moved folder keeps
 * its sources.
 */
import * as Effect from 'effect/Effect'
import { liesIn } from '../../domain/documents/source-key.ts'
import type { IngestAnswer } from '../answers.ts'
import { SourcePlaces } from '../ports/source-places.ts'
import type { KnownSource } from './known-sources.ts'
import type { ReadDocument, Reading } from './reading.ts'

/** Maps the roots of a request to the roots in the memory. */
export interface Placing {
  /** Returns the root that documents found under `root` are filed under. */
  readonly filedUnder: (root: string) => string
  /** True if a source with the root `known` belongs to the folder that is at `root` now. */
  readonly isOf: (known: string | undefined, root: string) => boolean
  /** True if the run read the place of `key` under the root `known`, so that a key that was not found there is gone. */
  readonly wasMissed: (known: string, key: string) => boolean
}

export interface Placed {
  readonly documents: ReadonlyArray<ReadDocument>
  readonly skipped: IngestAnswer['skipped']
}

/**
 * Returns the mapping of roots. A root in the memory also belongs to a folder of the request if that root is gone and at least half of its
 * live documents are in the folder, with the same digest or in a part that was not read. Then the folder was moved, or is seen by another
 * path, as from a container. A root that is a name and no path never counts as gone.
 */
export const placing = Effect.fnUntraced(function* ({ documents, folders, kept }: Reading, sources: ReadonlyArray<KnownSource>) {
  const places = yield* SourcePlaces
  const live = Map.groupBy(
    sources.filter(({ retired }) => !retired),
    ({ root }) => root,
  )
  const here = new Set(documents.map(({ digest, key, root }) => JSON.stringify([root, key, digest])))
  const former = new Map<string, ReadonlyArray<string>>()
  for (const { below, root } of folders) {
    const moved: Array<{ readonly root: string; readonly same: number }> = []
    for (const [other, known] of live) {
      if (other === undefined || folders.some((one) => one.root === other)) continue
      const before = known.filter(({ key }) => liesIn(key, below))
      const isHere = ({ digest, key }: KnownSource) => here.has(JSON.stringify([root, key, digest])) || kept.some((one) => liesIn(key, one))
      const same = before.filter(isHere).length
      if (same > 0 && same * 2 >= before.length && (yield* places.folder(other)) === 'gone') moved.push({ root: other, same })
    }
    const all = [...(former.get(root) ?? []), ...moved.sort((a, b) => b.same - a.same).map((one) => one.root)]
    former.set(root, all)
    const [first] = all
    if (first !== undefined && !live.has(root)) former.set(first, all)
  }
  const filedUnder: Placing['filedUnder'] = (root) => (live.has(root) ? root : (former.get(root)?.[0] ?? root))
  const isOf: Placing['isOf'] = (known, root) => known === root || (known !== undefined && former.get(root)?.includes(known) === true)
  return {
    filedUnder,
    isOf,
    wasMissed: (known, key) =>
      !kept.some((one) => liesIn(key, one)) && folders.some(({ below, root }) => isOf(known, root) && liesIn(key, below)),
  } satisfies Placing
})

/**
 * Returns the documents with the roots that they are filed under. If a live source of another root has the same key, the document counts as
 * that source when its text is the same or the source is surely gone from its root. Otherwise the document is skipped.
 */
export const placed = Effect.fnUntraced(function* (
  documents: ReadonlyArray<ReadDocument>,
  sources: ReadonlyArray<KnownSource>,
  { filedUnder, isOf, wasMissed }: Placing,
) {
  const places = yield* SourcePlaces
  const live = new Map(sources.flatMap((one) => (one.retired ? [] : [[one.key, one] as const])))
  const taken: Array<ReadDocument> = []
  const skipped: Array<Placed['skipped'][number]> = []
  for (const document of documents) {
    const { digest, key, root } = document
    if (root === undefined) {
      taken.push(document)
      continue
    }
    const known = live.get(key)
    const apart = known?.root === undefined || isOf(known.root, root) ? undefined : known.root
    const left = apart !== undefined && (wasMissed(apart, key) || (yield* hasLeft(places, apart, key)))
    if (apart === undefined || left) taken.push({ ...document, root: filedUnder(root) })
    else if (known?.digest === digest) taken.push({ ...document, root: undefined })
    else skipped.push({ path: key, reason: `${apart} has a document of that name, which stays as it is: give --as NAME to keep both` })
  }
  return { documents: taken, skipped } satisfies Placed
})

/**
 * True only if the folder exists and the document does not. A missing folder proves nothing: its disk may not be mounted, or it is on
 * another machine.
 */
const hasLeft = Effect.fnUntraced(function* (places: SourcePlaces, root: string, key: string) {
  return (yield* places.folder(root)) === 'there' && (yield* places.document(root, key)) === 'gone'
})
