/** What is set by hand is what a walk reads, whatever joins the two memories. */
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { placed } from '../../packages/core/src/domain/events/codec/event-codec.ts'
import { type EdgeKind, edgeKinds, isLive, kindTraits, plainKernel } from '../../packages/core/src/domain/graph.ts'
import { ContentRef } from '../../packages/core/src/domain/identity.ts'
import { learn } from '../../packages/core/src/domain/learning/learning.ts'
import { decideStrength } from '../../packages/core/src/domain/learning/owner-marks.ts'
import type { Profile } from '../../packages/core/src/domain/profiles/profile.ts'
import { profiles } from '../../packages/core/src/domain/profiles/profiles.ts'
import { brainState, emptyFold, foldEvent } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { nano, one, units } from '../../packages/core/src/domain/strength.ts'
import { candidatesOf } from '../../packages/core/src/domain/walk/candidate-edges.ts'
import { runs } from './runs.ts'

const ref = ContentRef.make('a'.repeat(64))
const node = (number: number, nodeType: 'fact' | 'cue'): NewEvent => ({
  type: 'NodeAdded',
  origin: 'owner',
  data: { node: number, id: ref, text: ref, nodeType, state: 'normal' },
})

interface Parallel {
  readonly kind: EdgeKind
  readonly strength: number
  readonly isPruned: boolean
  readonly target: number
}

const parallel: fc.Arbitrary<Parallel> = fc.record({
  kind: fc.constantFrom(...edgeKinds),
  strength: fc.integer({ min: -2 * one, max: 2 * one }),
  isPruned: fc.boolean(),
  target: fc.constantFrom(2, 2, 2, 3),
})

/** Source 1, a memory or a cue, with edges of all kinds to 2 and 3. */
const graphs = fc.record({
  from: fc.constantFrom('fact', 'cue'),
  edges: fc.array(parallel, { maxLength: 8 }),
  kind: fc.constantFrom(...edgeKinds.filter((kind) => kindTraits[kind].learns)),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
})

const opened = (from: 'fact' | 'cue', edges: ReadonlyArray<Parallel>) => {
  const fold = emptyFold()
  const tell = (event: NewEvent) => {
    const whole = placed(event, fold.position + 1, { at: 0, actor: 1 })
    foldEvent(fold, whole)
    return whole
  }
  for (const event of [node(1, from), node(2, 'fact'), node(3, 'fact')]) tell(event)
  for (const [i, { isPruned, kind, strength, target }] of edges.entries()) {
    // A grown edge is a guess above 0.
    const first = kind === 'grown' ? Math.abs(strength) % one : strength
    tell({ type: 'EdgeLinked', data: { edge: i + 1, source: 1, target, kind, strength: first, reason: 'ingest' } })
    if (isPruned) tell({ type: 'EdgePruned', data: { edge: i + 1, reason: 'weak' } })
  }
  return { state: brainState(fold), tell }
}

const readIn = ({ graph }: ReturnType<typeof opened>['state'], from: 'fact' | 'cue', profile: Profile) => {
  const wide = { ...profile, budget: { ...profile.budget, candidates: 256 } }
  return candidatesOf(graph, 1, wide, plainKernel, from === 'cue' ? 'cue' : 'node', (number) => isLive(graph.stateOf(number))).find(
    ({ target }) => target === 2,
  )?.strength
}

test.each([...profiles.values()].map((profile) => [profile.name, profile] as const))(
  'INV-192 what is set by hand is what a walk reads, whatever joins the two: %s',
  (_, profile) => {
    fc.assert(
      fc.property(graphs, ({ edges, from, kind, share }) => {
        const { state, tell } = opened(from, edges)
        const { max, min } = profile.strength
        const value = units(nano(min + share * (max - min)))
        const before = readIn(state, from, profile)
        const decided = decideStrength({ source: 1, target: 2, kind, value, origin: 'owner', session: 'cli' }, state, profile)
        if (Result.isFailure(decided)) {
          expect(decided.failure).toMatchObject({ _tag: 'StrengthUnreachable' })
          expect([from, value >= 0, edges.some((edge) => edge.kind === 'grown' && !edge.isPruned && edge.target === 2)]).toEqual([
            'cue',
            true,
            true,
          ])
          expect(readIn(state, from, profile)).toBe(before)
          return
        }
        for (const event of decided.success.events) {
          const fact = tell(event)
          for (const effect of learn(fact, state, profile, [])) tell(effect)
        }

        expect(readIn(state, from, profile)).toBe(nano(value))
      }),
      runs,
    )
  },
)
