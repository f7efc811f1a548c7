import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Append, BrainKey, EventStore } from '@crabtrail/core'
import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import { afterAll, describe, expect, test } from 'vitest'
import { chosenEngine } from './sqlite/engine/chosen-engine.ts'
import { layerSqlite, type SqliteOptions } from './sqlite.ts'
import { format } from './statements/tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
const freshPath = () => join(folder, `${made++}.db`)

const within = <A, E>(options: SqliteOptions, use: (store: EventStore['Service']) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provide(EventStore.use(use), layerSqlite(options), { local: true }))

const brain = BrainKey.make('local/main/default')
const first: Append = {
  brain,
  row: { first: 1, count: 1, at: 1, actor: 0, session: undefined, body: '{}', prev: '', hash: 'ab'.repeat(32) },
  contents: [],
  index: [],
  durability: 'power',
  create: { fingerprintKey: 'cd'.repeat(32) },
}
/** A salt that is not hex: nothing that a caller may do. */
const nonsense: Append = {
  ...first,
  contents: [
    {
      ref: 'ef'.repeat(32) as Append['contents'][number]['ref'],
      kind: 'tag',
      owner: 'brain',
      number: 0,
      salt: 'xyz',
      body: '',
      fingerprint: '',
    },
  ],
}

describe('a store in a SQLite file', () => {
  test('describes itself', async () => {
    const path = freshPath()

    const facts = await within({ path }, (store) => store.describe)

    expect(facts).toMatchObject({ engine: chosenEngine().name, path, format, minReader: 1, journal: 'wal' })
    expect(facts['bytes']).toBeGreaterThan(4_096)
    if (process.platform !== 'win32') expect(facts['mode']).toBe('0600')
  })

  test('copies the write-ahead log into the database when it is told to', async () => {
    const path = freshPath()

    await within({ path }, (store) =>
      Effect.gen(function* () {
        yield* store.append(first)
        const before = readFileSync(path)
        expect(before.includes('local/main/default')).toBe(false)
        yield* store.checkpoint
        expect(readFileSync(path).includes('local/main/default')).toBe(true)
        yield* store.locked(brain, (locked) => Effect.andThen(store.checkpoint, locked.tail(1, 0)))
      }),
    )
  })

  test('keeps the write-ahead log within bounds when nobody does', async () => {
    const path = freshPath()
    const body = JSON.stringify({ text: 'x'.repeat(1_000_000) })

    await within({ path }, (store) =>
      Effect.gen(function* () {
        yield* store.append(first)
        for (let i = 2; i < 160; i++) {
          const row = { ...first.row, first: i, body, prev: first.row.hash }
          yield* store.append({ brain, row, contents: [], index: [], durability: 'process' })
        }
      }).pipe(Effect.andThen(Effect.sync(() => expect(statSync(`${path}-wal`).size).toBeLessThan(80_000_000)))),
    )
  })

  test('read alone answers, refuses to be written, and needs no checkpoint', async () => {
    const path = freshPath()
    await within({ path }, (store) => store.append(first))

    await within({ path, readOnly: true }, (store) =>
      Effect.gen(function* () {
        expect((yield* store.read(brain, 1, 10)).length).toBe(1)
        yield* store.checkpoint
        const refused = yield* Effect.flip(store.append({ ...first, brain: BrainKey.make('a/b/c') }))
        expect(refused).toMatchObject({ _tag: 'StoreUnavailable', reason: 'read-only', retryable: false })
      }),
    )
  })

  test('dies of what is our bug, writes nothing of it, and goes on', async () => {
    await within({ path: freshPath() }, (store) =>
      Effect.gen(function* () {
        const exit = yield* Effect.exit(store.append(nonsense))

        expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
        expect(yield* store.brains).toEqual([])
        yield* store.append(first)
      }),
    )
  })

  test('remembers nothing of a brain whose creation was taken back', async () => {
    const path = freshPath()
    const next = (one: Append, hash: string): Append => {
      const { create: _, ...rest } = one
      return { ...rest, row: { ...one.row, first: one.row.first + 1, prev: one.row.hash, hash } }
    }
    const [second, third] = [next(first, '12'.repeat(32)), next(next(first, '12'.repeat(32)), '34'.repeat(32))]

    await within({ path }, (store) =>
      Effect.gen(function* () {
        const undone = store.locked(brain, (locked) =>
          Effect.andThen(Effect.andThen(locked.append(first), locked.append(second)), Effect.fail('no')),
        )
        expect(yield* Effect.flip(undone)).toBe('no')
        yield* Effect.promise(() => within({ path }, (other) => other.append({ ...first, brain: BrainKey.make('a/b/c') })))

        for (const one of [first, second, third]) yield* store.append(one)

        expect((yield* store.read(brain, 1, 10)).map((row) => row.first)).toEqual([1, 2, 3])
      }),
    )
  })

  test('is closed when its layer is, and says so', async () => {
    const store = await within({ path: freshPath() }, (one) => Effect.succeed(one))

    expect(await Effect.runPromise(Effect.flip(store.brains))).toMatchObject({ reason: 'closed', retryable: false })
    expect(await Effect.runPromise(Effect.flip(store.append(first)))).toMatchObject({ reason: 'closed' })
  })

  test('is opened by its layer, not by naming it', () => {
    const path = freshPath()

    layerSqlite({ path })

    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined()
  })
})
