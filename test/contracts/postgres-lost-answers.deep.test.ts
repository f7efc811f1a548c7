/**
 * A connection that is torn while the server is still about to commit: no answer comes, and the log does not show the commit yet.
 *
 * In short: `test/contracts/runs/postgres.test.ts`
 */
import { EventStore } from '@crabtrail/core'
import { layerPostgres, nodeFiles, postgresAddress } from '@crabtrail/store/postgres'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenStore, openStore } from '../models/open-store.ts'
import { type CutProxy, startCutProxy } from '../src/cut-proxy.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { postgresStore } from './postgres-stores.ts'
import { after, append, brain, row } from './sample-log.ts'

const { describePostgres, server } = sharedPostgres()

const first = row()
const second = after(first)
const third = after(second)

/** Commits that write to a table wait, before they end, for a lock that `foreign` holds, however short the patience of their session is. */
const holdCommits = (foreign: pg.Client, table: string) =>
  foreign.query(`
    create function public.held() returns trigger language plpgsql set lock_timeout = 0 as
      $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
    create constraint trigger held after insert on crabtrail.${table} deferrable initially deferred
      for each row execute function public.held();
    select pg_advisory_lock(1)`)

const letGo = (foreign: pg.Client) => foreign.query('select pg_advisory_unlock(1)')

describePostgres('a commit that the server has not ended when its connection is torn', () => {
  let proxy: CutProxy
  let url: string
  let foreign: pg.Client
  let store: OpenStore
  beforeEach(async () => {
    url = await server().createDatabase()
    proxy = await startCutProxy({ path: server().socketPath })
    const straight = openStore({ layer: postgresStore(url) })
    await straight.run(EventStore.use((log) => log.brains))
    await straight.close()
    foreign = new pg.Client({ connectionString: url })
    await foreign.connect()
  })
  afterEach(async () => {
    await store.close()
    await proxy.close()
    await foreign.end()
  })

  const opened = (query: string, patienceMs?: number): OpenStore => {
    const address = Result.getOrThrow(postgresAddress(`${proxy.through(url)}?pool=2&${query}`, {}, nodeFiles()))
    return openStore({ layer: layerPostgres({ address, ...(patienceMs === undefined ? {} : { patienceMs }) }) })
  }
  const outcomeOf = (effect: Effect.Effect<unknown, unknown, EventStore>): Promise<unknown> =>
    store.run(Effect.map(Effect.result(effect), (done) => (Result.isSuccess(done) ? 'written' : done.failure)))
  /** Waits until as many sessions wait for a lock, or until something else is over. */
  const waiting = async (count: number, over: Promise<unknown>): Promise<void> => {
    let isOver = false
    void over.finally(() => {
      isOver = true
    })
    const sql = `select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    while (!isOver && Number((await foreign.query(sql)).rows[0].count) !== count);
  }
  const positions = async () =>
    (await foreign.query('select first from crabtrail.commits order by first')).rows.map((one) => Number(one.first))

  test('and makes a brain within a lock is waited for, and is found', async () => {
    store = opened('lock_timeout=30000')
    await holdCommits(foreign, 'brains')
    const told = outcomeOf(EventStore.use((log) => log.locked(brain, (locked) => locked.append(append(first)))))
    await waiting(1, told)

    proxy.tear()
    await waiting(2, told)
    await letGo(foreign)

    expect(await told).toBe('written')
    expect(await positions()).toEqual([1])
  })

  test('and makes a brain is waited for, and is found, also behind a second commit in the same lock', async () => {
    store = opened('lock_timeout=30000')
    await holdCommits(foreign, 'brains')
    const twice = EventStore.use((log) =>
      log.locked(brain, (locked) => Effect.andThen(locked.append(append(first)), locked.append(append(second)))),
    )
    const told = outcomeOf(twice)
    await waiting(1, told)

    proxy.tear()
    await waiting(2, told)
    await letGo(foreign)

    expect(await told).toBe('written')
    expect(await positions()).toEqual([1, 2])
  })

  test('and holds the head for longer than a writer waits is not known', async () => {
    store = opened('lock_timeout=100')
    await store.run(EventStore.use((log) => log.append(append(first))))
    await holdCommits(foreign, 'commits')
    const told = outcomeOf(EventStore.use((log) => log.append(append(second))))
    await waiting(1, told)

    proxy.tear()

    expect(await told).toMatchObject({ _tag: 'StoreUnavailable', reason: 'in-doubt', retryable: false })
    expect(await positions()).toEqual([1])
    await letGo(foreign)
    await store.run(EventStore.use((log) => Effect.repeat(log.brain(brain), { until: (found) => found?.position === 2 })))
    expect(await positions()).toEqual([1, 2])
    expect(await outcomeOf(EventStore.use((log) => log.append(append(third))))).toBe('written')
  })

  test('is found in the log if a later try fails for another reason', async () => {
    store = opened('lock_timeout=30000')
    await store.run(EventStore.use((log) => log.append(append(first))))
    await holdCommits(foreign, 'commits')
    const told = outcomeOf(EventStore.use((log) => log.append(append(second))))
    await waiting(1, told)

    proxy.tear()
    await waiting(2, told)
    // The second try ends, and the question to the log begins to wait in its place.
    const { rows } = await foreign.query(
      `select pid from pg_stat_activity where wait_event = 'transactionid' and datname = current_database()`,
    )
    await foreign.query('select pg_cancel_backend($1)', [rows[0].pid])
    await letGo(foreign)

    expect(await told).toBe('written')
    expect(await positions()).toEqual([1, 2])
  })
})
