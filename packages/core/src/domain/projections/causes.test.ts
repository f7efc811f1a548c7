import { expect, test } from 'vitest'
import type { BrainEvent, NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ref } from '../testing/given.ts'
import { cloneCauses, foldCauses, noCauses } from './causes.ts'

const requested = (...passages: ReadonlyArray<number>): NewEvent => ({
  type: 'CausesRequested',
  data: {
    source: 1,
    passages,
    beside: [9],
    model: ref('a'),
    template: 'causes.1',
    digest: '0'.repeat(16),
    prompt: ref('b'),
    tokens: 1,
    tokensOut: 1,
    costNanoUsd: 1,
  },
})
const linked = (edge: number, reason: 'model' | 'manual'): NewEvent => ({
  type: 'EdgeLinked',
  data: { edge, source: 1, target: 2, kind: 'causal', strength: 1, reason },
})
const folded = (...events: ReadonlyArray<NewEvent>) => {
  const records = noCauses()
  for (const [i, event] of events.entries()) foldCauses(records, placed(event, i + 1, { at: 0, actor: 1 }) as BrainEvent)
  return records
}

test('knows the passages that were asked about with their text of now, answered or not', () => {
  const revised: NewEvent = { type: 'NodeRevised', data: { node: 2, text: ref('c') } }
  const titled: NewEvent = { type: 'NodeRevised', data: { node: 3, title: ref('c') } }

  expect([...folded(requested(1, 2, 3)).asked]).toEqual([1, 2, 3])
  expect([...folded(requested(1, 2, 3), revised, titled).asked]).toEqual([1, 3])
  expect([...folded(requested(1, 2), revised, requested(2)).asked]).toEqual([1, 2])
})

test('knows the edges that a model made', () => expect([...folded(linked(1, 'manual'), linked(2, 'model')).made]).toEqual([2]))

test('a copy is folded on by itself', () => {
  const records = folded(requested(1))
  const copy = cloneCauses(records)
  foldCauses(copy, placed(requested(2), 2, { at: 0, actor: 1 }) as BrainEvent)

  expect([[...records.asked], [...copy.asked]]).toEqual([[1], [1, 2]])
})
