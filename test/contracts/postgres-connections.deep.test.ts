/**
 * The connections of one program: how long they are kept, what they are not enough for, and what is not waited for.
 *
 * In short: `test/contracts/runs/postgres.test.ts`
 */
import { ContentStore, EventStore } from '@crabtrail/core'
import { layerPostgres, nodeFiles, postgresAddress } from '@crabtrail/store/postgres'
import * as Effect from 'effect/Effect'
import * as Fiber from 'effect/Fiber'
import * as Result from 'effect/Result'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStore } from '../models/open-store.ts'
import { type CutProxy, startCutProxy } from '../src/cut-proxy.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { postgresStore } from './postgres-stores.ts'
import { after, append, brain, brainNamed, otherBrain, row } from './sample-log.ts'
import { inStore } from './store-layer.ts'

const { describePostgres, server } = sharedPostgres()

const first = row()

describePostgres('a memory over PostgreSQL', () => {
  let proxy: CutProxy
  beforeEach(async () => {
    proxy = await startCutProxy({ path: server().socketPath })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await proxy.close()
  })

  test('keeps its connections for the pauses of a conversation, and gives them up after ten minutes', async () => {
    const store = openStore({ layer: postgresStore(proxy.through(await server().createDatabase())) })
    const memory = await store.memory()
    await memory.ingest({ documents: [{ source: 'safe.md', format: 'markdown', text: '# Safe\n\nThe code is 4711.\n' }] })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const turn = async (minutesLater: number) => {
      proxy.resetCounts()
      vi.advanceTimersByTime(minutesLater * 60_000)
      await memory.recall({ question: 'What is the code?', session: 's' })
      return proxy.counts().connections
    }
    await turn(0)

    expect(await turn(1)).toBe(0)
    expect(await turn(9)).toBe(0)
    expect(await turn(11)).toBe(1)
    vi.useRealTimers()
    await store.close()
  })

  test('gives a server up that lets it in and then says nothing, as one that does not let it in', async () => {
    const url = await server().createDatabase()
    const query = 'connect_timeout=1&statement_timeout=600000'
    const address = Result.getOrThrow(postgresAddress(`${proxy.through(url)}?${query}`, {}, nodeFiles()))
    const store = openStore({ layer: layerPostgres({ address, patienceMs: 0 }) })
    proxy.cutNext({
      when: (sql) => {
        if (sql.includes(`set_config('statement_timeout'`)) proxy.stall()
        return false
      },
    })

    await expect(store.run(EventStore.use((log) => log.brains))).rejects.toMatchObject({ reason: 'unreachable', retryable: true })
    proxy.resume()
    await store.close()
  })
})

describePostgres('while other programs hold locks', () => {
  const thirdBrain = brainNamed('local/main/third')
  const filled = Effect.gen(function* () {
    const store = yield* EventStore
    for (const one of [brain, otherBrain, thirdBrain]) yield* store.append(append(first, { brain: one }))
    return store
  })
  /** Holds the locks of brains until its client ends. */
  const foreignLocks = async (url: string, brains: ReadonlyArray<string>) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`begin; select 1 from crabtrail.brains where key in ('${brains.join("', '")}') for update`)
    return client
  }
  const waiting = async (client: pg.Client): Promise<void> => {
    const sql = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    while ((await client.query(sql)).rowCount !== 1);
  }

  test('a request that gets no connection says that all are in use, and not that the server is away', async () => {
    const url = await server().createDatabase()
    await inStore(
      postgresStore(url, 'pool=1&connect_timeout=1'),
      Effect.gen(function* () {
        const store = yield* filled
        const foreign = yield* Effect.promise(() => foreignLocks(url, [brain]))
        const writer = yield* Effect.forkChild(store.append(append(after(first))))
        yield* Effect.promise(() => waiting(foreign))

        expect(yield* Effect.flip(store.brain(otherBrain))).toMatchObject({
          ...{ _tag: 'StoreUnavailable', reason: 'busy', retryable: true },
          detail: 'all connections of this program are in use: try again, or raise ?pool= (now 1)',
        })

        yield* Effect.promise(() => foreign.end())
        yield* Fiber.join(writer)
      }),
    )
  })

  test('one connection is left for reads, however many brains are locked', async () => {
    const url = await server().createDatabase()
    await inStore(
      postgresStore(url, 'pool=2&connect_timeout=1'),
      Effect.gen(function* () {
        const store = yield* filled
        const foreign = yield* Effect.promise(() => foreignLocks(url, [brain, otherBrain]))
        const writer = yield* Effect.forkChild(store.append(append(after(first))))
        const other = yield* Effect.forkChild(Effect.flip(store.append(append(after(first), { brain: otherBrain }))))
        yield* Effect.promise(() => waiting(foreign))

        expect(yield* store.brain(thirdBrain)).toMatchObject({ position: first.count })

        expect(yield* Fiber.join(other)).toMatchObject({
          ...{ _tag: 'StoreUnavailable', reason: 'busy', retryable: true },
          detail: 'every connection that may wait for the lock of a brain does so: try again, or raise ?pool= (now 2)',
        })
        yield* Effect.promise(() => foreign.end())
        yield* Fiber.join(writer)
      }),
    )
  })

  test('a read that fails within a lock is the reason why everything behind it fails, and the lock', async () => {
    const url = await server().createDatabase()
    await inStore(
      postgresStore(url, 'pool=1&statement_timeout=1000'),
      Effect.gen(function* () {
        const store = yield* filled
        const foreign = yield* Effect.promise(() => foreignLocks(url, [otherBrain]))
        yield* Effect.promise(() => foreign.query('lock table crabtrail.tombstones'))
        const gaveUp = { _tag: 'StoreUnavailable', reason: 'locked', detail: expect.stringContaining('statement_timeout') }

        const within = store.locked(brain, (locked) =>
          Effect.gen(function* () {
            const read = yield* Effect.flip(ContentStore.use((contents) => contents.tombstones(brain)))
            const next = yield* Effect.flip(locked.tail(1, 1))
            expect([read, next]).toMatchObject([gaveUp, gaveUp])
          }),
        )

        expect(yield* Effect.flip(within)).toMatchObject(gaveUp)
        yield* Effect.promise(() => foreign.end())
        yield* store.append(append(after(first)))
      }),
    )
  })
})
