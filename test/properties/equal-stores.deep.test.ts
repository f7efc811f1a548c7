/**
 * The same requests get the same answers from every store, a thousand times; and they reach every method and every refusal.
 *
 * In short: `test/properties/equal-stores.test.ts`
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { equalStores } from '../models/equal-stores.ts'
import { type Step, steps } from '../models/random-requests.ts'
import { inMemory, outcomesOf } from '../models/store-player.ts'

const { run, title } = equalStores(temporaryFolder())

test(`${title}: a thousand times`, () => run(50))

const named = (step: Step): string => (step.step === 'ask' ? step.method : step.step)

test('the requests reach every method, answered and refused, and every way of refusing', async () => {
  const [answered, refused, tags] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const asked of fc.sample(steps, { numRuns: 160, seed: 2 })) {
    const player = inMemory()
    const outcomes = await outcomesOf(player, asked)
    await player.close()
    const told = asked.filter(({ step }) => step === 'ask' || step === 'import')
    for (const [i, step] of told.entries()) {
      const outcome = outcomes[i]
      const tag = outcome !== undefined && 'refused' in outcome ? outcome.refused._tag : undefined
      if (tag !== undefined) tags.add(tag)
      const reached = tag === undefined ? answered : refused
      reached.add(named(step))
    }
  }

  const neverRefused = ['brains', 'upkeep']
  expect([...answered].filter((method) => !neverRefused.includes(method)).sort()).toEqual([...refused].sort())
  expect(answered.size).toBe(25)
  expect([...tags].sort()).toEqual([
    'Ambiguous',
    'BadImport',
    'BrainExists',
    'IdempotencyConflict',
    'InvalidRequest',
    'NotFound',
    'WrongExpectedPosition',
  ])
})
