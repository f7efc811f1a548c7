/** Which known source each document is: by its key, or by what it says if it was moved. */
import type { SourceNumber } from '../../domain/identity.ts'
import { isLive, isMoreTrusted, type Origin } from '../../domain/node.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { KnownSource } from './known-sources.ts'
import type { ReadDocument } from './reading.ts'

export interface MatchedDocument extends ReadDocument {
  readonly known: KnownSource | undefined
  /** What was read of it so far may be put before a model, and what is read now may not. */
  readonly isDistrusted: boolean
}

/** Says what it said, is live, and as little trusted as now. Nothing is trusted more for being read again: it may be from whoever wrote it first. */
export const isUnchanged = ({ digest, isDistrusted, known }: MatchedDocument): boolean =>
  known !== undefined && !known.retired && known.digest === digest && !isDistrusted

export const isMoved = ({ key, known }: MatchedDocument): boolean => known !== undefined && known.key !== key

/** Found in another folder than before. Who does not say where he read it changes nothing about that. */
export const isElsewhere = ({ known, root }: MatchedDocument): boolean => known !== undefined && root !== undefined && root !== known.root

/** Nothing is to be written of it. */
export const isUntouched = (document: MatchedDocument): boolean => isUnchanged(document) && !isMoved(document) && !isElsewhere(document)

/** How many passages of the documents are remembered. */
export const liveNodes = ({ graph }: BrainState, documents: ReadonlyArray<MatchedDocument>): number =>
  documents.flatMap(({ known }) => known?.nodes ?? []).filter((node) => isLive(graph.stateOf(node))).length

/**
 * A live source of the same key; or a source that is retired, or `gone` with this run, and said the same: of the same key, else of the
 * same file name, else the oldest; or a retired one of the same key. A text that somebody less trusted brings is not the same.
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

/** An agent's note may hold what others wrote; where it is found again, that is told from the rest again. */
const isBrought = (stored: Origin | undefined, origin: Origin): boolean =>
  stored === origin || (origin === 'agent' && stored === 'untrusted')

const fileName = (key: string): string => key.slice(key.lastIndexOf('/') + 1)
