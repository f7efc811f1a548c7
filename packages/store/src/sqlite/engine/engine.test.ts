import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { chosenEngine } from './chosen-engine.ts'
import { engineNames, type SqliteEngine } from './engine.ts'
import { codeOf, failureOf } from './failure.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
const freshPath = (): string => join(folder, `${made++}.db`)

const options = { busyTimeoutMs: 0, readOnly: false }

describe.each(engineNames)('the engine %s', (name) => {
  const engine = chosenEngine(name)

  const fresh = (path = freshPath()): SqliteEngine => {
    writeFileSync(path, '', { flag: 'a' })
    return engine.openFile(path, options)
  }

  const codeAndWords = (run: () => unknown): readonly [string, string] => {
    try {
      run()
    } catch (error) {
      return [codeOf(error), (error as Error).message]
    }
    throw new Error('it was not refused')
  }

  test('gives back what was bound, in plain objects or arrays', () => {
    const database = fresh()
    database.execute('create table kept (id integer primary key, whole integer, part real, words text, bytes blob) strict')
    const bytes = Uint8Array.of(0, 255, 1)
    const rows = [
      [1, 2 ** 53 - 1, 0.1, 'a\0🦀', bytes],
      [2, -1, -5e-324, '', new Uint8Array()],
      [3, null, null, null, null],
    ] as const
    const insert = database.prepare('insert into kept values (?, ?, ?, ?, ?)')

    expect(rows.map((row) => insert.run(row))).toEqual([1, 1, 1])

    const select = database.prepare('select * from kept where id < ? order by id')
    const plain = (value: unknown) => (value instanceof Uint8Array ? Uint8Array.from(value) : value)
    expect(select.rows([9]).map((row) => row.map(plain))).toEqual(rows)
    const objects = rows.map(([id, whole, part, words, kept]) => ({ id, whole, part, words, bytes: kept }))
    const plainRow = (row: unknown) => Object.fromEntries(Object.entries(row as object).map(([key, value]) => [key, plain(value)]))
    expect(select.all([9]).map(plainRow)).toEqual(objects)
    expect(plainRow(select.get([9]))).toEqual(objects[0])
    expect([select.get([0]), select.all([0]), select.rows([0])]).toEqual([undefined, [], []])
    expect(Object.getPrototypeOf(select.get([9]))).toBe(Object.prototype)
    expect(database.prepare('delete from kept').run([])).toBe(3)
    database.close()
  })

  test('rounds a number that is too large to be exact, which only damage makes, and the next one is exact', () => {
    const database = fresh()
    const select = database.prepare('select 9007199254740993 + cast(? as integer) as large, 5 as small')

    expect(select.all([0])).toEqual([{ large: 2 ** 53, small: 5 }])
    expect(select.get([0])).toEqual({ large: 2 ** 53, small: 5 })
    expect(select.rows([0])).toEqual([[2 ** 53, 5]])
    expect(select.rows([-10])).toEqual([[2 ** 53 - 9, 5]])
    database.close()
  })

  test('opens what is there and makes nothing', () => {
    const path = freshPath()

    for (const readOnly of [false, true]) {
      expect(codeAndWords(() => engine.openFile(path, { ...options, readOnly }))).toEqual([
        'SQLITE_CANTOPEN',
        'unable to open database file',
      ])
    }
    expect(existsSync(path)).toBe(false)
  })

  test('waits for others as long as it is told, and not at all when that is 0', () => {
    const path = freshPath()
    fresh(path).close()
    const waits = [0, 1, 20_000].map((busyTimeoutMs) => {
      const database = engine.openFile(path, { busyTimeoutMs, readOnly: false })
      const [[told] = []] = database.prepare('pragma busy_timeout').rows([])
      database.close()
      return told
    })

    expect(waits).toEqual([0, 1, 20_000])
  })

  test('says whether a transaction is open, and closes twice', () => {
    const database = fresh()
    const begin = database.prepare('begin immediate')

    begin.run([])
    expect(database.inTransaction()).toBe(true)
    database.execute('rollback')
    expect(database.inTransaction()).toBe(false)
    database.close()
    database.close()

    for (const use of [() => begin.run([]), () => database.prepare('select 1'), () => database.execute('select 1')]) {
      const error = errorOf(use)
      expect(failureOf('a.db', error)).toMatchObject({ reason: 'closed', retryable: false })
    }
  })

  const errorOf = (run: () => unknown): unknown => {
    try {
      return run()
    } catch (error) {
      return error
    }
  }

  test('names what went wrong as SQLite does, wherever it went wrong', () => {
    const path = freshPath()
    const [database, rival] = [fresh(path), fresh(path)]
    database.execute('pragma journal_mode = wal; create table kept (id int primary key not null, number int) strict')
    database.execute('insert into kept values (1, 1); create table many (text)')
    const said = (sql: string) => codeAndWords(() => database.execute(sql))

    expect(codeAndWords(() => database.prepare('select nobody'))).toEqual(['SQLITE_ERROR', 'no such column: nobody'])
    expect(said('insert into kept values (1, 2)')).toEqual(['SQLITE_CONSTRAINT_PRIMARYKEY', 'UNIQUE constraint failed: kept.id'])
    expect(said('insert into kept values (null, 2)')).toEqual(['SQLITE_CONSTRAINT_NOTNULL', 'NOT NULL constraint failed: kept.id'])
    expect(said("insert into kept values (2, 'x')")[0]).toBe('SQLITE_CONSTRAINT_DATATYPE')
    expect(said('commit')).toEqual(['SQLITE_ERROR', 'cannot commit - no transaction is active'])
    rival.execute('begin; select * from kept')
    database.execute('insert into kept values (2, 2)')
    const insert = rival.prepare('insert into kept values (3, 3)')
    expect(codeAndWords(() => insert.run([]))).toEqual(['SQLITE_BUSY_SNAPSHOT', 'database is locked'])
    rival.execute('rollback; begin immediate')
    expect(said('begin immediate')).toEqual(['SQLITE_BUSY', 'database is locked'])
    rival.execute('rollback; pragma max_page_count = 4')
    expect(codeAndWords(() => rival.execute('insert into many values (zeroblob(100000))'))[0]).toBe('SQLITE_FULL')
    const reader = engine.openFile(path, { ...options, readOnly: true })
    expect(codeAndWords(() => reader.execute('delete from kept'))[0]).toBe('SQLITE_READONLY')
    for (const one of [reader, rival, database]) one.close()
    writeFileSync(path, 'no database at all'.repeat(1_000))
    const broken = fresh(path)
    expect(codeAndWords(() => broken.prepare('select * from kept').all([]))).toEqual(['SQLITE_NOTADB', 'file is not a database'])
    broken.close()
  })

  test('reads a database that lies in memory, and does not write it', () => {
    const path = freshPath()
    const database = fresh(path)
    database.execute('create table kept (id integer primary key); insert into kept values (5)')
    database.close()
    const before = readFileSync(path)

    const image = engine.openImage(readFileSync(path))

    expect(image.name).toBe(name)
    expect(image.prepare('select id from kept').rows([])).toEqual([[5]])
    expect(codeAndWords(() => image.execute('insert into kept values (6)'))[0]).toBe('SQLITE_READONLY')
    image.close()
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('finds an image empty, cut short or nonsense as it would find the file', () => {
    const path = freshPath()
    const database = fresh(path)
    database.execute('create table kept (text); insert into kept values (zeroblob(20000))')
    database.close()
    const codeOfImage = (bytes: Buffer) => codeAndWords(() => engine.openImage(bytes).prepare('select * from kept').all([]))[0]

    expect(codeOfImage(Buffer.alloc(0))).toBe('SQLITE_ERROR')
    expect(codeOfImage(readFileSync(path).subarray(0, 9_000))).toBe('SQLITE_CORRUPT')
    expect(codeOfImage(Buffer.alloc(9_000, 'x'))).toBe('SQLITE_NOTADB')
  })
})

test('a Node that cannot take over a database in memory says so, and what to do', () => {
  const { deserialize } = DatabaseSync.prototype
  Object.assign(DatabaseSync.prototype, { deserialize: undefined })
  try {
    chosenEngine('node:sqlite').openImage(Buffer.alloc(9))
    expect.unreachable('it was opened')
  } catch (error) {
    expect(failureOf('a.db', error)).toMatchObject({
      reason: 'read-only',
      message: expect.stringMatching(/^a\.db: Node v.+: copy it to another folder/),
    })
  } finally {
    Object.assign(DatabaseSync.prototype, { deserialize })
  }
})
