import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BrainKey, type SnapshotRecord } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '../file/connection.ts'
import { openConnection } from '../file/open.ts'
import { SnapshotTable } from './snapshot-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const brain = BrainKey.make('local/main/default')

let made = 0
let connection: Connection
let table: SnapshotTable
beforeEach(() => {
  connection = openConnection({ path: join(folder, `${made++}.db`) })
  connection.engine.execute(`insert into brains (key, fingerprint_key, position, hash, at) values ('${brain}', x'00', 9, x'00', 5)`)
  table = new SnapshotTable(connection)
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

const write = (position: number, ...texts: ReadonlyArray<string>): void =>
  Result.getOrThrow(table.write(brain, record(position, ...texts), texts))

const count = (sql: string) => connection.engine.prepare(`select count(*) from ${sql}`).rows([])[0]?.[0]

describe('the blocks of snapshots', () => {
  test('are kept once where they are equal, and as long as a snapshot has them', () => {
    write(1, 'shared', 'one', 'shared')
    write(2, 'shared', 'two')
    expect(count('snapshot_blocks')).toBe(3)

    Result.getOrThrow(table.keep(brain, [2]))
    expect(count('snapshot_blocks')).toBe(2)
    expect(table.read(brain, 2)?.map(({ data }) => data)).toEqual(['shared', 'two'])

    Result.getOrThrow(table.keep(brain, []))
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

    Result.getOrThrow(table.keep(brain, []))
    write(2, 'one')

    expect(table.read(brain, 2)).toEqual([{ name: 'block 0', data: 'one' }])
  })
})
