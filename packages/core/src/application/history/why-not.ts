/** Tells why a turn did not recall a memory: by the record of its walk, and the memory as it was just before. */
import * as Effect from 'effect/Effect'
import { isRecallable } from '../../domain/graph.ts'
import { notRecalled } from '../../domain/history/not-recalled.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { coveringOf } from '../../domain/recall/coverage.ts'
import { rank } from '../../domain/recall/ranking.ts'
import { units } from '../../domain/strength.ts'
import type { BlameStep, WhyNot } from '../answers.ts'
import { asOf } from '../brain/as-of.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { nodeNames, printedEdge } from '../naming/names.ts'
import { gatherEvidence } from '../recall/evidence.ts'
import { saidWords } from '../recall/recall-answer.ts'
import type { RecordedTurn } from '../recall/recorded-turn.ts'
import { historiesOf } from './blame.ts'

/** `question` is missing when it was erased. Names are those of `state`. */
export const whyNot = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  recorded: RecordedTurn,
  question: string | undefined,
  node: NodeNumber,
) {
  const before = recorded.position - 1
  const then = (yield* asOf(brain, before)).state
  const { graph } = then
  const profile = yield* profileOf(then, brain.key)
  const evidence = yield* gatherEvidence(brain, graph, profile, question ?? '', before)
  const pool = evidence.text.pool.filter((one) => isRecallable(graph, one.node))
  const own = evidence.text.score
  const ranking = rank(graph, recorded.walk, pool, own, coveringOf(profile, recorded.gate, evidence.text))
  const { place, reason, score, ways } = notRecalled({ graph, walk: recorded.walk, ranking, pool, own }, node)
  const ends = ways.map(({ edge }) => ({ source: graph.sourceOf(edge), target: graph.targetOf(edge) }))
  const names = yield* nodeNames(brain, state.graph, [node, ...ends.flatMap(({ source, target }) => [source, target])], 'names')
  const negative = ways.flatMap(({ edge, strength }) => (strength < 0 ? [edge] : []))
  const histories = yield* historiesOf(brain, { edges: new Set(negative), nodes: new Set([node]) }, before)
  const without = recorded.absent !== undefined
  const told = histories.utility(node)
  const against = without ? undefined : newestAgainst([...negative.flatMap(histories.strength), ...told.utilityHistory])
  return {
    node: names.id(node),
    title: names.title(node),
    reason: without ? 'no-memory' : reason,
    words: question === undefined ? null : saidWords(evidence, question).matched(node),
    place: place ?? null,
    score: units(score),
    ...told,
    ...(against === undefined ? {} : { against }),
    ways: without
      ? []
      : ways.map(({ edge, reason: missed, strength }, i) => ({
          edge: printedEdge(edge),
          source: names.id(ends[i]?.source ?? 0),
          target: names.id(ends[i]?.target ?? 0),
          kind: graph.kindOf(edge) ?? 'learned',
          strength: units(strength),
          reason: missed,
        })),
  } satisfies WhyNot
})

const newestAgainst = (steps: ReadonlyArray<BlameStep>): BlameStep | undefined =>
  steps.filter(({ delta, feedback }) => delta < 0 && feedback !== null).sort((a, b) => b.position - a.position)[0]
