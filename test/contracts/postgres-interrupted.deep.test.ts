/**
 * Whoever is interrupted does not wait for the server, and what he held is free.
 *
 * In short: `test/contracts/runs/postgres.test.ts`
 */
import { ContentStore, EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as Fiber from 'effect/Fiber'
import pg from 'pg'
import { expect, test } from 'vitest'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { postgresStore } from './postgres-stores.ts'
import { after, append, brain, otherBrain, row } from './sample-log.ts'
import { inStore } from './store-layer.ts'

const { describePostgres, server } = sharedPostgres()

const first = row()

/** A client that holds the lock of the brain. */
const foreignLock = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`begin; select 1 from crabtrail.brains where key = '${brain}' for update`)
  return client
}

/** Returns when as many sessions of the database wait for a lock. */
const waiting = async (client: pg.Client, count: number): Promise<void> => {
  const sql = `select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  for (;;) if (Number((await client.query(sql)).rows[0].count) === count) return
}

describePostgres('interrupted while another program holds the lock of the brain', () => {
  const waits = {
    // It is one statement, which the server may still run to its end.
    'an append': EventStore.use((store) => store.append(append(after(first)))),
    'a lock': EventStore.use((store) => store.locked(brain, (locked) => locked.append(append(after(first))))),
    'a change beside the log': ContentStore.use((contents) => contents.bury(brain, ['ab'.repeat(16)])),
  }

  test.each(Object.entries(waits))('%s ends at once', async (name, wait) => {
    const url = await server().createDatabase()
    await inStore(
      postgresStore(url, 'pool=1'),
      Effect.gen(function* () {
        const store = yield* EventStore
        yield* store.append(append(first))
        const foreign = yield* Effect.promise(() => foreignLock(url))
        const fiber = yield* Effect.forkChild(wait)
        yield* Effect.promise(() => waiting(foreign, 1))

        yield* Fiber.interrupt(fiber)

        // The foreign lock is still held, and the only connection of the pool is free.
        expect(Exit.hasInterrupts(yield* Fiber.await(fiber))).toBe(true)
        expect(yield* store.brain(brain)).toMatchObject({ position: first.count })
        yield* Effect.promise(() => foreign.query('rollback'))
        yield* Effect.promise(() => foreign.end())
        if (name === 'an append') return
        yield* store.append(append(after(first, { body: 'mine' })))
        expect((yield* store.read(brain, 1, 10)).map(({ body }) => body)).toEqual([first.body, 'mine'])
      }),
    )
  })
})

describePostgres('interrupted while the connections are in use', () => {
  // Nothing gives up by itself.
  const patient = 'lock_timeout=600000&statement_timeout=600000&connect_timeout=600'

  test('a read that waits for one ends at once, and leaves it to the next', async () => {
    const url = await server().createDatabase()
    await inStore(
      postgresStore(url, `pool=1&${patient}`),
      Effect.gen(function* () {
        const store = yield* EventStore
        yield* store.append(append(first))
        yield* store.append(append(first, { brain: otherBrain }))
        const foreign = yield* Effect.promise(() => foreignLock(url))
        const writer = yield* Effect.forkChild(store.append(append(after(first))))
        yield* Effect.promise(() => waiting(foreign, 1))
        const reader = yield* Effect.forkChild(store.brain(otherBrain), { startImmediately: true })

        yield* Fiber.interrupt(reader)

        expect(Exit.hasInterrupts(yield* Fiber.await(reader))).toBe(true)
        yield* Effect.promise(() => foreign.query('rollback'))
        yield* Effect.promise(() => foreign.end())
        yield* Fiber.join(writer)
        expect(yield* store.brain(otherBrain)).toMatchObject({ position: first.count })
      }),
    )
  })

  test('a statement within a lock ends at once, and the lock is free', async () => {
    const url = await server().createDatabase()
    await inStore(
      postgresStore(url, `pool=1&${patient}`),
      Effect.gen(function* () {
        const store = yield* EventStore
        yield* store.append(append(first))
        const foreign = new pg.Client({ connectionString: url })
        yield* Effect.promise(() => foreign.connect())
        yield* Effect.promise(() => foreign.query('begin; lock table crabtrail.tombstones'))
        const burial = ContentStore.use((contents) => contents.bury(brain, ['ab'.repeat(16)]))
        const fiber = yield* Effect.forkChild(store.locked(brain, () => burial))
        yield* Effect.promise(() => waiting(foreign, 1))

        yield* Fiber.interrupt(fiber)

        // The table is still locked.
        expect(Exit.hasInterrupts(yield* Fiber.await(fiber))).toBe(true)
        yield* store.append(append(after(first)))
        yield* Effect.promise(() => foreign.query('rollback'))
        yield* Effect.promise(() => foreign.end())
        expect(yield* ContentStore.use((contents) => contents.tombstones(brain))).toEqual([])
      }),
    )
  })
})
