/** Compares a question with the memories for the assessment of its novelty: by words, or by the vectors that were compared anyway. */

import { type Nano, one, roundHalfAway } from '../strength.ts'
import type { NearNode } from '../vectors/vector-table.ts'
import type { TextEvidence } from '../walk/text-evidence.ts'
import { neighboursMost } from './novelty.ts'

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
