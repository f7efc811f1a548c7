import { join } from 'node:path'
import { EventStore } from '@crabtrail/core'
import { type EngineName, layerSqlite } from '@crabtrail/store/sqlite'
import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import * as Fiber from 'effect/Fiber'
import { beforeAll, describe, expect, test } from 'vitest'
import { appendFirst, followWriter, raceForPositions, readSnapshotsOf } from './processes/races.ts'
import { type Rival, startRivals } from './processes/rivals.ts'
import { after, append, brain, chain, content, keyed, row } from './sample-log.ts'
import { dump } from './store-dump.ts'
import { inStore } from './store-layer.ts'
import { temporaryFolder } from './temporary-folder.ts'

const folder = temporaryFolder()
let made = 0
const freshPath = () => join(folder, `${made++}.db`)

const [first = row(), second = row()] = chain([2, 3])

/** Two processes of one program may have different engines, as where the native part fits one Node and not the other. */
const pairs: ReadonlyArray<readonly [ours: EngineName, theirs: EngineName]> = [
  ['better-sqlite3', 'better-sqlite3'],
  ['node:sqlite', 'node:sqlite'],
  ['better-sqlite3', 'node:sqlite'],
]

describe.each(pairs)('several processes on one SQLite file, this one by %s, the others by %s', (engine, theirs) => {
  const open = (path: string) => ({ order: 'open', path, engine: theirs }) as const
  const freshStore = () => {
    const path = freshPath()
    return { layer: layerSqlite({ path, engine }), opening: open(path) }
  }
  let rivals: ReadonlyArray<Rival> = []
  beforeAll(async () => {
    rivals = await startRivals(4)
  })
  test('all open a new file at once, and one of them makes the tables', async () => {
    for (let round = 0; round < 6; round++) {
      const path = freshPath()
      const reports = await Promise.all(rivals.map((rival) => rival.obey(open(path))))

      expect(reports).toEqual(rivals.map(() => ({ done: true })))
      await inStore(layerSqlite({ path, engine }), appendFirst)
    }
  })

  test('INV-14 of two processes that append at one expected position exactly one succeeds', () =>
    raceForPositions(freshStore(), rivals.slice(0, 2), 30))

  test('INV-17 a reader that follows a brain sees every commit once and in order while another process writes', () =>
    followWriter(freshStore(), rivals[0], 400))

  test('INV-08 a snapshot that another process writes and drops is read whole or not at all', () =>
    readSnapshotsOf(freshStore(), rivals[0], 60))

  test('INV-13 a process that is killed just before its commit leaves nothing of it', async () => {
    const path = freshPath()
    const [victim] = await startRivals(1)
    await inStore(layerSqlite({ path, engine }), appendFirst)
    await victim?.obey(open(path))
    const before = await inStore(layerSqlite({ path, engine }), dump)

    await victim?.perish({ order: 'die', append: append(second, { contents: [content()], key: keyed('a', 'a') }) })

    expect(await inStore(layerSqlite({ path, engine }), dump)).toEqual(before)
  })

  test('INV-13 a process that is killed after its commit leaves all of it', async () => {
    const path = freshPath()
    const [victim] = await startRivals(1)
    await victim?.obey(open(path))
    const fields = { contents: [content()], key: keyed('a', 'a') }

    expect(await victim?.obey({ order: 'append', append: append(first, fields) })).toEqual({ done: true })
    await victim?.perish({ order: 'die', append: append(second) })

    const [stored] = await inStore(layerSqlite({ path, engine }), dump)
    expect(stored).toMatchObject({ commits: [first], contents: fields.contents, commands: [{ first: 1, count: 2 }] })
  })

  test('INV-13 a lock that another connection holds hides what it wrote, and makes an append fail as locked, which may be tried again', async () => {
    const path = freshPath()
    await inStore(
      layerSqlite({ path, engine }),
      Effect.gen(function* () {
        const store = yield* EventStore
        yield* appendFirst
        const [held, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const holder = yield* Effect.forkChild(
          store.locked(brain, (locked) =>
            Effect.andThen(locked.append(append(second)), Effect.andThen(Deferred.succeed(held, undefined), Deferred.await(go))),
          ),
        )
        yield* Deferred.await(held)

        const others = Effect.gen(function* () {
          const other = yield* EventStore
          const refused = yield* Effect.flip(other.append(append(after(first, { body: 'other' }))))
          return { refused, read: yield* other.read(brain, 1, 10) }
        })
        const { read, refused } = yield* Effect.provide(others, layerSqlite({ path, engine, busyTimeoutMs: 20 }), { local: true })
        expect(refused).toMatchObject({ _tag: 'StoreUnavailable', reason: 'locked', place: path, retryable: true })
        expect(read).toEqual([first])
        yield* Deferred.succeed(go, undefined)
        yield* Fiber.join(holder)

        expect(yield* store.read(brain, 1, 10)).toEqual([first, second])
      }),
    )
  })
})
