/** Settings of the context and the text of the prompt change what is given to the model and leave the ranking alone. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contextSettings, followUpComplaints, rankedUnder, talks } from '../models/given-rules.ts'
import { runs } from './runs.ts'

const numRuns = Math.max(10, Math.floor(runs.numRuns / 10))

describe('what is given to the model', () => {
  test('INV-80 is all that confidence decides: the ranking and its scores are the same to the bit, however sure one must be', async () => {
    const usual = (await rankedUnder({}, '')).rankings
    const numbers = new Set<number>()
    await fc.assert(
      fc.asyncProperty(contextSettings, fc.boolean(), async (settings, isAll) => {
        const { given, rankings } = await rankedUnder(settings, isAll ? 'The fridge of the office kitchen is emptied on Fridays.' : '')

        expect(rankings).toEqual(usual)
        for (const count of given) numbers.add(count)
      }),
      { ...runs, numRuns },
    )
    expect(numbers.size).toBeGreaterThan(1)
  })
})

describe('a follow-up', () => {
  test('INV-98 goes on with its own session alone, and no other message depends on its session', async () => {
    await fc.assert(
      fc.asyncProperty(talks, async (said) => {
        expect(await followUpComplaints(said)).toEqual([])
      }),
      { ...runs, numRuns: 3 * numRuns },
    )
  })
})
