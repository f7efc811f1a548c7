/** What vectors add to what the words say: something where words are unknown, nothing where they are not. */
import type { NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { type Nano, one, roundHalfAway } from '../strength.ts'
import type { NearNode } from '../vectors/best-nodes.ts'
import type { SeedSource } from './hinted-text.ts'
import { byScore, firstCounted, type IsCounted, type ScoredNode, type TextEvidence } from './text-evidence.ts'

type VectorSettings = Pick<Profile['seeding'], 'vector' | 'vectorFade' | 'vectorUnknown'>

/**
 * The share of the question's weight in rare words that the best text does not hold, 0 to 1: so much is left for vectors to say. 0 where too
 * little of it is in words that no memory has (`unknown`, by their places): a question of known words is left to them, to the bit.
 */
export const vectorShare = (
  { best, idfs, part }: Pick<TextEvidence, 'best' | 'idfs' | 'part'>,
  unknown: ReadonlySet<number>,
  { vector, vectorUnknown }: VectorSettings,
): number => {
  let [whole, strange, unsaid] = [0, 0, 0]
  for (const [word, idf] of idfs.entries()) {
    whole += idf
    if (unknown.has(word)) strange += idf
    if (best === undefined || part(word, best.node) <= 0) unsaid += idf
  }
  return vector === 0 || strange === 0 || strange < whole * vectorUnknown ? 0 : unsaid / whole
}

export interface NearTexts {
  /** Most alike first; texts that count before the others. */
  readonly near: ReadonlyArray<NearNode>
  /** See {@link vectorShare}. */
  readonly share: number
}

export const nothingNear: NearTexts = { near: [], share: 0 }

/** Texts with their scores and what found them. */
export interface FoundTexts {
  /** Best first, ties by number. */
  readonly pool: ReadonlyArray<ScoredNode>
  readonly score: (node: NodeNumber) => Nano
  readonly source: (node: NodeNumber) => SeedSource
}

/**
 * The nearest gains `vector` best texts (units, where no text fits), times the share that is left to vectors; the others in proportion to how
 * alike they are, and less by their places. Texts that do not count have places of their own. Without any near everything is as it was, to the
 * bit.
 */
export const withVectors = (
  found: FoundTexts,
  { near, share }: NearTexts,
  { vector, vectorFade }: VectorSettings,
  isCounted?: IsCounted | undefined,
): FoundTexts => {
  const alike = near.filter(({ similarity }) => similarity > 0)
  if (alike.length === 0 || share === 0) return found
  const most = (firstCounted(found.pool, isCounted)?.score ?? one) * vector * share
  const gainsAmong = (texts: ReadonlyArray<NearNode>) =>
    texts.map(({ node, similarity }, place): readonly [NodeNumber, Nano] => [
      node,
      roundHalfAway((most * (similarity / (texts[0]?.similarity ?? 1))) / (1 + place / vectorFade)),
    ])
  const counts = ({ node }: NearNode) => isCounted?.(node) !== false
  const gains = new Map([...gainsAmong(alike.filter(counts)), ...gainsAmong(alike.filter((one) => !counts(one)))])
  const score = (node: NodeNumber) => found.score(node) + (gains.get(node) ?? 0)
  const known = new Set(found.pool.map(({ node }) => node))
  const nodes = [...known, ...alike.flatMap(({ node }) => (known.has(node) ? [] : [node]))]
  return {
    pool: nodes
      .map((node) => ({ node, score: score(node) }))
      .filter((text) => text.score > 0)
      .sort(byScore),
    score,
    source: (node) => (!gains.has(node) ? found.source(node) : found.score(node) > 0 ? 'fused' : 'vector'),
  }
}
