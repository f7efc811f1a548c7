/** The same as `routing.deep.test.ts` on every second 2-hop question of two conversations of LoCoMo and three seeds. */
import { expect, test } from 'vitest'
import { absence } from './question-sets.ts'
import { everything, gainOf, guesser, ofSeeds, oracle } from './routing-gain.ts'
import { withRouted } from './routing-set.ts'

test('a routing model gains much and loses little', async (context) => {
  const absent = absence('locomo')
  if (absent !== undefined) return context.skip(absent)
  await withRouted(
    'locomo',
    2,
    async (routed) => {
      const knows = gainOf(await routed.ask(oracle))
      const greedy = gainOf(await routed.ask(everything))
      const blind = ofSeeds([
        gainOf(await routed.ask(guesser(1))),
        gainOf(await routed.ask(guesser(2))),
        gainOf(await routed.ask(guesser(3))),
      ])
      process.stdout.write(`${JSON.stringify({ knows, greedy, blind })}\n`)

      expect.soft(knows.gain).toBeGreaterThanOrEqual(10)
      expect.soft(blind.gain).toBeGreaterThanOrEqual(-2)
      expect.soft(greedy.gain).toBeGreaterThanOrEqual(-2)
      expect.soft(await routed.differing()).toEqual([])
    },
    2,
  )
})
