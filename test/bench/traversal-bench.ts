/** The walks of recalls over the columns that the fold owns, beside the plain walk over a map from node to edge objects and over graphology. */

import { ContentStore, EventStore, SearchIndex } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import * as Effect from 'effect/Effect'
import type { OpenBrain } from '../../packages/core/src/application/brain/brain.ts'
import { gatherEvidence } from '../../packages/core/src/application/recall/evidence.ts'
import type { GraphView } from '../../packages/core/src/domain/graph.ts'
import { isRecallable } from '../../packages/core/src/domain/graph.ts'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { CandidateRows, candidatesOf } from '../../packages/core/src/domain/walk/candidate-edges.ts'
import { gateOf } from '../../packages/core/src/domain/walk/ranking.ts'
import { spreadingActivation } from '../../packages/core/src/domain/walk/spreading-activation.ts'
import { coveredBy } from '../../packages/core/src/domain/walk/text-evidence.ts'
import { tieredTraversal } from '../../packages/core/src/domain/walk/walk.ts'
import type { WalkInput } from '../../packages/core/src/domain/walk/walk-record.ts'
import { plainSpreading } from '../models/plain-walk/plain-spreading.ts'
import { plainWalk } from '../models/plain-walk/plain-walk.ts'
import { graphologyGraph, mapGraph } from './graphs.ts'
import { percentile, spread } from './measure.ts'
import type { Ports } from './memory.ts'
import { heading, number, percentiles, say, spreadText, table } from './print.ts'
import { random } from './random.ts'

const passes = 5

type Gathered = Omit<WalkInput, 'graph' | 'isLive' | 'candidates'>

interface Way {
  readonly name: string
  readonly walk: (gathered: Gathered) => unknown
}

export const traversalBench = async (ports: Ports, brain: OpenBrain, questions: ReadonlyArray<string>): Promise<void> => {
  const walks = await Effect.runPromise(Effect.forEach(questions, (question) => gathered(ports, brain, question)))
  const { graph } = brain.state
  const [map, other] = [mapGraph(graph), graphologyGraph(graph)]
  const rows = new CandidateRows()
  const over = (walk: (input: WalkInput) => unknown, of: GraphView, candidates: WalkInput['candidates'] = candidatesOf) => {
    return (given: Gathered) => walk({ ...given, graph: of, candidates, isLive: (node) => isRecallable(of, node) })
  }
  const kept: WalkInput['candidates'] = (...asked) => rows.of(...asked)
  compare(`traversal of ${questions.length} questions over ${number(graph.edges)} edges (µs)`, walks, [
    { name: 'columns', walk: over(tieredTraversal, graph, kept) },
    { name: 'columns, no candidates kept', walk: over(tieredTraversal, graph) },
    { name: 'Map<string, Edge[]>', walk: over(plainWalk, map) },
    { name: 'graphology', walk: over(plainWalk, other) },
  ])
  compare(`spreading activation, ${balanced.budget.hops} hops, the same questions (µs)`, walks, [
    { name: 'columns', walk: over(spreadingActivation, graph, kept) },
    { name: 'columns, no candidates kept', walk: over(spreadingActivation, graph) },
    { name: 'Map<string, Edge[]>', walk: over(plainSpreading, map) },
  ])
  say('columns keep the candidates of 10,000 nodes, as an open brain does; the first of the passes is not counted')
}

const compare = (title: string, walks: ReadonlyArray<Gathered>, ways: ReadonlyArray<Way>): void => {
  const taken = ways.map(() => [] as Array<number>)
  const medians = ways.map(() => [] as Array<number>)
  const { shuffled } = random(53)
  for (let pass = 0; pass <= passes; pass++) {
    const mine = ways.map(() => [] as Array<number>)
    for (const walk of walks) {
      for (const at of shuffled(ways.map((_, i) => i))) {
        const began = performance.now()
        ways[at]?.walk(walk)
        mine[at]?.push((performance.now() - began) * 1_000)
      }
    }
    if (pass === 0) continue
    mine.forEach((times, at) => {
      taken[at]?.push(...times)
      medians[at]?.push(percentile(times, 0.5))
    })
  }
  heading(title)
  const first = medians[0] ?? []
  table([
    ['', 'p50', 'p95', 'p99', 'min', 'max'],
    ...ways.map(({ name }, at) => [name, ...percentiles(taken[at] ?? [])]),
    ...ways
      .slice(1)
      .map(({ name }, at) => [
        `p50 of columns ÷ ${name}`,
        spreadText(spread(first.map((us, pass) => us / (medians[at + 1]?.[pass] ?? Number.NaN)))),
      ]),
  ])
}

const gathered = (ports: Ports, brain: OpenBrain, question: string): Effect.Effect<Gathered> =>
  gatherEvidence(brain, brain.state.graph, balanced, question, undefined).pipe(
    Effect.provideService(SearchIndex, ports.index),
    Effect.provideService(ContentStore, ports.contents),
    Effect.provideService(EventStore, ports.events),
    Effect.provide(layerCryptography),
    Effect.map(({ cues, favour, kernel, labels, text }) => ({
      settings: balanced,
      seeds: text.pool.slice(0, balanced.budget.seeds),
      cues,
      kernel,
      weights: text.idfs,
      covered: coveredBy(text),
      own: text.score,
      residual: text.residual,
      gate: gateOf(
        brain.state.graph,
        text.pool.slice(0, balanced.budget.seeds).map(({ node }) => node),
        balanced,
      ),
      isAsked: (label: number) => labels.has(label),
      favour,
    })),
    Effect.orDie,
  )
