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
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoreUnavailable } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { afterAll, describe, expect, test } from 'vitest'
import { chosenEngine } from '../engine/chosen-engine.ts'
import type { SqliteEngine } from '../engine/engine.ts'
import { Connection } from './connection.ts'
import { applicationId } from './migrate.ts'
import { enterWal, openConnection, type SqliteOptions } from './open.ts'
import { format1 } from './schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
const freshPath = (): string => join(folder, `${made++}.db`)

/** A store of ours that nobody has open. */
const ownStore = (): string => {
  const path = freshPath()
  openConnection({ path }).close()
  return path
}

/** Opens the file as another program does. All in this process use one engine, because two would not see each other's locks. */
const anotherProgram = (path: string): SqliteEngine => {
  writeFileSync(path, '', { flag: 'a' })
  return chosenEngine().openFile(path, { busyTimeoutMs: 0, readOnly: false })
}

const failure = (options: SqliteOptions): StoreUnavailable => {
  try {
    openConnection(options).close()
  } catch (error) {
    if (error instanceof StoreUnavailable) return error
    throw error
  }
  throw new Error('it opened')
}

/** Any write at all. */
const writing = `insert into tombstones values (1, x'00')`

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)

const posix = process.platform !== 'win32'

describe('opening', () => {
  test('makes a new file in a new folder, in WAL mode, with our id', () => {
    const path = join(folder, 'deep', 'er', 'crabtrail.db')

    const connection = openConnection({ path })

    expect(connection.place).toBe(path)
    expect(connection.pragma('journal_mode')).toBe('wal')
    expect(connection.pragma('application_id')).toBe(applicationId)
    expect(connection.pragma('secure_delete')).toBe(1)
    expect(connection.pragma('wal_autocheckpoint')).toBe(16_384)
    connection.close()
  })

  test('waits for another writer 5 seconds unless told otherwise', () => {
    const [usual, told] = [openConnection({ path: freshPath() }), openConnection({ path: freshPath(), busyTimeoutMs: 7 })]

    expect([usual.pragma('busy_timeout'), told.pragma('busy_timeout')]).toEqual([5_000, 7])
    usual.close()
    told.close()
  })

  test('takes an empty file as a new one', () => {
    const path = freshPath()
    writeFileSync(path, '')

    openConnection({ path }).close()

    expect(readFileSync(path).toString('latin1', 0, 15)).toBe('SQLite format 3')
  })

  test.runIf(posix)('leaves database, -wal and -shm to their owner alone, whatever the umask', () => {
    const empty = freshPath()
    const paths = [freshPath(), join(folder, 'private', 'a.db'), empty]
    writeFileSync(empty, '', { mode: 0o644 })
    for (const path of paths) {
      const connection = openConnection({ path })
      connection.write('process', () => Result.succeed(connection.engine.execute(writing)))

      expect(['', '-wal', '-shm'].map((suffix) => mode(path + suffix))).toEqual(['600', '600', '600'])
      connection.close()
    }
    expect(mode(join(folder, 'private'))).toBe('700')
  })

  test('opens a file again while another connection has it', () => {
    const path = freshPath()
    const [one, two] = [openConnection({ path }), openConnection({ path })]

    expect(two.pragma('journal_mode')).toBe('wal')
    two.close()
    expect(one.pragma('application_id')).toBe(applicationId)
    one.close()
  })

  test('waits for WAL mode as long as others keep it from changing, and no longer', () => {
    const path = ownStore()
    const rival = anotherProgram(path)
    rival.execute('pragma journal_mode = delete')
    const connection = new Connection(path, anotherProgram(path), () => {})
    const pauses: number[] = []

    rival.execute('begin immediate')
    expect(() => enterWal(connection, 3, () => pauses.push(1))).toThrow(/locked/)
    enterWal(connection, 3, () => rival.execute('commit'))

    expect(pauses.length).toBe(2)
    expect(connection.pragma('journal_mode')).toBe('wal')
    connection.close()
    rival.close()
  })

  test('for reading alone it writes nothing and refuses to', () => {
    const path = ownStore()
    const before = readFileSync(path)
    const connection = openConnection({ path, readOnly: true })

    expect(() => connection.write('process', () => Result.succeed(connection.engine.execute(writing)))).toThrow(/readonly/)
    expect(connection.pragma('application_id')).toBe(applicationId)
    connection.close()
    expect(readFileSync(path).equals(before)).toBe(true)
  })
})

describe('what is not ours is refused and left as it is', () => {
  test.each([
    ['a short text', 'hello'],
    ['a long text', 'hello '.repeat(5_000)],
    ['zeros', '\0'.repeat(8_192)],
  ])('%s', (_, text) => {
    const path = freshPath()
    writeFileSync(path, text)

    const refused = failure({ path })

    expect(refused).toMatchObject({ reason: 'not-a-database', place: path, retryable: false })
    expect(refused.message).toMatch(/not a database.*choose another path/)
    expect(readFileSync(path, 'utf8')).toBe(text)
    expect(readdirSync(folder).filter((name) => name.startsWith(path.slice(folder.length + 1)))).toHaveLength(1)
  })

  test.each(['delete', 'wal'])('the database of another program, journal mode %s', (journal) => {
    const path = freshPath()
    const other = anotherProgram(path)
    other.execute(`pragma journal_mode = ${journal}`)
    other.execute('create table notes (text)')
    other.close()
    const before = readFileSync(path)

    for (const readOnly of [false, true]) {
      expect(failure({ path, readOnly })).toMatchObject({ reason: 'foreign', place: path, retryable: false })
    }

    expect(readFileSync(path).equals(before)).toBe(true)
    expect(existsSync(`${path}-wal`) || existsSync(`${path}-shm`)).toBe(false)
  })

  test('the database of another program that is using it', () => {
    const path = freshPath()
    const other = anotherProgram(path)
    other.execute('pragma journal_mode = wal')
    other.execute('create table notes (text); insert into notes values (1)')
    const files = () => ['', '-wal'].map((suffix) => readFileSync(path + suffix, 'latin1'))
    const before = files()

    expect(failure({ path }).reason).toBe('foreign')

    expect(files()).toEqual(before)
    expect(other.prepare('select count(*) as notes from notes').get([])).toEqual({ notes: 1 })
    other.close()
  })

  test('an unfinished transaction of another program stays for that program to undo', () => {
    const crashed = crashedWhile('create table notes (text)', `insert into notes ${manyRows}`)
    const before = readFileSync(crashed)

    expect(failure({ path: crashed }).reason).toBe('foreign')

    expect(readFileSync(crashed).equals(before)).toBe(true)
  })

  test('a folder, and a link that leads nowhere', () => {
    const link = freshPath()
    mkdirSync(join(folder, 'a-folder'))
    symlinkSync(join(folder, 'nowhere'), link)

    expect(failure({ path: join(folder, 'a-folder') }).message).toMatch(/it is a folder: name a file in it$/)
    expect(failure({ path: link })).toMatchObject({ reason: 'not-found' })
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
  })
})

const manyRows = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 200) select hex(randomblob(2000)) from n'

/** The files as they are when a transaction has written its pages and not yet ended. */
const crashedWhile = (before: string, ...inside: ReadonlyArray<string>): string => {
  const [path, crashed] = [freshPath(), freshPath()]
  const database = anotherProgram(path)
  database.execute(`pragma cache_size = 1; ${before}; begin immediate`)
  for (const sql of inside) database.execute(sql)
  writeFileSync(`${crashed}-journal`, readFileSync(`${path}-journal`))
  database.execute('commit')
  database.close()
  writeFileSync(crashed, readFileSync(path))
  return crashed
}

test('a process that died while it made the tables leaves a file that the next one takes as new', () => {
  const tables = format1.statements.map((part) => part.compile().sql)
  const path = crashedWhile(
    '',
    `pragma application_id = ${applicationId}`,
    ...tables,
    `insert into postings (term, brain, space, node, valid_from, count, length) select t, 1, 1, i, 1, 1, 1 from (${numberedRows})`,
  )
  expect(statSync(path).size).toBeGreaterThan(0)

  const connection = openConnection({ path })

  expect(connection.pragma('integrity_check')).toBe('ok')
  connection.write('process', () => Result.succeed(connection.engine.execute(writing)))
  connection.close()
})

const numberedRows = manyRows.replace('select hex(randomblob(2000))', 'select i, hex(randomblob(2000)) as t')

describe('what the world does', () => {
  test('a folder that cannot be there', () => {
    const file = ownStore()

    expect(failure({ path: join(file, 'a.db') })).toMatchObject({ reason: 'not-found', retryable: false })
    expect(failure({ path: join(file, 'deep', 'a.db') })).toMatchObject({ reason: 'not-found' })
  })

  test('reading alone what is not there, or not yet a store', () => {
    const empty = freshPath()
    writeFileSync(empty, '')

    expect(failure({ path: freshPath(), readOnly: true })).toMatchObject({ reason: 'not-found' })
    expect(failure({ path: empty, readOnly: true })).toMatchObject({ reason: 'not-found' })
  })

  test.each([
    ['cut short', (path: string) => truncateSync(path, 4_096)],
    ['overwritten', (path: string) => writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, 100), Buffer.alloc(60_000, 7)]))],
  ])('a file of ours that was %s', (_, damage) => {
    const path = ownStore()
    damage(path)

    expect(failure({ path })).toMatchObject({ reason: 'corrupt', retryable: false })
  })
})
