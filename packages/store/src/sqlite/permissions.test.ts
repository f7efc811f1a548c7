import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoreUnavailable } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { afterAll, describe, expect, test } from 'vitest'
import { failureOf } from './engine/failure.ts'
import type { Connection } from './file/connection.ts'
import { openConnection, type SqliteOptions } from './file/open.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
/** A store in a folder of its own, with one row in it. */
const ownStore = (): string => {
  const path = join(folder, `${made++}`, 'a.db')
  const connection = openConnection({ path })
  insert(connection, 1)
  connection.close()
  return path
}

const insert = (connection: Connection, brain: number): void => {
  connection.write('process', () => Result.succeed(connection.engine.execute(`insert into tombstones values (${brain}, x'00')`)))
}

const rows = (connection: Connection) =>
  connection.engine
    .prepare('select brain from tombstones order by brain')
    .rows([])
    .map(([brain]) => brain)

const refusal = (place: string, run: () => unknown): StoreUnavailable => {
  try {
    run()
  } catch (error) {
    const failure = failureOf(place, error)
    if (failure instanceof StoreUnavailable) return failure
    throw error
  }
  throw new Error('it was not refused')
}

const opening = (options: SqliteOptions) => refusal(options.path, () => openConnection(options).close())

/** Opened, read and closed again. */
const read = (path: string) => {
  const connection = openConnection({ path, readOnly: true })
  const found = rows(connection)
  connection.close()
  return found
}

/** Root may do anything: what permissions mean is seen as somebody else. */
const asNobody = <A>(run: () => A): A => {
  if (process.geteuid?.() !== 0) return run()
  process.seteuid?.(65_534)
  try {
    return run()
  } finally {
    process.seteuid?.(0)
  }
}

/** Everybody's, as far as these modes say. */
const allow = (path: string, modes: { readonly folder: number; readonly files: number }): string => {
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) chmodSync(path + suffix, modes.files)
  chmodSync(join(path, '..'), modes.folder)
  return path
}

/** The store as a program that was killed leaves it: its newest row is in the write-ahead log alone. */
const leftStore = (...beside: ReadonlyArray<'-wal' | '-shm'>): string => {
  const path = ownStore()
  const connection = openConnection({ path })
  insert(connection, 2)
  const files = ['', ...beside].map((suffix) => [suffix, readFileSync(path + suffix)] as const)
  connection.close()
  for (const [suffix, bytes] of files) writeFileSync(path + suffix, bytes)
  return path
}

const posix = process.platform !== 'win32'

describe.runIf(posix)('a store that can only be read', () => {
  test('is a file that may be read and not written: it answers, and a write says so', () => {
    const path = allow(ownStore(), { folder: 0o777, files: 0o444 })

    asNobody(() => {
      expect(read(path)).toEqual([1])
      const connection = openConnection({ path })
      expect(refusal(path, () => insert(connection, 2))).toMatchObject({ reason: 'read-only', retryable: false })
      connection.close()
      expect(read(path)).toEqual([1])
    })
  })

  test('is a folder where nothing can be made: it answers, and opening to write says so', () => {
    for (const files of [0o444, 0o666]) {
      const path = allow(ownStore(), { folder: 0o555, files })
      const before = readFileSync(path)

      asNobody(() => {
        expect(read(path)).toEqual([1])
        expect(opening({ path })).toMatchObject({ reason: 'read-only', place: path, retryable: false })
        expect(opening({ path }).message).toContain('its folder can only be read: allow writing there')
        const connection = openConnection({ path, readOnly: true })
        expect(refusal(path, () => insert(connection, 2)).reason).toBe('read-only')
        connection.close()
      })
      expect(readFileSync(path).equals(before)).toBe(true)
      expect(readdirSync(join(path, '..'))).toEqual(['a.db'])
    }
  })

  test('is such a folder with the files of a program that was killed: what that wrote is read', () => {
    const path = allow(leftStore('-wal', '-shm'), { folder: 0o555, files: 0o444 })

    asNobody(() => {
      expect(read(path)).toEqual([1, 2])
      const connection = openConnection({ path })
      expect(refusal(path, () => insert(connection, 3)).reason).toBe('read-only')
      connection.close()
    })
  })

  test('is not read without the newest commits where they cannot be had', () => {
    const path = allow(leftStore('-wal'), { folder: 0o555, files: 0o444 })

    asNobody(() => {
      expect(opening({ path, readOnly: true })).toMatchObject({ reason: 'read-only', retryable: false })
      expect(opening({ path, readOnly: true }).message).toContain('copy both to another folder')
      expect(opening({ path })).toMatchObject({ reason: 'read-only', retryable: false })
    })
    allow(path, { folder: 0o777, files: 0o444 })
    expect(asNobody(() => read(path))).toEqual([1, 2])
  })

  test('is not read there when it is larger than what can be held in memory', () => {
    const path = allow(ownStore(), { folder: 0o555, files: 0o444 })
    if (process.geteuid?.() !== 0) chmodSync(path, 0o644)
    truncateSync(path, 3 * 2 ** 30)

    const refused = asNobody(() => opening({ path, readOnly: true }))

    expect(refused).toMatchObject({ reason: 'read-only', retryable: false })
    expect(refused.message).toContain('too large')
  })

  test('is not answered for by what was read of it before somebody wrote to it', () => {
    const path = allow(ownStore(), { folder: 0o555, files: 0o666 })
    const reader = asNobody(() => openConnection({ path, readOnly: true }))
    reader.requireInPlace()

    if (process.geteuid?.() !== 0) chmodSync(join(path, '..'), 0o755)
    const writer = openConnection({ path })
    insert(writer, 2)

    expect(refusal(path, () => reader.requireInPlace())).toMatchObject({ reason: 'moved', retryable: true })
    writer.close()
    reader.close()
  })

  test('may have been left in the middle of a write, which only a writer can put right', () => {
    const path = ownStore()
    const connection = openConnection({ path })
    connection.pragma('journal_mode = delete')
    connection.engine.execute('pragma cache_size = 1; begin immediate')
    connection.engine.execute(`insert into tombstones with recursive n(i) as (select 10 union all select i + 1 from n where i < 5000)
      select i, randomblob(100) from n`)
    const [journal, torn] = [readFileSync(`${path}-journal`), readFileSync(path)]
    connection.engine.execute('rollback')
    connection.close()
    writeFileSync(path, torn)
    writeFileSync(`${path}-journal`, journal)
    allow(path, { folder: 0o555, files: 0o444 })

    expect(asNobody(() => opening({ path, readOnly: true }))).toMatchObject({ reason: 'read-only', retryable: false })
    expect(asNobody(() => opening({ path, readOnly: true }).message)).toContain('in the middle of a write')
  })
})

describe.runIf(posix)('what a user may not do', () => {
  test('is said of a file that may not be read, and of a folder that may not be entered', () => {
    const path = ownStore()
    chmodSync(join(path, '..'), 0o755)
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    chmodSync(closed, 0o500)

    for (const readOnly of [false, true]) {
      expect(asNobody(() => opening({ path, readOnly }))).toMatchObject({ reason: 'permission', retryable: false })
    }
    expect(asNobody(() => opening({ path: join(closed, 'a.db') }).reason)).toBe('permission')
    expect(asNobody(() => opening({ path: join(folder, 'new', 'a.db') }).reason)).toBe('permission')
  })
})

describe.runIf(posix)('who else may read a store', () => {
  const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)

  test('is nobody, of a copy that others could read, once its owner has it open to write', () => {
    const path = join(folder, 'copy.db')
    copyFileSync(ownStore(), path)
    chmodSync(path, 0o644)

    openConnection({ path, readOnly: true }).close()
    expect(mode(path)).toBe('644')
    const connection = openConnection({ path })
    insert(connection, 2)

    expect(['', '-wal', '-shm'].map((suffix) => mode(path + suffix))).toEqual(['600', '600', '600'])
    connection.close()
  })

  test('is nobody, of the write-ahead log that a program left beside it', () => {
    const path = leftStore('-wal', '-shm')
    for (const suffix of ['', '-wal', '-shm']) chmodSync(path + suffix, 0o664)

    const connection = openConnection({ path })

    expect(['', '-wal', '-shm'].map((suffix) => mode(path + suffix))).toEqual(['600', '600', '600'])
    expect(rows(connection)).toEqual([1, 2])
    connection.close()
  })

  test('is for the owner to say: a file that he made read-only stays so', () => {
    const path = ownStore()
    chmodSync(path, 0o444)

    openConnection({ path }).close()

    expect(mode(path)).toBe('400')
  })
})
