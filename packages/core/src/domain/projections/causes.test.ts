import { expect, test } from 'vitest'
import type { BrainEvent, NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import type { ModelFallback } from '../events/model-events.ts'
import { ref } from '../testing/given.ts'
import { cloneCauses, foldCauses, noCauses } from './causes.ts'

const asked = (call: number, ...offered: ReadonlyArray<number>): NewEvent => ({
  type: 'ModelAsked',
  data: {
    task: 'causes',
    call,
    source: 1,
    offered,
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
const ended = (call: number, fallback: ModelFallback): NewEvent => ({
  type: 'ModelAnswered',
  data: { task: 'causes', call, refused: 0, tokensIn: 0, tokensOut: 0, costNanoUsd: 0, latencyMs: 0, outcome: 'fell-back', fallback },
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

  expect([...folded(asked(1, 1, 2, 3)).asked.keys()]).toEqual([1, 2, 3])
  expect([...folded(asked(1, 1, 2, 3), revised, titled).asked.keys()]).toEqual([1, 3])
  expect([...folded(asked(1, 1, 2), revised, asked(2, 2)).asked.keys()]).toEqual([1, 2])
})

test('a question that no server took was not asked, and the routing of a recall is none of its business', () => {
  const routing = { ...asked(2, 7), data: { ...asked(2, 7).data, task: 'routing' } } as NewEvent

  expect([...folded(asked(1, 1, 2), ended(1, 'unreachable')).asked.keys()]).toEqual([])
  expect([...folded(asked(1, 1, 2), ended(1, 'timeout')).asked.keys()]).toEqual([1, 2])
  expect([...folded(asked(1, 1, 2), routing, ended(2, 'unreachable')).asked.keys()]).toEqual([1, 2])
})

test('knows the edges that a model made', () => expect([...folded(linked(1, 'manual'), linked(2, 'model')).made]).toEqual([2]))

test('a copy is folded on by itself', () => {
  const records = folded(asked(1, 1))
  const copy = cloneCauses(records)
  foldCauses(copy, placed(asked(2, 2), 2, { at: 0, actor: 1 }) as BrainEvent)

  expect([[...records.asked.keys()], [...copy.asked.keys()]]).toEqual([[1], [1, 2]])
})
