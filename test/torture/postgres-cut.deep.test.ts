/**
 * A memory whose connection to PostgreSQL breaks before and after a commit answers right and records each signal once.
 *
 * In short: `test/contracts/runs/postgres.test.ts`
 */
import { layerPostgres, nodeFiles, postgresAddress } from '@crabtrail/store/postgres'
import * as Result from 'effect/Result'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { random } from '../bench/random.ts'
import { postgresStore } from '../contracts/postgres-stores.ts'
import { type AskedMemory, openStore } from '../models/open-store.ts'
import { runs } from '../properties/runs.ts'
import { type CutProxy, startCutProxy } from '../src/cut-proxy.ts'
import { until } from '../src/process-family.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { type CutPlace, cutCalls, expectEachOnce, kindsCut, openCutPlace, writes } from './cut-turns.ts'
import { harbourNotes } from './harbour-words.ts'

const { describePostgres, server } = sharedPostgres()

describePostgres('a memory whose connection to PostgreSQL breaks', () => {
  let proxy: CutProxy
  let url: string
  let place: CutPlace | undefined
  beforeEach(async () => {
    process.stdout.write(`seed ${runs.seed}\n`)
    url = await server().createDatabase()
    proxy = await startCutProxy({ path: server().socketPath })
  })
  afterEach(async () => {
    await place?.close()
    place = undefined
    await proxy.close()
  })

  /** A store through the proxy, with an own patience. */
  const storeThat = (patienceMs: number, query = '') => {
    const address = Result.getOrThrow(postgresAddress(`${proxy.through(url)}${query}`, {}, nodeFiles()))
    return layerPostgres({ address, patienceMs })
  }

  test('INV-28 INV-12 after the server committed and before its answer, fifty times, answers right and records each signal once', async () => {
    place = await openCutPlace(url, proxy, random(runs.seed))
    for (let number = 0; number < 54; number++) {
      const call = cutCalls[number % cutCalls.length]
      if (call === undefined) continue
      proxy.cutNext({ when: writes(call) })

      await call.ask(place, number)

      expect([call.name, proxy.cuts.length]).toEqual([call.name, number + 1])
      expect(proxy.cuts.at(-1)).toMatchObject({ failed: false, status: 'I' })
    }
    const events = await expectEachOnce(place)
    process.stdout.write(`${proxy.cuts.length} cuts, ${events} events: ${kindsCut(proxy.cuts)}\n`)
  }, 180_000)

  test('INV-28 INV-12 before the statement reached the server tries again, or says that nothing was written', async () => {
    place = await openCutPlace(url, proxy, random(runs.seed))
    for (let number = 0; number < 27; number++) {
      const call = cutCalls[number % cutCalls.length]
      if (call === undefined) continue
      proxy.cutNext({ when: writes(call), unsent: true })

      if (!call.triesAgain) {
        const refused = call.ask(place, number)
        await expect(refused).rejects.toMatchObject({ _tag: 'StoreUnavailable', reason: 'unreachable', retryable: true })
      }
      await call.ask(place, number)

      expect([call.name, proxy.cuts.length]).toEqual([call.name, number + 1])
    }
    const events = await expectEachOnce(place)
    process.stdout.write(`${proxy.cuts.length} cuts, ${events} events: ${kindsCut(proxy.cuts)}\n`)
  }, 180_000)

  test('INV-28 while the lock of its brain ends, and again when the log is asked: says that it is not known, and records it once', async () => {
    place = await openCutPlace(url, proxy, random(runs.seed), storeThat(0))
    place.loseRaces(2)
    const isLost = () => proxy.cuts.some(({ sql }) => sql === 'commit')
    proxy.cutNext({ when: (sql) => sql === 'commit' })
    proxy.cutNext({ when: (sql) => isLost() && sql.includes('for update') })

    await expect(place.memory.recall({ question: 'which harbour?' })).rejects.toMatchObject({
      ...{ _tag: 'StoreUnavailable', reason: 'in-doubt', retryable: false },
      message: expect.stringMatching(/it is not known whether it was written: look with crabtrail log, then try again$/),
    })

    expect(proxy.cuts).toHaveLength(2)
    expect((await place.rival.log({ type: 'TurnStarted' })).events).toHaveLength(1)
  })

  /** The client gives up a statement after 6 s, and a connection after 1 s. */
  const impatient = (patienceMs: number) =>
    openStore({ layer: storeThat(patienceMs, '?statement_timeout=1000&connect_timeout=1'), seed: runs.seed })

  /** The network falls silent when the next commit is on its way to the server. Resolves when it has. */
  const stallAtAppend = () => {
    let isStalled = false
    const when = (sql: string) => {
      if (!isStalled && sql.includes('insert into crabtrail.commits')) {
        proxy.stall()
        isStalled = true
      }
      return false
    }
    proxy.cutNext({ when })
    return until(() => isStalled, 30_000, 'nothing is appended')
  }
  const request = { question: 'which harbour?', key: 'k' }
  const openFilled = async (patienceMs: number) => {
    const store = impatient(patienceMs)
    const memory = await store.memory()
    await memory.ingest({ documents: harbourNotes(random(runs.seed)) })
    // Their statements are prepared from here on, so that nothing of the next one reaches the server before the silence.
    await memory.recall({ question: 'which quay?', key: 'first' })
    const { position } = await memory.recall({ question: 'which crane?' })
    const turnsSince = async (from: AskedMemory) =>
      (await from.log({ type: 'TurnStarted' })).events.filter((event) => event.position > position).map(({ turn }) => turn)
    return { store, memory, turnsSince }
  }

  test('INV-28 in a silence longer than it waits for an answer, is answered on another connection, once', async () => {
    const { memory, store, turnsSince } = await openFilled(60_000)
    const { connections } = proxy.counts()
    const stalled = stallAtAppend()

    const asked = memory.recall({ question: request.question })
    await stalled
    const began = performance.now()
    await until(() => proxy.counts().connections > connections, 30_000, 'the client does not give the connection up')
    const gaveUpMs = performance.now() - began
    proxy.resume()
    const { turn } = await asked

    expect(await turnsSince(memory)).toEqual([turn])
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
    process.stdout.write(`gave the connection up after ${Math.round(gaveUpMs)} ms\n`)
    await store.close()
  })

  test('INV-28 in a silence that does not end says so within a limit; asked again later, the signal is recorded once', async () => {
    const { memory, store, turnsSince } = await openFilled(2_000)
    const stalled = stallAtAppend()

    const asked = memory.recall(request).then(
      () => 'answered',
      (error: unknown) => error,
    )
    await stalled
    const began = performance.now()
    const refusal = await asked
    process.stdout.write(`refused ${Math.round(performance.now() - began)} ms after the silence began: ${refusal}\n`)
    expect(refusal).toMatchObject({ _tag: 'StoreUnavailable', reason: 'in-doubt', retryable: true })
    const straight = openStore({ layer: postgresStore(url) })
    const rival = await straight.memory()
    expect(await turnsSince(rival)).toEqual([])
    proxy.resume()
    // The commit that was on its way arrives after all.
    const limit = performance.now() + 20_000
    while ((await turnsSince(rival)).length === 0 && performance.now() < limit);
    const arrived = await turnsSince(rival)
    const { turn } = await memory.recall(request)

    expect(arrived).toEqual([turn])
    expect(await turnsSince(rival)).toEqual([turn])
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
    await store.close()
    await straight.close()
  })
})
