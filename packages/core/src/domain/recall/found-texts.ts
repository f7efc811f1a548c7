/**
 * The texts that a recall found for its question by words, vectors and hints of the host, and those of them that its walk starts at.
 *
 * A walk starts at the best of all of them, or, under `seeding.anchors` and where an embedder answered, at the nearest by vectors and at hints alone.
 */
import { type GraphView, isRecallable } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { type Nano, one, roundHalfAway } from '../strength.ts'
import { withGains } from '../walk/fused-search.ts'
import {
  type FoundTexts,
  type Hints,
  hintedText,
  type IsCounted,
  type NearTexts,
  poolOf,
  type ScoredNode,
  type TextEvidence,
  withVectors,
} from '../walk/text-evidence.ts'

interface Sought {
  readonly graph: GraphView
  readonly engine: 'route' | 'spread'
  readonly evidence: { readonly isCounted: IsCounted | undefined; readonly text: TextEvidence }
  readonly hints: Hints
  readonly near: NearTexts
  readonly settings: Pick<Profile, 'seeding'>
}

interface Found extends FoundTexts {
  /** The texts that a walk may start at, best first, ties by number. */
  readonly anchors: ReadonlyArray<ScoredNode>
}

export const foundTexts = ({ engine, evidence: { isCounted, text }, graph, hints, near, settings: { seeding } }: Sought): Found => {
  const isLive = (node: NodeNumber) => isRecallable(graph, node)
  const living = (nodes: ReadonlySet<NodeNumber> = new Set()) => new Set([...nodes].filter(isLive))
  const live = text.pool.filter(({ node }) => isLive(node))
  const alive = {
    ...hints,
    hits: living(hints.hits),
    warm: new Map([...(hints.warm ?? [])].filter(([node]) => isLive(node))),
    symbolic: living(hints.symbolic),
  }
  const nearest = { ...near, near: near.near.filter(({ node }) => isLive(node)) }
  if (near.anchors === true) {
    const { pool, score, source } = anchoredTexts(nearest, text, engine === 'spread' ? undefined : (text.best?.score ?? one))
    return withWords(hintedText(pool, score, alive, seeding, isCounted), source, { pool: live, score: text.score })
  }
  const hinted = hintedText(live, text.score, alive, seeding, isCounted)
  const found = near.gains === undefined ? withVectors(hinted, nearest, seeding, isCounted) : withGains(hinted, near.gains, nearest.near)
  return { ...found, anchors: found.pool }
}

/**
 * Returns the nearest texts, each with its similarity as its energy. With `best`, the score of the best text by words, the nearest has that score and
 * the others have their share of it: the walk by tiers compares what edges bring with scores of words. Energies are above 0.
 */
const anchoredTexts = ({ near }: Pick<NearTexts, 'near'>, words: Pick<TextEvidence, 'score'>, best: Nano | undefined): FoundTexts => {
  const greatest = Math.max(1, ...near.map(({ similarity }) => similarity))
  const energies = new Map(
    near.map(({ node, similarity }) => [node, best === undefined ? similarity : roundHalfAway(best * (similarity / greatest))]),
  )
  const score = (node: NodeNumber) => energies.get(node) ?? 0
  return { pool: poolOf(energies.keys(), score), score, source: (node) => (words.score(node) > 0 ? 'fused' : 'vector') }
}

/** Puts the texts that only words found behind the anchors: they are in the ranking, and no walk starts at them. */
const withWords = (hinted: FoundTexts, source: FoundTexts['source'], words: Pick<FoundTexts, 'pool' | 'score'>): Found => {
  const isAnchor = new Set(hinted.pool.map(({ node }) => node))
  return {
    anchors: hinted.pool,
    pool: [...hinted.pool, ...words.pool.filter(({ node }) => !isAnchor.has(node))],
    score: (node) => (isAnchor.has(node) ? hinted.score(node) : words.score(node)),
    source: (node) => {
      const hint = hinted.source(node)
      return isAnchor.has(node) && hint === 'lexical' ? source(node) : hint
    },
  }
}
