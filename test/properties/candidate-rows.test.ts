/** Candidates that are kept are those that the graph has: whatever was folded into it since, the kept ones say the same as finding them anew. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { placed } from '../../packages/core/src/domain/events/codec/event-codec.ts'
import { edgeKinds, isLive, plainKernel } from '../../packages/core/src/domain/graph.ts'
import { brainState, foldEvent } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { CandidateRows, candidatesOf, type WalkSettings } from '../../packages/core/src/domain/walk/candidate-edges.ts'
import { walkSettings } from '../arbitraries/profile.ts'
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
  number.map((node): NewEvent => ({ type: 'NodeRetired', data: { node, reason: 'forgotten' } })),
  number.map((node): NewEvent => ({ type: 'NodeRestored', data: { node, state: 'normal' } })),
  number.map((node): NewEvent => ({ type: 'NodeMerged', data: { node, into: 1 } })),
  number.map((node): NewEvent => ({ type: 'NodeProtected', data: { node, protection: 'off' } })),
  number.map((node): NewEvent => ({ type: 'NodePromoted', data: { node, reason: 'success' } })),
  fc.subarray([...edgeKinds], { minLength: 1 }).map(
    (kinds): NewEvent => ({
      type: 'StrengthsDecayed',
      cause: 1,
      data: { factor: 0.5, cutoff: Number.MAX_SAFE_INTEGER, kinds, floor: 'none', spares: 'spoken' },
    }),
  ),
  fc.record({ edges: fc.array(edge, { maxLength: 3 }), to: nano }).map(
    ({ edges, to }): NewEvent => ({
      type: 'StrengthsRestored',
      cause: 1,
      data: { edges, from: edges.map(() => 0), to: edges.map(() => to), nodes: [], utilityFrom: [], utilityTo: [] } as never,
    }),
  ),
)

/** Requests for a row. A kept row must not answer for another kernel or for a cue. */
const asked = fc.record({
  number,
  kernel: fc.constantFrom(plainKernel, plainKernel, { SEQ: 1.6, SIM: 1, CAUSE: 1 }),
  role: fc.constantFrom('node' as const, 'node' as const, 'cue' as const),
})

/** Some who may come back. */
const retired = [2, 3].map((node): NewEvent => ({ type: 'NodeRetired', data: { node, reason: 'forgotten' } }))

/** By turns the same and others that differ in one thing. */
const differing = (settings: WalkSettings, { strength, tiers, walk }: WalkSettings): ReadonlyArray<WalkSettings> => {
  const budget = { ...settings.budget, candidates: 1 }
  return [{ strength }, { tiers }, { walk }, { budget }].flatMap((other) => [settings, { ...settings, ...other }])
}

test('INV-59 kept candidates are those of the graph, whatever is folded into it', () => {
  fc.assert(
    fc.property(walkSpec, walkSettings, fc.array(fc.tuple(change, asked), { maxLength: 12 }), (spec, others, steps) => {
      const { edges, nodes } = eventsOf(spec)
      const before = [...nodes, ...edges, ...retired]
      const fold = foldOf(before)
      const { graph } = brainState(fold)
      const live = (node: number) => isLive(graph.stateOf(node))
      const rows = new CandidateRows()
      steps.forEach(([event, { kernel, number, role }], i) => {
        for (const settings of differing(spec.settings, others)) {
          rows.of(graph, number, settings, plainKernel, 'node', live)
          expect(rows.of(graph, number, settings, kernel, role, live)).toEqual(candidatesOf(graph, number, settings, kernel, role, live))
        }
        for (const source of [number, 1]) rows.of(graph, source, spec.settings, plainKernel, 'node', live)
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
