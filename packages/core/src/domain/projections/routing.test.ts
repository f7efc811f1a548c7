import { expect, test } from 'vitest'
import type { BrainEvent, NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ref } from '../testing/given.ts'
import { foldRouting, noRouting } from './routing.ts'

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
const folded = (...events: ReadonlyArray<readonly [at: number, event: NewEvent]>) => {
  const records = noRouting()
  for (const [i, [at, event]] of events.entries()) foldRouting(records, placed(event, i + 1, { at, actor: 1 }) as BrainEvent)
  return records
}

test('counts turns by whether a call was worth it', () =>
  expect(folded([5, started('many')], [9, started('between')], [12, started('many')])).toMatchObject({
    reasons: { many: 2, between: 1 },
    since: 5,
    until: 12,
  }))
