/**
 * Assesses how new a question is to a memory: by the similarities of its nearest neighbours and by its own text (S0.20 to S0.38).
 *
 * Bands are half-open and belong to what measured the similarities: the words of the texts, or the vectors of an embedder.
 */
import { type TextGate, textGates } from '@crabtrail/text/evidence/message-reading'
import type { NoveltyMeasure, NoveltyVerdict } from '../events/turn-events.ts'
import { type Nano, nano, one, roundHalfAway, units } from '../strength.ts'
import type { NearNode } from '../vectors/vector-table.ts'
import type { TextEvidence } from '../walk/text-evidence.ts'

export interface NoveltyBands {
  /** Below this a question is noise: it has nothing to do with the memory. */
  readonly noise: number
  /** Up to this, this included, a question is new to the memory. */
  readonly novel: number
  /** From this on, this included, a question is known. Between `novel` and `known` it is ambiguous. */
  readonly known: number
  /** The prominence of the nearest neighbour must be below this. With 1 it does not matter. */
  readonly relative: number
}

/** The tests of the similarities, beside those of the text. */
export const noveltyGates = [...textGates, 'band', 'prominence'] as const
export type NoveltyGate = (typeof noveltyGates)[number]

/** What the bands of the settings belong to: words, cosines of meaning, or cosines of spelling. */
export type NoveltyScale = NoveltyMeasure | 'spelling'

export interface Neighbours {
  readonly by: NoveltyMeasure
  /** The greatest similarities, greatest first, at most {@link neighboursMost}. */
  readonly similarities: ReadonlyArray<Nano>
  /** True where the memory has no text to compare with (decision C12). */
  readonly isEmpty: boolean
  /** True where the host's own search found something: then a question below the noise bound is no noise (S0.35, S4.72). */
  readonly isTold: boolean
}

/** The number of neighbours that are looked at (S0.18). */
export const neighboursMost = 8
/** The rank of the last neighbour of the tail (S0.22). */
const tailEnd = 5

export interface NoveltyNumbers {
  readonly top1: Nano
  readonly top2: Nano
  /** The mean similarity of ranks 2 to 5; 0 where there are none. */
  readonly tail: Nano
  /** The prominence of the nearest: (top1 − tail) / (top1 + 10⁻⁶). */
  readonly rel: Nano
}

export interface Novelty extends NoveltyNumbers {
  readonly by: NoveltyMeasure
  readonly passed: ReadonlyArray<NoveltyGate>
  readonly failed: ReadonlyArray<NoveltyGate>
  readonly verdict: NoveltyVerdict
}

/** Assesses a question. `failed` are the tests that its text failed. Pure: the same input gives the same answer to the bit. */
export const assessNovelty = (neighbours: Neighbours, failed: ReadonlyArray<TextGate>, bands: NoveltyBands): Novelty => {
  const numbers = numbersOf(neighbours.similarities)
  const band = bandOf(numbers.top1, neighbours, bands)
  const stands = neighbours.isEmpty || bands.relative >= 1 || units(numbers.rel) < bands.relative
  const failures: ReadonlyArray<NoveltyGate> = [
    ...failed,
    ...(band === 'novel' ? [] : (['band'] as const)),
    ...(stands ? [] : (['prominence'] as const)),
  ]
  const verdict = failed.length > 0 ? 'unfit' : band !== 'novel' ? band : stands ? 'novel' : 'peaked'
  return { by: neighbours.by, ...numbers, passed: noveltyGates.filter((gate) => !failures.includes(gate)), failed: failures, verdict }
}

const numbersOf = (similarities: ReadonlyArray<Nano>): NoveltyNumbers => {
  const [top1 = 0, ...others] = similarities
  const tailed = others.slice(0, tailEnd - 1)
  const tail = tailed.length === 0 ? 0 : roundHalfAway(tailed.reduce((sum, each) => sum + each, 0) / tailed.length)
  const rel = Math.max(0, roundHalfAway(((top1 - tail) / (top1 + one / 1e6)) * one))
  return { top1, top2: others[0] ?? 0, tail, rel }
}

const bandOf = (top1: Nano, { isEmpty, isTold }: Neighbours, bands: NoveltyBands) => {
  if (isEmpty) return 'novel'
  if (top1 >= nano(bands.known)) return 'known'
  if (top1 > nano(bands.novel)) return 'ambiguous'
  return top1 < nano(bands.noise) && !isTold ? 'noise' : 'novel'
}

/* Compares a question with the memories for the assessment of its novelty: by words, or by the vectors that were compared anyway. */

/**
 * Returns the greatest similarities by words, greatest first: the share of the question's weight in rare words that a text holds, where the
 * question counts as if it had half a word more. So a text that holds the one or two words of a short question does not know it.
 */
export const wordSimilarities = (
  { idfs, part, pool }: Pick<TextEvidence, 'idfs' | 'part' | 'pool'>,
  telling: ReadonlySet<number>,
): ReadonlyArray<Nano> => {
  const words = idfs.flatMap((idf, word) => (telling.has(word) ? [{ idf, word }] : []))
  let whole = 0
  for (const { idf } of words) whole += idf
  if (whole === 0) return []
  const counted = whole + whole / (2 * words.length)
  return greatest(
    pool.map(({ node }) => {
      let held = 0
      for (const { idf, word } of words) if (part(word, node) > 0) held += idf
      return roundHalfAway((held / counted) * one)
    }),
  )
}

/** Returns the greatest cosines, greatest first. A negative one counts as 0. */
export const vectorSimilarities = (near: ReadonlyArray<NearNode>): ReadonlyArray<Nano> =>
  greatest(near.map(({ similarity }) => Math.max(0, similarity)))

const greatest = (similarities: ReadonlyArray<Nano>): ReadonlyArray<Nano> => similarities.toSorted((a, b) => b - a).slice(0, neighboursMost)
