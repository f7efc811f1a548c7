import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Append, BrainKey, type IndexChange } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { afterAll, expect, test } from 'vitest'
import { chosenEngine } from './sqlite/engine/chosen-engine.ts'
import type { SqliteEngine } from './sqlite/engine/engine.ts'
import { Connection } from './sqlite/file/connection.ts'
import { openConnection } from './sqlite/file/open.ts'
import { EventLog } from './sqlite/tables/event-log.ts'
import { IndexTables } from './sqlite/tables/index-tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const brain = BrainKey.make('local/main/default')
const digest = (number: number, length: number): string => (number * 2_654_435_761).toString(16).padStart(length, '0').slice(-length)
/** Ten events that do not matter, with a command whose key lies anywhere among the others. */
const commitAt = (i: number): Append => ({
  brain,
  row: {
    first: i * 10 + 1,
    count: 10,
    at: 1,
    actor: 0,
    session: undefined,
    body: 'x'.repeat(450),
    prev: i === 0 ? '' : digest(i, 64),
    hash: digest(i + 1, 64),
  },
  contents: [],
  index: [],
  key: { key: digest((i + 1) * 40_503, 32), signal: digest(i, 32) },
  durability: 'process',
  ...(i === 0 ? { create: { fingerprintKey: 'ef'.repeat(32) } } : {}),
})

/** Notes every statement that is run, and how often the file is looked for. */
const watched = (path: string) => {
  const run: Array<string> = []
  const engine = chosenEngine().openFile(path, { busyTimeoutMs: 0, readOnly: false })
  const noting: SqliteEngine = {
    ...engine,
    prepare: (sql) => {
      const prepared = engine.prepare(sql)
      const noted =
        <Values, Answer>(use: (values: Values) => Answer) =>
        (values: Values): Answer => {
          run.push(sql)
          return use(values)
        }
      return { all: noted(prepared.all), get: noted(prepared.get), rows: noted(prepared.rows), run: noted(prepared.run) }
    },
  }
  const looks = { count: 0 }
  const connection = new Connection(path, noting, () => {
    looks.count++
  })
  return { connection, looks, run, log: new EventLog(connection, new IndexTables(connection)) }
}

test('a commit is five statements and one look for its file, whatever it holds', () => {
  const path = join(folder, 'statements.db')
  openConnection({ path }).close()
  const { connection, log, looks, run } = watched(path)
  for (const i of [0, 1]) Result.getOrThrow(log.append(commitAt(i)))
  run.length = 0
  looks.count = 0

  Result.getOrThrow(log.append(commitAt(2)))

  expect(run.map((sql) => sql.split(' ').slice(0, 3).join(' '))).toEqual([
    'begin immediate',
    'update "brains" set',
    'insert into "commands"',
    'insert into "commits"',
    'commit',
  ])
  expect(looks.count).toBe(1)
  connection.close()
})

test('a commit dirties four pages, be the log short or long: those of the head, the command, the commit and its key', () => {
  const path = join(folder, 'pages.db')
  const connection = openConnection({ path })
  const log = new EventLog(connection, new IndexTables(connection))
  const [header, frame] = [32, 24 + Number(connection.pragma('page_size'))]
  const dirtied = (from: number, to: number): number => {
    connection.pragma('wal_checkpoint(truncate)')
    for (let i = from; i < to; i++) Result.getOrThrow(log.append(commitAt(i)))
    return (statSync(`${path}-wal`).size - header) / frame / (to - from)
  }
  dirtied(0, 500)

  const [short, , long] = [dirtied(500, 1_000), dirtied(1_000, 4_000), dirtied(4_000, 4_500)]

  // Beside the four: pages that are new or split, and the first page of the file, which counts them.
  expect(short).toBeGreaterThanOrEqual(4)
  expect(short).toBeLessThan(4.8)
  expect(Math.abs(long - short)).toBeLessThan(0.2)
  connection.close()
})

/** Adds this many texts to an index in one commit. Returns the number of elements of lists that were looped through or copied. */
const stepsToIndex = (texts: number): number => {
  const path = join(folder, `index-${texts}.db`)
  openConnection({ path }).close()
  const { connection, log } = watched(path)
  Result.getOrThrow(log.append(commitAt(0)))
  const index = Array.from(
    { length: texts },
    (_, i): IndexChange => ({
      change: 'add',
      space: 'document',
      node: i + 1,
      terms: [`t${i}`],
      counts: [1],
      length: 1,
      words: 1,
      from: 11 + i,
    }),
  )
  const { [Symbol.iterator]: iterate } = Array.prototype
  let steps = 0
  Array.prototype[Symbol.iterator] = function* (this: Array<unknown>) {
    for (let i = 0; i < this.length; i++, steps++) yield this[i]
    return undefined
  } as typeof iterate
  try {
    Result.getOrThrow(log.append({ ...commitAt(1), row: { ...commitAt(1).row, count: texts }, index }))
  } finally {
    Array.prototype[Symbol.iterator] = iterate
    connection.close()
  }
  return steps
}

test('the texts of one commit are indexed in steps that grow with their number', () => {
  expect(stepsToIndex(2_000) / stepsToIndex(1_000)).toBeLessThan(2.5)
})
