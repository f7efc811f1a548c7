/** The walk of a recall over the columns that the fold owns, beside the same walk over a map from node to edge objects. */

import { ContentStore, EventStore, SearchIndex } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type { OpenBrain } from '../../packages/core/src/application/brain/brain.ts'
import { gatherEvidence, isRecallable } from '../../packages/core/src/application/recall/evidence.ts'
import type { EdgeView, GraphView } from '../../packages/core/src/domain/graph.ts'
import { balanced } from '../../packages/core/src/domain/profiles/balanced.ts'
import { candidatesOf } from '../../packages/core/src/domain/traversal/candidate-edges.ts'
import { gateOf } from '../../packages/core/src/domain/traversal/gate.ts'
import { tieredTraversal } from '../../packages/core/src/domain/traversal/tiered-traversal.ts'
import type { WalkInput } from '../../packages/core/src/domain/traversal/walk-input.ts'
import { percentile, spread } from './measure.ts'
import type { Ports } from './memory.ts'
import { heading, number, percentiles, spreadText, table } from './print.ts'
import { random } from './random.ts'

const passes = 5

export const traversalBench = async (ports: Ports, brain: OpenBrain, questions: ReadonlyArray<string>): Promise<void> => {
  const graphs = { columns: brain.state.graph, map: mapGraph(brain.state.graph) }
  const walks = await Effect.runPromise(Effect.forEach(questions, (question) => gathered(ports, brain, question)))
  const taken = { columns: [] as number[], map: [] as number[] }
  const medians = { columns: [] as number[], map: [] as number[] }
  const { shuffled } = random(53)
  for (let pass = 0; pass <= passes; pass++) {
    const mine = { columns: [] as number[], map: [] as number[] }
    for (const walk of walks) {
      for (const name of shuffled(['columns', 'map'] as const)) {
        const graph = graphs[name]
        const input: WalkInput = { ...walk, graph, isLive: (node) => isRecallable(graph, node) }
        const began = performance.now()
        tieredTraversal(input)
        mine[name].push((performance.now() - began) * 1_000)
      }
    }
    if (pass === 0) continue
    for (const name of ['columns', 'map'] as const) {
      taken[name].push(...mine[name])
      medians[name].push(percentile(mine[name], 0.5))
    }
  }
  heading(`traversal of ${questions.length} questions over ${number(brain.state.graph.edges)} edges (µs)`)
  table([
    ['', 'p50', 'p95', 'p99', 'min', 'max'],
    ['columns', ...percentiles(taken.columns)],
    ['Map<string, Edge[]>', ...percentiles(taken.map)],
    ['p50 of columns ÷ p50 of the map', spreadText(spread(medians.columns.map((us, i) => us / (medians.map[i] ?? Number.NaN))))],
  ])
}

const gathered = (ports: Ports, brain: OpenBrain, question: string): Effect.Effect<Omit<WalkInput, 'graph' | 'isLive'>> =>
  gatherEvidence(brain, brain.state.graph, balanced, question, undefined).pipe(
    Effect.provideService(SearchIndex, ports.index),
    Effect.provideService(ContentStore, ports.contents),
    Effect.provideService(EventStore, ports.events),
    Effect.map(({ cues, favour, kernel, named, text }) => ({
      candidates: candidatesOf,
      settings: balanced,
      seeds: text.pool.slice(0, balanced.budget.seeds),
      cues,
      kernel,
      own: text.score,
      residual: text.residual,
      gate: gateOf(
        brain.state.graph,
        text.pool.slice(0, balanced.budget.seeds).map(({ node }) => node),
        balanced,
      ),
      isAsked: (label: number) => named.labels.has(label),
      favour,
    })),
    Effect.orDie,
  )

/** The graph as one would write it first: objects, found by names. */
const mapGraph = (graph: GraphView): GraphView => {
  const outgoing = new Map<string, Array<EdgeView>>()
  const edges = new Map<string, EdgeView>()
  for (let number = 1; number <= graph.edges; number++) {
    const edge = graph.edge(number)
    if (edge === undefined) continue
    edges.set(`e${number}`, edge)
    const known = outgoing.get(`n${edge.source}`)
    if (known === undefined) outgoing.set(`n${edge.source}`, [edge])
    else known.push(edge)
  }
  return {
    ...graph,
    nodes: graph.nodes,
    edges: graph.edges,
    out: (node) => (outgoing.get(`n${node}`) ?? []).filter(({ linked }) => linked).map(({ edge }) => edge),
    edge: (edge) => edges.get(`e${edge}`),
    strengthOf: (edge) => edges.get(`e${edge}`)?.strength ?? 0,
    kindOf: (edge) => edges.get(`e${edge}`)?.kind,
    targetOf: (edge) => edges.get(`e${edge}`)?.target ?? 0,
    sourceOf: (edge) => edges.get(`e${edge}`)?.source ?? 0,
  }
}
