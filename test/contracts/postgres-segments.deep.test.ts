/**
 * Segments in PostgreSQL are read in the order of their numbers, however they were stored.
 *
 * In short: `test/contracts/runs/postgres.test.ts`
 */
import { EventStore, SegmentStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { expect, test } from 'vitest'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { postgresStores } from './postgres-stores.ts'
import { append, brain, row, sha256 } from './sample-log.ts'
import { inStore } from './store-layer.ts'

const { describePostgres, server } = sharedPostgres()
const makeLayer = postgresStores(server)

describePostgres('segments in PostgreSQL', () => {
  // Joined in another order, the marks of a long log were written twice: 23505 in log_segment_parts, from 4,096 positions on.
  test('are read part by part in the order of their numbers, however they were stored', async () => {
    const part = (kind: 'node' | 'commit', number: number) => ({ kind, part: number, data: Uint8Array.of(number) })
    const parts = [part('commit', 2), part('node', 300), part('commit', 0), part('commit', 1), part('node', 0)]

    const read = await inStore(
      makeLayer(),
      Effect.gen(function* () {
        yield* (yield* EventStore).append(append(row()))
        const store = yield* SegmentStore
        yield* store.write(brain, { first: 1, last: 9, hash: sha256('9'), version: 1, turn: 1, cause: 1 }, parts)
        return yield* store.read(brain, 1)
      }),
    )

    expect(read?.map(({ kind, part: number }) => [kind, number])).toEqual([
      ['node', 0],
      ['node', 300],
      ['commit', 0],
      ['commit', 1],
      ['commit', 2],
    ])
  })
})
