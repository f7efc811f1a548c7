import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, test } from 'vitest'
import { format1 } from '../migrations/format-1.ts'
import type { Migration } from '../migrations/migration.ts'
import { queries } from '../statement.ts'
import { format } from '../tables.ts'
import { applicationId, migrate, readMeta } from './migrate.ts'
import { openConnection } from './open.ts'

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
  const database = new Database(path)
  database.exec(sql)
  database.close()
  return path
}

describe('the format of a file', () => {
  test('is ours when it is new, and opening again changes nothing', () => {
    const path = ownStore()
    const connection = openConnection({ path })

    expect(connection.get(readMeta, {})).toEqual({ format, min_reader: 2, needs: '0.1.0' })
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

  test('is missing from a file of ours: that is damage', () => {
    for (const sql of ['drop table crabtrail_meta', 'delete from crabtrail_meta']) {
      expect(() => openConnection({ path: alter(ownStore(), sql) })).toThrow(expect.objectContaining({ reason: 'corrupt' }))
    }
  })
})

describe('migrating', () => {
  const column = (step: number): Migration => ({
    format: step,
    minReader: 1,
    needs: `0.${step}.0`,
    statements: [queries.schema.alterTable('brains').addColumn(`extra_${step}`, 'integer')],
  })

  test('takes the steps that are missing, in order, all or none', () => {
    const path = alter(ownStore(), `update crabtrail_meta set format = ${format - 1}`)
    const database = alter(path, `create table a_reason_to_fail (a)`)
    const failing: Migration = { ...column(9), statements: [queries.schema.createTable('a_reason_to_fail').addColumn('a', 'text')] }
    const connection = openAsIs(database)

    expect(() => migrate(connection, [column(1), column(8), failing])).toThrow(/already exists/)
    expect(connection.get(readMeta, {})?.format).toBe(format - 1)
    migrate(connection, [column(1), column(8)])

    expect(connection.get(readMeta, {})).toEqual({ format: 8, min_reader: 1, needs: '0.8.0' })
    expect(connection.pragma('integrity_check')).toBe('ok')
    connection.close()
  })
})

test('an index of format 1 is one that the first tokeniser made', () => {
  const path = join(folder, `${made++}.db`)
  const database = new Database(path)
  database.exec(format1.statements.map((part) => `${part.compile().sql};`).join(''))
  database.exec('create table crabtrail_meta (id integer primary key, format integer, min_reader integer, needs text)')
  database.exec(`insert into crabtrail_meta values (1, 1, 1, '0.1.0'); pragma application_id = ${applicationId}`)
  database.exec('insert into index_statistics (brain, space, documents, total_length, total_words, version) values (1, 1, 2, 3, 4, 5)')
  database.close()

  openConnection({ path }).close()

  const migrated = new Database(path)
  expect(migrated.prepare('select version, tokeniser from index_statistics').all()).toEqual([{ version: 5, tokeniser: 1 }])
  migrated.close()
})

/** Without migrating it: the format is put right while it is opened. */
const openAsIs = (path: string) => {
  alter(path, `update crabtrail_meta set format = ${format}`)
  const connection = openConnection({ path })
  alter(path, `update crabtrail_meta set format = ${format - 1}`)
  return connection
}
