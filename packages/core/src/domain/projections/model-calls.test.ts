import { describe, expect, test } from 'vitest'
import type { BrainEvent, EventData, NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import type { ModelFallback, ModelTaskName } from '../events/model-events.ts'
import { ref } from '../testing/given.ts'
import { copyOf } from './copy-of.ts'
import {
  allOf,
  foldCalls,
  foldCauses,
  foldJudgements,
  medianLatency,
  noCalls,
  noCauses,
  noJudgements,
  type Spent,
  spentOn,
} from './model-calls.ts'

const day = 86_400_000
const budget = {
  question: ref('a'),
  engine: 'route' as const,
  seeds: 1,
  cues: 1,
  hops: 1,
  fired: 1,
  follows: 1,
  candidates: 1,
  items: 1,
  tokens: 1,
}
const started = (routing: 'many' | 'between'): NewEvent => ({ type: 'TurnStarted', turn: 1, data: { ...budget, routing } })
const asked = (call: number, task: ModelTaskName = 'routing'): NewEvent => ({
  type: 'ModelAsked',
  data: {
    task,
    call,
    offered: [],
    model: ref('a'),
    template: 'route.1',
    digest: '0'.repeat(16),
    prompt: ref('b'),
    tokens: 300,
    tokensOut: 60,
    costNanoUsd: 50,
  },
})
const answered = (call: number, more: Partial<EventData<'ModelAnswered'>> = {}): NewEvent => ({
  type: 'ModelAnswered',
  data: {
    task: 'routing',
    call,
    refused: 0,
    tokensIn: 90,
    tokensOut: 10,
    costNanoUsd: 7,
    latencyMs: 1,
    outcome: 'answered',
    ...more,
  },
})
const late = (call: number) =>
  answered(call, { tokensIn: 300, tokensOut: 60, costNanoUsd: 50, outcome: 'fell-back', fallback: 'timeout', latencyMs: 9_000 })
const folded = (...events: ReadonlyArray<readonly [at: number, event: NewEvent]>) => {
  const records = noCalls()
  for (const [i, [at, event]] of events.entries()) foldCalls(records, placed(event, i + 1, { at, actor: 1 }) as BrainEvent)
  return records
}
const one = (change: Partial<Spent>): Spent => ({ calls: 1, answered: 0, fellBack: 0, tokens: 0, nanoUsd: 0, ...change })

test('adds up what calls cost, of the brain and of the day, in all and by task', () => {
  const records = folded(
    [0, asked(1)],
    [1, answered(1)],
    [day, asked(2, 'causes')],
    [day, answered(2, { task: 'causes', tokensIn: 20, outcome: 'fell-back', fallback: 'malformed' })],
  )

  expect(records.last).toBe(2)
  expect(records.spent).toEqual({
    routing: one({ answered: 1, tokens: 100, nanoUsd: 7 }),
    causes: one({ fellBack: 1, tokens: 30, nanoUsd: 7 }),
    judge: { calls: 0, answered: 0, fellBack: 0, tokens: 0, nanoUsd: 0 },
    aliases: { calls: 0, answered: 0, fellBack: 0, tokens: 0, nanoUsd: 0 },
  })
  expect(allOf(records.spent)).toEqual({ calls: 2, answered: 1, fellBack: 1, tokens: 130, nanoUsd: 14 })
  expect([allOf(spentOn(records, day + 5)).calls, allOf(spentOn(records, 2 * day)).calls]).toEqual([1, 0])
})

describe('a call is spent with the most that it may take until it is over', () => {
  test.each([
    ['a request that nothing followed stays so', [], one({ tokens: 360, nanoUsd: 50 })],
    ['an answer is worth what it cost', [answered(4)], one({ answered: 1, tokens: 100, nanoUsd: 7 })],
    ['an end says what is spent, also of a call without an answer', [late(4)], one({ fellBack: 1, tokens: 360, nanoUsd: 50 })],
  ])('%s', (_, ends, wanted) => {
    const records = folded([0, asked(4)], ...ends.map((end) => [0, end] as const))

    expect([records.spent.routing, spentOn(records, 0).routing]).toEqual([wanted, wanted])
  })

  test('the day of its end does not lose what another day spent', () => {
    const records = folded([0, asked(4)], [day, answered(4)])

    expect([records.spent.routing.tokens, spentOn(records, day).routing.tokens]).toEqual([100, 100])
  })
})

test('calls over budget are counted until one is answered, whatever their task; after a pause the first begins another one', () => {
  const over = answered(1, { over: true })

  expect(folded([0, over], [0, answered(2, { task: 'causes', over: true })]).overInARow).toBe(2)
  expect(folded([0, over], [0, answered(1)]).overInARow).toBe(0)
  expect(folded([0, over], [0, answered(1, { outcome: 'fell-back', fallback: 'crash' })]).overInARow).toBe(1)
  expect(folded([0, over], [5, answered(1, { over: true, fallback: 'timeout', outcome: 'fell-back', pausedUntil: 99 })])).toMatchObject({
    overInARow: 2,
    pause: { since: 5, until: 99, fallback: 'timeout' },
  })
})

test('the median latency is that of the newest answered calls', () => {
  const takes = (latencyMs: number) => [0, answered(1, { latencyMs })] as const
  const many = Array.from({ length: 31 }, (_, i) => takes(100 + i))

  expect(medianLatency(noCalls())).toBeUndefined()
  expect(medianLatency(folded([0, late(1)], takes(40), takes(900), takes(7)))).toBe(40)
  expect(medianLatency(folded(takes(7), ...many))).toBe(115)
})

test('counts turns by whether a call was worth it', () =>
  expect(folded([5, started('many')], [9, started('between')], [12, started('many')])).toMatchObject({
    reasons: { many: 2, between: 1 },
    since: 5,
    until: 12,
  }))

const foldedJudgements = (...events: ReadonlyArray<NewEvent>) => {
  const records = noJudgements()
  for (const [at, event] of events.entries())
    foldJudgements(records, { ...event, position: at + 1, commit: { at: 0, actor: 1 } } as BrainEvent)
  return records
}
const waits = (turn: number): NewEvent => ({ type: 'MessageWaits', turn, data: {} })
const askedAbout = (...turns: ReadonlyArray<number>) =>
  ({ type: 'ModelAsked', data: { task: 'judge', call: 1, turns } }) as unknown as NewEvent
const judgementEnded = (fallback?: ModelFallback) =>
  ({ type: 'ModelAnswered', data: { task: 'judge', call: 1, fallback } }) as unknown as NewEvent

test('messages that no server took wait again in the order in which they were said', () => {
  const { known, waiting } = foldedJudgements(waits(1), askedAbout(1), waits(2), judgementEnded('unreachable'))
  expect([[...waiting], [...known]]).toEqual([[1, 2], []])
})

test('a message is known once a model was asked about it, whatever became of the call', () => {
  for (const end of [judgementEnded(), judgementEnded('timeout'), judgementEnded('malformed')]) {
    const { known, waiting } = foldedJudgements(waits(1), askedAbout(1), end)
    expect([[...waiting], [...known]]).toEqual([[], [1]])
  }
})

test('the oldest of more than a hundred messages wait no longer', () => {
  const { waiting } = foldedJudgements(...Array.from({ length: 103 }, (_, i) => waits(i + 1)))
  expect([waiting.size, [...waiting][0]]).toEqual([100, 4])
})

const askedForCauses = (call: number, ...offered: ReadonlyArray<number>): NewEvent => ({
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
const causesEnded = (call: number, fallback: ModelFallback): NewEvent => ({
  type: 'ModelAnswered',
  data: { task: 'causes', call, refused: 0, tokensIn: 0, tokensOut: 0, costNanoUsd: 0, latencyMs: 0, outcome: 'fell-back', fallback },
})
const linked = (edge: number, reason: 'model' | 'manual'): NewEvent => ({
  type: 'EdgeLinked',
  data: { edge, source: 1, target: 2, kind: 'causal', strength: 1, reason },
})
const foldedCauses = (...events: ReadonlyArray<NewEvent>) => {
  const records = noCauses()
  for (const [i, event] of events.entries()) foldCauses(records, placed(event, i + 1, { at: 0, actor: 1 }) as BrainEvent)
  return records
}

test('knows the passages that were asked about with their text of now, answered or not', () => {
  const revised: NewEvent = { type: 'NodeRevised', data: { node: 2, text: ref('c') } }
  const titled: NewEvent = { type: 'NodeRevised', data: { node: 3, title: ref('c') } }

  expect([...foldedCauses(askedForCauses(1, 1, 2, 3)).asked.keys()]).toEqual([1, 2, 3])
  expect([...foldedCauses(askedForCauses(1, 1, 2, 3), revised, titled).asked.keys()]).toEqual([1, 3])
  expect([...foldedCauses(askedForCauses(1, 1, 2), revised, askedForCauses(2, 2)).asked.keys()]).toEqual([1, 2])
})

test('a question that no server took was not asked, and the routing of a recall is none of its business', () => {
  const routing = { ...askedForCauses(2, 7), data: { ...askedForCauses(2, 7).data, task: 'routing' } } as NewEvent

  expect([...foldedCauses(askedForCauses(1, 1, 2), causesEnded(1, 'unreachable')).asked.keys()]).toEqual([])
  expect([...foldedCauses(askedForCauses(1, 1, 2), causesEnded(1, 'timeout')).asked.keys()]).toEqual([1, 2])
  expect([...foldedCauses(askedForCauses(1, 1, 2), routing, causesEnded(2, 'unreachable')).asked.keys()]).toEqual([1, 2])
})

test('knows the edges that a model made', () => expect([...foldedCauses(linked(1, 'manual'), linked(2, 'model')).made]).toEqual([2]))

test('a copy is folded on by itself', () => {
  const records = foldedCauses(askedForCauses(1, 1))
  const copy = copyOf(records)
  foldCauses(copy, placed(askedForCauses(2, 2), 2, { at: 0, actor: 1 }) as BrainEvent)

  expect([[...records.asked.keys()], [...copy.asked.keys()]]).toEqual([[1], [1, 2]])
})
