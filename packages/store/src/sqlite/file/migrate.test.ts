import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { queries, statement } from '../../statements/statement.ts'
import { draft, format } from '../../statements/tables.ts'
import { chosenEngine } from '../engine/chosen-engine.ts'
import { Connection } from './connection.ts'
import { applicationId, idOfDraft, migrate, readMeta } from './migrate.ts'
import { openConnection } from './open.ts'
import { format1, type SqliteMigration } from './schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
const ownStore = (): string => {
  const path = join(folder, `${made++}.db`)
  openConnection({ path }).close()
  return path
}

/** Changes a file behind the store's back. */
const alter = (path: string, sql: string): string => {
  const database = chosenEngine().openFile(path, { busyTimeoutMs: 0, readOnly: false })
  database.execute(sql)
  database.close()
  return path
}

describe('the format of a file', () => {
  test('is ours when it is new, and opening again changes nothing', () => {
    const path = ownStore()
    const connection = openConnection({ path })

    expect(connection.get(readMeta, {})).toEqual({ format, min_reader: 1, needs: '0.1.0' })
    const version = connection.pragma('schema_version')
    connection.close()
    const again = openConnection({ path })
    expect(again.pragma('schema_version')).toBe(version)
    again.close()
  })

  test('that is newer is used as long as it can be, and otherwise says which Crabtrail it needs', () => {
    const path = alter(ownStore(), `update crabtrail_meta set format = ${format + 6}, needs = '3.2.0'`)
    openConnection({ path }).close()
    openConnection({ path, readOnly: true }).close()
    alter(path, `update crabtrail_meta set min_reader = ${format + 5}`)

    for (const readOnly of [false, true]) {
      const open = () => openConnection({ path, readOnly }).close()
      expect(open).toThrow(expect.objectContaining({ reason: 'newer', retryable: false }))
      expect(open).toThrow(
        `written by a newer Crabtrail (format ${format + 6}, this one reads ${format}): install Crabtrail 3.2.0 or later`,
      )
    }
    expect(alter(path, "insert into tombstones values (1, x'00')")).toBe(path)
  })

  test('that is older must be brought up to date by somebody who may write', () => {
    const path = alter(ownStore(), `update crabtrail_meta set format = ${format - 1}`)

    expect(() => openConnection({ path, readOnly: true })).toThrow(expect.objectContaining({ reason: 'read-only' }))
  })

  test('has vectors that go with what an older program erases, which knows of none', () => {
    const path = alter(
      ownStore(),
      `insert into contents (brain, ref, kind, owner, number, salt, body, fingerprint) values
         (1, x'01', 1, 1, 1, x'00', 'a', x'00'), (1, x'02', 1, 1, 1, x'00', 'b', x'01'), (2, x'01', 1, 1, 1, x'00', 'a', x'00');
       insert into vectors values (1, 'e', 1, x'01', null, x'0a'), (1, 'e', 2, x'02', x'01', x'0b'),
         (1, 'e', 3, x'02', null, x'0c'), (2, 'e', 1, x'01', null, x'0d');
       delete from contents where brain = 1 and ref = x'01'`,
    )

    const connection = openConnection({ path })
    const left = statement()(() => queries.selectFrom('vectors').select(['brain', 'node']).orderBy('brain'))
    expect(connection.all(left, {})).toEqual([
      { brain: 1, node: 3 },
      { brain: 2, node: 1 },
    ])
    connection.close()
  })

  test('no two drafts share an id', () => {
    const ids = Array.from({ length: draft }, (_, i) => idOfDraft(i + 1))

    expect(new Set(ids).size).toBe(draft)
    expect(ids.at(-1)).toBe(applicationId)
  })

  test('from before the first release is refused, and the refusal says how to read its sources in anew', () => {
    const path = alter(ownStore(), 'pragma application_id = 0x43726162')
    const before = readFileSync(path)

    for (const readOnly of [false, true]) {
      const open = () => openConnection({ path, readOnly }).close()
      expect(open).toThrow(expect.objectContaining({ reason: 'older', retryable: false }))
      expect(open).toThrow('move the file away, then read its sources in anew with `crabtrail ingest PATH`')
    }
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('is missing from a file of ours: that is damage', () => {
    for (const sql of ['drop table crabtrail_meta', 'delete from crabtrail_meta']) {
      expect(() => openConnection({ path: alter(ownStore(), sql) })).toThrow(expect.objectContaining({ reason: 'corrupt' }))
    }
  })
})

describe('migrating', () => {
  /** Steps that only this test knows, newer than all of this program. */
  const column = (step: number): SqliteMigration => ({
    format: step,
    minReader: 1,
    needs: `0.${step}.0`,
    statements: [queries.schema.alterTable('brains').addColumn(`extra_${step}`, 'integer', (own) => own.notNull().defaultTo(step))],
  })
  const failing: SqliteMigration = { ...column(109), statements: [queries.schema.createTable('a_reason_to_fail').addColumn('a', 'text')] }
  const brain = "insert into brains (key, fingerprint_key, position, hash, at) values ('local/main/default', x'00', 0, x'00', 5)"

  /** Opens a file that nobody has used. */
  const newConnection = (): Connection => {
    const path = join(folder, `${made++}.db`)
    writeFileSync(path, '')
    return new Connection(path, chosenEngine().openFile(path, { busyTimeoutMs: 0, readOnly: false }), () => undefined)
  }

  test('takes the steps that are missing, in order, all or none, and keeps what is there', () => {
    const connection = newConnection()
    migrate(connection, [format1])
    connection.engine.execute(`${brain}; create table a_reason_to_fail (a)`)

    expect(() => migrate(connection, [format1, column(102), column(108), failing])).toThrow(/already exists/)
    expect(connection.get(readMeta, {})).toEqual({ format: 1, min_reader: 1, needs: '0.1.0' })
    migrate(connection, [format1, column(102), column(108)])

    expect(connection.get(readMeta, {})).toEqual({ format: 108, min_reader: 1, needs: '0.108.0' })
    expect(connection.engine.prepare('select at, extra_102, extra_108 from brains').all([])).toEqual([
      { at: 5, extra_102: 102, extra_108: 108 },
    ])
    expect(connection.pragma('integrity_check')).toBe('ok')
    connection.close()
  })

  test('takes every step for a new file, and none twice', () => {
    const connection = newConnection()

    migrate(connection, [format1, column(102)])
    migrate(connection, [format1, column(102)])

    expect(connection.get(readMeta, {})).toEqual({ format: 102, min_reader: 1, needs: '0.102.0' })
    expect(connection.pragma('application_id')).toBe(applicationId)
    connection.close()
    expect(() => openConnection({ path: connection.place }).close()).not.toThrow()
  })
})
