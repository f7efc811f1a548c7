/** Matches each document with a known source: by its key, or by its digest if it was moved. */
import type { SourceNumber } from '../../domain/identity.ts'
import { isLive, isMoreTrusted, type Origin } from '../../domain/node.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { KnownSource } from './known-sources.ts'
import type { ReadDocument } from './reading.ts'

export interface MatchedDocument extends ReadDocument {
  readonly known: KnownSource | undefined
  /** True if a live passage of the source is more trusted than the origin of this document. */
  readonly isDistrusted: boolean
}

/**
 * True if the source is live, has the same digest and is no more trusted than the document. Reading the same text again never raises its
 * trust, because the request may come from the text's first writer.
 */
export const isUnchanged = ({ digest, isDistrusted, known }: MatchedDocument): boolean =>
  known !== undefined && !known.retired && known.digest === digest && !isDistrusted

export const isMoved = ({ key, known }: MatchedDocument): boolean => known !== undefined && known.key !== key

/** True if the document was found under another root than before. A document without a root leaves the root of its source unchanged. */
export const isElsewhere = ({ known, root }: MatchedDocument): boolean => known !== undefined && root !== undefined && root !== known.root

/** True if nothing has to be written for the document. */
export const isUntouched = (document: MatchedDocument): boolean => isUnchanged(document) && !isMoved(document) && !isElsewhere(document)

/** Returns the number of live passages of the documents. */
export const liveNodes = ({ graph }: BrainState, documents: ReadonlyArray<MatchedDocument>): number =>
  documents.flatMap(({ known }) => known?.nodes ?? []).filter((node) => isLive(graph.stateOf(node))).length

/**
 * Matches documents with sources, in this order of preference: a live source with the same key; a source with the same digest that is
 * retired or in `gone`, first by the same key, then by the same file name, then the oldest; a retired source with the same key. A source
 * with passages of another origin is not matched by its digest.
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

/**
 * True if a passage of the origin `stored` can come from a document of `origin`. A note of an agent may also hold untrusted text of others,
 * which is classified anew when the note is read.
 */
const isBrought = (stored: Origin | undefined, origin: Origin): boolean =>
  stored === origin || (origin === 'agent' && stored === 'untrusted')

const fileName = (key: string): string => key.slice(key.lastIndexOf('/') + 1)
