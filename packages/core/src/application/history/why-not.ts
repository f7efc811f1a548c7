/** Explains why a question does not recall a memory, or why a model is not given it, and what would bring it. Records nothing. */

import { MemoryReading, repeatsAll } from '@crabtrail/text/evidence/readings'
import * as Effect from 'effect/Effect'
import { holderOf } from '../../domain/context/superseded.ts'
import { isLive, isRecallable } from '../../domain/graph.ts'
import { notGiven } from '../../domain/history/not-given.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import { keptOut } from '../../domain/ingest/ingest-unlearned.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { units } from '../../domain/strength.ts'
import type { WhyNotAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { cleanText } from '../brain/contents.ts'
import { stateAt } from '../commands/as-of.ts'
import { notGivenInWords } from '../explanations.ts'
import { nodeNames, resolveNode } from '../naming/names.ts'
import { todayOf } from '../naming/today.ts'
import { toldSuperseding } from '../recall/holders-told.ts'
import { passagesOf, saidWords } from '../recall/recall-answer.ts'
import type { WhyNotRequest } from '../requests.ts'
import { missedWith } from './missing.ts'
import { bringing } from './next-steps.ts'
import { type PastRanking, rankingAt } from './past-ranking.ts'

/** Most edges into the memory that are told. */
const waysTold = 16

export const whyNot = Effect.fnUntraced(function* (brain: OpenBrain, request: WhyNotRequest) {
  const question = (yield* cleanText(request.question)).text
  const state = yield* stateAt(brain, request.at)
  const node = yield* resolveNode(brain, brain.state.graph, request.node)
  const past = yield* rankingAt(brain, state, { question, today: yield* todayOf(request) })
  const found = notGiven(lookedAt(brain, state, past), node)
  const ways = found.ways.toSorted((a, b) => Math.abs(b.strength) - Math.abs(a.strength) || a.edge - b.edge).slice(0, waysTold)
  const missed = yield* missedWith(brain, brain.state.graph, { node, reason: found.reason, ways }, state.position)
  const first = yield* firstOf(brain, past)
  const newer = yield* newerThan(brain, state, node)
  const words = saidWords(past.evidence, question).matched(node)
  const { against, events } = missed
  const facts = {
    reason: found.reason,
    place: found.place ?? null,
    score: units(found.score),
    words,
    confidence: past.confidence?.score,
    share: found.score / Math.max(1, past.ranking[0]?.score ?? 0),
    like: found.reason === 'duplicate' ? yield* repeated(brain, state, past, node) : undefined,
    tokens: past.bundle.tokens,
    tokensMost: past.settings.budget.tokens,
    against,
    holder: newer.holder,
  }
  return {
    brain: brain.key,
    position: state.position,
    question,
    node: missed.names.id(node),
    title: missed.names.title(node),
    reason: found.reason,
    detail: notGivenInWords(facts),
    words,
    place: facts.place,
    listed: found.place !== undefined && found.place <= past.shown,
    score: facts.score,
    utility: missed.told.utility,
    ways: missed.ways,
    events,
    ...(against === undefined ? {} : { against }),
    ...newer.told,
    next: bringing({
      question,
      node: missed.names.id(node),
      reason: found.reason,
      place: facts.place,
      against,
      ways: missed.ways,
      first,
      tokens: past.settings.budget.tokens,
      recorded: past.settings.budget.items,
      past: state.position === brain.state.position ? undefined : state.position,
      lives: isLive(brain.state.graph.stateOf(node)),
      unlearnings: keptOut(brain.state).get(node) ?? [],
    }),
    backlog: state.progress.pending.length,
    ...(past.approximate === undefined ? {} : { approximate: past.approximate }),
  } satisfies WhyNotAnswer
})

/** Names the first memory of a ranking; undefined where it has none. */
const firstOf = Effect.fnUntraced(function* (brain: OpenBrain, { ranking: [first] }: PastRanking) {
  return first === undefined ? undefined : (yield* nodeNames(brain, brain.state.graph, [first.node], 'names')).id(first.node)
})

/** Names what supersedes a memory, and what holds in the end. */
const newerThan = Effect.fnUntraced(function* (brain: OpenBrain, { graph }: BrainState, node: NodeNumber) {
  const superseding = graph.supersededBy(node)
  const holder = holderOf(graph, node)?.holder
  const nodes = [node, ...superseding.map(({ by }) => by), ...(holder === undefined ? [] : [holder])]
  const names = yield* nodeNames(brain, brain.state.graph, nodes, 'texts')
  return {
    holder: holder === undefined ? undefined : names.id(holder),
    told: superseding.length === 0 ? {} : { supersededBy: superseding.map((one) => toldSuperseding(names, node, one)) },
  }
})

const lookedAt = (brain: OpenBrain, { graph }: BrainState, { bundle, evidence, ranking, walk }: PastRanking) => ({
  graph,
  walk,
  ranking,
  bundle,
  pool: evidence.text.pool.filter(({ node }) => isRecallable(graph, node)),
  own: evidence.text.score,
  isErased: (node: NodeNumber) => {
    const text = graph.node(node)?.text
    return text !== undefined && brain.state.erased.has(text)
  },
})

/** Finds the given memory that a memory repeats. */
const repeated = Effect.fnUntraced(function* (brain: OpenBrain, { graph }: BrainState, { bundle }: PastRanking, node: NodeNumber) {
  const passages = yield* passagesOf(brain, graph, [node, ...bundle.included])
  const saidOf = (of: NodeNumber) => {
    const passage = passages.get(of)
    return passage === undefined ? undefined : new MemoryReading(passage.item).said
  }
  const own = saidOf(node)
  const found = bundle.included.find((other) => {
    const said = saidOf(other)
    return own !== undefined && said !== undefined && repeatsAll(own, said)
  })
  return found === undefined ? undefined : passages.get(found)?.id
})
