import { cpSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { layerSqlite } from '@crabtrail/store/sqlite'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ended, fillNotes, type Json, makePlace, onlyDocument } from '../cli/place.ts'
import { openStore } from '../models/open-store.ts'
import { inFull } from '../src/in-full.ts'
import { holdWriteLock } from '../src/write-lock.ts'

const place = makePlace()
let whole: { readonly position: number; readonly digest: string }
beforeAll(async () => {
  fillNotes(place)
  await place.ask('ingest', 'notes')
  await place.ask('recall', 'how do we roll back the harbour service?')
  await place.ask('used', 'deploy.md#rollback')
  await place.ask('doctor', '--rebuild-snapshots')
  whole = await place.ask('show')
})
afterAll(() => place.remove())

let copies = 0
/** A copy of the store in a folder of its own. */
const copied = (): string => {
  const path = join(place.home, `copy-${copies++}`, 'a.db')
  mkdirSync(dirname(path))
  cpSync(place.store, path)
  return path
}

const altered = (sql: string): string => {
  const path = copied()
  const database = new Database(path)
  database.exec(sql)
  database.close()
  return path
}

const calls: ReadonlyArray<ReadonlyArray<string>> = [
  ['show'],
  ['verify'],
  ['export'],
  ['recall', 'harbour'],
  ['used', 'deploy.md'],
  ['ingest', 'notes'],
]

describe('a database that was cut short', () => {
  const size = () => statSync(place.store).size
  const cuts: ReadonlyArray<readonly [string, () => number]> = [
    ['after a byte', () => 1],
    ['in its header', () => 60],
    ['behind its header', () => 100],
    ['in its first page', () => 4_000],
    ['behind its first page', () => 4_096],
    ['in the middle', () => Math.floor(size() / 2)],
    ['by a page', () => size() - 4_096],
    ['by less than a page', () => size() - 2_000],
    ['by a byte', () => size() - 1],
  ]

  test.each(cuts)('%s: is refused by every command, in one line, and nothing is written to it', async (_, length) => {
    for (const args of calls) {
      const path = copied()
      truncateSync(path, length())
      const before = readFileSync(path)

      const [code, error] = await place.fail(...args, '--store', path)

      expect([args[0], code]).toEqual([args[0], 1])
      expect(error).toMatchObject({ tag: 'StoreUnavailable', place: path, retryable: false })
      expect(['corrupt', 'foreign', 'not-a-database']).toContain(error.reason)
      expect(error.message).toMatch(/: .+: .+/)
      expect(readFileSync(path).equals(before)).toBe(true)
    }
  })

  test('to nothing, with its write-ahead log beside it: that is no new file', async () => {
    const path = copied()
    truncateSync(path, 0)
    writeFileSync(`${path}-wal`, Buffer.alloc(4_152, 7))

    for (const args of calls) {
      const [code, error] = await place.fail(...args, '--store', path)

      expect([args[0], code]).toEqual([args[0], 1])
      expect(error).toMatchObject({ tag: 'StoreUnavailable', reason: 'corrupt' })
    }
    expect(statSync(`${path}-wal`).size).toBe(4_152)
  })
})

describe('a snapshot', () => {
  test.each([
    ['that is gone', 'delete from snapshots; delete from snapshot_blocks'],
    ['whose blocks are gone', 'delete from snapshot_blocks'],
    ['of damaged blocks', "update snapshot_blocks set data = x'00'"],
    [
      'of blocks of another',
      'update snapshot_blocks set data = (select max(data) from snapshot_blocks), checksum = (select max(checksum) from snapshot_blocks)',
    ],
    ['whose record is nonsense', "update snapshots set blocks = 'no'"],
    ['of another program', 'update snapshots set version = 99'],
    ['of another log', "update snapshots set hash = x'00'"],
  ])('%s changes nothing but what opening costs', async (_, sql) => {
    const path = altered(sql)

    const { digest, position } = await place.ask('show', '--store', path)
    const recalled = await place.ask('recall', 'how do we roll back the harbour service?', '--store', path)

    expect({ digest, position }).toEqual({ digest: whole.digest, position: whole.position })
    expect(recalled.turn).toBe('t2')
    expect(await place.ask('doctor', '--rebuild-snapshots', '--store', path)).toBeDefined()
    expect(await place.ask('verify', '--rederive', '--store', path)).toMatchObject({ ok: true })
  })
})

describe('the files beside a database, as a process that was killed leaves them', () => {
  /** Copies the files as they are while somebody writes: nothing was closed, and part of the log is in no other file. */
  const abandoned = async (...suffixes: ReadonlyArray<string>) => {
    const path = join(place.home, `abandoned-${copies++}`, 'a.db')
    const store = openStore({ layer: layerSqlite({ path }) })
    const memory = await store.memory()
    const { position: early } = await memory.ingest({ documents: [{ source: 'a.md', format: 'markdown', text: '# Quay\n\nShips.\n' }] })
    await memory.upkeep({})
    const { position: late } = await memory.recall({ question: 'which ships?' })
    const left = join(place.home, `left-${copies++}`, 'a.db')
    mkdirSync(dirname(left))
    for (const suffix of ['', ...suffixes]) cpSync(path + suffix, left + suffix)
    await store.close()
    return { early, late, left }
  }

  test.each([
    ['all of them', ['-wal', '-shm']],
    ['without -shm', ['-wal']],
  ])('%s: everything is there', async (_, suffixes) => {
    const { late, left } = await abandoned(...suffixes)

    expect(await place.ask('show', '--store', left)).toMatchObject({ position: late })
    expect(await place.ask('verify', '--store', left)).toMatchObject({ ok: true })
    expect(await place.ask('recall', 'which ships?', '--store', left)).toMatchObject({ turn: 't2' })
  })

  test.each([
    ['without -wal', ['-shm']],
    ['none of them', []],
  ])('%s: what was only there is lost, and what is left is an earlier state, whole', async (_, suffixes) => {
    const { early, left } = await abandoned(...suffixes)

    expect(await place.ask('show', '--store', left)).toMatchObject({ position: early })
    expect(await place.ask('verify', '--store', left)).toMatchObject({ ok: true })
    expect(await place.ask('recall', 'which ships?', '--store', left)).toMatchObject({ turn: 't1' })
  })
})

describe('beside another program', () => {
  const alone = makePlace()
  beforeAll(async () => {
    fillNotes(alone)
    await alone.ask('ingest', 'notes')
  })
  afterAll(() => alone.remove())

  /** In a process of its own: its locks are its own, and it may wait for others. */
  const failing = async (...args: ReadonlyArray<string>): Promise<readonly [code: number | null, error: Json]> => {
    const { code, stdout } = await ended(alone.start(...args, '--json'))
    return [code, onlyDocument(stdout).error]
  }

  /** A command waits for five seconds. */
  const refusedCommands = async (): Promise<ReadonlyArray<Json>> => {
    const ended = await Promise.all([failing('recall', 'harbour'), failing('ingest', 'notes/deploy.md', '--as', 'other')])
    for (const [code] of ended) expect(code).toBe(1)
    return ended.map(([, error]) => error)
  }
  const refusedAtOnce = async (): Promise<ReadonlyArray<Json>> => {
    const store = openStore({ layer: layerSqlite({ path: alone.store, busyTimeoutMs: 100 }) })
    const memory = await store.memory()
    const documents = [{ source: 'other.md', format: 'markdown', text: '# Quay\n\nShips.\n' }] as const
    const asked = [() => memory.recall({ question: 'harbour' }), () => memory.ingest({ documents })]
    const refused: Array<Json> = []
    for (const ask of asked) await ask().catch((error: Json) => refused.push(error))
    await store.close()
    return refused
  }

  test('that keeps the store locked: what would write says so after a while, what reads answers at once', async () => {
    const { digest } = await alone.ask('show')
    const release = await holdWriteLock(alone.store)

    const refused = inFull ? await refusedCommands() : await refusedAtOnce()
    expect(await alone.ask('show')).toMatchObject({ digest })
    await release()

    expect(refused).toHaveLength(2)
    for (const error of refused) {
      expect(error).toMatchObject({ reason: 'locked', retryable: true })
      expect(error.message).toContain('another program keeps writing to it: try again, or end that program')
    }
    expect(await alone.ask('show')).toMatchObject({ digest })
    expect((await alone.ask('recall', 'harbour')).turn).toBe('t1')
  })

  test('that uses the store, whose -wal is taken away: it is refused until that program ends, and nothing is lost', async () => {
    const store = openStore({ layer: layerSqlite({ path: alone.store }) })
    const { position } = await (await store.memory()).recall({ question: 'which harbour?' })
    rmSync(`${alone.store}-wal`)

    const refused = await Promise.all([failing('show'), failing('recall', 'harbour')])
    await store.close()

    for (const [code, error] of refused) {
      expect(code).toBe(1)
      expect(error).toMatchObject({
        tag: 'StoreUnavailable',
        reason: 'corrupt',
        message: expect.stringContaining('end that program first'),
      })
    }
    expect(await alone.ask('show')).toMatchObject({ position })
    expect(await alone.ask('verify')).toMatchObject({ ok: true })
  })
})
