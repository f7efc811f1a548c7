/**
 * Fuses what words and vectors find for a question into one score.
 *
 * A text gains or loses by how far its similarity is from the mean of the candidates of both searches, in standard deviations: embedders differ in the
 * similarities that they give to unrelated texts. A text that only a walk reaches is taken for a mean one. The gain is a share of the question's weight and
 * not of the best text's score, so vectors decide the more the less of the question any text holds.
 */
import type { NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { type Nano, one, roundHalfAway, units } from '../strength.ts'
import type { NearNode } from '../vectors/vector-table.ts'
import { type FoundTexts, type IsCounted, poolOf, type ScoredNode, type TextEvidence } from './text-evidence.ts'

/** What vectors add to the score of each candidate; below 0 for one that is less alike than the candidates are in the mean. */
export type Gains = ReadonlyMap<NodeNumber, Nano>

interface Candidates {
  readonly text: Pick<TextEvidence, 'idfs' | 'pool'>
  readonly near: ReadonlyArray<NearNode>
  /** Undefined for a text without a vector. */
  readonly similarityOf: (node: NodeNumber) => Nano | undefined
}

/** Returns the gains of the texts that words or vectors found. Texts that do not count change no gain of those that do. */
export const fusedGains = (
  { near, similarityOf, text: { idfs, pool } }: Candidates,
  { meaning }: Pick<Profile['seeding'], 'meaning'>,
  isCounted?: IsCounted | undefined,
): Gains => {
  // By rising number, so that the sums have the same bits however the texts were found.
  const nodes = [...new Set([...near, ...pool].map(({ node }) => node))].sort((a, b) => a - b)
  const candidates = nodes.flatMap((node): ReadonlyArray<readonly [NodeNumber, number]> => {
    const similarity = similarityOf(node)
    return similarity === undefined ? [] : [[node, units(similarity)]]
  })
  const counted = candidates.flatMap(([node, similarity]) => (isCounted?.(node) === false ? [] : [similarity]))
  const mean = meanOf(counted)
  const deviation = Math.sqrt(meanOf(counted.map((value) => (value - mean) * (value - mean))))
  if (deviation === 0) return new Map()
  const perDeviation = (questionWeight(idfs) * meaning) / deviation
  return new Map(candidates.map(([node, similarity]) => [node, roundHalfAway((similarity - mean) * perDeviation)]))
}

/** Returns the weight of all words of a question; one unit for a question without a word. */
const questionWeight = (idfs: ReadonlyArray<Nano>): Nano => idfs.reduce((sum, idf) => sum + idf, 0) || one

const meanOf = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Adds gains to the scores. A text keeps at least half of what its words score, and one that is among the nearest says so in its source. */
export const withGains = (found: FoundTexts, gains: Gains, near: ReadonlyArray<NearNode>): FoundTexts => {
  if (gains.size === 0) return found
  const isNear = new Set(near.map(({ node }) => node))
  const score = (node: NodeNumber): Nano => {
    const [own, gain] = [found.score(node), gains.get(node) ?? 0]
    return Math.max(own + gain, roundHalfAway(own / 2))
  }
  return {
    pool: poolOf([...found.pool.map(({ node }) => node), ...gains.keys()], score),
    score,
    source: (node) => (!isNear.has(node) || (gains.get(node) ?? 0) <= 0 ? found.source(node) : found.score(node) > 0 ? 'fused' : 'vector'),
  }
}

/**
 * Returns texts that have what vectors add as seeds alone: a log has the scores of seeds, so the walk can be done again from it to the bit. `gains`
 * undefined: nothing was fused, and the texts are the same.
 */
export const fusedInSeeds = (
  { pool, score }: Pick<FoundTexts, 'pool' | 'score'>,
  seeds: ReadonlyArray<ScoredNode>,
  gains: Gains | undefined,
  words: Pick<TextEvidence, 'score'>,
): Pick<FoundTexts, 'pool' | 'score'> => {
  if (gains === undefined) return { pool, score }
  const seeded = new Map(seeds.map((seed) => [seed.node, seed.score]))
  const own = (node: NodeNumber) => seeded.get(node) ?? words.score(node)
  return {
    pool: poolOf(
      pool.map(({ node }) => node),
      own,
    ),
    score: own,
  }
}
