/**
 * Memories that give way to others: in the ranking, where one is moved before another, and in the context, where it may also be left out.
 *
 * A memory gives way for one of three reasons. Another one states what is true now and takes its place (explicit replacement). It was called wrong for
 * such a question, and another one was named (correction). Or a newer one answers equally (recency order, see `recency.ts`): then both stay. Each
 * finding is of one form, {@link Replacements}; {@link placed} applies it to a ranking and `bundleContext` to a context.
 */

import { holdsManyStatements, isHeldBy, QuestionReading, repeats } from '@crabtrail/text/evidence/readings'
import { type GraphView, isRecallable } from '../graph.ts'
import type { NodeNumber, Position } from '../identity.ts'
import { type Profile, placesOnly } from '../profiles/profile.ts'
import { type Nano, nano, one, roundHalfAway } from '../strength.ts'
import { type Covering, type RankedNode, rank } from '../walk/ranking.ts'
import type { ScoredNode, TextEvidence } from '../walk/text-evidence.ts'
import type { Inhibition, Walk, WalkCue } from '../walk/walk-record.ts'
import { type BundleInput, bundleContext, type ContextBundle, type GaveWay, readingOf, renderContext } from './context-bundle.ts'
import { type AskedPart, type Holder, holdersOf, isMarked, isPartAsked, isSaid, partAskerOf, type Superseding } from './outdated.ts'

/** The memory that is moved directly before another one: newer → older, or right → wrong. */
export type Before = ReadonlyMap<NodeNumber, NodeNumber>

export interface Replacements {
  readonly before: Before
  /** The memories that are left out of the context. */
  readonly gone: ReadonlyMap<NodeNumber, GaveWay>
}

/** Moves memories directly before those that give way to them, where they were behind. */
export const placed = (ranking: ReadonlyArray<RankedNode>, before: Before): ReadonlyArray<RankedNode> => {
  if (before.size === 0) return ranking
  const order = [...ranking]
  for (const [newer, older] of before) {
    const [from, to] = [order.findIndex(({ node }) => node === newer), order.findIndex(({ node }) => node === older)]
    if (from > to && to >= 0) order.splice(to, 0, ...order.splice(from, 1))
  }
  return order
}

/* The ranking. */

type JudgedCue = Pick<WalkCue, 'alike' | 'cue' | 'words'>

/** What a ranking asks of the owner's words. */
export interface Vouching {
  /** True where the owner's standing word is for a memory, for the questions of a cue. */
  readonly isVouched: (cue: NodeNumber, node: NodeNumber) => boolean
  /** Finds the memory that the owner named instead of another one for the questions of a cue, where he said nothing else since. */
  readonly namedInstead: (cue: NodeNumber, node: NodeNumber) => NodeNumber | undefined
}

export interface CorrectedInput extends Vouching {
  readonly graph: GraphView
  readonly profile: Profile
  readonly cues: ReadonlyArray<JudgedCue>
  readonly walk: Walk
  readonly pool: ReadonlyArray<ScoredNode>
  readonly own: (node: NodeNumber) => Nano
  readonly covering: Covering
}

export interface CorrectedRanking {
  /** The ranking that decides which memories are put before a model. */
  readonly eased: ReadonlyArray<RankedNode>
  /** The same ranking before any memory took the place of one that it supersedes: whether a question is answered is told by these. */
  readonly found: ReadonlyArray<RankedNode>
  /** The order in which memories are shown and given: the same memories, of which some stand further down. */
  readonly ranking: ReadonlyArray<RankedNode>
  /** The best score without corrections: the place of a memory that gives way is not filled with further ones. */
  readonly best: Nano
  /** The memory that takes another one's place for this very question, because the owner said so. */
  readonly named: (node: NodeNumber) => NodeNumber | undefined
}

/** Ranks a walk twice: without the inhibitions that only change places, and with them. */
export const rankCorrected = (input: CorrectedInput): CorrectedRanking => {
  const { cues, covering, graph, isVouched, own, pool, profile, walk } = input
  const least = nano(placesOnly(profile))
  const blamed = walk.inhibitions.filter(({ edge }) => graph.typeOf(graph.sourceOf(edge)) === 'cue')
  // Cues' edges with a strength of `least` or above only change places.
  const taken = least >= 0 ? [] : blamed.filter(({ edge }) => graph.strengthOf(edge) >= least)
  const stood = standing(graph, cues, nano(profile.seeding.sameCue), isVouched)
  const without = (some: ReadonlyArray<Inhibition>) =>
    rank(
      stood,
      some.length === 0 ? walk : { ...walk, inhibitions: walk.inhibitions.filter((one) => !some.includes(one)) },
      pool,
      own,
      covering,
    )
  const eased = without(taken)
  const [first] = blamed.length === 0 ? eased : without(blamed)
  const named = namedFor(input)
  return {
    eased: withHolders(graph, eased, named),
    found: eased,
    ranking: withHolders(graph, lowered(eased, taken, profile.budget.items), named),
    best: first === undefined ? 0 : first.score - (first.presumed ?? 0),
    named,
  }
}

/**
 * Finds what the owner named instead of a memory for this very question. It takes the place of that memory here, and nowhere else, whatever a profile learns
 * from a verdict: who said once that an answer is wrong does not want it again when he asks the same.
 */
const namedFor = ({ cues, graph, namedInstead }: Pick<CorrectedInput, 'cues' | 'graph' | 'namedInstead'>): CorrectedRanking['named'] => {
  const same = cues.filter(({ alike }) => alike === one)
  const now = (by: NodeNumber) => holdersOf(graph, by).find(({ part }) => part === undefined)?.holder ?? by
  return (node) => {
    for (const { cue } of same) {
      const by = namedInstead(cue, node)
      const holder = by === undefined ? undefined : now(by)
      if (holder !== undefined && holder !== node && isRecallable(graph, holder) && graph.isTrusted(holder)) return holder
    }
    return undefined
  }
}

/**
 * Returns the graph with a utility of at least 1 for memories that the owner stands by for this very question, whatever verdicts for others
 * took from it.
 */
const standing = (
  graph: GraphView,
  cues: ReadonlyArray<JudgedCue>,
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

/**
 * Moves inhibited memories of a ranking down, each behind the memories that score more than its own score after the loss. A memory among
 * the first `within` stays among them, and no score falls below 1 nano-unit.
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

/**
 * Puts each holder directly before the first memory that it supersedes as a whole, with at least the score of that memory, and directly behind
 * the first of which it supersedes a part: whether that part is asked for is known later. A ranking without superseded memories stays as it is.
 */
export const withHolders = (
  graph: Superseding,
  ranking: ReadonlyArray<RankedNode>,
  named: CorrectedRanking['named'] = () => undefined,
): ReadonlyArray<RankedNode> => {
  const held = ranking.flatMap(({ node }) => {
    const instead = named(node)
    const holders: ReadonlyArray<Pick<Holder, 'holder' | 'part'>> = instead === undefined ? holdersOf(graph, node) : [{ holder: instead }]
    return holders.length === 0 ? [] : [[node, holders] as const]
  })
  if (held.length === 0) return ranking
  const known = new Map(ranking.map((ranked) => [ranked.node, ranked]))
  const [holders, placed, order] = [new Map(held), new Set<NodeNumber>(), [] as RankedNode[]]
  for (const ranked of ranking) {
    if (placed.has(ranked.node)) continue
    const all = holders.get(ranked.node) ?? []
    const whole = all.find(({ part }) => part === undefined)
    const put = ({ holder }: Pick<Holder, 'holder'>) => {
      const own = known.get(holder)
      if (!placed.has(holder))
        order.push(own !== undefined && own.score >= ranked.score ? own : { ...ranked, node: holder, inPlaceOf: ranked.node })
      placed.add(holder)
    }
    if (whole !== undefined) put(whole)
    order.push(ranked)
    placed.add(ranked.node)
    if (whole === undefined) for (const one of all) put(one)
  }
  return order
}

/* Explicit replacement. */

/** Finds the memories that give way to what supersedes them, or to what was named instead for this very question. One of which a part is superseded gives way where that part is asked for. */
const supersededIn = (input: CorrectedBundleInput): Replacements => {
  const { eased, graph, items } = input
  const [gone, before] = [new Map<NodeNumber, GaveWay>(), new Map<NodeNumber, NodeNumber>()]
  const question = new QuestionReading(input.question)
  const ranked = eased.slice(0, items).map(({ node }) => node)
  const giveWay = (node: NodeNumber, by: NodeNumber) => gone.set(node, { reason: 'superseded', by })
  const isAsked = (node: NodeNumber, { holder, part }: Holder): boolean => {
    const [older, newer] = [input.item(node), input.item(holder)]
    return part !== undefined && older !== undefined && newer !== undefined && isPartAsked(input, question, { older, newer, part })
  }
  for (const node of ranked) {
    const instead = input.named(node)
    if (instead !== undefined && ranked.includes(instead)) {
      gone.set(node, { reason: 'inhibited', by: instead })
      continue
    }
    // A message that was kept of another memory is given with that one.
    const memory = ranked.find(
      (one) => one !== node && graph.supersededBy(one).some((record) => isSaid(graph, record) && record.by === node),
    )
    if (memory !== undefined) {
      before.set(memory, node)
      giveWay(node, memory)
      continue
    }
    const all = holdersOf(graph, node)
    // Both of two memories that a model judged to disagree are given, the newer first.
    const isNewer = (one: Holder) => isMarked(one) && ranked.includes(one.holder)
    const held = all.find(({ part }) => part === undefined) ?? all.find((one) => isNewer(one) || isAsked(node, one))
    // The first of two that supersede each other gives way.
    if (held === undefined || gone.get(held.holder)?.by === node) continue
    if (held.part !== undefined) before.set(held.holder, node)
    if (!isMarked(held)) giveWay(node, held.holder)
  }
  return { gone, before }
}

/* Correction. */

/** The largest share of its words of the question that a memory may have alone and still give way. */
const aloneMost = 0.5
/** The largest share of its words of the question that a memory may have alone and still be placed behind the other. */
const behindMost = 2 / 3

export interface CorrectedBundleInput
  extends Omit<BundleInput, 'best' | 'ranking' | 'gone' | 'needed' | 'only'>,
    Omit<CorrectedRanking, 'found'> {
  readonly graph: GraphView
  readonly cues: ReadonlyArray<JudgedCue>
  readonly evidence: Pick<TextEvidence, 'idfs' | 'part'>
  readonly question: string
  /** Returns the memories that were named instead of a memory, each with the cue of the question and the position. */
  readonly replacedBy: (
    node: NodeNumber,
  ) => ReadonlyArray<{ readonly cue: NodeNumber; readonly by: NodeNumber; readonly position: Position }>
  /** The question of a cue; `undefined` where it was erased. */
  readonly questionOf: (cue: NodeNumber) => QuestionReading | undefined
  /** A strength below zero. A cue's edge at or above this strength changes places only. */
  readonly least: Nano
}

interface HeldInput extends CorrectedBundleInput, Pick<Replacements, 'gone'> {}

/** Says which part of `wrong` the question asks for. `by` was named instead of it after the question of this cue. */
type PartAsked = (wrong: NodeNumber, by: NodeNumber, cue: NodeNumber) => AskedPart

/**
 * Finds the memories that somebody called wrong for some question and named another for, where both are included or among `candidates`, which may be
 * put before a model even where the included ones already say the same. `held`: they say little of this question that neither the right one nor the
 * corrected question has. `before`: usually the right one is placed before the wrong one; the order is reversed for a question about a part of the
 * wrong one that nobody corrected.
 */
const replacedIn = (input: HeldInput, included: ReadonlyArray<NodeNumber>, candidates: ReadonlySet<NodeNumber>, partAsked: PartAsked) => {
  const { cues, evidence, gone, graph, least, replacedBy } = input
  const [isIn, known] = [new Set(included), new Map(cues.map(({ cue, words }) => [cue, new Set(words)]))]
  const strengthOf = (cue: NodeNumber, node: NodeNumber) => {
    const edge = graph.between(cue, node).find((one) => graph.isLinked(one) && graph.kindOf(one) === 'learned')
    return edge === undefined ? 0 : graph.strengthOf(edge)
  }
  const told = [...new Set([...included, ...candidates])].flatMap((wrong) => replacedBy(wrong).map((one) => ({ wrong, ...one })))
  const [held, before] = [new Set<NodeNumber>(), new Map<NodeNumber, NodeNumber>()]
  const behind = new Set<NodeNumber>()
  const spared: Array<readonly [wrong: NodeNumber, by: NodeNumber]> = []
  // The newest word counts where two memories were named instead of each other.
  for (const { by, cue, wrong } of told.sort((a, b) => b.position - a.position || a.wrong - b.wrong)) {
    if (gone.has(by) || gone.has(wrong)) continue
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
    // Where the part is unclear, the wrong memory is placed behind the right one and not held back: it may state a part that nobody
    // corrected.
    if (part === 'unclear') continue
    if (isIn.has(by) || known.has(cue) ? more <= aloneMost : alone === 0) held.add(wrong)
  }
  for (const [wrong, by] of spared) if (!behind.has(wrong) && !behind.has(by) && !before.has(by)) before.set(wrong, by)
  return { held, before }
}

const noWords: ReadonlySet<number> = new Set()

/**
 * Returns the share, by rarity, of the words of the question in `wrong` that are neither in `right` nor `known` (`alone`), and that share less the
 * one of the words that only `right` has (`more`).
 */
const saidAlone = ({ idfs, part }: CorrectedBundleInput['evidence'], wrong: NodeNumber, right: NodeNumber, known: ReadonlySet<number>) => {
  let [alone, other, whole] = [0, 0, 0]
  idfs.forEach((idf, word) => {
    const [isWrong, isRight] = [part(word, wrong) > 0, part(word, right) > 0]
    if (isWrong) whole += idf
    else if (isRight) other += idf
    if (isWrong && !isRight && !known.has(word)) alone += idf
  })
  return whole === 0 ? { alone: 0, more: 0 } : { alone: alone / whole, more: (alone - other) / whole }
}

/* The context. */

/**
 * Builds the context. A memory that only changes its place is included or left out as if nobody had corrected it. A memory that was named
 * instead of an included one is included in its place or before it, though it need not add anything to the others.
 */
export const bundleCorrected = (given: CorrectedBundleInput): ContextBundle => {
  const { before: moved, gone } = supersededIn(given)
  const input = { ...given, gone, eased: placed(given.eased, moved), ranking: placed(given.ranking, moved) }
  const { confident, eased, item, items } = input
  const first = bundleContext({ ...input, ranking: eased })
  const looked = confident ? eased.slice(0, items).filter(({ node }) => item(node)?.injectable === true) : []
  const partAsked = partAskedIn(input)
  const wide = corrected(input, first, new Set(looked.map(({ node }) => node)), partAsked)
  // Where a needed memory does not fit the budget, corrections apply among the included memories alone.
  const fits = wide.needed.every((node) => wide.bundle.included.includes(node))
  const { before, bundle } = fits ? wide : corrected(input, first, new Set(), partAsked)
  return given.ranking === given.eased ? bundle : reordered(input, bundle, before)
}

const corrected = (input: HeldInput, first: ContextBundle, candidates: ReadonlySet<NodeNumber>, partAsked: PartAsked) => {
  const { before, held: replaced } = replacedIn(input, first.included, candidates, partAsked)
  const needed = new Set(before.keys())
  // The place of a memory that gives way is not filled with further ones.
  const only = new Set([...first.included, ...needed])
  const held = heldBack(input, [...only], replaced)
  const gone = new Map<NodeNumber, GaveWay>([...input.gone, ...[...held].map((node) => [node, { reason: 'inhibited' }] as const)])
  const isAsBefore = held.size === 0 && needed.size === 0
  const bundle = isAsBefore ? first : bundleContext({ ...input, ranking: placed(input.eased, before), gone, needed, only })
  // `needed`: the memories that must be in the context.
  return { bundle, before, needed: [...needed].filter((node) => !held.has(node)) }
}

const partAskedIn = (input: CorrectedBundleInput): PartAsked => {
  const asker = partAskerOf(new QuestionReading(input.question))
  return (node, by, cue) => {
    const [wrong, right] = [input.item(node), input.item(by)]
    if (wrong === undefined || right === undefined) return 'corrected'
    return asker(readingOf(input, wrong), readingOf(input, right), input.questionOf(cue))
  }
}

/** Adds to the memories that give way those that repeat a corrected one, or that another one holds with their correction. */
const heldBack = (
  { item, question }: CorrectedBundleInput,
  included: ReadonlyArray<NodeNumber>,
  replaced: ReadonlySet<NodeNumber>,
): ReadonlySet<NodeNumber> => {
  const held = new Set(replaced)
  const items = included.flatMap((node) => item(node) ?? [])
  for (const doubted of items) {
    const { corrections = [], node } = doubted
    if (corrections.length === 0) continue
    const { text, title } = doubted
    const others = items.filter((other) => other.node !== node && !held.has(other.node))
    const mayGo = !holdsManyStatements(text)
    if (mayGo && others.some((other) => isHeldBy(`${title}\n${text}`, corrections, `${other.title}\n${other.text}`, question)))
      held.add(node)
    else
      for (const other of others)
        if (other.corrections === undefined && repeats(`${title}\n${text}`, corrections, other.text)) held.add(other.node)
  }
  return held
}

const reordered = ({ item, partOf, ranking, turn }: CorrectedBundleInput, bundle: ContextBundle, before: Before): ContextBundle => {
  const isIn = new Set(bundle.included)
  const included = placed(ranking, before).flatMap(({ node }) => (isIn.has(node) ? [node] : []))
  const items = included.flatMap((node) => item(node) ?? [])
  return { ...bundle, included, text: renderContext(items, turn, partOf) }
}
