/** Orders the memories of a question: those that fired, then the rest that the text index found. */

import type { CorpusStatistics } from '@crabtrail/text/words/scoring'
import { type GraphView, isRecallable } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { type Nano, nano, one, roundHalfAway } from '../strength.ts'
import type { WalkSettings } from './candidate-edges.ts'
import { byScore, type IsCounted, type ScoredNode, type TextEvidence } from './text-evidence.ts'
import type { Walk } from './walk-record.ts'

export interface Covering {
  /** The factor by which already covered words lower a memory's place; 0 leaves the order alone. */
  readonly weight: number
  /** Returns the part of a document's score that each word of the question adds. */
  readonly parts: (node: NodeNumber) => ReadonlyArray<Nano>
}

/** Returns the coverage for a gate. At a gate of 0 the order is that of the scores. */
export const coveringOf = ({ walk }: WalkSettings, gate: Nano, { parts }: TextEvidence): Covering => ({
  weight: (walk.coverage * gate) / one,
  parts,
})

export const noCoverage: Covering = { weight: 0, parts: () => [] }

/**
 * Orders memories by score less what those before them already cover. `ranked` is sorted by score, ties by number. Scores do not change and
 * may rise in the new order.
 */
export const coverageOrder = <A extends ScoredNode>(ranked: ReadonlyArray<A>, { parts, weight }: Covering): ReadonlyArray<A> => {
  if (weight === 0 || ranked.length < 2) return ranked
  const left = ranked.map((item) => ({ item, parts: parts(item.node) }))
  const covered: Array<Nano> = []
  const ordered: Array<A> = []
  while (left.length > 0) {
    let [best, bestAt] = [Number.NEGATIVE_INFINITY, 0]
    for (const [at, { item, parts: own }] of left.entries()) {
      const value = item.score - roundHalfAway(weight * alreadySaid(own, covered))
      // Of equal values the first is taken: it has the higher score or the lower number.
      if (value > best) [best, bestAt] = [value, at]
    }
    const [taken] = left.splice(bestAt, 1)
    if (taken === undefined) break
    ordered.push(taken.item)
    for (const [word, part] of taken.parts.entries()) covered[word] = Math.max(covered[word] ?? 0, part)
  }
  return ordered
}

const alreadySaid = (parts: ReadonlyArray<Nano>, covered: ReadonlyArray<Nano>): Nano => {
  let sum = 0
  for (let word = 0; word < covered.length; word++) sum += Math.min(covered[word] ?? 0, parts[word] ?? 0)
  return sum
}

/* Coverage of the question by the memories that are given. */

/** The words of the question that the given memories should cover. */
export interface Needs {
  /** Places of the words that are asked for. */
  readonly words: ReadonlyArray<number>
  /** The rarity of each word of the message, by its place. */
  readonly idfs: ReadonlyArray<Nano>
  /** Each word's part of a memory's score: above 0 where the memory holds the word. */
  readonly parts: (node: NodeNumber) => ReadonlyArray<Nano>
  readonly settings: Pick<Profile['context'], 'rival' | 'adds' | 'linked' | 'rivalSure' | 'addsSure'>
  /** Returns how sure a memory answers by itself, in log odds; undefined for one that was not judged. Absent: none was. */
  readonly sureness?: ((node: NodeNumber) => number | undefined) | undefined
}

/** The least share of the words of the question in a memory that one of its day must hold, for the two to be about the same thing. */
const mostWords = 0.6

export interface Coverage {
  /** True for a memory with this share of the best score that adds something to those taken, or may as well be the one that is meant. */
  readonly needs: (ranked: RankedNode, share: number) => boolean
  /** True where a memory holds most of the words of the question that another one holds, by their rarity. */
  readonly holdsMost: (node: NodeNumber, other: NodeNumber) => boolean
  /** Returns the memories taken whose words of the question this memory holds all of. */
  readonly saidBy: (node: NodeNumber) => ReadonlyArray<NodeNumber>
  readonly take: (node: NodeNumber) => void
  /** Counts the words of a memory as covered although it is not given: the memory given in its place covers them. */
  readonly cover: (node: NodeNumber) => void
}

/**
 * Tracks which words of the question are covered. The first memory is needed unless it is far less sure than another one. A memory that holds
 * more of the question than the first taken, and a word that none of those taken holds, is always needed. Without `needs` every memory is.
 */
export const coverageOf = (needs: Needs | undefined): Coverage => {
  if (needs === undefined)
    return { needs: () => true, holdsMost: () => true, saidBy: () => [], take: () => undefined, cover: () => undefined }
  const { idfs, parts, settings, sureness, words } = needs
  const covered = new Set<number>()
  const taken: Array<NodeNumber> = []
  const asked = (node: NodeNumber): ReadonlyArray<number> => {
    const own = parts(node)
    return words.filter((word) => (own[word] ?? 0) > 0)
  }
  const weigh = (some: ReadonlyArray<number>): number => some.reduce((sum, word) => sum + (idfs[word] ?? 0), 0)
  const whole = weigh(words)
  const added = (node: NodeNumber): number => (whole === 0 ? 0 : weigh(asked(node).filter((word) => !covered.has(word))) / whole)
  const held = (node: NodeNumber): number => weigh(asked(node))
  const cover = (node: NodeNumber) => {
    for (const word of asked(node)) covered.add(word)
  }
  return {
    needs: ({ node, path, score }, share) => {
      if (2 * path > score) return taken.length === 0 || share >= settings.linked || added(node) >= settings.adds
      const sure = sureness?.(node) ?? Number.POSITIVE_INFINITY
      if (sure >= settings.rivalSure && (taken.length === 0 || share >= settings.rival)) return true
      // A memory that holds more of the question than the best one is not said above.
      const [best] = taken
      return (
        (best !== undefined && held(node) > held(best) && added(node) > 0) || (sure >= settings.addsSure && added(node) >= settings.adds)
      )
    },
    holdsMost: (node, other) => {
      const own = new Set(asked(node))
      const theirs = asked(other)
      return weigh(theirs.filter((word) => own.has(word))) >= mostWords * weigh(theirs)
    },
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

/**
 * The trust in `mention` edges for this question, in nano-units from 0 to 1: it grows with the share of seeds that have an edge from a title. Few
 * such seeds mean that shared names are probably coincidence.
 */
export const gateOf = (graph: GraphView, seeds: ReadonlyArray<NodeNumber>, { walk }: WalkSettings): Nano => {
  if (seeds.length === 0) return 0
  const share = seeds.filter((node) => isTitled(graph, node)).length / seeds.length
  const [closed, open] = [walk.gateClosed, walk.gateOpen]
  if (open <= closed) return share >= open ? nano(1) : 0
  return nano(Math.min(1, Math.max(0, (share - closed) / (open - closed))))
}

const isTitled = (graph: GraphView, node: NodeNumber): boolean => graph.out(node).some((edge) => graph.roleOf(edge) === 'title')

export interface RankedNode {
  readonly node: NodeNumber
  /** (seed + path − inhibition) × utility. Always above 0. */
  readonly score: Nano
  readonly seed: Nano
  readonly path: Nano
  readonly inhibition: Nano
  readonly utility: Nano
  /**
   * The part of the score that shared names alone suggest: enough for a search to show it, not enough to put it before a model. Absent
   * where there is none.
   */
  readonly presumed?: Nano
  /** Set where the memory has the place, the score and its parts from this one, which it supersedes. */
  readonly inPlaceOf?: NodeNumber
}

/**
 * Ranks the fired nodes by score and by what each adds to those before it, ties by number; behind them the documents of `pool` that did not
 * fire, by their own score. A node whose score is not above 0 after inhibition is left out.
 */
export const rank = (
  graph: Pick<GraphView, 'utilityOf'>,
  walk: Walk,
  pool: ReadonlyArray<ScoredNode>,
  own: (node: NodeNumber) => Nano,
  covering: Covering = noCoverage,
): ReadonlyArray<RankedNode> => {
  const taken = new Map<NodeNumber, Nano>()
  for (const { energy, node } of walk.inhibitions) taken.set(node, (taken.get(node) ?? 0) + energy)
  const scored = (node: NodeNumber, energy: Nano, presumed?: Nano): RankedNode => {
    const seed = own(node)
    const inhibition = taken.get(node) ?? 0
    const utility = graph.utilityOf(node)
    const score = roundHalfAway((energy - inhibition) * (utility / one))
    const ranked = { node, seed, path: energy - seed, inhibition, utility, score }
    return presumed === undefined ? ranked : { ...ranked, presumed: roundHalfAway(presumed * (utility / one)) }
  }
  const fired = new Set(walk.fired.map(({ node }) => node))
  const first = walk.fired.map(({ energy, node, presumed }) => scored(node, energy, presumed))
  const behind = pool.filter(({ node }) => !fired.has(node)).map(({ node, score }) => scored(node, score))
  const isLeft = ({ score }: RankedNode) => score > 0
  return [...coverageOrder(first.sort(byScore).filter(isLeft), covering), ...behind.sort(byScore).filter(isLeft)]
}

export interface Behind {
  readonly node: NodeNumber
  /**
   * `not-visited`: the walk did not visit it, and visited memories stand first. `said-above`: the memories above say most of it already.
   * `newer`: that one is of a later day.
   */
  readonly because: 'said-above' | 'not-visited' | 'newer'
}

/** Returns, for each memory that is placed behind one of a lower score, that one and the reason. A ranking by falling scores has none. */
export const outscoring = (
  ranking: ReadonlyArray<RankedNode>,
  { fired }: Pick<Walk, 'fired'>,
  dayOf: (node: NodeNumber) => number | undefined = () => undefined,
): ReadonlyMap<NodeNumber, Behind> => {
  const visited = new Set(fired.map(({ node }) => node))
  const found = new Map<NodeNumber, Behind>()
  for (const [place, { node, score }] of ranking.entries()) {
    const lower = ranking.slice(0, place).find((above) => above.score < score)
    if (lower === undefined) continue
    const isNewer = (dayOf(lower.node) ?? 0) > (dayOf(node) ?? Number.POSITIVE_INFINITY)
    const because = isNewer ? 'newer' : visited.has(lower.node) && !visited.has(node) ? 'not-visited' : 'said-above'
    found.set(node, { node: lower.node, because })
  }
  return found
}

/*
 * Separates memories that a model may be given from those that a search may only find. An untrusted text takes no place of a trusted one, and
 * words are weighed by trusted texts alone: others' texts change neither the score nor the order of what may be given, however many there are.
 */

/**
 * Returns the first `most` of a pool, in its order, to begin a walk at. At most half of them are untrusted, unless there are too few
 * trusted ones to fill the places.
 */
export const seedsFrom = <A extends { readonly node: NodeNumber }>(
  pool: ReadonlyArray<A>,
  most: number,
  isTrusted: IsCounted,
): ReadonlyArray<A> => {
  const first = pool.slice(0, most)
  const untrusted = first.filter(({ node }) => !isTrusted(node))
  const half = Math.floor(most / 2)
  if (untrusted.length <= half) return first
  const trusted = pool.filter(({ node }) => isTrusted(node)).slice(0, most - half)
  const taken = new Set([...trusted, ...untrusted.slice(0, most - trusted.length)])
  return pool.filter((one) => taken.has(one))
}

/** Returns the walk and the pool without the memories that may not be given; undefined where all may. */
export const givableOf = <A extends { readonly node: NodeNumber }>(walk: Walk, pool: ReadonlyArray<A>, isTrusted: IsCounted) => {
  const isGivable = ({ node }: { readonly node: NodeNumber }) => isTrusted(node)
  if (walk.fired.every(isGivable) && pool.every(isGivable)) return undefined
  return { walk: { ...walk, fired: walk.fired.filter(isGivable) }, pool: pool.filter(isGivable) }
}

/** Returns recallable nodes that may not be given, by rising number. Makes no pass over the nodes where there are none. */
export const untrustedNodes = (
  graph: Pick<GraphView, 'isTrusted' | 'nodes' | 'stateOf' | 'typeOf' | 'untrusted'>,
): ReadonlyArray<NodeNumber> => {
  const found: Array<NodeNumber> = []
  for (let node = 1; node <= graph.nodes && found.length < graph.untrusted; node++)
    if (isRecallable(graph, node) && !graph.isTrusted(node)) found.push(node)
  return found
}

/** Returns `whole` less `untrusted`, the statistics of {@link untrustedNodes}; `whole` itself where nothing would be left. */
export const trustedStatistics = (whole: CorpusStatistics, untrusted: CorpusStatistics): CorpusStatistics =>
  whole.documents <= untrusted.documents
    ? whole
    : {
        documents: whole.documents - untrusted.documents,
        totalLength: whole.totalLength - untrusted.totalLength,
        totalWords: whole.totalWords - untrusted.totalWords,
      }
