/** Candidates that are kept are those that the graph has: whatever was folded into it since, the kept ones say the same as finding them anew. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainKernel } from '../../packages/core/src/domain/edge-kinds.ts'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { placed } from '../../packages/core/src/domain/events/event-codec.ts'
import { isLive } from '../../packages/core/src/domain/node.ts'
import { brainState, foldEvent } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { candidatesOf } from '../../packages/core/src/domain/traversal/candidate-edges.ts'
import { CandidateRows } from '../../packages/core/src/domain/traversal/candidate-rows.ts'
import { eventsOf, foldOf, walkSpec } from '../arbitraries/walk.ts'
import { runs } from './runs.ts'

const nano = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
const number = fc.integer({ min: 1, max: 9 })
const edge = fc.integer({ min: 1, max: 40 })
const change: fc.Arbitrary<NewEvent> = fc.oneof(
  fc.record({ edge, from: nano, to: nano }).map(
    ({ edge, from, to }): NewEvent => ({
      type: 'StrengthAdjusted',
      cause: 1,
      data: { edge, from, to, delta: to - from, tier: 'manual', rule: 'manual', reason: 'manual' } as never,
    }),
  ),
  fc.record({ edge, source: number, target: number, strength: nano }).map(
    ({ edge, source, target, strength }): NewEvent => ({
      type: 'EdgeLinked',
      data: { edge: 40 + edge, source, target, kind: 'learned', strength, reason: 'manual' },
    }),
  ),
  edge.map((edge): NewEvent => ({ type: 'EdgePruned', data: { edge, reason: 'weak' } as never })),
  edge.map((edge): NewEvent => ({ type: 'EdgeRestored', data: { edge, reason: 'source' } as never })),
  number.map((node): NewEvent => ({ type: 'NodeRetired', data: { node, reason: 'asked' } })),
  number.map((node): NewEvent => ({ type: 'NodeRestored', data: { node, state: 'normal', reason: 'asked' } as never })),
  fc.record({ edges: fc.array(edge, { maxLength: 3 }), to: nano }).map(
    ({ edges, to }): NewEvent => ({
      type: 'StrengthsRestored',
      cause: 1,
      data: { edges, from: edges.map(() => 0), to: edges.map(() => to), nodes: [], utilityFrom: [], utilityTo: [] } as never,
    }),
  ),
)

test('kept candidates are those of the graph, whatever is folded into it', () => {
  fc.assert(
    fc.property(walkSpec, fc.array(fc.tuple(change, number), { maxLength: 12 }), (spec, steps) => {
      const { edges, nodes } = eventsOf(spec)
      const before = [...nodes, ...edges]
      const fold = foldOf(before)
      const { graph } = brainState(fold)
      const live = (node: number) => isLive(graph.stateOf(node))
      const rows = new CandidateRows()
      steps.forEach(([event, asked], i) => {
        for (const source of [asked, 1]) rows.of(graph, source, spec.settings, plainKernel, 'node', live)
        const folded = placed(event, before.length + i + 1, { at: 0, actor: 1 })
        foldEvent(fold, folded)
        rows.heed(graph, [folded])

        for (let source = 1; source <= 9; source++) {
          expect(rows.of(graph, source, spec.settings, plainKernel, 'node', live)).toEqual(
            candidatesOf(graph, source, spec.settings, plainKernel, 'node', live),
          )
        }
      })
    }),
    runs,
  )
})
