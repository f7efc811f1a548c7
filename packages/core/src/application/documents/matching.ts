/** Matches each document with a known source: by its key, or by its digest if it was moved. */

import { liesIn } from '@crabtrail/text/documents/source-key'
import * as Effect from 'effect/Effect'
import { isLive, isMoreTrusted, type Origin } from '../../domain/graph.ts'
import type { SourceNumber } from '../../domain/identity.ts'
import type { keptOut } from '../../domain/ingest/ingest-unlearned.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { IngestAnswer } from '../answers.ts'
import { SourcePlaces } from '../ports/document-files.ts'
import type { KnownSource, Placing, ReadDocument, Reading } from './known-sources.ts'

export interface MatchedDocument extends ReadDocument {
  readonly known: KnownSource | undefined
  /** True if a live passage of the source is more trusted than the origin of this document. */
  readonly isDistrusted: boolean
}

/** True for a live source with the same digest. Reading it again never raises its trust: the request may come from its first writer. */
export const isUnchanged = ({ digest, isDistrusted, known }: MatchedDocument): boolean =>
  known !== undefined && !known.retired && known.digest === digest && !isDistrusted

export const isMoved = ({ key, known }: MatchedDocument): boolean => known !== undefined && known.key !== key

/** True if the document was found under another root than before. A document without a root leaves the root of its source unchanged. */
export const isElsewhere = ({ known, root }: MatchedDocument): boolean => known !== undefined && root !== undefined && root !== known.root

export const isUntouched = (document: MatchedDocument): boolean => isUnchanged(document) && !isMoved(document) && !isElsewhere(document)

/** True if an unlearning keeps passages out that were read from the document. */
export const holdsUnlearned = (out: ReturnType<typeof keptOut>, { known }: MatchedDocument): boolean =>
  out.size > 0 && known?.nodes.some((node) => out.has(node)) === true

export const liveNodes = ({ graph }: BrainState, documents: ReadonlyArray<MatchedDocument>): number =>
  documents.flatMap(({ known }) => known?.nodes ?? []).filter((node) => isLive(graph.stateOf(node))).length

/**
 * Matches documents with sources, in this order: a live source with the same key; one with the same digest that is retired or in `gone`, first by
 * the same key, then by the same file name, then the oldest; a retired one with the same key. By its digest none with passages of another origin.
 */
export const matchDocuments = (
  documents: ReadonlyArray<ReadDocument>,
  sources: ReadonlyArray<KnownSource>,
  gone: ReadonlySet<SourceNumber>,
  origin: Origin,
  { graph }: BrainState,
): ReadonlyArray<MatchedDocument> => {
  const found = new Map<ReadDocument, KnownSource>()
  const taken = new Set<SourceNumber>()
  const live = new Map(sources.flatMap((one) => (one.retired ? [] : [[one.key, one] as const])))
  const free = sources.filter(({ retired, source }) => retired || gone.has(source))
  const byDigest = Map.groupBy(
    free.filter(({ nodes }) => nodes.length > 0 && nodes.every((node) => isBrought(graph.originOf(node), origin))),
    ({ digest }) => digest ?? '',
  )
  const formerly = Map.groupBy(
    free.filter(({ retired }) => retired),
    ({ key }) => key,
  )
  const take = (choose: (document: ReadDocument) => KnownSource | undefined): void => {
    for (const document of documents) {
      const source = found.has(document) ? undefined : choose(document)
      if (source === undefined) continue
      found.set(document, source)
      taken.add(source.source)
    }
  }
  const saidBy = ({ digest }: ReadDocument) => (byDigest.get(digest) ?? []).filter(({ source }) => !taken.has(source))
  take(({ key }) => live.get(key))
  take((document) => saidBy(document).find(({ key }) => key === document.key))
  take((document) => saidBy(document).find(({ key }) => fileName(key) === fileName(document.key)))
  take((document) => saidBy(document)[0])
  take(({ key }) => formerly.get(key)?.findLast(({ source }) => !taken.has(source)))
  return documents.map((document) => {
    const known = found.get(document)
    const nodes = known?.nodes ?? []
    const isDistrusted = nodes.some((node) => isLive(graph.stateOf(node)) && isMoreTrusted(graph.originOf(node), origin))
    return { ...document, known, isDistrusted }
  })
}

/** True if a passage of the origin `stored` can come from a document of `origin`: an agent's note may hold untrusted text of others. */
const isBrought = (stored: Origin | undefined, origin: Origin): boolean =>
  stored === origin || (origin === 'agent' && stored === 'untrusted')

const fileName = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

/* Decides which root a document belongs to: equal keys of two folders never overwrite each other, a moved folder keeps its sources. */

/**
 * Returns the mapping of roots. A root in the memory also belongs to a folder of the request if it is gone and at least half of its live documents
 * are in the folder, with the same digest or in a part that was not read: the folder was moved, or is seen by another path, as from a container.
 * A root that is a name and no path never counts as gone.
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
  const skipped: Array<IngestAnswer['skipped'][number]> = []
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
  return { documents: taken, skipped }
})

/** True only if the folder exists and the document does not: the disk of a missing folder may not be mounted, or be elsewhere. */
const hasLeft = Effect.fnUntraced(function* (places: SourcePlaces, root: string, key: string) {
  return (yield* places.folder(root)) === 'there' && (yield* places.document(root, key)) === 'gone'
})
