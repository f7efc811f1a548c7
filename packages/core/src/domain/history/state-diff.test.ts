import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { type BrainFold, brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { nano, one } from '../strength.ts'
import { note, ref } from '../testing/given.ts'
import { compareGraphs, type GraphDiff } from './state-diff.ts'

const link = (edge: number, source: number, target: number, strength: number): NewEvent => ({
  type: 'EdgeLinked',
  data: { edge, source, target, kind: 'learned', strength: nano(strength), reason: 'verdict' },
})
const move = (edge: number, from: number, to: number): NewEvent => ({
  type: 'StrengthAdjusted',
  data: { edge, from: nano(from), to: nano(to), asked: nano(to - from), tier: 'manual', rule: 'by-hand', reason: 'set' },
})
const judge = (node: number, to: number): NewEvent => ({
  type: 'UtilityAdjusted',
  data: { node, from: one, to: nano(to), asked: nano(to) - one, tier: 'manual', rule: 'by-hand', reason: 'set' },
})
const cue = (node: number): NewEvent => ({
  type: 'NodeAdded',
  origin: 'owner',
  data: { node, id: ref('2'), text: ref('2'), nodeType: 'cue', state: 'normal' },
})

const foldOf = (events: ReadonlyArray<NewEvent>): BrainFold => {
  const fold = emptyFold()
  for (const [i, event] of events.entries()) foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1 }))
  return fold
}

const before = [note(1), note(2), note(3), link(1, 1, 2, 0.5), link(2, 2, 3, 0.1)]
const graphOf = (events: ReadonlyArray<NewEvent>) => brainState(foldOf(events)).graph
const diffAfter = (...events: ReadonlyArray<NewEvent>): GraphDiff => compareGraphs(graphOf(before), graphOf([...before, ...events]))

const nothing: GraphDiff = {
  nodes: { added: [], removed: [], revised: [] },
  states: [],
  cues: { added: [], removed: [] },
  edges: { added: [], removed: [], changed: [] },
  utilities: [],
  trust: [],
  doubts: { added: [], removed: [] },
  superseded: { added: [], removed: [] },
}

describe('two graphs', () => {
  test('that are equal differ in nothing', () => {
    expect(diffAfter()).toEqual(nothing)
  })

  test('differ in strengths, the largest change first', () => {
    expect(diffAfter(move(2, 0.1, 0), move(1, 0.5, -0.5))).toEqual({
      ...nothing,
      edges: {
        added: [],
        removed: [],
        changed: [
          { number: 1, from: nano(0.5), to: nano(-0.5) },
          { number: 2, from: nano(0.1), to: 0 },
        ],
      },
    })
  })

  test('differ in nodes, cues and edges that one of them has', () => {
    const { cues, edges, nodes } = diffAfter(
      note(4),
      cue(5),
      link(3, 5, 4, 0.6),
      { type: 'NodeRetired', data: { node: 3, reason: 'forgotten' } },
      { type: 'EdgePruned', data: { edge: 2, reason: 'source' } },
    )

    expect(nodes).toEqual({ added: [4], removed: [3], revised: [] })
    expect(cues).toEqual({ added: [5], removed: [] })
    expect(edges).toEqual({ added: [{ edge: 3, strength: nano(0.6) }], removed: [{ edge: 2, strength: nano(0.1) }], changed: [] })
  })

  test('do not differ in an edge that was linked and pruned, or a node that came and went', () => {
    expect(
      diffAfter(
        note(4),
        link(3, 1, 4, 0.6),
        { type: 'EdgePruned', data: { edge: 3, reason: 'weak' } },
        {
          type: 'NodeRetired',
          data: { node: 4, reason: 'death' },
        },
      ),
    ).toEqual(nothing)
  })

  test('differ in texts, states, utilities, trust, doubts and what is superseded', () => {
    const found = diffAfter(
      { type: 'NodeRevised', data: { node: 1, text: ref('9') } },
      { type: 'NodeProtected', data: { node: 2, protection: 'on' } },
      judge(3, 0.7),
      judge(1, 0.2),
      { type: 'NodeRevised', origin: 'untrusted', data: { node: 2 } },
      { type: 'NodeDoubted', data: { node: 3, feedback: 7, said: ref('8'), saidAt: 5 } },
      { type: 'NodeSuperseded', data: { node: 3, by: 2, rule: 'same-label', reason: 'later', feedback: 7 } },
    )

    expect(found).toEqual({
      ...nothing,
      nodes: { added: [], removed: [], revised: [1] },
      states: [{ node: 2, from: 'normal', to: 'protected' }],
      utilities: [
        { number: 1, from: one, to: nano(0.2) },
        { number: 3, from: one, to: nano(0.7) },
      ],
      trust: [{ node: 2, from: true, to: false }],
      doubts: { added: [{ node: 3, feedback: 7, said: ref('8'), at: 5 }], removed: [] },
      superseded: { added: [{ node: 3, by: 2, rule: 'same-label', reason: 'later', feedback: 7 }], removed: [] },
    })
  })
})
