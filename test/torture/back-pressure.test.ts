import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentRow, ContentStore, EventStore, limits, type StoreUnavailable } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { openMemoryWorker } from '@crabtrail/store/worker'
import * as Context from 'effect/Context'
import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import { describe, expect, test } from 'vitest'
import { after, append, chain, content, brain as sampleBrain } from '../contracts/sample-log.ts'
import { inStore } from '../contracts/store-layer.ts'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { openStore } from '../models/open-store.ts'

const folder = temporaryFolder()
const notes = [{ source: 'a.md', format: 'markdown', text: '# Rota\n\nAnn reads the rota.\n' }] as const
const walBytes = (path: string): number => statSync(`${path}-wal`).size

describe('who asks faster than the store writes', () => {
  test('is told so when too many requests wait, may ask again, and nothing of what was refused was begun', async () => {
    let busy = false
    const go = Deferred.makeUnsafe<void>()
    const store = openStore({
      layer: layerSqlite({ path: join(folder, 'busy.db') }),
      between: (stores) => {
        const events = Context.get(stores, EventStore)
        const wait = Effect.suspend(() => (busy ? Deferred.await(go) : Effect.void))
        return Context.add(stores, EventStore, { ...events, tail: (...asked) => Effect.andThen(wait, events.tail(...asked)) })
      },
    })
    const memory = await store.memory()
    await memory.ingest({ documents: notes })
    const before = (await memory.show({})).counts
    busy = true

    const tooMany = 40
    const asked = Array.from({ length: 1 + limits.requestsWaiting + tooMany }, (_, i) =>
      memory.heartbeat({ session: `s${i % 7}`, tags: [`tag ${i}`] }).then(
        () => 'recorded',
        (error: StoreUnavailable) => error,
      ),
    )
    busy = false
    await store.run(Deferred.succeed(go, undefined))
    const outcomes = await Promise.all(asked)

    const refused = outcomes.filter((outcome) => outcome !== 'recorded')
    expect(refused).toHaveLength(tooMany)
    for (const error of refused) expect(error).toMatchObject({ _tag: 'StoreUnavailable', reason: 'busy', retryable: true })
    expect(refused[0]).toHaveProperty(
      'message',
      expect.stringContaining(`${limits.requestsWaiting} requests wait for it already: ask again`),
    )
    const { events } = await memory.log({ type: 'HeartbeatObserved', limit: 10_000 })
    expect(events).toHaveLength(1 + limits.requestsWaiting)
    expect((await memory.show({})).counts.nodes).toBe(before.nodes)
    await memory.heartbeat({ tags: ['again'] })
    await store.close()
  })
})

describe('the write-ahead log of a store that is never idle', () => {
  test('is put away in between by the worker, where somebody always waits', async () => {
    const path = join(folder, 'worker.db')
    const worker = openMemoryWorker({ path })
    const patient = { deadlineMs: 60_000 }
    await worker.ask('ingest', { documents: notes }, patient)
    const [signals, atOnce] = [1_000, 200]

    let sent = 0
    const keepAsking = async (): Promise<void> => {
      for (let i = sent++; i < signals; i = sent++) await worker.ask('heartbeat', { session: `s${i % 5}`, tags: [`tag ${i}`] }, patient)
    }
    await Promise.all(Array.from({ length: atOnce }, keepAsking))
    const bytes = walBytes(path)
    await worker.close(10_000)

    process.stdout.write(`${signals} signals, ${atOnce} of them always waiting: the write-ahead log had at most ${bytes} bytes\n`)
    // A checkpoint sets it back to its beginning, and the file keeps its greatest length: 64 signals fill about two megabytes, all of them thirty.
    expect(bytes).toBeLessThan(6_000_000)
  })

  test('is put away by the store itself before it is longer than 64 MB and a commit, where nobody asks for that', async () => {
    const path = join(folder, 'alone.db')
    const large = (): ContentRow => content({ body: 'x'.repeat(1_000_000), number: made++ })
    let made = 1
    const megabytes = 90

    await inStore(
      layerSqlite({ path }),
      Effect.gen(function* () {
        const store = yield* EventStore
        let [last] = chain([1])
        for (let i = 0; last !== undefined && i < megabytes; i++) {
          yield* store.append(append(last, { contents: [large()] }))
          last = after(last)
        }
        expect(walBytes(path)).toBeLessThan(67_108_864 + 2_000_000)
        expect(statSync(path).size).toBeGreaterThan(60_000_000)
        const contents = yield* ContentStore
        expect(yield* contents.page(sampleBrain, undefined, 1_000)).toHaveLength(megabytes)
      }),
    )
  })
})
