/** Tells why a turn recalled what it did: seeds, ways, strengths then, what was skipped, and the events behind each strength. */
import * as Effect from 'effect/Effect'
import { type NodeNumber, printedTurn } from '../../domain/identity.ts'
import { units } from '../../domain/strength.ts'
import type { WalkStep } from '../../domain/traversal/tiered-traversal.ts'
import type { OpenBrain } from '../brain/brain.ts'
import type { WhyAnswer, WhyItem } from '../history-answers.ts'
import { nodeNames, printedEdge, readNumber, resolveNode } from '../naming/names.ts'
import { isoTime } from '../naming/speakers.ts'
import { ContentStore } from '../ports/content-store.ts'
import { pathStep, tracer } from '../recall/recalled-items.ts'
import { type RecordedTurn, readTurn } from '../recall/recorded-turn.ts'
import { NotFound } from '../request-errors.ts'
import type { WhyRequest } from '../requests.ts'
import { strengthHistories } from './blame.ts'

export const why = Effect.fnUntraced(function* (brain: OpenBrain, request: WhyRequest) {
  const { state } = brain
  const recorded = yield* readTurn(brain, yield* readNumber('turn', request.turn))
  const wanted = request.node === undefined ? undefined : yield* resolveNode(brain, state.graph, request.node)
  const ranking = recorded.ranking.filter(({ node }) => wanted === undefined || node === wanted)
  if (wanted !== undefined && ranking.length === 0) {
    return yield* new NotFound({ what: 'node', name: request.node ?? '', hint: `${printedTurn(recorded.turn)} did not recall it` })
  }
  const trace = tracer(state, recorded.walk)
  const steps = new Map(recorded.walk.steps.map((step) => [step.edge, step]))
  const paths = new Map(ranking.map(({ node }) => [node, trace(node)]))
  const inhibitions = new Map(recorded.walk.inhibitions.map((one) => [one.node, steps.get(one.edge)]))
  const names = yield* nodeNames(brain, state.graph, nodesOf(brain, recorded), 'names')
  const edges = [
    ...new Set([...[...paths.values()].flat(), ...[...inhibitions.values()].flatMap((step) => step ?? [])].map(({ edge }) => edge)),
  ]
  const histories = yield* strengthHistories(brain, edges, recorded.position - 1)
  const withHistory = (step: WalkStep) => ({ ...pathStep(state, step, names), history: histories.get(step.edge) ?? [] })
  const items = ranking.map(({ node, score }): WhyItem => {
    const seed = recorded.seeds.get(node)
    const inhibited = inhibitions.get(node)
    return {
      node: names.id(node),
      title: names.title(node),
      score: units(score),
      included: recorded.included.includes(node),
      seed: seed === undefined ? null : { score: units(seed.score), from: seed.from },
      path: (paths.get(node) ?? []).map(withHistory),
      inhibitedBy: inhibited === undefined ? null : withHistory(inhibited),
    }
  })
  return yield* complete(brain, recorded, items, names)
})

const complete = Effect.fnUntraced(function* (
  brain: OpenBrain,
  recorded: RecordedTurn,
  items: ReadonlyArray<WhyItem>,
  names: { readonly id: (node: NodeNumber) => string; readonly title: (node: NodeNumber) => string },
) {
  const { graph, progress } = brain.state
  const contents = yield* ContentStore
  const question =
    recorded.question === undefined ? undefined : (yield* contents.bodies(brain.key, [recorded.question])).get(recorded.question)
  const { absent } = recorded
  return {
    brain: brain.key,
    turn: printedTurn(recorded.turn),
    question: question ?? (absent === undefined ? `erased:t${recorded.turn}` : ''),
    at: isoTime(recorded.at),
    position: recorded.position,
    engine: recorded.engine,
    cues: recorded.cues.map(({ alike, cue }) => ({ node: names.id(cue), question: names.title(cue), alike: units(alike) })),
    items,
    skipped: recorded.walk.steps.flatMap(({ edge, outcome, strength }) =>
      'followed' in outcome
        ? []
        : [
            {
              edge: printedEdge(edge),
              source: names.id(graph.sourceOf(edge)),
              target: names.id(graph.targetOf(edge)),
              kind: graph.kindOf(edge) ?? 'learned',
              strength: units(strength),
              reason: outcome.skipped,
            },
          ],
    ),
    dropped: recorded.dropped.map(({ node, reason }) => ({ node: names.id(node), reason })),
    ...(absent?.type === 'RecallSkipped' ? { absent: absent.data.reason } : {}),
    backlog: progress.pending.length,
  } satisfies WhyAnswer
})

const nodesOf = ({ state }: OpenBrain, { cues, dropped, ranking, walk }: RecordedTurn): ReadonlyArray<NodeNumber> => [
  ...ranking.map(({ node }) => node),
  ...cues.map(({ cue }) => cue),
  ...dropped.map(({ node }) => node),
  ...walk.steps.flatMap(({ edge }) => [state.graph.sourceOf(edge), state.graph.targetOf(edge)]),
]
