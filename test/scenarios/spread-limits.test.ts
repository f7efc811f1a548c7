/** Energy that spreads over the strongest edges, for the most hops. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage('empty')
})
afterEach(() => stage.leave())

test('energy that edges multiply at every hop stays a whole number that a turn can record', async () => {
  const settings = { 'strength.max': 10, 'walk.fade': 1, 'budget.hops': 8, 'utility.max': 10 }
  await stage.memory.init({ profile: 'neurogated', settings })
  const text =
    '# Boat\n\nThe night ferry leaves at nine.\n\n# Bus\n\nThe night bus leaves at ten.\n\n# Tram\n\nThe night tram leaves at one.\n'
  await stage.memory.ingest({ documents: [{ source: 'night.md', format: 'markdown', text }] })
  const nodes = ['night.md', 'night.md#bus', 'night.md#tram']
  for (const source of nodes) for (const target of nodes) if (source !== target) await stage.memory.strength({ source, target, value: 10 })

  const { items, turn } = await stage.memory.recall({ question: 'When does the night ferry leave?' })
  const { checks } = await stage.memory.verify({ rederive: true })

  expect(turn).toBe('t1')
  expect(Math.max(...items.map(({ score }) => score))).toBe(500_000)
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
})
