/**
 * Simulated weeks whose gateways keep their memory on one PostgreSQL server: nothing that always holds breaks.
 *
 * In short: `test/simulation/simulation.test.ts`
 */
import { expect, test } from 'vitest'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { failuresOf, inShort, simulated, wholeNumber } from './seeds.ts'

const { describePostgres, server } = sharedPostgres()

describePostgres('weeks over a PostgreSQL server', () => {
  test('nothing that always holds breaks', async () => {
    const count = wholeNumber('CRABTRAIL_SEEDS', 20)
    const urls: Array<string> = []
    while (urls.length < count) urls.push(await server().createDatabase())
    const told = await simulated({ from: wholeNumber('CRABTRAIL_SEED', 1), count, urls })
    process.stdout.write(inShort(told))
    expect(failuresOf(told)).toEqual([])
    expect(told).toHaveLength(count)
  })
})
