/**
 * The gain and the harm of a routing model, on all questions of MuSiQue and the 2-hop questions of LoCoMo: one that knows the right passages must gain, and
 * one that knows nothing must not lose much. The policy chooses the questions on which it is asked.
 *
 * In short: `test/eval/routing.test.ts`
 */
import { expect, test } from 'vitest'
import { absence } from './question-sets.ts'
import { everything, gainOf, guesser, ofSeeds, oracle } from './routing-gain.ts'
import { withRouted } from './routing-set.ts'

const seeds = Array.from({ length: 20 }, (_, i) => i + 1)

test.for(['locomo', 'musique'])('a routing model on %s gains much and loses little', async (name, context) => {
  const absent = absence(name)
  if (absent !== undefined) return context.skip(absent)
  await withRouted(name, 1, async (routed) => {
    const knows = gainOf(await routed.ask(oracle))
    const greedy = gainOf(await routed.ask(everything))
    const guesses = []
    for (const seed of seeds) guesses.push(gainOf(await routed.ask(guesser(seed))))
    const blind = ofSeeds(guesses)
    process.stdout.write(`${name} ${JSON.stringify({ knows, greedy, blind })}\n`)

    expect(knows.asked).toBeGreaterThan(0.5)
    expect.soft(knows.gain).toBeGreaterThanOrEqual(10)
    expect.soft(blind.gain).toBeGreaterThanOrEqual(-2)
    expect.soft(greedy.gain).toBeGreaterThanOrEqual(-2)
    expect.soft(await routed.differing()).toEqual([])
  })
})
