/** `eval use`: what the verdicts of a brain make of what it gave, beside retrieval alone (S4.107). */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePlace, type Place } from './place.ts'

const question = 'Who winds the tower clock?'

let place: Place
beforeEach(async () => {
  place = makePlace()
  place.write('notes/clock.md', 'Jowan winds the tower clock on Monday.\n')
  place.write('notes/ladder.md', 'The ladder stands behind the chapel.\n')
  place.write('notes/rope.md', 'Rope is sold by the fathom.\n')
  await place.ask('init', '--profile', 'crabpath')
  await place.ask('ingest', 'notes')
})
afterEach(() => place.remove())

test('S4.107 what only an edge brings is given by the memory and not by retrieval alone; corrections count by their delay', async () => {
  const first = await place.ask('recall', question)
  expect(first.context.items).toEqual(['clock.md'])
  await place.ask('used', 'clock.md', '--turn', first.turn)
  await place.ask('strength', 'clock.md', 'ladder.md', '1')
  const taught = await place.ask('recall', question)
  expect(taught.context.items).toEqual(['clock.md', 'ladder.md'])
  await place.ask('used', 'ladder.md', '--turn', taught.turn)
  await place.ask('complete', '--turn', taught.turn, '--outcome', 'success')
  await place.ask('not-relevant', 'clock.md', '--turn', taught.turn)
  for (let later = 0; later < 3; later++) await place.ask('recall', 'hello there')
  await place.ask('not-relevant', 'clock.md', '--turn', taught.turn)
  const { position } = await place.ask('show')

  const { alone, corrections, difference, measured, memory, turns } = await place.ask('eval', 'use')
  expect([turns, measured]).toEqual([2, 2])
  expect(memory).toMatchObject({ precision: 2 / 3, found: 1, afterSuccess: 1 / 2 })
  expect(alone).toMatchObject({ precision: 1 / 2, found: 1 / 2, afterSuccess: 0 })
  expect(difference).toMatchObject({ turns: 2, mean: 1 / 4 })
  expect(corrections).toMatchObject({ verdicts: 2, within1: 1, within3: 2, within5: 2, perTurn: 1 })
  expect(memory.tokens).toBeGreaterThan(0)
  expect(memory.latencyMs.p95).toBeGreaterThanOrEqual(memory.latencyMs.p50)
  expect(await place.ask('show')).toMatchObject({ position })

  expect((await place.ask('eval', 'use', '--limit', '1')).measured).toBe(1)
  expect((await place.run('eval', 'use')).stdout).toMatch(/2 corrections, 1 a turn: 1 within 1 turn, 2 within 3, 2 within 5/)
  expect((await place.run('eval', 'use', 'notes')).stderr).toContain('eval use reads a brain of the store')
})
