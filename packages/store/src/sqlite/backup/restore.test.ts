import {
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
import { dirname, join } from 'node:path'
import { StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { chosenEngine } from '../engine/chosen-engine.ts'
import { openConnection } from '../file/open.ts'
import { backupSqlite } from './backup.ts'
import { type RestoreRequest, restoreSqlite } from './restore.ts'
import { sealStands } from './seal.ts'

const root = mkdtempSync(join(tmpdir(), 'crabtrail-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let made = 0
let folder: string
/** Backup of a store with the rows 1 and 2. */
let backup: string
/** Nothing is there yet. */
let path: string
beforeEach(async () => {
  folder = join(root, `${made++}`)
  path = join(folder, 'home', 'a.db')
  backup = join(folder, 'a.backup')
  const origin = storeOf(join(folder, 'origin.db'), 1, 2)
  await Effect.runPromise(backupSqlite({ path: origin, target: backup, over: 'nothing' }, () => Effect.void))
})

const storeOf = (file: string, ...brains: ReadonlyArray<number>): string => {
  const connection = openConnection({ path: file })
  for (const brain of brains) {
    connection.write('process', () => Result.succeed(connection.engine.execute(`insert into tombstones values (${brain}, x'00')`)))
  }
  connection.close()
  return file
}

/** A database as anybody may write to it, made where there is none. */
const editing = (file: string) => {
  if (!existsSync(file)) writeFileSync(file, '')
  return chosenEngine().openFile(file, { busyTimeoutMs: 0, readOnly: false })
}

const rowsOf = (file: string): ReadonlyArray<unknown> => {
  const database = chosenEngine().openFile(file, { busyTimeoutMs: 0, readOnly: true })
  const rows = database.prepare('select brain from tombstones order by brain').rows([])
  database.close()
  return rows.flat()
}

const restore = (request: Partial<RestoreRequest> = {}, prove: () => Effect.Effect<unknown, unknown> = () => Effect.void) =>
  Effect.runPromise(Effect.result(restoreSqlite({ backup, path, over: 'nothing', mode: 'restore', ...request }, prove)))

const refused = async (...given: Parameters<typeof restore>): Promise<Error> => {
  const outcome = await restore(...given)
  if (Result.isSuccess(outcome)) throw new Error('it was not refused')
  return outcome.failure as Error
}

const filesIn = (name: string): ReadonlyArray<string> => (existsSync(name) ? readdirSync(name) : [])

describe('a backup that is restored', () => {
  test('is the store, in a folder of its own if need be, for its owner alone and ready to be written to', async () => {
    expect(await restore()).toMatchObject({ success: { store: path, aside: undefined } })

    expect(rowsOf(path)).toEqual([1, 2])
    expect(filesIn(dirname(path)).filter((name) => !/-(wal|shm)$/.test(name))).toEqual(['a.db'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    storeOf(path, 3)
    expect(rowsOf(path)).toEqual([1, 2, 3])
  })

  test('stays as it is, and the store takes over no seal', async () => {
    const before = readFileSync(backup)

    await restore()

    expect(readFileSync(backup).equals(before)).toBe(true)
    expect(sealStands(path)).toBe('absent')
  })

  test('may be a store that was kept aside, though that was a backup once', async () => {
    await restore()
    storeOf(path, 3)
    await restore({ over: 'store' })

    expect(await restore({ backup: `${path}.aside-1`, path: join(folder, 'again.db') })).toMatchObject({ _tag: 'Success' })

    expect(rowsOf(join(folder, 'again.db'))).toEqual([1, 2, 3])
  })

  test('may be a store that somebody copied, or one that is in use', async () => {
    const other = openConnection({ path: join(folder, 'origin.db') })
    try {
      expect(await restore({ backup: join(folder, 'origin.db') })).toMatchObject({ _tag: 'Success' })
      expect(rowsOf(path)).toEqual([1, 2])
    } finally {
      other.close()
    }
  })
})

describe('a backup that is not whole is refused', () => {
  const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  /** Refused, and nothing is there. */
  const isRefused = async (bytes: Buffer): Promise<void> => {
    const file = join(folder, 'bad.backup')
    writeFileSync(file, bytes)

    const error = await refused({ backup: file })

    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error).toMatchObject({ place: file })
    expect(filesIn(dirname(path))).toEqual([])
  }

  test('wherever it was cut', () =>
    fc.assert(
      fc.asyncProperty(share, (cut) => isRefused(readFileSync(backup).subarray(0, Math.floor(cut * statSync(backup).size)))),
      {
        numRuns: 40,
        examples: [[0.5], [1 - 1 / statSync(backup).size]],
      },
    ))

  test('whichever of its bits was turned', () =>
    fc.assert(
      fc.asyncProperty(share, fc.nat(7), (at, bit) => {
        const bytes = readFileSync(backup)
        const place = Math.floor(at * bytes.length)
        bytes[place] = (bytes[place] ?? 0) ^ (1 << bit)
        return isRefused(bytes)
      }),
      { numRuns: 40 },
    ))

  test('also where it has no seal and only an index says other than its table, which the engine would copy', async () => {
    const file = storeOf(join(folder, 'copied.db'), 7)
    const database = editing(file)
    database.execute("create table filler (a); create index filled on filler (a); insert into filler values ('the harbour is deep')")
    const [[root] = []] = database.prepare("select rootpage from sqlite_schema where name = 'filled'").rows([])
    const [[size] = []] = database.prepare('pragma page_size').rows([])
    database.execute('pragma journal_mode = delete')
    database.close()
    const bytes = readFileSync(file)
    bytes.write('the harbour is dear', bytes.indexOf('the harbour', (Number(root) - 1) * Number(size)))

    await isRefused(bytes)
  })

  test.each([
    ['is not there', () => join(folder, 'none')],
    ['is a text', () => textFile()],
    ['is of a newer Crabtrail', () => altered("update crabtrail_meta set format = 99, min_reader = 99, needs = '9.9.0'")],
  ])('or %s', async (_, file) => {
    expect(await refused({ backup: file() })).toBeInstanceOf(StoreUnavailable)
    expect(filesIn(dirname(path))).toEqual([])
  })

  test('or was not proven', async () => {
    expect(await refused({}, () => Effect.fail(new Error('not whole')))).toMatchObject({ message: 'not whole' })
    expect(filesIn(dirname(path))).toEqual([])
  })
})

const textFile = (): string => {
  const file = join(folder, 'text')
  writeFileSync(file, 'x'.repeat(4_096))
  return file
}
const altered = (sql: string): string => {
  const file = join(folder, 'altered.db')
  copyFileSync(join(folder, 'origin.db'), file)
  const database = editing(file)
  database.execute(sql)
  database.close()
  return file
}

describe('a store that is there', () => {
  test('stays, unless it may be kept aside', async () => {
    storeOf(path, 7)

    expect(await refused()).toMatchObject({ _tag: 'CopyRefused', place: path, problem: expect.stringContaining('--force') })

    expect(rowsOf(path)).toEqual([7])
  })

  test('stays also when it was made in the very last moment', async () => {
    const late = () => Effect.sync(() => void storeOf(path, 7))

    expect(await refused({}, late)).toMatchObject({ _tag: 'CopyRefused' })

    expect(rowsOf(path)).toEqual([7])
  })

  test('is kept aside whole, with what was only in its write-ahead log, each time under a new name', async () => {
    abandoned(path, 7)

    expect(await restore({ over: 'store' })).toMatchObject({ success: { aside: `${path}.aside-1` } })
    expect(await restore({ over: 'store' })).toMatchObject({ success: { aside: `${path}.aside-2` } })

    expect([path, `${path}.aside-1`, `${path}.aside-2`].map(rowsOf)).toEqual([[1, 2], [7], [1, 2]])
    expect(filesIn(dirname(path)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('is kept aside with what lies beside it when it is too damaged to be opened, and so is what lies there alone', async () => {
    abandoned(path, 7)
    truncateSync(path, 5_000)
    const damaged = readFileSync(path)

    expect(await restore({ over: 'store' })).toMatchObject({ success: { aside: `${path}.aside-1` } })

    expect(readFileSync(`${path}.aside-1`).equals(damaged)).toBe(true)
    expect(existsSync(`${path}.aside-1-wal`)).toBe(true)
    expect(rowsOf(path)).toEqual([1, 2])
    rmSync(path)
    writeFileSync(`${path}-wal`, 'left over')
    expect(await refused()).toMatchObject({ _tag: 'CopyRefused' })
    expect(await restore({ over: 'store' })).toMatchObject({ _tag: 'Success' })
    expect(readFileSync(`${path}.aside-2-wal`, 'utf8')).toBe('left over')
    expect(rowsOf(path)).toEqual([1, 2])
  })

  test.each([
    ['to write', false],
    ['to read', true],
  ])('is left to a program that has it open %s', async (_, readOnly) => {
    storeOf(path, 7)
    const user = openConnection({ path, readOnly })
    try {
      expect(await refused({ over: 'store' })).toMatchObject({
        reason: 'locked',
        place: path,
        detail: expect.stringContaining('gateway stop'),
      })
      expect(user.engine.prepare('select brain from tombstones').rows([])).toEqual([[7]])
    } finally {
      user.close()
    }
    expect(rowsOf(path)).toEqual([7])
    expect(filesIn(dirname(path)).filter((name) => /part|aside/.test(name))).toEqual([])
  })

  test('is left to a program that only read it since it was restored', async () => {
    await restore()
    const user = openConnection({ path, readOnly: true })
    user.engine.prepare('select brain from tombstones').rows([])
    try {
      expect(await refused({ over: 'store' })).toMatchObject({ reason: 'locked' })
    } finally {
      user.close()
    }
  })

  test('is noticed when it is opened while the backup is proven', async () => {
    storeOf(path, 7)
    let user: { readonly close: () => void } | undefined
    const late = () =>
      Effect.sync(() => {
        user = openConnection({ path })
      })

    expect(await refused({ over: 'store' }, late)).toMatchObject({ reason: 'locked' })

    user?.close()
    expect(rowsOf(path)).toEqual([7])
  })

  test('is no database of another program', async () => {
    mkdirSync(dirname(path))
    const database = editing(path)
    database.execute('create table t (a)')
    database.close()
    const before = readFileSync(path)

    expect(await refused({ over: 'store' })).toMatchObject({ reason: 'foreign' })

    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('is not the backup itself', async () => {
    expect(await refused({ path: backup, over: 'store' })).toMatchObject({ _tag: 'CopyRefused' })
  })
})

/** A store whose program was killed: its newest row is in the write-ahead log alone. */
const abandoned = (file: string, brain: number): void => {
  const living = join(folder, 'living.db')
  const connection = openConnection({ path: living })
  connection.write('process', () => Result.succeed(connection.engine.execute(`insert into tombstones values (${brain}, x'00')`)))
  mkdirSync(dirname(file), { recursive: true })
  for (const suffix of ['', '-wal']) copyFileSync(living + suffix, file + suffix)
  connection.close()
}

describe('a look', () => {
  test('proves everything and changes nothing, not even a folder', async () => {
    expect(await restore({ mode: 'look' })).toMatchObject({ _tag: 'Success' })
    expect(existsSync(dirname(path))).toBe(false)

    storeOf(path, 7)
    const before = readFileSync(path)
    expect(await restore({ mode: 'look', over: 'store' })).toMatchObject({ success: { aside: undefined } })
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(filesIn(dirname(path))).toEqual(['a.db'])
    expect(await refused({ mode: 'look' })).toMatchObject({ _tag: 'CopyRefused' })
  })
})
