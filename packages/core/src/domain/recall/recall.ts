/**
 * The pure pipeline of a recall: evidence → seeds → walk → ranking → context.
 *
 * A recall, a look at an earlier position and an evaluation call the same two functions. {@link rankMemories} needs no texts; its answer names
 * the memories whose texts {@link giveContext} needs, so that a caller reads only these between the two.
 */

import type { Day } from '@crabtrail/text/days/calendar'
import { assertThat, neverRises } from '../assertion.ts'
import { type ContextBundle, readingOf, withUntrusted } from '../context/context-bundle.ts'
import { partsFor } from '../context/given-part.ts'
import { holdersOf } from '../context/outdated.ts'
import { newestFirst, remarksOn, saidLater, turnsAfter } from '../context/recency.ts'
import {
  bundleCorrected,
  type CorrectedBundleInput,
  type CorrectedRanking,
  placed,
  rankCorrected,
  type Vouching,
} from '../context/replacements.ts'
import { type GraphView, isRecallable, type Kernel, type LabelNumber } from '../graph.ts'
import type { NodeNumber, TurnNumber } from '../identity.ts'
import { type Profile, placesOnly } from '../profiles/profile.ts'
import { type Nano, nano, one } from '../strength.ts'
import { candidatesOf } from '../walk/candidate-edges.ts'
import { fusedInSeeds } from '../walk/fused-search.ts'
import { coveringOf, gateOf, givableOf, type RankedNode, seedsFrom } from '../walk/ranking.ts'
import { spreadingActivation } from '../walk/spreading-activation.ts'
import {
  coveredBy,
  type Hints,
  type IsCounted,
  type NearTexts,
  type ScoredNode,
  type SeedSource,
  type TextEvidence,
} from '../walk/text-evidence.ts'
import { tieredTraversal } from '../walk/walk.ts'
import type { Routed, Walk, WalkCue } from '../walk/walk-record.ts'
import {
  type AskedSentences,
  type Confidence,
  confidences,
  type JudgedMemory,
  type JudgingSettings,
  sharesDaysOnly,
  surenessOf,
  surest,
} from './confidence.ts'
import { foundTexts } from './found-texts.ts'

/** The results of the indexes for a question at one position. */
export interface Evidence {
  readonly text: TextEvidence
  /** True for a memory that may be put before a model: the rarity of words is computed from these alone. Absent where all may, or none. */
  readonly isCounted: IsCounted | undefined
  /** The words of the question that no counted memory has, by their places among the words of `text`. */
  readonly unknown: ReadonlySet<number>
  /** The sentences that confidence judges, each by its own words. */
  readonly asked: AskedSentences
  /** The day on which the question is asked, in days since 1970-01-01. Undefined where it is not known. */
  readonly today?: Day | undefined
  /** The labels of mentions that the question itself names. */
  readonly labels: ReadonlySet<LabelNumber>
  /** Returns the factor of a passage's score: 1, or more where its speaker is named in the question. */
  readonly favour: (node: NodeNumber) => number
  readonly cues: ReadonlyArray<WalkCue>
  readonly kernel: Kernel
}

export interface RankInput extends Vouching {
  readonly graph: GraphView
  readonly settings: Profile
  /** `route` walks by tiers, `spread` lets energy spread. */
  readonly engine: 'route' | 'spread'
  readonly evidence: Evidence
  readonly near: NearTexts
  readonly hints: Hints
  /** Finds the candidates of a node as `candidatesOf` does. Absent: `candidatesOf`. A cache may take its place. */
  readonly candidates?: typeof candidatesOf | undefined
  /** The choice of a routing model for the question. Absent: the rule decides alone. */
  readonly routed?: Routed | undefined
}

export interface Ranked {
  /** Best first; at most `budget.seeds`. */
  readonly seeds: ReadonlyArray<ScoredNode & { readonly source: SeedSource }>
  /** The trust in `mention` edges for this question, in nano-units from 0 to 1. */
  readonly gate: Nano
  readonly walk: Walk
  readonly ranking: ReadonlyArray<RankedNode>
  readonly sourceOf: (node: NodeNumber) => SeedSource
  /**
   * The ranking of the memories that may be given, with corrections applied. Other memories neither take places in it nor change its
   * scores.
   */
  readonly corrected: CorrectedRanking
  /** The score of the best seed that may be given. */
  readonly best: Nano | undefined
  /** The first memories of `corrected`, at most `budget.items`: the context is chosen from these. */
  readonly considered: ReadonlyArray<NodeNumber>
  /** The memories that verdicts on similar questions took energy from, at most `budget.items`. */
  readonly blamed: ReadonlyArray<NodeNumber>
}

const engines = { route: tieredTraversal, spread: spreadingActivation }

/** Finds and orders memories. Changes nothing; the same input gives the same answer to the bit. */
export const rankMemories = (input: RankInput): Ranked => {
  const { engine, evidence, graph, isVouched, namedInstead, routed, settings } = input
  const { cues, isCounted, text } = evidence
  const isTrusted = (node: NodeNumber) => graph.isTrusted(node)
  const found = foundTexts(input)
  const { source: sourceOf } = found
  const seeds = seedsFrom(found.anchors, settings.budget.seeds, isTrusted).map((seed) => ({ ...seed, source: sourceOf(seed.node) }))
  const { pool: whole, score: own } = fusedInSeeds(found, seeds, input.near.gains, text)
  const pool = routed?.drops === 'all' ? whole.filter(({ node }) => !routed.dropped.has(node)) : whole
  const counted = seeds.filter(({ node }) => isCounted?.(node) !== false)
  const lexical = counted.flatMap(({ node, source }) => (source === 'lexical' || source === 'fused' ? [node] : []))
  const gate = gateOf(graph, lexical, settings)
  const walk = walkFrom({ graph, settings, engine, evidence, seeds, gate, own, candidates: input.candidates, routed })
  const ranked = {
    graph,
    profile: settings,
    cues,
    own: ownIn(engine, seeds, walk, own),
    covering: coveringOf(settings, gate, text),
    isVouched,
    namedInstead,
  }
  const all = rankCorrected({ ...ranked, walk, pool })
  const givable = givableOf(walk, pool, isTrusted)
  const corrected = givable === undefined ? all : rankCorrected({ ...ranked, ...givable })
  assertSeeds(seeds, settings.budget.seeds)
  return {
    seeds,
    gate,
    walk,
    ranking: all.ranking,
    sourceOf,
    corrected,
    best: counted[0]?.score,
    considered: corrected.ranking.slice(0, settings.budget.items).map(({ node }) => node),
    blamed: [...new Set(walk.inhibitions.map(({ node }) => node))].slice(0, settings.budget.items),
  }
}

/**
 * Returns the part of a memory's score that is its text's. Where energy spreads, a memory that energy reached has what reached it, and its text counts
 * where it was an anchor.
 */
export const ownIn = (
  engine: RankInput['engine'] | 'none',
  seeds: ReadonlyArray<ScoredNode>,
  { fired }: Pick<Walk, 'fired'>,
  own: (node: NodeNumber) => Nano,
): ((node: NodeNumber) => Nano) => {
  if (engine !== 'spread') return own
  const anchors = new Map(seeds.map(({ node, score }) => [node, score]))
  const reached = new Set(fired.map(({ node }) => node))
  return (node) => anchors.get(node) ?? (reached.has(node) ? 0 : own(node))
}

export const assertSeeds = (seeds: ReadonlyArray<ScoredNode>, most: number): void => {
  assertThat('seeds are within their limit', seeds.length <= most, seeds.length, most)
  assertThat(
    'seeds stand best first',
    neverRises(seeds, ({ score }) => score),
  )
}

/** Puts the newer first: see {@link saidLater} and {@link newestFirst}. `item` must know the memories in `ranked.considered`. */
export const withNewestFirst = (
  ranked: Ranked,
  { evidence, graph, item, question }: Pick<ContextInput, 'evidence' | 'graph' | 'item' | 'question'>,
): Ranked => {
  const { corrected } = ranked
  const text = (node: NodeNumber) => {
    const one = item(node)
    return one?.injectable === true && graph.supersededBy(node).length === 0 ? one.text : undefined
  }
  const { ranking: found } = corrected
  const { parts } = evidence.text
  const dated = newestFirst({ ranking: found, text, dayOf: graph.dayOf, parts, today: evidence.today })
  const passing = dated.size > 0 ? dated : saidLater({ ranking: found, question, text })
  if (passing.size === 0) return ranked
  return { ...reordered(ranked, (ranking) => placed(ranking, passing), ranked.considered.length), ranking: placed(ranked.ranking, passing) }
}

/** Returns a ranking whose memories that may be given stand in another order, and of which the first `most` are considered. */
const reordered = (ranked: Ranked, order: (ranking: ReadonlyArray<RankedNode>) => ReadonlyArray<RankedNode>, most: number): Ranked => {
  const { corrected } = ranked
  const ranking = order(corrected.ranking)
  const eased = corrected.eased === corrected.ranking ? ranking : order(corrected.eased)
  return { ...ranked, corrected: { ...corrected, eased, ranking }, considered: ranking.slice(0, most).map(({ node }) => node) }
}

/** Returns the memories beside those considered whose texts {@link withRemarks} needs. `item` must know the memories in `ranked.considered`. */
export const remarksSought = ({ considered, corrected }: Ranked, { graph, item }: Pick<ContextInput, 'graph' | 'item'>) => {
  const known = new Set(considered)
  const sought = turnsAfter({ graph, ranking: corrected.ranking.slice(0, considered.length), text: textOf(item) })
  return [...sought].filter((node) => isRecallable(graph, node) && !known.has(node))
}

/**
 * Puts each remark of a talk that is not among the memories considered behind the turn that it is a remark on: a walk visits few neighbours, and
 * "No, 51." has no word of a question by which it could be found. `item` must know the memories of {@link remarksSought}.
 */
export const withRemarks = (
  ranked: Ranked,
  { evidence, graph, item, question }: Pick<ContextInput, 'evidence' | 'graph' | 'item' | 'question'>,
): Ranked => {
  const { considered, corrected } = ranked
  const known = new Set(considered)
  const looked = corrected.ranking.slice(0, considered.length)
  const remarks = [...remarksOn({ graph, question, ranking: looked, text: textOf(item) })].filter(([remark]) => !known.has(remark))
  if (remarks.length === 0) return ranked
  const scored = (node: NodeNumber): RankedNode => {
    const score = Math.max(0, evidence.text.score(node))
    return { node, score, seed: score, path: 0, inhibition: 0, utility: graph.utilityOf(node) }
  }
  // In the list that people and evaluations see it takes no place from what a search found.
  const listed = (ranking: ReadonlyArray<RankedNode>) => {
    const unlisted = remarks.flatMap(([remark]) => (ranking.some(({ node }) => node === remark) ? [] : [scored(remark)]))
    return [...ranking.slice(0, considered.length), ...unlisted, ...ranking.slice(considered.length)]
  }
  const behind = (ranking: ReadonlyArray<RankedNode>) => {
    const moved = new Map(remarks.map(([remark]) => [remark, ranking.find(({ node }) => node === remark) ?? scored(remark)]))
    const others = ranking.filter(({ node }) => !moved.has(node))
    return others.flatMap((one) => [one, ...remarks.flatMap(([remark, turn]) => (turn === one.node ? (moved.get(remark) ?? []) : []))])
  }
  return { ...reordered(ranked, behind, considered.length + remarks.length), ranking: listed(ranked.ranking) }
}

export interface WalkFrom extends Pick<RankInput, 'graph' | 'settings' | 'engine' | 'evidence' | 'candidates' | 'routed'> {
  /** Best first. */
  readonly seeds: ReadonlyArray<ScoredNode>
  readonly gate: Nano
  readonly own: (node: NodeNumber) => Nano
}

export const walkFrom = ({ candidates = candidatesOf, engine, evidence, gate, graph, own, routed, seeds, settings }: WalkFrom): Walk => {
  const { cues, favour, isCounted, kernel, labels, text } = evidence
  return engines[engine]({
    candidates,
    graph,
    settings,
    seeds,
    counted: seeds.filter(({ node }) => isCounted?.(node) !== false),
    cues,
    weights: text.idfs,
    covered: coveredBy(text),
    own,
    residual: text.residual,
    kernel,
    gate,
    isAsked: (label) => labels.has(label),
    favour,
    isLive: (node) => isRecallable(graph, node),
    routed,
  })
}

export interface ContextInput
  extends Pick<CorrectedBundleInput, 'item' | 'reading' | 'replacedBy' | 'questionOf' | 'isInPrompt'>,
    Pick<JudgingSettings, 'sequencesOf'> {
  readonly graph: GraphView
  readonly settings: Profile
  readonly evidence: Evidence
  readonly question: string
  readonly ranked: Ranked
  /** The memories that a follow-up asks about, though it shares no word with them; empty for any other question. */
  readonly goesOnWith: ReadonlySet<NodeNumber>
  /** How far a memory stands out by vectors: see {@link JudgedMemory.meaning}. Absent: no vectors were compared. */
  readonly meaning?: ((node: NodeNumber) => number | undefined) | undefined
  /** The turn that the context names. Absent: the question is not recorded. */
  readonly turn: TurnNumber | undefined
  /** True where the walk without a routing model was sure of its first memory: a model cannot take the context away. */
  readonly wasSure?: boolean | undefined
}

export interface GivenContext {
  readonly bundle: ContextBundle
  /** Absent where no word of the question tells anything. */
  readonly confidence: Confidence | undefined
  readonly judged: ReadonlyMap<NodeNumber, Confidence>
  readonly isSure: boolean
}

/**
 * Chooses the memories that the model is given: none unless one is sure, and as few as cover the question. `item` and `reading` must know the
 * memories in `ranked.considered` and `ranked.blamed`; one without an item was erased.
 */
export const giveContext = (input: ContextInput): GivenContext => {
  const { evidence, graph, isInPrompt, item, question, questionOf, ranked, reading, replacedBy, settings, turn } = input
  const { budget, context } = settings
  const judged = confidences(ranked.corrected.found, evidence.text, evidence.asked, memoryOf(input), {
    weights: context.confidence,
    window: settings.seeding.window,
    gaveWay: (node, to) =>
      graph.supersededBy(node).length > 0 && holdersOf(graph, node).some(({ holder, part }) => part === undefined && holder === to),
    sequencesOf: input.sequencesOf,
  })
  const confidence = surest(judged.values())
  const isSure = isTaught(input) || goesOn(input) || (confidence !== undefined && confidence.score >= 0)
  const bundle = bundleCorrected({
    graph,
    cues: evidence.cues,
    question,
    evidence: evidence.text,
    replacedBy,
    questionOf,
    least: nano(placesOnly(settings)),
    ...ranked.corrected,
    blamed: ranked.blamed,
    today: evidence.today,
    remarks: remarksOn({ graph, question, ranking: ranked.corrected.ranking.slice(0, budget.items), text: textOf(item) }),
    tokens: budget.tokens,
    items: budget.items,
    relative: context.relative,
    confident: isSure || input.wasSure === true,
    needs: {
      words: confidence?.sentence ?? [...evidence.text.words.keys()],
      idfs: evidence.text.idfs,
      parts: evidence.text.parts,
      settings: context,
      sureness:
        confidence === undefined || confidence.score < 0
          ? undefined
          : (node) =>
              sharesDaysOnly(evidence.text, evidence.asked.alone, node)
                ? Number.NEGATIVE_INFINITY
                : surenessOf(judged, confidence, context.confidence, node),
    },
    isInPrompt,
    partOf: partsFor(evidence.text, evidence.asked.ways, context.part),
    turn,
    item,
    ...(reading === undefined ? {} : { reading }),
  })
  assertGiven(bundle, input)
  return { bundle: withUntrusted(bundle, ranked.ranking, budget.items, graph), confidence, judged, isSure }
}

interface GivenInput extends Pick<ContextInput, 'item'> {
  readonly graph: Pick<GraphView, 'isTrusted' | 'stateOf' | 'typeOf'>
  readonly ranked: { readonly considered: Ranked['considered']; readonly corrected: Pick<CorrectedRanking, 'ranking'> }
  readonly settings: { readonly budget: Pick<Profile['budget'], 'items' | 'tokens'> }
}

/** A context is within its limits, and holds memories that were considered and may be given, each once. */
export const assertGiven = (
  { included, tokens }: Pick<ContextBundle, 'included' | 'tokens'>,
  { graph, item, ranked, settings: { budget } }: GivenInput,
): void => {
  const considered = new Set(ranked.considered)
  assertThat('no memory is considered twice', considered.size === ranked.considered.length)
  const isInPlace = ranked.considered.every((node, at) => ranked.corrected.ranking[at]?.node === node)
  assertThat('every considered memory is ranked', isInPlace)
  assertThat('a context is within its tokens', tokens >= 0 && tokens <= budget.tokens, tokens, budget.tokens)
  assertThat('a context is within its items', included.length <= budget.items, included.length, budget.items)
  assertThat('no memory is given twice', new Set(included).size === included.length)
  for (const node of included) {
    assertThat('a given memory is among the ranked', considered.has(node), node)
    assertThat('no retired memory is given', isRecallable(graph, node), node)
    assertThat('no untrusted memory is given', graph.isTrusted(node), node)
    assertThat('no erased memory is given', item(node) !== undefined, node)
  }
}

const textOf = (item: ContextInput['item']) => (node: NodeNumber) => {
  const one = item(node)
  return one?.injectable === true ? one.text : undefined
}

const memoryOf =
  (input: ContextInput) =>
  (node: NodeNumber): JudgedMemory | undefined => {
    const memory = input.item(node)
    return memory && { titleParts: readingOf(input, memory).titleParts, meaning: input.meaning?.(node) }
  }

const goesOn = ({ goesOnWith, ranked: { corrected } }: ContextInput): boolean =>
  corrected.found[0] !== undefined && goesOnWith.has(corrected.found[0].node)

/** True where verdicts on similar questions add as much to the first memory as a text with enough words of the question would score. */
const isTaught = ({ evidence: { cues }, graph, ranked: { best = one, corrected, walk }, settings }: ContextInput): boolean => {
  const [first] = corrected.found
  if (first === undefined) return false
  const isCue = new Set(cues.map(({ cue }) => cue))
  let brought = 0
  for (const { edge, outcome } of walk.steps) {
    if (outcome._tag !== 'Followed' || !isCue.has(graph.sourceOf(edge)) || graph.targetOf(edge) !== first.node) continue
    brought += outcome.energy
  }
  return brought > 0 && brought >= settings.context.coverage * best
}
