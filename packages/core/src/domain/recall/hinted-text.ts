/** What the host knows beside the question, on top of what the texts say: passages another search found, and the area it is busy with. */
import type { EventData } from '../events/brain-event.ts'
import type { NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { type Nano, nano, one, roundHalfAway } from '../strength.ts'
import { byScore, firstCounted, type IsCounted, type ScoredNode } from './text-evidence.ts'

export type SeedSource = EventData<'SeedsSelected'>['sources'][number]

export interface Hints {
  /** Found by another search. */
  readonly hits: ReadonlySet<NodeNumber>
  /** Given in the session's turn before, where the question goes on with it. Absent: none. */
  readonly before?: ReadonlySet<NodeNumber>
  /** Of the area that the last heartbeat named. */
  readonly favoured: ReadonlySet<NodeNumber>
}

export const noHints: Hints = { hits: new Set(), favoured: new Set() }

export interface HintedText {
  /** Best first, ties by number. */
  readonly pool: ReadonlyArray<ScoredNode>
  readonly score: (node: NodeNumber) => Nano
  readonly source: (node: NodeNumber) => SeedSource
}

/**
 * A favoured text counts `tagFactor` times; a hit, and what was given before, counts at least `hit` of the best text, of one unit where no text fits (decision C32).
 * Without hints everything is as it was, to the bit.
 */
export const hintedText = (
  pool: ReadonlyArray<ScoredNode>,
  own: (node: NodeNumber) => Nano,
  { before = new Set(), favoured, hits }: Hints,
  { hit, tagFactor }: Pick<Profile['seeding'], 'hit' | 'tagFactor'>,
  isCounted?: IsCounted | undefined,
): HintedText => {
  if (hits.size === 0 && before.size === 0 && favoured.size === 0) return { pool, score: own, source: () => 'lexical' }
  const weak = roundHalfAway(nano(hit) * ((firstCounted(pool, isCounted)?.score ?? one) / one))
  const text = (node: NodeNumber) => (favoured.has(node) ? roundHalfAway(own(node) * tagFactor) : own(node))
  const isWeak = (node: NodeNumber) => (hits.has(node) || before.has(node)) && text(node) < weak
  const score = (node: NodeNumber) => (isWeak(node) ? weak : text(node))
  const known = new Set(pool.map(({ node }) => node))
  const nodes = new Set([...known, ...hits, ...before])
  return {
    pool: [...nodes]
      .map((node) => ({ node, score: score(node) }))
      .filter((one) => one.score > 0)
      .sort(byScore),
    score,
    source: (node) => (!isWeak(node) ? 'lexical' : hits.has(node) ? 'hit' : 'warm'),
  }
}
