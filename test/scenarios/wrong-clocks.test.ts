/** A clock that is far off: what is written by it can be read again. */
import { expect, test } from 'vitest'
import { handClock, morning } from '../models/hand-clock.ts'
import { openStage } from './stage.ts'

test.each([
  ['before 1970', -5, '1970-01-01T00:00:00.000Z'],
  ['after the last date', 8_640_000_000_000_001, '+275760-09-13T00:00:00.000Z'],
])('a clock that stands %s makes a brain that can be read', async (_, now, at) => {
  const clock = handClock(now)
  const { leave, memory, store } = await openStage('empty', { clock })
  const documents = [{ source: 'crab.md', format: 'markdown' as const, text: 'Crabs walk at low tide.' }]

  await memory.ingest({ documents })
  await memory.recall({ question: 'When do crabs walk?' })
  await memory.feedback({ verdict: 'used', nodes: ['crab.md'] })
  clock.now = morning

  const again = await store.memory()
  expect(await again.verify({ rederive: true })).toMatchObject({ ok: true })
  const { events } = await again.log({ limit: 1_000 })
  expect(new Set(events.map((event) => event.at))).toEqual(new Set([at]))
  expect(await again.recall({ question: 'When do crabs walk?' })).toMatchObject({ items: [{ node: 'crab.md' }] })
  await leave()
})
