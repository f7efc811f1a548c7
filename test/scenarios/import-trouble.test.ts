import { join } from 'node:path'
import { ContentStore, EventStore, SearchIndex, StoreUnavailable } from '@crabtrail/core'
import { layerInMemory } from '@crabtrail/store/in-memory'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dump } from '../contracts/store-dump.ts'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { openStore, type Stores } from '../models/open-store.ts'
import { openStage, type Stage } from './stage.ts'

const folder = temporaryFolder()
let stage: Stage
let lines: ReadonlyArray<string>
beforeAll(async () => {
  stage = await openStage('demo notes')
  const { memory } = stage
  const { items } = await memory.recall({ question: 'How do we roll back a bad deploy of the API?' })
  await memory.feedback({ verdict: 'wrong', nodes: [items[0]?.node ?? ''] })
  lines = (await memory.export({})).lines
})
afterAll(() => stage.leave())

const full = new StoreUnavailable({ reason: 'full', place: 'here', detail: 'the disk is full', retryable: false })

/** A store that takes so many steps of an import and no more. */
const endsAfter = (steps: number) => {
  let left = steps
  const step = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreUnavailable, R> =>
    Effect.suspend((): Effect.Effect<A, E | StoreUnavailable, R> => (left-- > 0 ? work : Effect.fail(full)))
  return (stores: Context.Context<Stores>): Context.Context<Stores> => {
    const events = Context.get(stores, EventStore)
    const contents = Context.get(stores, ContentStore)
    const index = Context.get(stores, SearchIndex)
    const locked: typeof events.locked = (brain, body) =>
      events.locked(brain, (lock) => body({ ...lock, append: (append) => step(lock.append(append)) }))
    return stores.pipe(
      Context.add(EventStore, { ...events, locked }),
      Context.add(ContentStore, { ...contents, bury: (...given) => step(contents.bury(...given)) }),
      Context.add(SearchIndex, { ...index, rebuild: (...given) => step(index.rebuild(...given)) }),
    )
  }
}

describe('an import that the store does not take to its end', () => {
  let made = 0
  const kinds = [
    ['in memory', () => layerInMemory],
    ['on disk', () => layerSqlite({ path: join(folder, `${made++}.db`) })],
  ] as const

  test.each(kinds)('leaves nothing of it, whatever step failed: %s', async (_, layer) => {
    const commits = lines.filter((line) => line.startsWith('{"commit"')).length
    // Appends, tombstones, text index.
    for (let steps = 0; steps < commits + 2; steps++) {
      const store = openStore({ layer: layer(), between: endsAfter(steps) })
      const memory = await store.memory()
      await memory.init({ brain: 'kept' })
      const before = await store.run(dump)

      await expect(memory.import({ lines })).rejects.toMatchObject({ reason: 'full' })

      expect(await store.run(dump)).toEqual(before)
      await store.close()
    }
    const store = openStore({ layer: layer(), between: endsAfter(commits + 2) })
    expect(await (await store.memory()).import({ lines })).toMatchObject({ commits })
    await store.close()
  })
})

test('a brain on disk that goes through memory to another disk is the same to the last row', async () => {
  const between = openStore({ seed: 'another' })
  const elsewhere = openStore({ layer: layerSqlite({ path: join(folder, 'elsewhere.db') }), seed: 'a third' })
  const { digest, position } = await stage.memory.show({})

  const inMemory = await between.memory()
  expect(await inMemory.import({ lines })).toMatchObject({ digest, position })
  const onDisk = await elsewhere.memory()
  expect(await onDisk.import({ lines: (await inMemory.export({})).lines })).toMatchObject({ digest, position })

  expect((await onDisk.export({})).lines).toEqual(lines)
  expect(await elsewhere.run(dump)).toEqual(await stage.store.run(dump))
  expect(await onDisk.verify({ rederive: true })).toMatchObject({ ok: true, digest })
  await between.close()
  await elsewhere.close()
})
