import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BrainKey, type SegmentPart } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '../file/connection.ts'
import { openConnection } from '../file/open.ts'
import { SegmentTable, sqliteSegmentStatements } from './segment-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const brain = BrainKey.make('local/main/default')

let made = 0
let path: string
let connection: Connection
let table: SegmentTable
beforeEach(() => {
  path = join(folder, `${made++}.db`)
  connection = openConnection({ path })
  connection.engine.execute(`insert into brains (key, fingerprint_key, position, hash, at) values ('${brain}', x'00', 9, x'00', 5)`)
  table = new SegmentTable(connection)
  return () => connection.close()
})

const node: SegmentPart = { kind: 'node', part: 3, data: Uint8Array.of(1, 2, 3) }
const turn: SegmentPart = { kind: 'turn', part: 0, data: Uint8Array.of(4) }

const write = (): boolean =>
  Result.getOrThrow(table.write(brain, { first: 1, last: 9, hash: 'ab', version: 1, turn: 2, cause: 0 }, [node, turn]))

describe('a segment that was damaged', () => {
  test.each([
    ['a byte is another', `update log_segment_parts set data = x'010204' where kind = 1`],
    ['a part is cut short', `update log_segment_parts set data = x'0102' where kind = 1`],
    ['a checksum is another', 'update log_segment_parts set checksum = checksum + 1 where kind = 1'],
  ])('is as good as none where it is read: %s', (_, sql) => {
    write()
    connection.engine.execute(sql)

    expect([table.find(brain, [node]), table.read(brain, 1)]).toEqual([undefined, undefined])
    expect(table.find(brain, [turn])?.parts.map(({ kind }) => kind)).toEqual(['turn'])
  })

  test('is whole again once it is written again', () => {
    write()
    connection.engine.execute(`update log_segment_parts set data = x'00'`)

    expect(write()).toBe(true)
    expect(table.find(brain, [node])?.parts.map(({ data }) => [...data])).toEqual([[1, 2, 3]])
  })
})

describe('the tables of segments', () => {
  test('are added to a file of an earlier program when it is opened for writing, and only then', () => {
    connection.engine.execute('drop table log_segments; drop table log_segment_parts')
    connection.close()

    expect(() => openConnection({ path, readOnly: true })).toThrow(/open it once for writing/)
    connection = openConnection({ path })
    table = new SegmentTable(connection)

    expect(write()).toBe(true)
    expect(table.find(brain, [])?.segments).toHaveLength(1)
  })

  test('give parts by their keys, without a pass over all parts', () => {
    const { bind, sql } = sqliteSegmentStatements.find
    const plan = connection.engine.prepare(`explain query plan ${sql}`).rows(bind({ key: brain, asked: '[[1,2]]', notAfter: 9 }))

    expect(plan.map(String).join('\n')).toMatch(/SEARCH log_segment_parts USING PRIMARY KEY \(brain=\? AND kind=\? AND part=\?/)
  })
})
