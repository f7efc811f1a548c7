import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { format } from '../../statements/tables.ts'
import { chosenEngine } from '../engine/chosen-engine.ts'
import { resultName } from '../engine/node-sqlite.ts'
import type { Connection } from '../file/connection.ts'
import { applicationId } from '../file/migrate.ts'
import { openConnection } from '../file/open.ts'
import { type BackupRequest, backupSqlite } from './backup.ts'
import { sealStands } from './seal.ts'

const root = mkdtempSync(join(tmpdir(), 'crabtrail-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let made = 0
let folder: string
let path: string
let target: string
/** Open for writing, with row 1 in it. */
let store: Connection
beforeEach(() => {
  folder = join(root, `${made++}`)
  path = join(folder, 'store', 'a.db')
  target = join(folder, 'a.backup')
  store = openConnection({ path })
  insert(store, 1)
  return () => store.close()
})

const insert = (connection: Connection, brain: number): void => {
  connection.write('process', () => Result.succeed(connection.engine.execute(`insert into tombstones values (${brain}, x'00')`)))
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

const backup = (request: Partial<BackupRequest> = {}, prove: (copy: string) => Effect.Effect<unknown, unknown> = () => Effect.void) =>
  Effect.runPromise(Effect.result(backupSqlite({ path, target, over: 'nothing', ...request }, prove)))

const refused = async (...given: Parameters<typeof backup>): Promise<Error> => {
  const outcome = await backup(...given)
  if (Result.isSuccess(outcome)) throw new Error('it was not refused')
  return outcome.failure as Error
}

describe('a backup', () => {
  test('holds everything that was committed, also what is only in the write-ahead log, and nothing of what was not', async () => {
    store.begin()
    insert(store, 2)

    const outcome = await backup()

    store.end(false)
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
    expect(outcome).toMatchObject({ success: { file: target, bytes: statSync(target).size } })
    expect(rowsOf(target)).toEqual([1])
  })

  test('is one sealed file that nobody else may read, and leaves the store as it was', async () => {
    const before = readFileSync(path)

    await backup()

    expect(readdirSync(folder)).toEqual(['a.backup', 'store'])
    expect(statSync(target).mode & 0o777).toBe(0o600)
    expect(sealStands(target)).toBe('fits')
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('holds no byte of what was deleted', async () => {
    const secret = 'the harbour is deep'
    const careless = editing(path)
    careless.execute('pragma secure_delete = off')
    careless.execute(`create table gone (text text); insert into gone values ('${secret}')`)
    careless.execute('pragma wal_checkpoint(truncate)')
    careless.execute('drop table gone')
    careless.execute('pragma wal_checkpoint(truncate)')
    careless.close()

    await backup()

    expect(readFileSync(path).includes(secret)).toBe(true)
    expect(readFileSync(target).includes(secret)).toBe(false)
  })

  test('of a store of an older format is in the format of this program, and the store stays in its own', async () => {
    const older = join(folder, 'older.db')
    writeFileSync(older, '')
    const database = editing(older)
    database.execute(`pragma application_id = ${applicationId}`)
    database.execute('create table crabtrail_meta (id integer primary key, format integer, min_reader integer, needs text)')
    database.execute("insert into crabtrail_meta values (1, 0, 0, '0.1.0')")
    database.close()

    expect(await backup({ path: older })).toMatchObject({ _tag: 'Success' })

    expect([older, target].map(formatOf)).toEqual([0, format])
  })

  test('is proven before it has its name, as a store that can only be read', async () => {
    const seen: Array<unknown> = []

    await backup({}, (copy) =>
      Effect.sync(() => {
        seen.push(existsSync(target), rowsOf(copy))
        expect(() => insert(openConnection({ path: copy, readOnly: true }), 2)).toThrow('readonly')
      }),
    )

    expect(seen).toEqual([false, [1]])
  })
})

const formatOf = (file: string): unknown => {
  const database = chosenEngine().openFile(file, { busyTimeoutMs: 0, readOnly: true })
  const [[found] = []] = database.prepare('select format from crabtrail_meta').rows([])
  database.close()
  return found
}

describe('nothing is there afterwards', () => {
  test('of a copy that was not proven, and an earlier backup stays', async () => {
    await backup()
    const before = readFileSync(target)
    insert(store, 2)

    expect(await refused({ over: 'backup' }, () => Effect.fail(new Error('not whole')))).toMatchObject({ message: 'not whole' })

    expect(readFileSync(target).equals(before)).toBe(true)
    expect(readdirSync(folder)).toEqual(['a.backup', 'store'])
  })

  test.each([
    ['that is not there', () => join(folder, 'none.db'), 'not-found'],
    ['that is no database', () => written('text.db', 'x'.repeat(4_096)), 'not-a-database'],
    ['of another program', foreignFile, 'foreign'],
    ['without a table', () => written('empty.db', ''), 'not-found'],
  ])('of a store %s', async (_, made, reason) => {
    const error = await refused({ path: made() })

    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error).toMatchObject({ reason, place: expect.stringContaining('.db') })
    expect(readdirSync(folder).filter((name) => name.includes('backup'))).toEqual([])
  })

  test('where its folder is not there, which is not made', async () => {
    expect(await refused({ target: join(folder, 'none', 'a.backup') })).toMatchObject({ reason: 'not-found' })
    expect(existsSync(join(folder, 'none'))).toBe(false)
  })
})

const written = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}
const foreignFile = (): string => {
  const file = join(folder, 'foreign.db')
  const database = editing(file)
  database.execute('create table t (a)')
  database.close()
  return file
}
const storeInUse = (): string => {
  const file = join(folder, 'other.db')
  openConnection({ path: file }).close()
  return file
}

describe('what is there', () => {
  test('stays, unless its place may be taken', async () => {
    const file = written('a.backup', 'mine')

    expect(await refused()).toMatchObject({ _tag: 'CopyRefused', place: file, problem: expect.stringContaining('--force') })

    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  test('stays also when it was made in the very last moment', async () => {
    const late = Effect.sync(() => void written('a.backup', 'mine'))

    expect(await refused({}, () => late)).toMatchObject({ _tag: 'CopyRefused' })

    expect(readFileSync(target, 'utf8')).toBe('mine')
    expect(readdirSync(folder)).toEqual(['a.backup', 'store'])
  })

  test('makes way at once if it is an earlier backup, an empty file or a link to one', async () => {
    await backup()
    insert(store, 2)
    expect(await backup({ over: 'backup' })).toMatchObject({ _tag: 'Success' })
    expect(rowsOf(target)).toEqual([1, 2])

    const link = join(folder, 'link')
    symlinkSync(written('empty', ''), link)
    expect(await backup({ target: link, over: 'backup' })).toMatchObject({ success: { file: join(folder, 'empty') } })
    expect(rowsOf(link)).toEqual([1, 2])
  })

  test.each([
    ['a text', () => written('a.txt', 'x'.repeat(400)), { reason: 'not-a-database' }],
    ['a database of another program', foreignFile, { reason: 'foreign' }],
    ['a store that is written to', storeInUse, { _tag: 'CopyRefused', problem: expect.stringContaining('no backup but a store') }],
    ['the store itself', () => path, { _tag: 'CopyRefused', problem: expect.stringContaining('the store itself') }],
    ['a folder', () => join(folder, 'store'), { _tag: 'CopyRefused' }],
  ])('is never %s, whatever may be taken', async (_, made, error) => {
    const file = made()
    const before = statSync(file).isFile() ? readFileSync(file) : undefined

    expect(await refused({ target: file, over: 'backup' })).toMatchObject(error)

    if (before !== undefined) expect(readFileSync(file).equals(before)).toBe(true)
  })
})

test.skipIf(process.geteuid?.() === 0)('a folder that nobody may write to is told with what to do', async () => {
  mkdirSync(join(folder, 'shut'), { mode: 0o500 })

  expect(await refused({ target: join(folder, 'shut', 'a.backup') })).toMatchObject({ reason: 'permission' })
  chmodSync(join(folder, 'shut'), 0o700)
})

/** The header of SQLite, which has `#define SQLITE_BUSY_SNAPSHOT (SQLITE_BUSY | (2<<8))`. */
const header = readFileSync(join(createRequire(import.meta.url).resolve('better-sqlite3'), '../../deps/sqlite3/sqlite3.h'), 'utf8')

const kinds = new Map(
  [...header.matchAll(/^#define (SQLITE_[A-Z]+) +(\d+) +\/\*/gm)].map(([, name = '', number]) => [name, Number(number)]),
)
const details = [...header.matchAll(/^#define (SQLITE_\w+) +\((SQLITE_[A-Z]+) *\| *\((\d+) *<< *8\)\)/gm)].flatMap(
  ([, name = '', kind = '', number]) =>
    kind === 'SQLITE_OK' ? [] : [[name, (kinds.get(kind) ?? Number.NaN) | (Number(number) << 8)] as const],
)

test('every result of SQLite has the name that SQLite gives it', () => {
  const results = [...kinds].filter(([name, number]) => number < 29 && resultName(number) === name)

  expect(results.length).toBeGreaterThanOrEqual(29)
  expect(details.length).toBeGreaterThan(70)
  expect(details.filter(([name, number]) => resultName(number) !== name)).toEqual([])
})

test('a result that is newer than this program has the name of its kind', () => {
  expect(resultName(10 | (250 << 8))).toBe('SQLITE_IOERR')
  expect(resultName(4 | (1 << 8))).toBe('SQLITE_ABORT')
  expect(resultName(77)).toBe('SQLITE_ERROR')
})
