import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BrainKey, type SegmentPart, type SnapshotRecord } from '@crabtrail/core'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '../file/connection.ts'
import { openConnection } from '../file/open.ts'
import { segmentTable, snapshotTable, sqliteSegmentStatements } from './cache-tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const brain = BrainKey.make('local/main/default')

let made = 0
let path: string
let connection: Connection
let table: ReturnType<typeof snapshotTable>
let segments: ReturnType<typeof segmentTable>
beforeEach(() => {
  path = join(folder, `${made++}.db`)
  connection = openConnection({ path })
  connection.engine.execute(`insert into brains (key, fingerprint_key, position, hash, at) values ('${brain}', x'00', 9, x'00', 5)`)
  table = snapshotTable(connection)
  segments = segmentTable(connection)
  return () => connection.close()
})

/** The digests need not be right: no store works them out. */
const digest = (text: string): string => Buffer.from(text).toString('hex').padEnd(64, '0')

const record = (position: number, ...texts: ReadonlyArray<string>): SnapshotRecord => ({
  position,
  hash: digest(`commit ${position}`),
  version: 1,
  blocks: texts.map((text, i) => ({ name: `block ${i}`, digest: digest(text) })),
})

const write = (position: number, ...texts: ReadonlyArray<string>): void => table.write(brain, record(position, ...texts), texts)

const count = (sql: string) => connection.engine.prepare(`select count(*) from ${sql}`).rows([])[0]?.[0]

describe('the blocks of snapshots', () => {
  test('are kept once where they are equal, and as long as a snapshot has them', () => {
    write(1, 'shared', 'one', 'shared')
    write(2, 'shared', 'two')
    expect(count('snapshot_blocks')).toBe(3)

    table.keep(brain, [2])
    expect(count('snapshot_blocks')).toBe(2)
    expect(table.read(brain, 2)?.map(({ data }) => data)).toEqual(['shared', 'two'])

    table.keep(brain, [])
    expect([count('snapshot_blocks'), count('snapshots')]).toEqual([0, 0])
  })

  test('are small on the disk where they say the same over and over', () => {
    write(1, 'x'.repeat(100_000))

    expect(count('snapshot_blocks where length(data) < 1000')).toBe(1)
  })
})

describe('a snapshot that was damaged', () => {
  const flipped = 'substr(data, 1, length(data) - 1) || char((unicode(substr(cast(data as text), -1)) + 1) % 128)'

  test.each([
    ['a byte of a block is another', `update snapshot_blocks set data = cast(${flipped} as blob) where digest = x'${digest('two')}'`],
    ['a block is cut short', `update snapshot_blocks set data = substr(data, 1, length(data) - 1) where digest = x'${digest('two')}'`],
    ['a block is empty', `update snapshot_blocks set data = x'' where digest = x'${digest('two')}'`],
    ['a checksum is another', `update snapshot_blocks set checksum = checksum + 1 where digest = x'${digest('two')}'`],
    ['a block is gone', `delete from snapshot_blocks where digest = x'${digest('two')}'`],
  ])('is as good as none: %s', (_, sql) => {
    write(1, 'one')
    write(2, 'one', 'two')
    connection.engine.execute(sql)

    expect(table.read(brain, 2)).toBeUndefined()
    expect(table.read(brain, 1)).toEqual([{ name: 'block 0', data: 'one' }])
    expect(table.list(brain).map(({ position }) => position)).toEqual([1, 2])
  })

  test.each([
    ['nothing', ''],
    ['no JSON', '[['],
    ['no list', '{"a":1}'],
    ['other values', '[["a"]]'],
    ['numbers', '[[1,2]]'],
  ])('is left out where what it is made of is %s', (_, blocks) => {
    write(1, 'one')
    write(2, 'two')
    connection.engine.prepare('update snapshots set blocks = ? where position = 2').run([blocks])

    expect(table.list(brain)).toEqual([record(1, 'one')])
    expect(table.read(brain, 2)).toBeUndefined()
  })

  test('is whole again once it is written again', () => {
    write(2, 'one')
    connection.engine.execute(`update snapshot_blocks set data = x'00'`)

    table.keep(brain, [])
    write(2, 'one')

    expect(table.read(brain, 2)).toEqual([{ name: 'block 0', data: 'one' }])
  })
})

const node: SegmentPart = { kind: 'node', part: 3, data: Uint8Array.of(1, 2, 3) }
const turn: SegmentPart = { kind: 'turn', part: 0, data: Uint8Array.of(4) }

const writeSegment = (): boolean => segments.write(brain, { first: 1, last: 9, hash: 'ab', version: 1, turn: 2, cause: 0 }, [node, turn])

describe('a segment that was damaged', () => {
  test.each([
    ['a byte is another', `update log_segment_parts set data = x'010204' where kind = 1`],
    ['a part is cut short', `update log_segment_parts set data = x'0102' where kind = 1`],
    ['a checksum is another', 'update log_segment_parts set checksum = checksum + 1 where kind = 1'],
  ])('is as good as none where it is read: %s', (_, sql) => {
    writeSegment()
    connection.engine.execute(sql)

    expect([segments.find(brain, [node]), segments.read(brain, 1)]).toEqual([undefined, undefined])
    expect(segments.find(brain, [turn])?.parts.map(({ kind }) => kind)).toEqual(['turn'])
  })

  test('is whole again once it is written again', () => {
    writeSegment()
    connection.engine.execute(`update log_segment_parts set data = x'00'`)

    expect(writeSegment()).toBe(true)
    expect(segments.find(brain, [node])?.parts.map(({ data }) => [...data])).toEqual([[1, 2, 3]])
  })
})

describe('the tables of segments', () => {
  test('are added to a file of an earlier program when it is opened for writing, and only then', () => {
    connection.engine.execute('drop table log_segments; drop table log_segment_parts')
    connection.close()

    expect(() => openConnection({ path, readOnly: true })).toThrow(/open it once for writing/)
    connection = openConnection({ path })
    segments = segmentTable(connection)

    expect(writeSegment()).toBe(true)
    expect(segments.find(brain, [])?.segments).toHaveLength(1)
  })

  test('give parts by their keys, without a pass over all parts', () => {
    const { bind, sql } = sqliteSegmentStatements.find
    const plan = connection.engine.prepare(`explain query plan ${sql}`).rows(bind({ key: brain, asked: '[[1,2]]', notAfter: 9 }))

    expect(plan.map(String).join('\n')).toMatch(/SEARCH log_segment_parts USING PRIMARY KEY \(brain=\? AND kind=\? AND part=\?/)
  })
})
