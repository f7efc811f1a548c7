/**
 * Of any sequence of operations PostgreSQL gives the same answers and the same refusals as the store in memory.
 *
 * In short: `test/contracts/store-equivalence.test.ts`
 */
import { layerInMemory } from '@crabtrail/store/in-memory'
import * as Layer from 'effect/Layer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { postgresStores } from './postgres-stores.ts'
import { inStore } from './store-layer.ts'
import { answersTo, operations } from './store-operations.ts'

const { describePostgres, server } = sharedPostgres()
const makeLayer = postgresStores(server)

describePostgres('PostgreSQL beside the store in memory', () => {
  test('INV-16 of any sequence of operations it gives the same answers and the same refusals', async () => {
    await fc.assert(
      fc.asyncProperty(operations, async (asked) => {
        const inMemory = await inStore(Layer.fresh(layerInMemory), answersTo(asked))

        expect(await inStore(makeLayer(), answersTo(asked))).toEqual(inMemory)
      }),
      { numRuns: 60 },
    )
  })
})
