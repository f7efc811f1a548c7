import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef, type NodeNumber } from '../identity.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { nano, one } from '../strength.ts'
import { note } from '../testing/given.ts'
import type { Walk, WalkStep } from '../walk/walk-record.ts'
import { type LookedAt, type LookedAtContext, notGiven, notRecalled } from './not-recalled.ts'

const ref = ContentRef.make('a'.repeat(64))
const node = (number: number, nodeType: 'fact' | 'cue' = 'fact'): NewEvent => ({
  type: 'NodeAdded',
  origin: 'owner',
  data: { node: number, id: ref, text: ref, nodeType, state: 'normal' },
})
const edge = (number: number, source: number, target: number, strength: number): NewEvent => ({
  type: 'EdgeLinked',
  data: { edge: number, source, target, kind: 'learned', strength: nano(strength), reason: 'verdict' },
})

/** Cue 1. The walk goes on from seed 2, which leads to 3; 4 leads to 5; 2 and 4 lead to 6; no edge leads to 7. */
const remembered: ReadonlyArray<NewEvent> = [
  node(1, 'cue'),
  ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => node(number)),
  edge(1, 2, 3, 0.5),
  edge(2, 4, 5, 0.5),
  edge(3, 2, 6, 0.1),
  edge(4, 4, 6, 0.5),
  edge(5, 1, 3, -0.5),
  { type: 'NodeRetired', data: { node: 8, reason: 'forgotten' } },
  { type: 'NodeMerged', data: { node: 9, into: 2 } },
]

const skipped = (number: number, reason: 'dormant' | 'inhibited', strength = 0.1): WalkStep => ({
  edge: number,
  strength: nano(strength),
  depth: 0,
  outcome: { _tag: 'Skipped', reason },
})
const ranked = (number: NodeNumber, score: number) => ({ node: number, score, seed: score, path: 0, inhibition: 0, utility: one })

const looked = (change: Partial<Omit<LookedAt, 'walk'>> & { readonly walk?: Partial<Walk> } = {}): LookedAt => {
  const fold = emptyFold()
  for (const [i, event] of remembered.entries()) foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1 }))
  const walk = { fired: [{ node: 2, depth: 0, energy: 9, edge: 0 }], steps: [skipped(3, 'dormant')], inhibitions: [], ...change.walk }
  return { graph: brainState(fold).graph, ranking: [ranked(2, 9)], pool: [{ node: 2, score: 9 }], own: () => 0, ...change, walk }
}
const reason = (number: NodeNumber, change?: Parameters<typeof looked>[0]) => notRecalled(looked(change), number).reason

describe('a memory is not recalled', () => {
  test.each([
    ['that is not there yet', 10, 'unborn'],
    ['that was retired', 8, 'retired'],
    ['that was merged into another', 9, 'merged'],
    ['that is a cue', 1, 'cue'],
  ])('%s', (_, number, expected) => {
    expect(notRecalled(looked(), number)).toEqual({ reason: expected, place: undefined, score: 0, ways: [] })
  })

  test('that comes behind what a turn keeps: its place and score are told', () => {
    expect(notRecalled(looked({ ranking: [ranked(2, 9), ranked(7, 4)] }), 7)).toEqual({ reason: 'behind', place: 2, score: 4, ways: [] })
  })

  test('from which negative edges took all', () => {
    const walk = { inhibitions: [{ node: 3, depth: 0, energy: 99, edge: 5 }], steps: [skipped(5, 'inhibited', -0.5)] }

    expect(notRecalled(looked({ walk, pool: [{ node: 3, score: 9 }] }), 3)).toMatchObject({
      reason: 'suppressed',
      ways: [
        { edge: 1, reason: 'not-walked' },
        { edge: 5, strength: nano(-0.5), reason: 'inhibited' },
      ],
    })
  })

  test('that was found, and is of no use', () => {
    expect(reason(7, { pool: [{ node: 7, score: 9 }] })).toBe('useless')
    expect(reason(7, { walk: { fired: [{ node: 7, depth: 1, energy: 9, edge: 1 }] } })).toBe('useless')
  })

  test('that has words of the question, and others fit better', () => {
    expect(reason(7, { own: () => 1 })).toBe('outscored')
  })

  test('to which no edge was followed that was looked at', () => {
    expect(notRecalled(looked(), 6)).toEqual({
      reason: 'passed-over',
      place: undefined,
      score: 0,
      ways: [
        { edge: 3, strength: nano(0.1), reason: 'dormant' },
        { edge: 4, strength: nano(0.5), reason: 'not-walked' },
      ],
    })
  })

  test('that the walk came nowhere near, or whose source had stronger edges', () => {
    expect(notRecalled(looked(), 5)).toMatchObject({ reason: 'unreached', ways: [{ edge: 2, reason: 'not-walked' }] })
    expect(notRecalled(looked(), 3)).toMatchObject({
      reason: 'unreached',
      ways: [
        { edge: 1, reason: 'outweighed' },
        { edge: 5, reason: 'not-walked' },
      ],
    })
  })

  test('that nothing leads to', () => {
    expect(notRecalled(looked(), 7)).toEqual({ reason: 'unrelated', place: undefined, score: 0, ways: [] })
  })
})

const events: ReadonlyArray<NewEvent> = [
  note(1),
  note(2),
  note(3),
  note(4),
  { type: 'NodeRetired', data: { node: 4, reason: 'forgotten' } },
]
const fold = emptyFold()
for (const [i, event] of events.entries()) foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1 }))

const ranking = [1, 2, 3].map((node) => ({ node, score: 9 - node, seed: 0, path: 0, inhibition: 0, utility: one }))
const lookedAtContext: LookedAtContext = {
  graph: brainState(fold).graph,
  walk: { fired: [], steps: [], inhibitions: [] },
  ranking,
  pool: [],
  own: () => 0,
  bundle: { included: [1], dropped: [{ node: 2, reason: 'duplicate' }] },
  isErased: () => false,
}

describe('a memory', () => {
  test.each([
    ['is given where the context holds it', 1, { reason: 'given', place: 1, score: 8 }],
    ['is left out for the reason of the context', 2, { reason: 'duplicate', place: 2, score: 7 }],
    ['is behind where the context did not look at it', 3, { reason: 'behind', place: 3, score: 6 }],
    ['is retired', 4, { reason: 'retired', place: undefined }],
    ['is not there yet', 5, { reason: 'unborn' }],
  ])('%s', (_, node, expected) => {
    expect(notGiven(lookedAtContext, node)).toMatchObject(expected)
  })

  test.each([
    [2, 'erased'],
    [4, 'erased'],
    [5, 'unborn'],
  ])('%i whose text was erased is told to be %s', (node, reason) => {
    expect(notGiven({ ...lookedAtContext, isErased: () => true }, node).reason).toBe(reason)
  })
})
