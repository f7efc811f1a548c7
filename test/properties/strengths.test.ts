import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BrainEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { type EdgeView, type GraphView, kindTraits } from '../../packages/core/src/domain/graph.ts'
import { type Profile, readProfile } from '../../packages/core/src/domain/profiles/profile.ts'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { brainState, emptyFold, foldEvent } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { type Bounds, decay, nano, one, roundHalfAway } from '../../packages/core/src/domain/strength.ts'
import type { Log } from '../arbitraries/log.ts'
import { plausibleLog } from '../arbitraries/plausible-log.ts'
import { apply, emptyGraph } from '../models/naive-graph.ts'
import { besideOf, ChangedPairs } from '../models/walked-ways.ts'
import { folded } from './fold-snapshot.ts'
import { runs } from './runs.ts'

const strength = fc.oneof(
  fc.integer({ min: -10 * one, max: 10 * one }),
  fc.integer({ min: -20, max: 20 }),
  fc.maxSafeInteger(),
  fc.constantFrom(0, 1, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
)
const factor = fc.oneof(
  fc.integer({ min: 0, max: one }),
  fc.integer({ min: 990_000_000, max: one }),
  fc.constantFrom(0, one / 2, one - 1, one),
)
const floor = fc.oneof(fc.constant(0), fc.nat(one))

describe('strengths', () => {
  test('INV-06 what learning moves is a whole number, and the sum that a walk reads is within the bounds in force', () => {
    fc.assert(
      fc.property(plausibleLog, ({ log }) => {
        expect(boundComplaints(log)).toEqual([])
      }),
      runs,
    )
  })

  test('INV-23 an edge of a kind that does not learn keeps its first strength, and no first strength ever changes', () => {
    fc.assert(
      fc.property(plausibleLog, ({ log }) => {
        const fold = emptyFold()
        const { graph } = brainState(fold)
        const first = new Map<number, number>()
        for (const event of log) {
          foldEvent(fold, event)
          if (event.type === 'EdgeLinked') first.set(event.data.edge, event.data.strength)
          for (let edge = 1; edge <= graph.edges; edge++) {
            const view = graph.edge(edge)
            if (view === undefined) continue
            expect(view.first).toBe(first.get(edge))
            if (!kindTraits[view.kind].learns) expect(view.strength).toBe(first.get(edge))
          }
        }
      }),
      runs,
    )
  })

  test('INV-20 going back brings back what was learned, whatever the settings were before and after', () => {
    fc.assert(
      fc.property(plausibleLog, ({ log }) => {
        for (const [i, event] of log.entries()) {
          if (event.type !== 'RollbackRequested') continue
          const end = log.findLastIndex((one) => one.cause === event.position)
          const then = brainState(folded(log.slice(0, event.data.to))).graph
          const now = brainState(folded(log.slice(0, Math.max(end, i) + 1))).graph

          for (const [edge, view] of learnedEdges(now)) expect(view.strength).toBe(then.edge(edge)?.strength ?? view.first)
          for (let node = 1; node <= now.nodes; node++) expect(now.utilityOf(node)).toBe(then.node(node)?.utility ?? one)
        }
      }),
      runs,
    )
  })

  test('INV-27 a word moves an edge its own way, whatever the settings, and never the other one, also out of bounds', () => {
    fc.assert(
      fc.property(plausibleLog, ({ log }) => {
        const settings = settingsOver(log)
        for (const event of log) {
          if (event.type !== 'StrengthAdjusted' || event.data.tier === 'manual') continue
          const fact = log[(event.cause ?? 0) - 1]
          const outcome = fact?.type === 'FeedbackGiven' ? fact.data.outcome : 0
          const { asked, from, reason, rule, to } = event.data
          const { learning } = settings(event.cause ?? 0)

          if (rule === 'drift') expect(Math.sign(asked)).toBe(reason === 'followed' ? 1 : -1)
          else if (rule === 'growth') expect(asked).toBeGreaterThan(0)
          else if (rule === 'skipped') expect(Math.sign(asked)).toBe(-Math.sign(outcome))
          // Measured by depth, what led back to where the walk had been is moved the other way.
          else if (rule === 'cue' || learning.rule.timing !== 'depth')
            expect(Math.sign(asked)).toBe(reason === 'instead' ? Math.sign(Math.abs(outcome)) : Math.sign(outcome))
          expect((to - from) * asked).toBeGreaterThanOrEqual(0)
        }
      }),
      runs,
    )
  })

  test('INV-24 a decay brings a strength nearer to zero, never beyond, and never further than its floor', () => {
    fc.assert(
      fc.property(strength, factor, floor, (before, by, stop) => {
        const after = decay(before, by, stop)

        expect(Number.isSafeInteger(after)).toBe(true)
        expect(Object.is(after, -0)).toBe(false)
        expect(Math.abs(after)).toBeLessThanOrEqual(Math.abs(before))
        expect(Math.abs(after)).toBeGreaterThanOrEqual(Math.min(Math.abs(before), stop))
        if (after !== 0) expect(Math.sign(after)).toBe(Math.sign(before))
        if (by === one) expect(after).toBe(before)
      }),
      runs,
    )
  })

  test('INV-24 a decay keeps the order of strengths of one sign', () => {
    fc.assert(
      fc.property(strength, strength, factor, floor, (a, b, by, stop) => {
        fc.pre(a * b >= 0)
        const [less, more] = a < b ? [a, b] : [b, a]

        expect(decay(less, by, stop)).toBeLessThanOrEqual(decay(more, by, stop))
      }),
      runs,
    )
  })

  test('INV-24 decaying for some turns and then for others is decaying for all of them, within a unit a step', () => {
    const power = (of: number, times: number): number => {
      let value = 1
      for (let i = 0; i < times; i++) value *= of / one
      return value
    }

    fc.assert(
      fc.property(
        fc.integer({ min: -10 * one, max: 10 * one }),
        factor,
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 0, max: 12 }),
        (before, by, a, b) => {
          let step = before
          for (let i = 0; i < a + b; i++) step = decay(step, by, 0)

          expect(Math.abs(step - before * power(by, a + b))).toBeLessThanOrEqual(a + b)
          if (a + b === 0) expect(step).toBe(before)
        },
      ),
      runs,
    )
  })

  test('the one rounding goes to the nearest whole number, halves away from zero', () => {
    const value = fc.oneof(
      fc.double({ min: -(2 ** 53), max: 2 ** 53, noNaN: true }),
      fc.integer({ min: -1000, max: 1000 }).map((half) => half / 2),
      fc.constantFrom(0.49999999999999994, -0.49999999999999994, 2 ** 52 + 1, -(2 ** 52) - 1, -0),
    )

    fc.assert(
      fc.property(value, (exact) => {
        const rounded = roundHalfAway(exact)

        expect(Number.isInteger(rounded)).toBe(true)
        expect(Object.is(rounded, -0)).toBe(false)
        expect(Math.abs(rounded - exact)).toBeLessThanOrEqual(0.5)
        if (Math.abs(rounded - exact) === 0.5) expect(Math.abs(rounded)).toBeGreaterThan(Math.abs(exact))
      }),
      runs,
    )
  })
})

const learnedEdges = function* (graph: GraphView): Generator<readonly [number, EdgeView]> {
  for (let edge = 1; edge <= graph.edges; edge++) {
    const view = graph.edge(edge)
    if (view !== undefined && kindTraits[view.kind].learns) yield [edge, view]
  }
}

/** Position → the settings in force there. */
const settingsOver = (log: Log): ((position: number) => Profile) => {
  const changes = log.flatMap((event) =>
    event.type === 'BrainCreated' || event.type === 'ProfileChanged'
      ? [{ since: event.position, profile: Result.getOrThrow(readProfile(event.data.settings)) }]
      : [],
  )
  return (position) => changes.findLast(({ since }) => since <= position)?.profile ?? balanced
}

/** A restoration goes back to what was: it answers to the edge's own past, not to the bounds of today. */
const boundComplaints = (log: Log): ReadonlyArray<string> => {
  const past = new Map<string, Set<number>>()
  const had = (name: string, value: number) => {
    const values = past.get(name) ?? new Set()
    past.set(name, values.add(value))
  }
  const settings = settingsOver(log)
  const complaints: Array<string> = []
  const check = (event: BrainEvent, value: number, bounds: Bounds) => {
    if (!Number.isSafeInteger(value) || Object.is(value, -0) || value < bounds.min || value > bounds.max) {
      complaints.push(`${event.type} at ${event.position} says ${value}`)
    }
  }
  const graph = emptyGraph()
  const changed = new ChangedPairs()
  for (const event of log) {
    changed.heed(graph, event)
    // What was said before a change is learned from by the settings of its time.
    const profile = settings(event.cause ?? event.position)
    const bounds = { min: nano(profile.strength.min), max: nano(profile.strength.max) }
    switch (event.type) {
      case 'NodeAdded':
        had(`node ${event.data.node}`, one)
        break
      case 'EdgeLinked':
        if (event.data.reason === 'ingest') check(event, event.data.strength, bounds)
        had(`edge ${event.data.edge}`, event.data.strength)
        break
      case 'StrengthAdjusted':
        // What documents changed between a fact and its effects moves the sum as well.
        if (!changed.since(graph, event.data.edge, event.cause ?? 0))
          check(event, besideOf(graph, event.data.edge, profile) + event.data.to, bounds)
        had(`edge ${event.data.edge}`, event.data.to)
        break
      case 'UtilityAdjusted':
        check(event, event.data.to, { min: nano(profile.utility.min), max: nano(profile.utility.max) })
        had(`node ${event.data.node}`, event.data.to)
        break
      case 'StrengthsRestored':
        for (const [i, edge] of event.data.edges.entries())
          if (!past.get(`edge ${edge}`)?.has(event.data.to[i] ?? Number.NaN)) complaints.push(`edge ${edge} never had ${event.data.to[i]}`)
        for (const [i, node] of event.data.nodes.entries())
          if (!past.get(`node ${node}`)?.has(event.data.utilityTo[i] ?? Number.NaN))
            complaints.push(`node ${node} never had ${event.data.utilityTo[i]}`)
        break
      default:
    }
    apply(graph, event)
  }
  return complaints
}
