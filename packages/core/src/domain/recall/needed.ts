/**
 * Chooses which memories of a sure ranking are needed beside those before them: as few as cover the question, and each that states another value
 * in the same words, because no one but the reader can tell which of the two holds.
 */
import type { NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { Nano } from '../strength.ts'
import type { ValueKind } from '../text/values.ts'
import type { RankedNode } from './ranking.ts'
import type { MemoryReading } from './readings.ts'

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
  /** The memories taken of whose words asked for this one holds every one. */
  readonly saidBy: (node: NodeNumber) => ReadonlyArray<NodeNumber>
  readonly take: (node: NodeNumber) => void
  /** Its words count as said, though it is not given: what stands in its place says them. */
  readonly cover: (node: NodeNumber) => void
}

/** The first is always needed. Without `needs` every one is. */
export const coverageOf = (needs: Needs | undefined): Coverage => {
  if (needs === undefined) return { needs: () => true, saidBy: () => [], take: () => undefined, cover: () => undefined }
  const { idfs, parts, settings, words } = needs
  const covered = new Set<number>()
  const taken: Array<NodeNumber> = []
  let whole = 0
  for (const word of words) whole += idfs[word] ?? 0
  const added = (node: NodeNumber): number => {
    const own = parts(node)
    let sum = 0
    for (const word of words) if (!covered.has(word) && (own[word] ?? 0) > 0) sum += idfs[word] ?? 0
    return whole === 0 ? 0 : sum / whole
  }
  const asked = (node: NodeNumber): ReadonlyArray<number> => {
    const own = parts(node)
    return words.filter((word) => (own[word] ?? 0) > 0)
  }
  const cover = (node: NodeNumber) => {
    for (const word of asked(node)) covered.add(word)
  }
  return {
    needs: ({ node, path, score }, share) =>
      taken.length === 0 || share >= settings.rival || (2 * path > score && share >= settings.linked) || added(node) >= settings.adds,
    saidBy: (node) => {
      const own = new Set(asked(node))
      return taken.filter((other) => asked(other).every((word) => own.has(word)))
    },
    take: (node) => {
      taken.push(node)
      cover(node)
    },
    cover,
  }
}

/** Least share of a text's words, without its values, that another text must have to say the same. */
const sameWords = 0.75
const exchanged: ReadonlyArray<ValueKind> = ['number', 'day']

/**
 * True where a text says in the words of `other` a number or a day that `other` lacks, in place of one of the same kind that the text itself
 * lacks.
 */
export const statesOtherwise = (
  { values, words }: Pick<MemoryReading, 'values' | 'words'>,
  other: Pick<MemoryReading, 'values' | 'words'>,
): boolean => {
  const hasFresh = (kind: ValueKind, of: ReadonlyMap<string, ValueKind>, unless: ReadonlySet<string>) =>
    [...of].some(([word, its]) => its === kind && !unless.has(word))
  if (!exchanged.some((kind) => hasFresh(kind, values, other.words) && hasFresh(kind, other.values, words))) return false
  const said = [...words].filter((word) => !values.has(word))
  return said.length > 0 && said.filter((word) => other.words.has(word)).length >= sameWords * said.length
}
