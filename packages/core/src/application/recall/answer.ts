/** Makes the answer to a recall as people and programs read it: its memories, the paths to them, what supersedes them, and the context. */

import { withCorrections } from '@crabtrail/text/evidence/readings'
import { spelledAs } from '@crabtrail/text/words/phrases'
import * as Effect from 'effect/Effect'
import type { ContextBundle } from '../../domain/context/context-bundle.ts'
import type { Guardrail } from '../../domain/context/guardrail.ts'
import { type GraphView, isUnapproved, type Supersession } from '../../domain/graph.ts'
import { type EdgeNumber, erasedNode, type NodeNumber, printedFeedback, printedTurn, type TurnNumber } from '../../domain/identity.ts'
import { nanoUsd } from '../../domain/model/model-call.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { AssessedNovelty, RecordedRouting } from '../../domain/recording/turn.ts'
import { one, units } from '../../domain/strength.ts'
import { outscoring, type RankedNode } from '../../domain/walk/ranking.ts'
import type { Walk, WalkStep } from '../../domain/walk/walk-record.ts'
import type { PathStep, RecallAnswer, RecalledItem } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import type { Passage } from '../brain/caches.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { type NodeNames, namesOf, printedEdge } from '../naming/names.ts'
import type { Superseding } from '../operations/superseding.ts'
import { correctionsOf, passagesOf } from '../passages/passages.ts'
import type { RecallRequest } from '../requests.ts'
import type { GatheredEvidence } from './evidence.ts'

/** Returns the names and texts of nodes; a node without a text reads `erased:17`. */
const passageNames = (passages: ReadonlyMap<NodeNumber, Passage>): NodeNames => ({
  id: (node) => passages.get(node)?.id ?? erasedNode(node),
  title: (node) => passages.get(node)?.title ?? erasedNode(node),
  text: (node) => passages.get(node)?.text,
})

interface Recalled {
  readonly walk: Walk
  readonly ranking: ReadonlyArray<RankedNode>
  readonly bundle: ContextBundle
  /** Reasons for a memory beside the question’s words: hints of the host, its vector. */
  readonly told: (node: NodeNumber) => ReadonlyArray<string>
  /** Absent where the novelty of the question was not assessed. */
  readonly novelty?: AssessedNovelty | undefined
  readonly routing?: ToldRouting | undefined
}

export const hintsTold = (source: string | undefined, favoured: boolean): ReadonlyArray<string> => [
  ...(source === 'hit' ? ['another search of the session found it'] : []),
  ...(source === 'symbolic' ? ['the situation points to it'] : []),
  ...(source === 'warm' ? ['it was given in a turn before'] : []),
  ...(source === 'vector' || source === 'fused' ? ['it is spelled or meant like the question'] : []),
  ...(favoured ? ['it is of the area that the last heartbeat named'] : []),
]

const wordsTold = 4
const daysTold = 2
/** Most memories that are listed if the request names no limit. A profile that considers fewer lists fewer. */
export const shownMost = 10

/** Words that documents share with the question, spelled as in the question, the rarest first. */
export type SaidWords = Pick<Reasons, 'matched' | 'adds' | 'isByAliases'>

export const saidWords = ({ daysOf, text }: Pick<GatheredEvidence, 'daysOf' | 'text'>, question: string): SaidWords => {
  const spelled = spelledAs(question)
  const held = (node: NodeNumber): ReadonlyArray<string> => {
    const words = text.words.map((word, place) => ({ word, place, part: text.part(place, node) })).filter(({ part }) => part > 0)
    return [
      ...new Set(
        words.sort((a, b) => b.part - a.part).flatMap(({ place, word }) => daysOf(place, node)?.slice(0, daysTold) ?? [spelled(word)]),
      ),
    ]
  }
  return {
    isByAliases: text.isByAliases,
    matched: (node) => held(node).slice(0, wordsTold),
    adds: (node, to) => {
      const known = new Set(held(to))
      return held(node)
        .filter((word) => !known.has(word))
        .slice(0, wordsTold)
    },
  }
}

export const answerRecall = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  request: RecallRequest,
  { bundle, novelty, ranking, routing, told, walk }: Recalled,
  turn: TurnNumber | undefined,
  said: SaidWords,
) {
  const { budget } = yield* profileOf(state, brain.key)
  const shown = ranking.slice(0, request.limit ?? Math.min(shownMost, budget.items))
  const judged = [
    ...shown.map(({ node }) => node),
    ...bundle.included,
    ...[...bundle.dropped, ...bundle.guardrails].map(({ node }) => node),
  ]
  const named = novelty?.cue === undefined ? judged : [...judged, novelty.cue]
  const { items, names } = yield* recalledItems(brain, state, walk, shown, named, { ...said, told })
  const answer: RecallAnswer = {
    brain: brain.key,
    turn: turn === undefined ? null : printedTurn(turn),
    position: state.position,
    items,
    context: {
      text: bundle.text,
      items: bundle.included.map(names.id),
      tokens: bundle.tokens,
      dropped: bundle.dropped.map(({ node, reason }) => ({ node: names.id(node), reason })),
    },
    guardrails: bundle.guardrails.map((one) => toldGuardrail(one, names)),
    novelty: noveltyIn(novelty, names),
    routing: routingIn(routing),
    latencyMs: 0,
    backlog: state.progress.pending.length,
  }
  return answer
})

export const toldGuardrail = (
  { because, feedback, line, node, position }: Omit<Guardrail, 'line'> & Partial<Pick<Guardrail, 'line'>>,
  names: Pick<NodeNames, 'id'>,
): RecallAnswer['guardrails'][number] => ({
  node: names.id(node),
  because,
  ...(line === undefined ? {} : { text: line }),
  ...(feedback === undefined ? {} : { feedback: printedFeedback(feedback) }),
  ...(position === undefined ? {} : { position }),
})

const noveltyIn = (assessed: AssessedNovelty | undefined, names: NodeNames): RecallAnswer['novelty'] => {
  if (assessed === undefined) return { verdict: 'off' }
  const { bands, birth, by, cue, failed, passed, refused, rel, tail, top1, top2, verdict } = assessed
  return {
    verdict,
    by,
    ...(bands === undefined ? {} : { bands }),
    top1: units(top1),
    top2: units(top2),
    tail: units(tail),
    rel: units(rel),
    passed,
    failed,
    created: birth === 'made',
    ...(cue === undefined ? {} : { cue: names.id(cue) }),
    ...(refused === undefined ? {} : { refused }),
  }
}

/** Reasons for a memory beside the path to it: the question's words that it has, and hints of the host. */
interface Reasons {
  readonly matched: (node: NodeNumber) => ReadonlyArray<string>
  /** True where its aliases alone have them. */
  readonly isByAliases: (node: NodeNumber) => boolean
  /** Words of the question that it has and another memory lacks. */
  readonly adds: (node: NodeNumber, to: NodeNumber) => ReadonlyArray<string>
  readonly told: (node: NodeNumber) => ReadonlyArray<string>
}

const recalledItems = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  walk: Walk,
  shown: ReadonlyArray<RankedNode>,
  named: ReadonlyArray<NodeNumber>,
  reasons: Reasons,
) {
  const { graph } = state
  const trace = tracer(state, walk)
  const paths = new Map(shown.map(({ node }) => [node, trace(node)]))
  const onPaths = [...paths.values()].flat().flatMap(({ edge }) => [graph.sourceOf(edge), graph.targetOf(edge)])
  const blamed = walk.inhibitions.map(({ edge }) => graph.sourceOf(edge))
  const nodes = shown.map(({ node }) => node)
  const names = passageNames(yield* passagesOf(brain, graph, [...nodes, ...named, ...onPaths, ...blamed, ...holdersAmong(graph, nodes)]))
  const sources = yield* sourceKeys(brain, state, nodes)
  const corrections = yield* correctionsOf(brain, graph, nodes)
  const lastEdges = [...paths.values()].flatMap((path) => path.at(-1)?.edge ?? [])
  const phrases = yield* labelsOf(brain, state, lastEdges)
  const outscores = outscoring(shown, walk, graph.dayOf)
  const items = shown.map((ranked): RecalledItem => {
    const steps = paths.get(ranked.node) ?? []
    const behind = outscores.get(ranked.node)
    const superseding = graph.supersededBy(ranked.node)
    const review = graph.reviewOf(ranked.node)
    return {
      node: names.id(ranked.node),
      title: names.title(ranked.node),
      content: withCorrections(names.text(ranked.node) ?? '', corrections(ranked.node)),
      score: units(ranked.score),
      source: sources(ranked.node),
      why: whyLine(state, ranked, steps, names, phrases, reasons, walk),
      path: steps.map((step) => pathStep(state, step, names)),
      parts: { seed: units(ranked.seed), path: units(ranked.path), inhibition: units(ranked.inhibition), utility: units(ranked.utility) },
      ...(superseding.length === 0 ? {} : { supersededBy: superseding.map(({ by }) => names.id(by)) }),
      ...(behind === undefined ? {} : { behind: { node: names.id(behind.node), because: behind.because } }),
      ...(isUnapproved(review) ? { review } : {}),
    }
  })
  return { items, names }
})

export const sourceKeys = Effect.fnUntraced(function* (brain: OpenBrain, { graph, sources }: BrainState, nodes: ReadonlyArray<NodeNumber>) {
  const keyOf = (node: NodeNumber) => sources.byNumber.get(graph.sourceNumberOf(node))?.key
  const refs = nodes.flatMap((node) => keyOf(node) ?? [])
  const names = yield* namesOf(brain, refs)
  return (node: NodeNumber): string | null => names(keyOf(node)) ?? null
})

/** Returns a function from a mention edge to the name that both its ends have. */
export const labelsOf = Effect.fnUntraced(function* (brain: OpenBrain, { graph }: BrainState, edges: ReadonlyArray<EdgeNumber>) {
  const refOf = (edge: EdgeNumber) => graph.label(graph.labelOf(edge))
  const refs = edges.flatMap((edge) => refOf(edge) ?? [])
  const names = yield* namesOf(brain, refs)
  return (edge: EdgeNumber): string | undefined => names(refOf(edge))
})

const whyLine = (
  { graph }: BrainState,
  { inhibition, inPlaceOf, node, seed, utility }: RankedNode,
  path: ReadonlyArray<WalkStep>,
  names: NodeNames,
  phrase: (edge: EdgeNumber) => string | undefined,
  { adds, isByAliases, matched: matching, told: telling }: Reasons,
  walk: Walk,
): string => {
  const [matched, told] = [matching(node), telling(node)]
  const reasons: Array<string> = []
  const last = path.at(-1)
  if (last !== undefined) {
    const source = graph.sourceOf(last.edge)
    const strength = units(last.strength)
    const name = phrase(last.edge)
    const added = adds(node, source)
    const more = added.length === 0 ? '' : `; adds ${added.join(', ')}`
    if (graph.typeOf(source) === 'cue') reasons.push(`taught for “${names.title(source)}” (strength ${strength})`)
    else if (name !== undefined) reasons.push(`reached from “${names.title(source)}”, because both name “${name}”${more}`)
    else reasons.push(`reached from “${names.title(source)}” by a ${graph.kindOf(last.edge)} edge (strength ${strength})${more}`)
  }
  if (matched.length > 0) reasons.push(`${isByAliases(node) ? 'its aliases have' : 'its text has'} ${matched.join(', ')}`)
  else if (seed > 0 && told.length === 0 && inPlaceOf === undefined) reasons.push('its text fits the question')
  reasons.push(...told)
  if (inPlaceOf !== undefined) return [...reasons, `in the place of “${names.title(inPlaceOf)}”`].join('; ')
  if (inhibition > 0) {
    const edge = walk.inhibitions.find((one) => one.node === node)?.edge ?? 0
    reasons.push(`held back by what was said of “${names.title(graph.sourceOf(edge))}”`)
  }
  // A remark is found by nothing but the turn before it.
  if (reasons.length === 0 && seed === 0) reasons.push('its speaker said it soon after a memory above')
  if (utility !== one) reasons.push(`its utility is ${units(utility)}`)
  return reasons.join('; ')
}

interface ToldRouting extends RecordedRouting {
  /** The fault where there was no answer. It is not recorded. */
  readonly detail?: string | undefined
}

/** Nothing is asked where nothing is recorded. */
export const routingIn = (recorded: ToldRouting | undefined): RecallAnswer['routing'] => {
  if (recorded?.routing === undefined) return { calls: 0, outcome: 'off', costUsd: 0 }
  const { answered, detail, routing, unasked } = recorded
  const why = { reason: routing, ...(unasked === undefined ? {} : { unasked }) }
  if (answered === undefined) return { calls: 0, outcome: unasked === undefined ? 'not-needed' : 'not-asked', costUsd: 0, ...why }
  const { costNanoUsd, fallback, latencyMs, outcome, refused, tokensIn, tokensOut } = answered
  const ended = { ...(fallback === undefined ? {} : { fallback }), ...(detail === undefined ? {} : { detail }) }
  return { calls: 1, outcome, costUsd: costNanoUsd / nanoUsd, ...why, ...ended, tokensIn, tokensOut, latencyMs, refused }
}

/** Returns a function from a node to the followed steps from a seed or cue to it. */
export const tracer = ({ graph }: BrainState, walk: Walk): ((node: NodeNumber) => ReadonlyArray<WalkStep>) => {
  const steps = new Map<EdgeNumber, WalkStep>(walk.steps.map((step) => [step.edge, step]))
  const by = new Map(walk.fired.map(({ edge, node }) => [node, edge]))
  const best = bestIncoming(graph, walk)
  return (node) => {
    const path: Array<WalkStep> = []
    const seen = new Set<NodeNumber>()
    let at = node
    let edge = by.get(at) || best.get(at) || 0
    while (edge !== 0 && !seen.has(at)) {
      seen.add(at)
      const step = steps.get(edge)
      if (step !== undefined) path.unshift(step)
      at = graph.sourceOf(edge)
      edge = by.get(at) ?? 0
    }
    return path
  }
}

/** Finds, for each node, the followed edge that brought it most energy. It explains a seed that an edge lifted as well. */
const bestIncoming = (graph: BrainState['graph'], walk: Walk): ReadonlyMap<NodeNumber, EdgeNumber> => {
  const best = new Map<NodeNumber, { readonly edge: EdgeNumber; readonly energy: number }>()
  for (const { edge, outcome } of walk.steps) {
    if (outcome._tag !== 'Followed' || outcome.energy <= 0) continue
    const target = graph.targetOf(edge)
    const known = best.get(target)
    if (known === undefined || outcome.energy > known.energy) best.set(target, { edge, energy: outcome.energy })
  }
  return new Map([...best].map(([node, { edge }]) => [node, edge]))
}

export const pathStep = ({ graph }: BrainState, step: WalkStep, names: NodeNames): PathStep => ({
  edge: printedEdge(step.edge),
  source: names.id(graph.sourceOf(step.edge)),
  target: names.id(graph.targetOf(step.edge)),
  kind: graph.kindOf(step.edge) ?? 'learned',
  strength: units(step.strength),
  channel: step.outcome._tag === 'Followed' ? step.outcome.channel : 'rule',
})

/** `names` must know `by`. The superseded part is told where `names` has the text of `node`. */
export const toldSuperseding = (
  names: NodeNames,
  node: NodeNumber,
  { by, feedback, gone, part, reason, rule }: Supersession,
): Superseding => {
  const text = part === undefined ? undefined : names.text(node)?.slice(part[0], part[1])
  return {
    by: names.id(by),
    rule,
    reason,
    ...(text === undefined ? {} : { part: text }),
    ...(feedback === undefined ? {} : { feedback: printedFeedback(feedback) }),
    ...(gone === undefined ? {} : { gone }),
  }
}

export const holdersAmong = (graph: GraphView, nodes: ReadonlyArray<NodeNumber>): ReadonlyArray<NodeNumber> =>
  nodes.flatMap((node) => graph.supersededBy(node).map(({ by }) => by))

/** Returns a function from a memory to those that it supersedes, by rising number. */
export const supersededOf = (graph: GraphView): ((by: NodeNumber) => ReadonlyArray<NodeNumber>) => {
  const older = new Map<NodeNumber, Array<NodeNumber>>()
  for (const node of graph.superseded()) {
    for (const { by, gone } of graph.supersededBy(node)) {
      if (gone !== undefined) continue
      const known = older.get(by)
      if (known === undefined) older.set(by, [node])
      else known.push(node)
    }
  }
  return (by) => older.get(by) ?? []
}
