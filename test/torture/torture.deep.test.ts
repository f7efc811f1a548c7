/**
 * A writer that is killed two hundred times, and four that write to one brain at once, lose nothing and leave nothing in part.
 *
 * In short: `test/torture/kill.test.ts`
 */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { random } from '../bench/random.ts'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { runs } from '../properties/runs.ts'
import { crashAt } from './crash-points.ts'
import { deedNames } from './deeds.ts'
import { shareOneBrain } from './fair-shares.ts'
import { killAgain } from './kill-again.ts'

const folder = temporaryFolder()
const pointsOfEach = 40

describe('INV-40 everything acknowledged is there and nothing in part', () => {
  test('of a writer that is killed at a random moment, 200 times on one store', async () => {
    const deaths = await killAgain(join(folder, 'a.db'), 200, runs.seed, 25)

    process.stdout.write(`seed ${runs.seed}: ${JSON.stringify(deaths)}\n`)
    expect(deaths.acknowledged).toBeGreaterThan(200)
    for (const phase of ['signal', 'bare', 'snapshot', 'upkeep']) expect([phase, deaths.during[phase] ?? 0]).not.toEqual([phase, 0])
  })

  test.each(deedNames)('of a process that ends before a statement: %s', async (deed) => {
    const { statements, tried, unacknowledged } = await crashAt(folder, deed, pointsOfEach, random(runs.seed))

    process.stdout.write(`${deed}: ${tried} of ${statements} statements tried, ${unacknowledged} commits there and not acknowledged\n`)
    expect(tried).toBe(Math.min(statements, pointsOfEach))
  })
})

test('four processes that write 2,000 commits each to one brain at once all get everything in, once, and none is left behind', () =>
  shareOneBrain(folder, 2_000, 0.5))
