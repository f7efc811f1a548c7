/**
 * Applies corrections to a ranking beside its scores: which memory gives way to the one that was named instead, which only changes its place,
 * and which the owner stands by.
 */

import {
  holdsManyStatements,
  isHeldBy,
  type LookUp,
  type MemoryReading,
  QuestionReading,
  repeats,
  stands,
  type Terms,
} from '@crabtrail/text/evidence/readings'
import type { GraphView } from '../graph.ts'
import type { NodeNumber, Position } from '../identity.ts'
import { type Profile, placesOnly } from '../profiles/profile.ts'
import { type Nano, nano, one, roundHalfAway } from '../strength.ts'
import { type Covering, type RankedNode, rank } from '../walk/ranking.ts'
import type { ScoredNode, TextEvidence } from '../walk/text-evidence.ts'
import type { Inhibition, Walk, WalkCue } from '../walk/walk-record.ts'
import { type BundleInput, bundleContext, type ContextBundle, readingOf, renderContext } from './context-bundle.ts'
import { placed, supersededIn, withHolders } from './superseded.ts'

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
  /** The ranking that decides which memories are put before a model. */
  readonly eased: ReadonlyArray<RankedNode>
  /** The same ranking before any memory took the place of one that it supersedes: whether a question is answered is told by these. */
  readonly found: ReadonlyArray<RankedNode>
  /** The order in which memories are shown and given: the same memories, of which some stand further down. */
  readonly ranking: ReadonlyArray<RankedNode>
  /** The best score without corrections: the place of a memory that gives way is not filled with further ones. */
  readonly best: Nano
}

/** Ranks a walk twice: without the inhibitions that only change places, and with them. */
export const rankCorrected = ({ cues, covering, graph, isVouched, own, pool, profile, walk }: CorrectedInput): CorrectedRanking => {
  const taken = placesTaken(graph, walk, nano(placesOnly(profile)))
  const stood = standing(graph, cues, nano(profile.seeding.sameCue), isVouched)
  const eased = rank(stood, walkWithout(walk, taken), pool, own, covering)
  const blamed = walk.inhibitions.filter(({ edge }) => graph.typeOf(graph.sourceOf(edge)) === 'cue')
  const [first] = blamed.length === 0 ? eased : rank(stood, walkWithout(walk, blamed), pool, own, covering)
  return {
    eased: withHolders(graph, eased),
    found: eased,
    ranking: withHolders(graph, lowered(eased, taken, profile.budget.items)),
    best: first === undefined ? 0 : first.score - (first.presumed ?? 0),
  }
}

/**
 * Returns the graph with a utility of at least 1 for memories that the owner stands by for this very question, whatever verdicts for others
 * took from it.
 */
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

/** The largest share of its words of the question that a memory may have alone and still give way. */
const aloneMost = 0.5
/** The largest share of its words of the question that a memory may have alone and still be placed behind the other. */
const behindMost = 2 / 3

export interface ReplacedInput {
  readonly graph: GraphView
  readonly cues: ReadonlyArray<WalkCue>
  readonly evidence: Pick<TextEvidence, 'idfs' | 'part'>
  readonly included: ReadonlyArray<NodeNumber>
  /** Memories that may be put before a model for the question, even where the included ones already say the same. */
  readonly candidates: ReadonlySet<NodeNumber>
  /** Returns the memories that were named instead of a memory, each with the cue of the question and the position. */
  readonly replacedBy: (
    node: NodeNumber,
  ) => ReadonlyArray<{ readonly cue: NodeNumber; readonly by: NodeNumber; readonly position: Position }>
  /** A strength below zero. A cue's edge at or above this strength changes places only. */
  readonly least: Nano
  /** The memories that give way because another one states what is true now. */
  readonly superseded: ReadonlyMap<NodeNumber, NodeNumber>
  /** Says which part of `wrong` the question asks for. `by` was named instead of it after the question of this cue. */
  readonly partAsked: (wrong: NodeNumber, by: NodeNumber, cue: NodeNumber) => AskedPart
}

export interface Replaced {
  /** Memories that give way: they say little of this question that neither the right one nor the corrected question has. */
  readonly held: ReadonlySet<NodeNumber>
  /**
   * Maps a memory that must be in the context to the memory that it replaces or is placed before. Usually the right one is placed before the
   * wrong one; the order is reversed for a question about a part of the wrong one that nobody corrected.
   */
  readonly before: ReadonlyMap<NodeNumber, NodeNumber>
}

/** Finds the memories that somebody called wrong for some question and named another for, where both are included or among `candidates`. */
const replacedIn = (input: ReplacedInput): Replaced => {
  const { candidates, cues, evidence, graph, included, least, partAsked, replacedBy, superseded } = input
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
    if (superseded.has(by) || superseded.has(wrong)) continue
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

interface SaidAlone {
  /** The share, by rarity, of the words of the question in `wrong` that are neither in `right` nor `known`. */
  readonly alone: number
  /** `alone`, less the share of the words that only `right` has. */
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

/** Returns the inhibitions that only change places: those by cues' edges with a strength of `least` or above. */
const placesTaken = (graph: GraphView, { inhibitions }: Walk, least: Nano): ReadonlyArray<Inhibition> =>
  least >= 0 ? [] : inhibitions.filter(({ edge }) => graph.typeOf(graph.sourceOf(edge)) === 'cue' && graph.strengthOf(edge) >= least)

/** Returns the walk without these inhibitions. */
const walkWithout = (walk: Walk, taken: ReadonlyArray<Inhibition>): Walk =>
  taken.length === 0 ? walk : { ...walk, inhibitions: walk.inhibitions.filter((one) => !taken.includes(one)) }

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

/*
 * Finds the part of a corrected memory that a question asks for. A note of several lines or sentences answers several questions: a correction
 * of one of them does not apply to the others.
 */

/**
 * `corrected`: the question is the corrected one in other words, or nothing tells the two apart. `another`: the words by which the question
 * differs stand in other statements of the wrong memory than the corrected ones. `unclear`: these words stand in no statement of the wrong
 * memory and not in the right one, while the corrected question's own words name one of many statements.
 */
export type AskedPart = 'corrected' | 'another' | 'unclear'

/**
 * Says which part of `wrong` is asked for. `right` was named instead of it after the question `corrected`, which is `undefined` where it
 * was erased.
 */
export type PartAsked = (
  wrong: Pick<MemoryReading, 'statements'>,
  right: Pick<MemoryReading, 'terms'>,
  corrected: QuestionReading | undefined,
) => AskedPart

/** From this many statements on, a question in words that no memory has is more likely about another statement than about the corrected one. */
const manyStatements = 3

/**
 * Returns the function that says which part one question asks for. The corrected statements of `wrong` are those that hold most of the words
 * by which the corrected question differs; where `wrong` holds none of these words, those that have most words in common with `right`. The
 * question is compared with each corrected one once, however many memories were corrected after it.
 */
export const partAskerOf = (question: QuestionReading): PartAsked => {
  const differences = new Map<QuestionReading, Difference>()
  return (wrong, right, corrected) => {
    if (corrected === undefined || wrong.statements.length < 2) return 'corrected'
    const difference = differences.get(corrected) ?? differenceOf(question.words, corrected.words)
    differences.set(corrected, difference)
    return partIn(wrong.statements, right.terms, difference)
  }
}

/** The words by which a question and a corrected one differ. */
interface Difference {
  /** Words of the question that the corrected one lacks. */
  readonly own: ReadonlyArray<LookUp>
  /** Words of the corrected question that the question lacks. */
  readonly corrected: ReadonlyArray<LookUp>
  /** The terms of both. */
  readonly asked: Terms
}

const differenceOf = (now: ReadonlyArray<LookUp>, then: ReadonlyArray<LookUp>): Difference => {
  const [ofNow, ofThen] = [new Set(now.flat()), new Set(then.flat())]
  return {
    own: now.filter((word) => !stands(word, ofThen)),
    corrected: then.filter((word) => !stands(word, ofNow)),
    asked: new Set([...ofNow, ...ofThen]),
  }
}

const partIn = (statements: ReadonlyArray<Terms>, right: Terms, { asked, corrected, own }: Difference): AskedPart => {
  const unsaid = own.filter((word) => !stands(word, right))
  const sought = holdingMost(statements, unsaid)
  const named = holdingMost(statements, corrected)
  if (sought.size === 0) {
    const isUnclear = statements.length >= manyStatements && named.size > 0 && own.length > 0 && unsaid.length === own.length
    return isUnclear ? 'unclear' : 'corrected'
  }
  const meant = named.size > 0 ? named : sharingMost(statements, right, asked)
  return meant.size > 0 && [...sought].every((statement) => !meant.has(statement)) ? 'another' : 'corrected'
}

/** Returns the statements that hold most of the words; none where no statement holds any. */
const holdingMost = (statements: ReadonlyArray<Terms>, words: ReadonlyArray<LookUp>): ReadonlySet<Terms> =>
  largest(statements, (terms) => words.filter((word) => stands(word, terms)).length)

/** Returns the statements with most terms in common with a text, without the terms of the two questions. */
const sharingMost = (statements: ReadonlyArray<Terms>, right: Terms, asked: Terms): ReadonlySet<Terms> =>
  largest(statements, (terms) => [...terms].filter((term) => right.has(term) && !asked.has(term)).length)

const largest = (statements: ReadonlyArray<Terms>, count: (terms: Terms) => number): ReadonlySet<Terms> => {
  const counts = statements.map(count)
  const top = Math.max(...counts)
  return new Set(top === 0 ? [] : statements.filter((_, at) => counts[at] === top))
}

/*
 * The context of a question with corrected memories: memories that give way to others are left out, and the items are in the order of the
 * ranking.
 */

export interface CorrectedBundleInput
  extends Omit<BundleInput, 'best' | 'ranking' | 'held' | 'needed' | 'only' | 'superseded'>,
    Omit<CorrectedRanking, 'found'>,
    Omit<ReplacedInput, 'included' | 'candidates' | 'partAsked' | 'superseded'> {
  readonly question: string
  /** The question of a cue; `undefined` where it was erased. */
  readonly questionOf: (cue: NodeNumber) => QuestionReading | undefined
}

/**
 * Builds the context. A memory that only changes its place is included or left out as if nobody had corrected it. A memory that was named
 * instead of an included one is included in its place or before it, though it need not add anything to the others.
 */
export const bundleCorrected = (given: CorrectedBundleInput): ContextBundle => {
  const input = heldInPlace(given)
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

interface HeldInput extends CorrectedBundleInput, Pick<ReplacedInput, 'superseded'> {}

const heldInPlace = (input: CorrectedBundleInput): HeldInput => {
  const { eased, ranking } = input
  const { before, superseded } = supersededIn(input)
  if (before.size === 0) return { ...input, superseded }
  const moved = placed(eased, before)
  return { ...input, superseded, eased: moved, ranking: ranking === eased ? moved : placed(ranking, before) }
}

interface Corrected extends Pick<Replaced, 'before'> {
  readonly bundle: ContextBundle
  /** The memories that must be in the context. */
  readonly needed: ReadonlyArray<NodeNumber>
}

const corrected = (
  input: HeldInput,
  first: ContextBundle,
  candidates: ReadonlySet<NodeNumber>,
  partAsked: ReplacedInput['partAsked'],
): Corrected => {
  const replaced = replacedIn({ ...input, included: first.included, candidates, partAsked })
  const { before } = replaced
  const needed = new Set(before.keys())
  const held = heldBack(input, [...new Set([...first.included, ...needed])], replaced.held)
  const isAsBefore = held.size === 0 && needed.size === 0
  // The place of a memory that gives way is not filled with further ones.
  const only = new Set([...first.included, ...needed])
  const bundle = isAsBefore ? first : bundleContext({ ...input, ranking: placed(input.eased, before), held, needed, only })
  return { bundle, before, needed: [...needed].filter((node) => !held.has(node)) }
}

const partAskedIn = (input: CorrectedBundleInput): ReplacedInput['partAsked'] => {
  const asker = partAskerOf(new QuestionReading(input.question))
  return (node, by, cue) => {
    const [wrong, right] = [input.item(node), input.item(by)]
    if (wrong === undefined || right === undefined) return 'corrected'
    return asker(readingOf(input, wrong), readingOf(input, right), input.questionOf(cue))
  }
}

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

const reordered = ({ item, ranking, turn }: CorrectedBundleInput, bundle: ContextBundle, before: Replaced['before']): ContextBundle => {
  const isIn = new Set(bundle.included)
  const included = placed(ranking, before).flatMap(({ node }) => (isIn.has(node) ? [node] : []))
  const items = included.flatMap((node) => item(node) ?? [])
  return { ...bundle, included, text: renderContext(items, turn) }
}
