/** Which memories of a sure ranking are needed beside those before them: as few as cover the question. */
import type { NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { Nano } from '../strength.ts'
import type { RankedNode } from './ranking.ts'

/** The words of the question that the given memories should cover. */
export interface Needs {
  /** Places of the words that are asked for. */
  readonly words: ReadonlyArray<number>
  /** The rarity of each word of the message, by its place. */
  readonly idfs: ReadonlyArray<Nano>
  /** Each word's part of a memory's score: above 0 where the memory holds the word. */
  readonly parts: (node: NodeNumber) => ReadonlyArray<Nano>
  readonly settings: Pick<Profile['context'], 'rival' | 'adds' | 'linked'>
}

export interface Coverage {
  /** True where a memory of this share of the best score adds something to those taken, or could as well be what is meant. */
  readonly needs: (ranked: RankedNode, share: number) => boolean
  readonly take: (node: NodeNumber) => void
}

/** The first is always needed. Without `needs` every one is. */
export const coverageOf = (needs: Needs | undefined): Coverage => {
  if (needs === undefined) return { needs: () => true, take: () => undefined }
  const { idfs, parts, settings, words } = needs
  const covered = new Set<number>()
  let taken = 0
  let whole = 0
  for (const word of words) whole += idfs[word] ?? 0
  const added = (node: NodeNumber): number => {
    const own = parts(node)
    let sum = 0
    for (const word of words) if (!covered.has(word) && (own[word] ?? 0) > 0) sum += idfs[word] ?? 0
    return whole === 0 ? 0 : sum / whole
  }
  return {
    needs: ({ node, path, score }, share) =>
      taken === 0 || share >= settings.rival || (2 * path > score && share >= settings.linked) || added(node) >= settings.adds,
    take: (node) => {
      taken++
      const own = parts(node)
      for (const word of words) if ((own[word] ?? 0) > 0) covered.add(word)
    },
  }
}
