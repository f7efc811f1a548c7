import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { packBody } from '../events/codec/commit-body.ts'
import { decodeCommit, encodeCommit, placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { type BrainFold, brainState, emptyFold, foldEvent } from './brain-fold.ts'
import { foldCommit } from './commit-fold.ts'

const ref = ContentRef.make('a'.repeat(64))
const [nodes, edges, turns] = [4, 6, 3]
const commit = { at: 1_700_000_000_000, actor: 1, session: 2 }
const budget = { seeds: 1, cues: 0, hops: 3, fired: 24, follows: 6, candidates: 8, items: 24, tokens: 100 }

/** A small graph and three turns that the generated events change. */
const beginning: ReadonlyArray<NewEvent> = [
  ...Array.from({ length: nodes }, (_, i): NewEvent => {
    return { type: 'NodeAdded', origin: 'owner', data: { node: i + 1, id: ref, text: ref, nodeType: 'fact', state: 'normal' } }
  }),
  ...Array.from({ length: edges }, (_, i): NewEvent => {
    const ends = { source: (i % nodes) + 1, target: ((i + 1) % nodes) + 1 }
    return { type: 'EdgeLinked', data: { edge: i + 1, ...ends, kind: 'learned', strength: 5, reason: 'growth' } }
  }),
  ...Array.from({ length: turns }, (_, i): NewEvent => {
    return { type: 'TurnStarted', turn: i + 1, data: { question: ref, engine: 'route', ...budget } }
  }),
]

// Numbers go one beyond the existing ones: an event for a missing edge, node or turn must change nothing.
const edge = fc.integer({ min: 1, max: edges + 1 })
const node = fc.integer({ min: 1, max: nodes + 1 })
const number = fc.integer({ min: -3, max: 3 })
const depth = fc.integer({ min: 0, max: 3 })
const envelope = fc.record({ turn: fc.integer({ min: 1, max: turns + 1 }), cause: fc.integer({ min: 1, max: 40 }) }, { requiredKeys: [] })
const happening: fc.Arbitrary<NewEvent> = fc
  .tuple(
    envelope,
    fc.oneof(
      fc.record({ edge, strength: number, depth, reason: fc.constant('dormant') }).map((data) => ({ type: 'EdgeSkipped', data })),
      fc
        .record({ edge, strength: number, depth, energy: number, channel: fc.constantFrom('rule', 'reflex') })
        .map((data) => ({ type: 'EdgeFollowed', data })),
      fc.record({ edge, strength: number }).map((data) => ({ type: 'StrengthSet', data })),
      fc
        .record({ node, depth, energy: number, edge }, { requiredKeys: ['node', 'depth', 'energy'] })
        .map((data) => ({ type: 'NodeFired', data })),
      fc.record({ edge }).map((data) => ({ type: 'EdgePruned', data: { ...data, reason: 'weak' } })),
      fc.record({ edge, from: number, to: number, asked: number }).map((data) => ({
        type: 'StrengthAdjusted',
        data: { ...data, tier: 'agent', rule: 'path', reason: 'verdict' },
      })),
      fc.record({ node, depth, energy: number, edge }).map((data) => ({ type: 'NodeInhibited', data })),
      fc.constant({ type: 'TurnStarted', data: { question: ref, engine: 'route', ...budget } }),
    ),
  )
  .map(([around, event]) => ({ ...event, ...around }) as NewEvent)

const seen = ({ graph, progress, recentTurns, ...rest }: ReturnType<typeof brainState>) => ({
  at: rest.at,
  position: rest.position,
  lastTurn: rest.lastTurn,
  progress,
  turns: [...recentTurns()],
  edges: Array.from({ length: graph.edges }, (_, i) => graph.edge(i + 1)),
  nodes: Array.from({ length: graph.nodes }, (_, i) => graph.node(i + 1)),
})

const folded = (use: (fold: BrainFold) => void): ReturnType<typeof seen> => {
  const fold = emptyFold()
  beginning.forEach((event, i) => {
    foldEvent(fold, placed(event, i + 1, commit))
  })
  use(fold)
  return seen(brainState(fold))
}

const first = beginning.length + 1

describe('folding a commit whole', () => {
  test('is folding its events one by one', () => {
    fc.assert(
      fc.property(fc.array(happening, { minLength: 1, maxLength: 30 }), (events) => {
        const body = encodeCommit(events)

        const whole = folded((fold) => foldCommit(fold, body, first, events.length, commit))

        const decoded = Result.getOrThrow(decodeCommit(body, first, events.length, commit))
        const oneByOne = folded((fold) => {
          for (const event of decoded) foldEvent(fold, event)
        })
        expect(whole).toEqual(oneByOne)
        expect(whole.position).toBe(first + events.length - 1)
      }),
      { numRuns: 300 },
    )
  })

  test('takes an effect for said when its own fact was, one after another', () => {
    const set: NewEvent = { type: 'StrengthSet', data: { edge: 1, strength: 1 } }
    const moved = (edge: number, cause?: number): NewEvent => ({
      type: 'StrengthAdjusted',
      ...(cause === undefined ? {} : { cause }),
      data: { edge, from: 0, to: 1, asked: 1, tier: 'manual', rule: 'set', reason: 'by-hand' },
    })
    const turn: NewEvent = { type: 'RecallSkipped', turn: 7, data: { reason: 'off', skippedAt: 0, waitedMs: 0 } }
    const said = [set, turn, moved(1, first), moved(2, 1), moved(3), moved(4, first)]

    const { edges } = folded((fold) => foldCommit(fold, encodeCommit(said), first, said.length, commit))
    expect(edges.slice(0, 4).map((edge) => edge?.lastRenewed)).toEqual([turns, 0, 0, turns])
  })

  test.each([
    ['holds an unknown type behind known ones', packBody([skipped(1), { type: 'MoonRisen', version: 1, data: {} }]), 2],
    ['holds a newer version', packBody([skipped(1), { ...skipped(1), version: 2 }]), 2],
    ['counts other events than it holds', packBody([skipped(1), skipped(2)]), 3],
  ])('changes nothing when the commit %s', (_, body, count) => {
    const untouched = folded(() => undefined)

    const after = folded((fold) => {
      try {
        expect(Result.isFailure(foldCommit(fold, body, first, count, commit))).toBe(true)
      } catch (error) {
        expect(error).toMatchObject({ name: 'MalformedBody' })
      }
    })

    expect(after).toEqual(untouched)
  })
})

function skipped(number: number) {
  return { type: 'EdgeSkipped', version: 1, turn: 1, data: { edge: number, strength: 1, depth: 0, reason: 'dormant' } }
}
