/**
 * Applies corrections to a ranking beside its scores: which memory gives way to the one that was named instead, which only changes its place,
 * and which the owner stands by.
 */
import type { GraphView } from '../graph.ts'
import type { NodeNumber, Position } from '../identity.ts'
import { placesOnly } from '../learning/credit-policy.ts'
import type { Profile } from '../profiles/profile.ts'
import { type Nano, nano, one, roundHalfAway } from '../strength.ts'
import type { AskedPart } from './corrected-part.ts'
import type { Covering } from './coverage.ts'
import { type RankedNode, rank } from './ranking.ts'
import type { ScoredNode, TextEvidence } from './text-evidence.ts'
import type { Inhibition, Walk, WalkCue } from './walk.ts'

export interface CorrectedInput {
  readonly graph: GraphView
  readonly profile: Profile
  readonly cues: ReadonlyArray<WalkCue>
  readonly walk: Walk
  readonly pool: ReadonlyArray<ScoredNode>
  readonly own: (node: NodeNumber) => Nano
  readonly covering: Covering
  /** True where the owner's standing word is for this memory, for the questions of this cue. */
  readonly isVouched: (cue: NodeNumber, node: NodeNumber) => boolean
}

export interface CorrectedRanking {
  /** By which it is decided what is put before a model. */
  readonly eased: ReadonlyArray<RankedNode>
  /** The order in which memories are shown and given: the same memories, of which some stand further down. */
  readonly ranking: ReadonlyArray<RankedNode>
  /** The best score without corrections: the place of a memory that gives way is not filled with further ones. */
  readonly best: Nano
}

/** The ranking of a walk, once without what only changes places and once with it. */
export const rankCorrected = ({ cues, covering, graph, isVouched, own, pool, profile, walk }: CorrectedInput): CorrectedRanking => {
  const taken = placesTaken(graph, walk, nano(placesOnly(profile)))
  const stood = standing(graph, cues, nano(profile.seeding.sameCue), isVouched)
  const eased = rank(stood, walkWithout(walk, taken), pool, own, covering)
  const blamed = walk.inhibitions.filter(({ edge }) => graph.typeOf(graph.sourceOf(edge)) === 'cue')
  const [first] = blamed.length === 0 ? eased : rank(stood, walkWithout(walk, blamed), pool, own, covering)
  return {
    eased,
    ranking: lowered(eased, taken, profile.budget.items),
    best: first === undefined ? 0 : first.score - (first.presumed ?? 0),
  }
}

/** The graph in which a memory that the owner stands by for this very question is worth as much as at its birth, whatever was said of it for others. */
const standing = (
  graph: GraphView,
  cues: ReadonlyArray<WalkCue>,
  same: Nano,
  isVouched: CorrectedInput['isVouched'],
): Pick<GraphView, 'utilityOf'> => {
  const vouched = new Set<NodeNumber>()
  for (const { alike, cue } of cues) {
    if (alike < same) continue
    for (const edge of graph.out(cue)) if (isVouched(cue, graph.targetOf(edge))) vouched.add(graph.targetOf(edge))
  }
  return { utilityOf: (node) => (vouched.has(node) ? Math.max(one, graph.utilityOf(node)) : graph.utilityOf(node)) }
}

/** Most of its words of the question, as a share, that a memory may have alone and still give way; */
const aloneMost = 0.5
/** and still stand behind the other. */
const behindMost = 2 / 3

export interface ReplacedInput {
  readonly graph: GraphView
  readonly cues: ReadonlyArray<WalkCue>
  readonly evidence: Pick<TextEvidence, 'idfs' | 'part'>
  readonly included: ReadonlyArray<NodeNumber>
  /** Memories that may be put before a model for the question, though the others say it as well. */
  readonly candidates: ReadonlySet<NodeNumber>
  /** Which memories were named instead of one, and by which cue's questions. */
  readonly replacedBy: (
    node: NodeNumber,
  ) => ReadonlyArray<{ readonly cue: NodeNumber; readonly by: NodeNumber; readonly position: Position }>
  /** A strength below zero: a cue's edge that is not lower changes places only. */
  readonly least: Nano
  /** Which part of `wrong` the question asks for, seen from the question of this cue, after which `by` was named instead. */
  readonly partAsked: (wrong: NodeNumber, by: NodeNumber, cue: NodeNumber) => AskedPart
}

export interface Replaced {
  /** Memories that give way: they say little of this question that neither the right one nor the corrected question has. */
  readonly held: ReadonlySet<NodeNumber>
  /**
   * By the memory that must be in the context, the one that it stands before or in whose place it is: the right one before the wrong one, and
   * the other way round for a question about a part of the wrong one that nobody corrected.
   */
  readonly before: ReadonlyMap<NodeNumber, NodeNumber>
}

/** Finds the memories that somebody called wrong for some question and named another for, where both are included or among `candidates`. */
export const replacedIn = (input: ReplacedInput): Replaced => {
  const { candidates, cues, evidence, graph, included, least, partAsked, replacedBy } = input
  const [isIn, known] = [new Set(included), new Map(cues.map(({ cue, words }) => [cue, new Set(words)]))]
  const strengthOf = (cue: NodeNumber, node: NodeNumber) => {
    const edge = graph.between(cue, node).find((one) => graph.isLinked(one) && graph.kindOf(one) === 'learned')
    return edge === undefined ? 0 : graph.strengthOf(edge)
  }
  const told = [...new Set([...included, ...candidates])].flatMap((wrong) => replacedBy(wrong).map((one) => ({ wrong, ...one })))
  const [held, before] = [new Set<NodeNumber>(), new Map<NodeNumber, NodeNumber>()]
  const behind = new Set<NodeNumber>()
  const spared: Array<readonly [wrong: NodeNumber, by: NodeNumber]> = []
  // The word said last counts where two memories were named instead of each other.
  for (const { by, cue, wrong } of told.sort((a, b) => b.position - a.position || a.wrong - b.wrong)) {
    if (!(isIn.has(by) || candidates.has(by)) || behind.has(by) || before.has(wrong)) continue
    if (strengthOf(cue, by) <= 0 || strengthOf(cue, wrong) >= Math.min(0, least)) continue
    const { alone, more } = saidAlone(evidence, wrong, by, known.get(cue) ?? noWords)
    const [maySpare, mayGiveWay] = [more >= 0 && isIn.has(by), isIn.has(wrong) && !(alone > behindMost && more > aloneMost)]
    // Finding the part takes longest, and most pairs of memories need none.
    if (!maySpare && !mayGiveWay) continue
    const part = partAsked(wrong, by, cue)
    if (part === 'another') {
      if (maySpare) spared.push([wrong, by])
      continue
    }
    if (!mayGiveWay) continue
    before.set(by, wrong)
    behind.add(wrong)
    // A question that nobody corrected keeps a memory that alone says a part of it.
    if (part === 'unclear') continue
    if (isIn.has(by) || known.has(cue) ? more <= aloneMost : alone === 0) held.add(wrong)
  }
  for (const [wrong, by] of spared) if (!behind.has(wrong) && !behind.has(by) && !before.has(by)) before.set(wrong, by)
  return { held, before }
}

const noWords: ReadonlySet<number> = new Set()

interface SaidAlone {
  /** The share, by rarity, of the words that `wrong` has of the question which neither `right` has nor are `known`. */
  readonly alone: number
  /** The same less what only `right` says. */
  readonly more: number
}

const saidAlone = (
  { idfs, part }: ReplacedInput['evidence'],
  wrong: NodeNumber,
  right: NodeNumber,
  known: ReadonlySet<number>,
): SaidAlone => {
  let [alone, other, whole] = [0, 0, 0]
  idfs.forEach((idf, word) => {
    const [isWrong, isRight] = [part(word, wrong) > 0, part(word, right) > 0]
    if (isWrong) whole += idf
    else if (isRight) other += idf
    if (isWrong && !isRight && !known.has(word)) alone += idf
  })
  return whole === 0 ? { alone: 0, more: 0 } : { alone: alone / whole, more: (alone - other) / whole }
}

/** The inhibitions that only change places: those of cues' edges that stand at `least` or above. */
const placesTaken = (graph: GraphView, { inhibitions }: Walk, least: Nano): ReadonlyArray<Inhibition> =>
  least >= 0 ? [] : inhibitions.filter(({ edge }) => graph.typeOf(graph.sourceOf(edge)) === 'cue' && graph.strengthOf(edge) >= least)

/** The walk as if these inhibitions were none. */
const walkWithout = (walk: Walk, taken: ReadonlyArray<Inhibition>): Walk =>
  taken.length === 0 ? walk : { ...walk, inhibitions: walk.inhibitions.filter((one) => !taken.includes(one)) }

/**
 * A ranking of which some memories stand further down, each behind what scores more than is left of its own score; never behind the first
 * `within`, among which it was, and never at nothing.
 */
const lowered = (ranking: ReadonlyArray<RankedNode>, taken: ReadonlyArray<Inhibition>, within: number): ReadonlyArray<RankedNode> => {
  if (taken.length === 0) return ranking
  const losses = new Map<NodeNumber, number>()
  for (const { energy, node } of taken) losses.set(node, (losses.get(node) ?? 0) + energy)
  const order = [...ranking]
  for (const ranked of ranking.toReversed()) {
    const lost = losses.get(ranked.node)
    if (lost === undefined) continue
    const from = order.indexOf(ranked)
    const score = Math.max(1, ranked.score - roundHalfAway(lost * (ranked.utility / one)))
    const until = from < within ? Math.min(within, order.length) : order.length
    let to = from
    while (to + 1 < until && (order[to + 1]?.score ?? 0) > score) to++
    order.splice(from, 1)
    order.splice(to, 0, { ...ranked, inhibition: ranked.inhibition + lost, score })
  }
  return order
}
