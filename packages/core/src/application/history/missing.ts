/** Tells the edges, the utility and the verdicts that keep a memory away from a question. */
import * as Effect from 'effect/Effect'
import type { GraphView } from '../../domain/graph.ts'
import type { NotGivenReason } from '../../domain/history/not-given.ts'
import type { MissedWay } from '../../domain/history/not-recalled.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import { units } from '../../domain/strength.ts'
import type { BlameStep } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { nodeNames, printedEdge } from '../naming/names.ts'
import { historiesOf } from './blame.ts'

interface Missed {
  readonly node: NodeNumber
  readonly reason: NotGivenReason
  readonly ways: ReadonlyArray<MissedWay>
}

/** Names are those of `graph`; kinds, too. Histories end at `upTo`. */
export const missedWith = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  { node, reason: why, ways }: Missed,
  upTo: Position,
) {
  const ends = ways.map(({ edge }) => ({ source: graph.sourceOf(edge), target: graph.targetOf(edge) }))
  const names = yield* nodeNames(brain, graph, [node, ...ends.flatMap(({ source, target }) => [source, target])], 'names')
  const negative = ways.flatMap(({ edge, strength }) => (strength < 0 ? [edge] : []))
  const histories = yield* historiesOf(brain, { edges: new Set(negative), nodes: new Set([node]) }, upTo)
  const told = histories.utility(node)
  const ofEdges = negative.flatMap(histories.strength)
  const events = [...ofEdges, ...told.utilityHistory]
  // A verdict that changed the utility does not give back what edges took, nor the other way round.
  const guilty = why === 'suppressed' || why === 'inhibited' ? ofEdges : why === 'useless' ? told.utilityHistory : events
  return {
    names,
    told,
    events: events.toSorted((a, b) => a.position - b.position),
    against: newestAgainst(guilty),
    ways: ways.map(({ edge, reason, strength }, i) => ({
      edge: printedEdge(edge),
      source: names.id(ends[i]?.source ?? 0),
      target: names.id(ends[i]?.target ?? 0),
      kind: graph.kindOf(edge) ?? 'learned',
      strength: units(strength),
      reason,
    })),
  }
})

const newestAgainst = (steps: ReadonlyArray<BlameStep>): BlameStep | undefined =>
  steps.filter(({ delta, feedback }) => delta < 0 && feedback !== null).toSorted((a, b) => b.position - a.position)[0]
