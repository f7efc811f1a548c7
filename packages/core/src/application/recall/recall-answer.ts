/** Makes the answer to a recall as people and programs read it: its memories, the paths by which they were reached, and the context. */

import { dayOfTime, isoDay } from '@crabtrail/text/days/calendar'
import { type QuestionReading, type SaidOtherwise, withCorrections } from '@crabtrail/text/evidence/readings'
import { spelledAs } from '@crabtrail/text/words/phrases'
import * as Effect from 'effect/Effect'
import type { ContextBundle } from '../../domain/context/context-bundle.ts'
import type { GraphView } from '../../domain/graph.ts'
import {
  type ContentRef,
  type EdgeNumber,
  erasedNode,
  type FeedbackNumber,
  type NodeNumber,
  printedFeedback,
  printedTurn,
  type TurnNumber,
} from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { OwnersWords } from '../../domain/projections/standing.ts'
import type { AssessedNovelty } from '../../domain/recording/turn.ts'
import { one, units } from '../../domain/strength.ts'
import { outscoring, type RankedNode } from '../../domain/walk/ranking.ts'
import type { Walk, WalkStep } from '../../domain/walk/walk-record.ts'
import type { Doubt, RecallAnswer, RecalledItem } from '../answers.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import type { Passage } from '../brain/caches.ts'
import { keptBodies } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { beginning, type NodeNames, namesOf } from '../naming/names.ts'
import type { RecallRequest } from '../requests.ts'
import { routingIn, type ToldRouting } from '../routing/routing-told.ts'
import type { GatheredEvidence } from './evidence.ts'
import { holdersAmong } from './holders-told.ts'
import { pathStep, tracer } from './walked-path.ts'

/* Reads the texts of memories and the corrections of them, from the cache of the open brain or from the store. */

/** Returns the passages of the nodes whose contents exist. */
export const passagesOf = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  nodes: Iterable<NodeNumber>,
  read?: Access['bodies'],
) {
  const found = new Map<NodeNumber, Passage>()
  const unread: Array<NodeNumber> = []
  for (const node of new Set(nodes)) {
    const kept = brain.words.passage(graph, node)
    if (kept === undefined) unread.push(node)
    else found.set(node, kept)
  }
  if (unread.length === 0) return found
  const views = unread.flatMap((node) => graph.node(node) ?? [])
  const worded = views.map(({ id, node, text, title }) => ({ node, injectable: graph.isTrusted(node), refs: { id, title, text } }))
  const bodies = yield* keptBodies(
    brain,
    worded.flatMap(({ refs: { id, text, title } }) => (title === undefined ? [id, text] : [id, text, title])),
    read,
  )
  for (const { injectable, node, refs } of worded) {
    const text = bodies.get(refs.text)
    if (text === undefined) continue
    const id = bodies.get(refs.id) ?? ''
    const title = refs.title === undefined ? undefined : bodies.get(refs.title)
    const day = graph.dayOf(node)
    const item = { node, id, title: title ?? id, text, injectable, readAt: graph.readAt(node), ...(day === undefined ? {} : { day }) }
    const passage = { refs, id, title: title ?? beginning(text), text, item }
    brain.words.keep(node, passage)
    found.set(node, passage)
  }
  return found
})

/** Returns the names and texts of nodes; a node without a text reads `erased:17`. */
const passageNames = (passages: ReadonlyMap<NodeNumber, Passage>): NodeNames => ({
  id: (node) => passages.get(node)?.id ?? erasedNode(node),
  title: (node) => passages.get(node)?.title ?? erasedNode(node),
  text: (node) => passages.get(node)?.text,
})

/** A correction of a memory that was said in a conversation. */

export interface SaidOfNode extends SaidOtherwise {
  readonly feedback: FeedbackNumber
}

export type Corrections = (node: NodeNumber) => ReadonlyArray<SaidOfNode>

const none: ReadonlyArray<SaidOfNode> = []
const ofNone: Corrections = () => none

/** Reads the corrections of memories. Erased corrections are missing. */
export const correctionsOf = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  nodes: Iterable<NodeNumber>,
  read?: Access['bodies'],
) {
  const doubted = [...new Set(nodes)].filter((node) => graph.doubtsOf(node).length > 0)
  if (doubted.length === 0) return ofNone
  const refs = doubted.flatMap((node) => graph.doubtsOf(node).map(({ said }) => said))
  const bodies = yield* keptBodies(brain, refs, read)
  const found = new Map(
    doubted.map((node) => [
      node,
      graph.doubtsOf(node).flatMap(({ at, bare, feedback, said }): ReadonlyArray<SaidOfNode> => {
        const body = bodies.get(said)
        return body === undefined ? [] : [{ feedback, said: body, day: isoDay(dayOfTime(at)), isBare: bare === true }]
      }),
    ]),
  )
  return ((node) => found.get(node) ?? none) satisfies Corrections
})

/** Finds the `nodes` that were replaced by other `nodes`, and after which questions. An erased question is missing. */
export const replacementsOf = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  nodes: ReadonlyArray<NodeNumber>,
  replacements: OwnersWords['replacements'],
  read?: Access['bodies'],
) {
  const among = new Set(nodes)
  const replacedBy = (node: NodeNumber) => (replacements.get(node) ?? []).filter(({ by }) => among.has(by))
  const cues = new Set(nodes.flatMap((node) => replacedBy(node).map(({ cue }) => cue)))
  const refs = new Map([...cues].map((cue) => [cue, graph.node(cue)?.text]))
  const questions = new Map<ContentRef, QuestionReading>()
  const unread: Array<ContentRef> = []
  for (const ref of refs.values()) {
    if (ref === undefined) continue
    const kept = brain.words.question(ref)
    if (kept === undefined) unread.push(ref)
    else questions.set(ref, kept)
  }
  const bodies = unread.length === 0 ? [] : yield* keptBodies(brain, unread, read)
  for (const [ref, body] of bodies) questions.set(ref, brain.words.keepQuestion(ref, body))
  const questionOf = (cue: NodeNumber): QuestionReading | undefined => {
    const ref = refs.get(cue)
    return ref === undefined ? undefined : questions.get(ref)
  }
  return { replacedBy, questionOf }
})

/** Puts corrections into the form that answers have. */
export const doubtsIn = (corrections: ReadonlyArray<SaidOfNode>): ReadonlyArray<Doubt> =>
  corrections.map(({ day, feedback, isBare, said }) => ({
    feedback: printedFeedback(feedback),
    day,
    said,
    ...(isBare ? { bare: true as const } : {}),
  }))

/** Result of a walk over one state of the graph. */
export interface Recalled {
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
  ...(source === 'warm' ? ['it was given in the turn before'] : []),
  ...(source === 'vector' || source === 'fused' ? ['it is spelled or meant like the question'] : []),
  ...(favoured ? ['it is of the area that the last heartbeat named'] : []),
]

const wordsTold = 4
const daysTold = 2
/** Most memories that are listed if the request names no limit. A profile that considers fewer lists fewer. */
export const shownMost = 10

/** Words that documents share with the question, spelled as in the question, the rarest first. */
export interface SaidWords {
  readonly matched: Reasons['matched']
  readonly adds: Reasons['adds']
}

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
  const judged = [...shown.map(({ node }) => node), ...bundle.included, ...bundle.dropped.map(({ node }) => node)]
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
    guardrails: bundle.guardrails.map(names.id),
    novelty: noveltyIn(novelty, names),
    routing: routingIn(routing),
    latencyMs: 0,
    backlog: state.progress.pending.length,
  }
  return answer
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
export interface Reasons {
  readonly matched: (node: NodeNumber) => ReadonlyArray<string>
  /** Words of the question that it has and another memory lacks. */
  readonly adds: (node: NodeNumber, to: NodeNumber) => ReadonlyArray<string>
  readonly told: (node: NodeNumber) => ReadonlyArray<string>
}

/** Returns the shown memories as items, and the names of nodes. `named` are further nodes whose names the caller needs. */
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
  const phrases = yield* labelsOf(
    brain,
    state,
    [...paths.values()].flatMap((path) => path.at(-1)?.edge ?? []),
  )
  const outscores = outscoring(shown, walk, graph.dayOf)
  const items = shown.map((ranked): RecalledItem => {
    const steps = paths.get(ranked.node) ?? []
    const behind = outscores.get(ranked.node)
    const superseding = graph.supersededBy(ranked.node)
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
    }
  })
  return { items, names }
})

/** Returns a function from a node to the key of the source that it was read from. */
export const sourceKeys = Effect.fnUntraced(function* (brain: OpenBrain, { graph, sources }: BrainState, nodes: ReadonlyArray<NodeNumber>) {
  const keyOf = (node: NodeNumber) => sources.byNumber.get(graph.sourceNumberOf(node))?.key
  const names = yield* namesOf(
    brain,
    nodes.flatMap((node) => keyOf(node) ?? []),
  )
  return (node: NodeNumber): string | null => names(keyOf(node)) ?? null
})

/** Returns a function from a mention edge to the name that both its ends have. */
const labelsOf = Effect.fnUntraced(function* (brain: OpenBrain, { graph }: BrainState, edges: ReadonlyArray<EdgeNumber>) {
  const refOf = (edge: EdgeNumber) => graph.label(graph.labelOf(edge))
  const names = yield* namesOf(
    brain,
    edges.flatMap((edge) => refOf(edge) ?? []),
  )
  return (edge: EdgeNumber): string | undefined => names(refOf(edge))
})

const whyLine = (
  { graph }: BrainState,
  { inhibition, node, seed, utility }: RankedNode,
  path: ReadonlyArray<WalkStep>,
  names: NodeNames,
  phrase: (edge: EdgeNumber) => string | undefined,
  { adds, matched: matching, told: telling }: Reasons,
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
  if (matched.length > 0) reasons.push(`its text has ${matched.join(', ')}`)
  else if (seed > 0 && told.length === 0) reasons.push('its text fits the question')
  reasons.push(...told)
  if (inhibition > 0) {
    const edge = walk.inhibitions.find((one) => one.node === node)?.edge ?? 0
    reasons.push(`held back by what was said of “${names.title(graph.sourceOf(edge))}”`)
  }
  // A remark is found by nothing but the turn before it.
  if (reasons.length === 0 && seed === 0) reasons.push('its speaker said it soon after a memory above')
  if (utility !== one) reasons.push(`its utility is ${units(utility)}`)
  return reasons.join('; ')
}
