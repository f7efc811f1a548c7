import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BrainKey, EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { afterAll, describe, expect, test } from 'vitest'
import { layerSqlite } from '../../sqlite.ts'
import { failureOf } from '../engine/failure.ts'
import type { Connection } from './connection.ts'
import { openConnection } from './open.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
const freshPath = (): string => join(folder, `${made++}`, 'a.db')

const beside = (path: string): ReadonlyArray<string> => ['', '-wal', '-shm'].map((suffix) => path + suffix)

const insert = (connection: Connection, brain: number): void => {
  connection.write('process', () => Result.succeed(connection.engine.execute(`insert into tombstones values (${brain}, x'00')`)))
}

const rows = (connection: Connection) =>
  connection.engine
    .prepare('select brain from tombstones order by brain')
    .rows([])
    .map(([brain]) => brain)

const opened = (path: string): ReadonlyArray<unknown> => {
  const connection = openConnection({ path })
  const found = rows(connection)
  connection.close()
  return found
}

const refusal = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return failureOf('a.db', error)
  }
  throw new Error('it was not refused')
}

const ways: ReadonlyArray<readonly [string, (path: string) => void]> = [
  [
    'deleted',
    (path) => {
      for (const file of beside(path)) unlinkSync(file)
    },
  ],
  [
    'moved away',
    (path) => {
      for (const file of beside(path)) renameSync(file, `${file}.away`)
    },
  ],
  [
    'replaced by another store',
    (path) => {
      openConnection({ path: `${path}.new` }).close()
      renameSync(`${path}.new`, path)
    },
  ],
  [
    'replaced by a store that another program made there',
    (path) => {
      for (const file of beside(path)) unlinkSync(file)
      openConnection({ path }).close()
    },
  ],
  ['in a folder that was deleted', (path) => rmSync(join(path, '..'), { recursive: true })],
]

describe.runIf(process.platform !== 'win32')('a file that somebody takes away while it is open', () => {
  test.each(ways)('%s: nothing is committed any more, and that is said', (_, takeAway) => {
    const path = freshPath()
    const connection = openConnection({ path })
    insert(connection, 1)
    takeAway(path)

    const failure = refusal(() => insert(connection, 2))
    connection.begin()
    connection.write('process', () => Result.succeed(connection.engine.execute("insert into tombstones values (3, x'00')")))
    const held = refusal(() => connection.end(true))

    for (const one of [failure, held]) expect(one).toMatchObject({ reason: 'moved', place: path, retryable: true })
    expect(failure?.message).toMatch(/deleted, moved or replaced while it was in use, and nothing of this command is kept there/)
    expect(failure?.message.includes('a.db-wal and')).toBe(existsSync(path))
    expect(rows(connection)).toEqual([1])
    connection.close()
    expect(opened(path)).not.toContain(2)
  })

  test('leaves what another program wrote in its place alone', () => {
    const path = freshPath()
    const old = openConnection({ path })
    insert(old, 1)
    for (const file of beside(path)) unlinkSync(file)
    const other = openConnection({ path })
    insert(other, 2)

    refusal(() => insert(old, 3))
    old.close()

    expect(beside(path).map((file) => existsSync(file))).toEqual([true, true, true])
    expect(opened(path)).toEqual([2])
    insert(other, 4)
    other.close()
    expect(opened(path)).toEqual([2, 4])
  })

  test('is noticed through a link that now leads elsewhere', () => {
    const [one, two] = [freshPath(), freshPath()]
    const link = join(folder, 'link.db')
    for (const path of [one, two]) openConnection({ path }).close()
    symlinkSync(one, link)
    const connection = openConnection({ path: link })
    insert(connection, 1)

    unlinkSync(link)
    symlinkSync(two, link)

    expect(refusal(() => insert(connection, 2))?.reason).toBe('moved')
    connection.close()
    expect([opened(one), opened(two)]).toEqual([[1], []])
  })

  test('is noticed by whoever only reads', () => {
    const path = freshPath()
    openConnection({ path }).close()

    const program = Effect.gen(function* () {
      const store = yield* EventStore
      const asked = [store.brains, store.read(BrainKey.make('local/main/default'), 1, 10), store.describe]
      for (const ask of asked) yield* ask
      rmSync(path)
      for (const ask of asked) expect(yield* Effect.flip<unknown, unknown, never>(ask)).toMatchObject({ reason: 'moved', place: path })
    })

    return Effect.runPromise(Effect.provide(program, layerSqlite({ path, readOnly: true }), { local: true }))
  })

  test('is not what somebody does who moves it there and back', () => {
    const path = freshPath()
    const connection = openConnection({ path })
    renameSync(path, `${path}.away`)
    renameSync(`${path}.away`, path)

    insert(connection, 1)

    connection.close()
    expect(opened(path)).toEqual([1])
  })
})

describe('the path of a store', () => {
  const names = [
    'a %20 100%.db',
    'what#is?mode=memory&cache=shared.db',
    'ein Größe 記憶 🦀.db',
    'it\'s; "quoted".db',
    '.hidden',
    'file:a.db',
  ]

  test.each(process.platform === 'win32' ? names.slice(0, 1) : names)('may be %j', (name) => {
    const path = join(folder, 'names', name)
    const connection = openConnection({ path })
    insert(connection, 1)
    connection.close()

    expect(readFileSync(path).toString('latin1', 0, 15)).toBe('SQLite format 3')
    expect(opened(path)).toEqual([1])
  })

  test.each([
    ['ends in white space, which the engine would cut off', 'cut.db '],
    ['holds a null byte', 'cut.db\0'],
  ])('may not be one that %s', (_, name) => {
    const path = join(folder, name)
    openConnection({ path: join(folder, 'cut.db') }).close()

    for (const readOnly of [false, true]) {
      expect(refusal(() => openConnection({ path, readOnly }))).toMatchObject({ reason: 'not-found', retryable: false })
    }
    expect(readdirSync(folder).filter((entry) => entry.startsWith('cut'))).toEqual(['cut.db'])
  })

  test.runIf(process.platform !== 'win32')(
    'may be any that leads there: each sees what the others write, and none waits without end',
    async () => {
      const path = freshPath()
      const link = join(folder, 'another.db')
      mkdirSync(join(path, '..', 'sub'), { recursive: true })
      symlinkSync(path, link)
      openConnection({ path }).close()
      const dotted = join(path, '..', 'sub', '..').concat('/./a.db')

      const connections = [path, link, dotted].map((one) => openConnection({ path: one, busyTimeoutMs: 10 }))
      for (const [i, connection] of connections.entries()) insert(connection, i + 1)
      const [first, ...others] = connections
      first?.begin()
      for (const [i, other] of others.entries()) {
        expect(refusal(() => insert(other, i + 10))).toMatchObject({ reason: 'locked', retryable: true })
        expect(rows(other)).toEqual([1, 2, 3])
      }
      first?.end(true)
      for (const [i, other] of others.entries()) insert(other, i + 10)

      for (const connection of connections) {
        expect(rows(connection)).toEqual([1, 2, 3, 10, 11])
        connection.close()
      }
    },
  )

  test.runIf(process.platform === 'linux')('that is a link does not make a look at it drop the locks of whoever has it open', () => {
    const path = freshPath()
    const link = join(folder, 'third.db')
    const holder = openConnection({ path })
    insert(holder, 1)
    symlinkSync(path, link)
    // The locks are read for each descriptor of this process. The list of the whole machine can repeat or leave out a line while others lock and unlock.
    const { dev, ino } = statSync(path)
    const isOfPath = (descriptor: string) => {
      const file = statSync(`/proc/self/fd/${descriptor}`, { throwIfNoEntry: false })
      return file?.dev === dev && file.ino === ino
    }
    const locks = () =>
      readdirSync('/proc/self/fd')
        .filter(isOfPath)
        .flatMap((descriptor) => readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8').split('\n'))
        .filter((line) => line.startsWith('lock:'))
    const before = locks()

    openConnection({ path: link, readOnly: true }).close()

    expect(before).not.toEqual([])
    expect(locks()).toEqual(before)
    holder.close()
  })
})
