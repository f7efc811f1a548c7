/**
 * Several processes on one PostgreSQL server: of those that want the same position one gets it, and tables are made once.
 *
 * In short: `test/contracts/sqlite-processes.test.ts`
 */
import { EventStore, SearchIndex } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { Client } from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startCutProxy } from '../src/cut-proxy.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { postgresStore } from './postgres-stores.ts'
import { appendFirst, followWriter, raceForPositions, readSnapshotsOf } from './processes/races.ts'
import { type Rival, startRivals } from './processes/rivals.ts'
import { after, append, brain, chain, content, keyed, otherBrain, row } from './sample-log.ts'
import { dump } from './store-dump.ts'
import { inStore } from './store-layer.ts'

const { describePostgres, server } = sharedPostgres()
const [first = row(), second = row(), third = row()] = chain([2, 3, 1])
const appendOther = EventStore.use((store) => store.append(append(first, { brain: otherBrain })))

describePostgres('several processes on one PostgreSQL server', () => {
  let rivals: ReadonlyArray<Rival> = []
  const clients: Array<Client> = []
  beforeAll(async () => {
    rivals = await startRivals(4)
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end()
  })

  const freshStore = async (query = 'pool=2') => {
    const url = await server().createDatabase()
    return { url, layer: postgresStore(url, query), opening: { order: 'open', url } as const }
  }
  /** A session of somebody else in a transaction that stays open. */
  const foreignTransaction = async (url: string, sql: string): Promise<Client> => {
    const client = new Client({ connectionString: url })
    clients.push(client)
    await client.connect()
    await client.query(`begin; ${sql}`)
    return client
  }
  const lockHead = `select id from crabtrail.brains where key = '${brain}' for update`

  test('all open a new database at once, and one of them makes the tables', async () => {
    for (let round = 0; round < 6; round++) {
      const { layer, opening } = await freshStore()
      const reports = await Promise.all(rivals.map((rival) => rival.obey(opening)))

      expect(reports).toEqual(rivals.map(() => ({ done: true })))
      await inStore(layer, appendFirst)
    }
  })

  test('INV-14 of four processes that append at one expected position exactly one succeeds', async () =>
    raceForPositions(await freshStore(), rivals, 40))

  test('INV-14 of four processes that make one brain exactly one succeeds', async () => {
    const { layer, opening } = await freshStore()
    await Promise.all(rivals.map((rival) => rival.obey(opening)))

    const commits = rivals.map((_, i) => row({ body: `${i}`, count: i + 1 }))
    const reports = await Promise.all(rivals.map((rival, i) => rival.obey({ order: 'append', append: append(commits[i] ?? row()) })))

    const won = commits.filter((_, i) => reports[i]?.done === true)
    expect(won.length).toBe(1)
    expect((await inStore(layer, dump)).map((stored) => stored.commits)).toEqual([won])
  })

  test('INV-17 a reader that follows a brain sees every commit once and in order while another process writes', async () =>
    followWriter(await freshStore(), rivals[0], 400))

  test('INV-08 a snapshot that another process writes and drops is read whole or not at all', async () =>
    readSnapshotsOf(await freshStore(), rivals[0], 60))

  test('a transaction that holds the head of a brain delays that brain only', async () => {
    const { layer, opening, url } = await freshStore()
    const [writer, other] = rivals
    await inStore(layer, Effect.andThen(appendFirst, appendOther))
    await Promise.all([writer?.obey(opening), other?.obey(opening)])
    const slow = await foreignTransaction(url, lockHead)

    let isWritten = false
    const waiting = writer?.obey({ order: 'append', append: append(second) }).then((report) => {
      isWritten = true
      return report
    })
    const slept = slow.query('select pg_sleep(2)')
    let [beside, isSlow] = [0, true]
    void slept.then(() => (isSlow = false))
    for (let head = first; isSlow; beside++) {
      head = after(head)
      expect(await other?.obey({ order: 'append', append: append(head, { brain: otherBrain }) })).toEqual({ done: true })
      if (isSlow) expect(isWritten).toBe(false)
    }
    await slow.query('commit')

    expect(await waiting).toEqual({ done: true })
    process.stdout.write(`${beside} appends to another brain within the 2 s that one brain was locked\n`)
    expect(beside).toBeGreaterThan(20)
    const stored = await inStore(layer, dump)
    expect(stored.map(({ commits }) => commits.length)).toEqual([2, beside + 1])
  })

  test('a transaction of somebody else that stays open changes nothing', async () => {
    const { layer, opening, url } = await freshStore()
    await inStore(layer, appendFirst)
    const foreign = await foreignTransaction(url, 'select 1')
    const serializable = await foreignTransaction(url, 'set transaction isolation level serializable; select * from crabtrail.brains')

    const stored = await freshStore()
    await raceForPositions(stored, rivals, 5)
    await Promise.all(rivals.map((rival) => rival.obey(opening)))
    expect(await rivals[0]?.obey({ order: 'append', append: append(second, { contents: [content()] }) })).toEqual({ done: true })
    const opened = await inStore(
      postgresStore(url),
      EventStore.use((store) => store.locked(brain, (locked) => locked.append(append(third)))),
    )

    expect(opened).toBeUndefined()
    expect((await serializable.query('select position from crabtrail.brains')).rows).toEqual([{ position: '2' }])
    await foreign.query('commit')
    expect((await inStore(layer, dump))[0]?.commits).toEqual([first, second, third])
  })

  test('INV-13 a lock that another session holds makes appends, locks and changes fail as locked, which may be tried again', async () => {
    const { layer, url } = await freshStore('pool=1&lock_timeout=100')
    await inStore(layer, appendFirst)
    const holder = await foreignTransaction(url, lockHead)

    await inStore(
      layer,
      Effect.gen(function* () {
        const store = yield* EventStore
        const asked = [store.append(append(second)), store.locked(brain, (locked) => locked.append(append(second)))]
        const refused = yield* Effect.forEach([...asked, ...asked], Effect.flip)
        for (const error of refused) expect(error).toMatchObject({ _tag: 'StoreUnavailable', reason: 'locked', retryable: true })
        expect(yield* store.read(brain, 1, 10)).toEqual([first])
        yield* Effect.promise(() => holder.query('commit'))

        // By the only connection that there is, which the refusals have used.
        yield* store.append(append(second))
        yield* store.locked(brain, (locked) => locked.append(append(third)))
        expect(yield* store.read(brain, 1, 10)).toEqual([first, second, third])
      }),
    )
  })

  test('INV-13 a process that is killed just before its commit leaves nothing of it, and its lock is free', async () => {
    const { layer, opening } = await freshStore()
    const [victim] = await startRivals(1)
    await inStore(layer, appendFirst)
    await victim?.obey(opening)
    const before = await inStore(layer, dump)

    const last = append(second, { contents: [content()], key: keyed('a', 'a') })
    await victim?.perish({ order: 'die', append: last, locked: true })

    expect(await inStore(layer, dump)).toEqual(before)
    await inStore(
      layer,
      EventStore.use((store) => store.append(last)),
    )
  })

  /** A store by a connection that is cut at its next commit; `unsent`: before the server gets it. */
  const cutAtCommit = async (unsent: boolean) => {
    const proxy = await startCutProxy({ path: server().socketPath })
    const url = await server().createDatabase()
    await inStore(postgresStore(url), appendFirst)
    const layer = postgresStore(proxy.through(url))
    return {
      layer,
      cut: () => proxy.cutNext({ when: (sql) => sql === 'commit', unsent }),
      close: async () => {
        expect(proxy.cuts.map(({ sql }) => sql)).toEqual(['commit'])
        await proxy.close()
      },
    }
  }

  test.each([true, false])('a lock that read only has read, though its connection is cut at the end (unsent: %s)', async (unsent) => {
    const { close, cut, layer } = await cutAtCommit(unsent)

    const read = EventStore.use((store) => {
      cut()
      return store.locked(brain, (locked) => locked.tail(1, 10))
    })

    expect((await inStore(layer, read)).rows).toEqual([first])
    await close()
  })

  test.each([true, false])('a lock that changed a cache only says that it may be lost at its end (unsent: %s)', async (unsent) => {
    const { close, cut, layer } = await cutAtCommit(unsent)

    const changed = Effect.gen(function* () {
      const store = yield* EventStore
      const index = yield* SearchIndex
      cut()
      return yield* Effect.flip(store.locked(brain, () => index.rebuild(brain, [])))
    })

    expect(await inStore(layer, changed)).toMatchObject({ _tag: 'StoreUnavailable', reason: 'in-doubt', retryable: true })
    await close()
  })

  test('INV-13 a lock in which a statement failed unnoticed takes everything back and says why', async () => {
    const { layer, url } = await freshStore('pool=1&lock_timeout=100')
    await inStore(layer, appendFirst)
    const holder = await foreignTransaction(url, 'lock table crabtrail.contents in access exclusive mode')

    await inStore(
      layer,
      Effect.gen(function* () {
        const store = yield* EventStore
        const swallowed = store.locked(brain, (locked) =>
          Effect.andThen(locked.append(append(second)), Effect.ignore(locked.bodies([content().ref]))),
        )

        expect(yield* Effect.flip(swallowed)).toMatchObject({ _tag: 'StoreUnavailable', reason: 'locked', retryable: true })
        yield* Effect.promise(() => holder.query('commit'))
        expect(yield* store.read(brain, 1, 10)).toEqual([first])
        yield* store.append(append(second))
      }),
    )
  })
})
