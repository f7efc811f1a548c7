import { expect, test } from 'vitest'
import { random } from '../bench/random.ts'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { runs } from '../properties/runs.ts'
import { crashAt } from './crash-points.ts'
import { deedNames } from './deeds.ts'

const folder = temporaryFolder()
const chance = random(runs.seed)
/** Every start of a process costs: each run has another, and the deep test all of them. */
const chosen = chance.shuffled(deedNames).slice(0, 1)

test.each(chosen)('INV-40 a process that ends before any statement leaves the store whole: %s', async (deed) => {
  const { statements, tried, unacknowledged } = await crashAt(folder, deed, 1, chance)

  process.stdout.write(`${deed}: ${tried} of ${statements} statements tried, ${unacknowledged} commits there and not acknowledged\n`)
  expect(tried).toBe(1)
})
