import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { balanced } from '../profiles/profiles.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { nano } from '../strength.ts'
import { merge, sameLeading } from './merging.ts'

const ref = ContentRef.make('a'.repeat(64))
const node = (number: number, nodeType: 'fact' | 'cue'): NewEvent => ({
  type: 'NodeAdded',
  origin: 'owner',
  data: { node: number, id: ref, text: ref, nodeType, state: 'normal' },
})
/** Builds memories 1 to 3, and from 4 on cues that lead to them with these strengths. */
const graphOf = (leads: ReadonlyArray<Readonly<Record<number, number>>>, more: ReadonlyArray<NewEvent> = []) => {
  const fold = emptyFold()
  let edges = 0
  const events = [
    ...[1, 2, 3].map((number) => node(number, 'fact')),
    ...leads.map((_, i) => node(4 + i, 'cue')),
    ...leads.flatMap((lead, i) =>
      Object.entries(lead).map(
        ([target, strength]): NewEvent => ({
          type: 'EdgeLinked',
          data: { edge: ++edges, source: 4 + i, target: Number(target), kind: 'learned', strength: nano(strength), reason: 'verdict' },
        }),
      ),
    ),
    ...more,
  ]
  for (const event of events) foldEvent(fold, placed(event, fold.position + 1, { at: 0, actor: 1 }))
  return brainState(fold).graph
}
const settings = (change: Partial<typeof balanced.forgetting.merge> = {}) => ({
  ...balanced.forgetting,
  merge: { ...balanced.forgetting.merge, ...change },
})
const pairs = (graph: ReturnType<typeof graphOf>, change: Partial<typeof balanced.forgetting.merge> = {}) =>
  sameLeading(graph, settings(change)).map(({ keeper, other }) => [keeper, other])

describe('kinds of question that lead to the same', () => {
  test('are found each with each; the one that leads by more stays, the older of equals', () => {
    expect(pairs(graphOf([{ 1: 0.5 }, { 1: 0.5 }, { 1: 0.9 }]))).toEqual([
      [4, 5],
      [6, 4],
      [6, 5],
    ])
  })

  test('lead by as much where they warn as where they praise', () => {
    expect(pairs(graphOf([{ 1: 0.5 }, { 1: 0.2, 2: -0.9 }]), { neighbours: 0.5 })).toEqual([[5, 4]])
  })

  test('do so from the share on that the profile sets', () => {
    const half = graphOf([{ 1: 0.5 }, { 1: 0.5, 2: 0.5 }])

    expect(pairs(half, { neighbours: 0.5 })).toEqual([[5, 4]])
    expect(pairs(half, { neighbours: 0.51 })).toEqual([])
  })

  test('do so whatever they lead to by next to nothing', () => {
    expect(pairs(graphOf([{ 1: 0.5 }, { 1: 0.5, 2: 0.049, 3: -0.049 }]))).toEqual([[4, 5]])
  })

  test('are neither notes, nor dead, nor protected', () => {
    const ofNotes: ReadonlyArray<NewEvent> = [2, 3].map((source, i) => ({
      type: 'EdgeLinked',
      data: { edge: 1 + i, source, target: 1, kind: 'learned', strength: nano(0.5), reason: 'verdict' },
    }))
    expect(pairs(graphOf([], ofNotes))).toEqual([])

    const both = [{ 1: 0.5 }, { 1: 0.5 }]
    expect(pairs(graphOf(both, [{ type: 'NodeRetired', data: { node: 5, reason: 'death' } }]))).toEqual([])
    expect(pairs(graphOf(both, [{ type: 'NodeProtected', data: { node: 4, protection: 'on' } }]))).toEqual([])
  })

  test('are none where nothing may become one', () => {
    expect(pairs(graphOf([{ 1: 0.5 }, { 1: 0.5 }]), { most: 0 })).toEqual([])
  })
})

test.each([
  ['stays in one pair only', { keeper: 4, other: 5 }, { keeper: 4, other: 6 }],
  ['goes in one pair only', { keeper: 4, other: 5 }, { keeper: 6, other: 5 }],
  ['that went keeps no other', { keeper: 4, other: 5 }, { keeper: 5, other: 6 }],
  ['that stayed does not go', { keeper: 4, other: 5 }, { keeper: 6, other: 4 }],
])('in one run a kind of question %s', (_, first, second) => {
  const graph = graphOf([{ 1: 0.5 }, { 1: 0.5 }, { 1: 0.5 }])
  const { merged, touched } = merge(graph, [first, second], {
    after: graph.strengthOf,
    bounds: { min: nano(-2), max: nano(2) },
    request: 100,
  })

  expect(merged).toBe(1)
  expect([...touched]).toEqual([4, 5])
})

test('two that were taught the same in another order are compared', () => {
  const links = [
    [4, 1],
    [4, 2],
    [5, 2],
    [5, 1],
  ].map(
    ([source = 0, target = 0], i): NewEvent => ({
      type: 'EdgeLinked',
      data: { edge: i + 1, source, target, kind: 'learned', strength: nano(0.6), reason: 'verdict' },
    }),
  )

  expect(pairs(graphOf([{}, {}], links))).toEqual([[4, 5]])
})
