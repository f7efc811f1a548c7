import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BrainKey, type CommitRow } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { afterAll, expect, test } from 'vitest'
import { chosenEngine } from '../engine/chosen-engine.ts'
import type { SqliteEngine } from '../engine/engine.ts'
import { Connection } from '../file/connection.ts'
import { openConnection } from '../file/open.ts'
import { EventLog } from './event-log.ts'
import { IndexTables } from './index-tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const brain = BrainKey.make('local/main/default')
const one: CommitRow = { first: 1, count: 2, at: 1, actor: 0, session: undefined, body: '{}', prev: '', hash: 'ab'.repeat(32) }
const two: CommitRow = { ...one, first: 3, count: 1, prev: one.hash, hash: 'cd'.repeat(32) }

/** Writes down every statement that is run. */
const counted = (engine: SqliteEngine, run: Array<string>): SqliteEngine => ({
  ...engine,
  prepare: (sql) => {
    const { all, get, rows, run: write } = engine.prepare(sql)
    const noted =
      <A>(use: (values: Parameters<typeof all>[0]) => A) =>
      (values: Parameters<typeof all>[0]): A => {
        run.push(sql)
        return use(values)
      }
    return { all: noted(all), get: noted(get), rows: noted(rows), run: noted(write) }
  },
})

const logOver = (connection: Connection) => new EventLog(connection, new IndexTables(connection))

test('that nothing is new is one statement, and what is new another', () => {
  const path = join(folder, 'log.db')
  openConnection({ path }).close()
  const run: Array<string> = []
  const connection = new Connection(
    path,
    counted(chosenEngine().openFile(path, { busyTimeoutMs: 0, readOnly: false }), run),
    () => undefined,
  )
  const log = logOver(connection)
  for (const row of [one, two]) {
    const create = row === one ? { create: { fingerprintKey: 'ef'.repeat(32) } } : {}
    Result.getOrThrow(log.append({ brain, row, contents: [], index: [], durability: 'process', ...create }))
  }
  const statements = (ask: () => unknown) => {
    run.length = 0
    ask()
    return run.length
  }

  const head = { position: 3, hash: two.hash }
  expect(log.tail(brain, 4, 10)).toEqual({ head, rows: [] })
  expect(log.tail(brain, 2, 10)).toEqual({ head, rows: [one, two] })
  expect(log.tail(brain, 3, 10)).toEqual({ head, rows: [two] })
  expect(statements(() => log.tail(brain, 4, 10))).toBe(1)
  expect(statements(() => log.tail(brain, 3, 10))).toBe(2)
  connection.close()
})

test('a long body lies compressed in the file and is read as it was written, and one that was damaged is no text', () => {
  const path = join(folder, 'long.db')
  const connection = openConnection({ path })
  const log = logOver(connection)
  const long = { ...one, body: JSON.stringify(Array.from({ length: 5_000 }, (_, i) => `é ${i % 100}`)) }
  Result.getOrThrow(
    log.append({ brain, row: long, contents: [], index: [], durability: 'process', create: { fingerprintKey: 'ef'.repeat(32) } }),
  )
  const stored = () => connection.engine.prepare('select typeof(body), octet_length(body) from commits').rows([])[0]

  expect(stored()?.[0]).toBe('blob')
  expect(Number(stored()?.[1])).toBeLessThan(long.body.length / 4)
  expect(log.read(brain, 1, 1)).toEqual([long])

  connection.engine.execute("update commits set body = x'28b52ffd00'")
  expect(typeof log.read(brain, 1, 1)[0]?.body).not.toBe('string')
  connection.close()
})
