import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { nano, one } from '../strength.ts'
import { blameReader } from './blame.ts'

const ref = ContentRef.make('a'.repeat(64))
const notes = [1, 2, 3, 4, 5].map(
  (node): NewEvent => ({ type: 'NodeAdded', data: { node, id: ref, text: ref, nodeType: 'fact', state: 'normal' } }),
)

const given: NewEvent = {
  type: 'FeedbackGiven',
  turn: 1,
  data: { feedback: 1, verdict: 'not-useful', applied: 'not-useful', outcome: -one, tier: 'conscious', nodes: [2] },
}
const lowered = (node: number, from: number, to: number, cause: number): NewEvent => ({
  type: 'UtilityAdjusted',
  cause,
  data: { node, from: nano(from), to: nano(to), asked: nano(to - from), tier: 'conscious', rule: 'judged', reason: 'not-useful' },
})
const restored = (node: number, from: number, to: number): NewEvent => ({
  type: 'StrengthsRestored',
  data: { edges: [], from: [], to: [], nodes: [node], utilityFrom: [nano(from)], utilityTo: [nano(to)] },
})

const historyOf = (node: number, events: ReadonlyArray<NewEvent>) => {
  const reader = blameReader(new Set(), new Set([node]))
  for (const [i, event] of [...notes, ...events].entries()) reader.read(placed(event, i + 1 - notes.length, { at: 0, actor: 1 }))
  const { steps, utility } = reader.utility(node)
  return { utility, steps: steps.map(({ cause, event, from, to }) => [event.position, from, to, cause?.position]) }
}

describe('the history of a utility', () => {
  test('tells what lowered it, the fact behind each step, and what put it back', () => {
    expect(historyOf(2, [given, lowered(2, 1, 0.7, 1), lowered(3, 1, 0.7, 1), restored(2, 0.7, 1), lowered(2, 1, 0.4, 1)])).toEqual({
      utility: nano(0.4),
      steps: [
        [2, one, nano(0.7), 1],
        [4, nano(0.7), one, undefined],
        [5, one, nano(0.4), 1],
      ],
    })
  })

  test('is empty and 1 for what nobody judged', () => {
    expect(historyOf(5, [given, lowered(2, 1, 0.7, 1)])).toEqual({ utility: one, steps: [] })
  })
})
