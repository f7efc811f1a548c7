import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layerSqlite } from '@crabtrail/store/sqlite'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { projectionVersion } from '../../packages/core/src/domain/snapshots/snapshot.ts'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'
import { inShort } from '../src/in-full.ts'
import { ranking } from './stage.ts'

/** More events than lie between two snapshots. */
const documents = Array.from({ length: 24 }, (_, document) => ({
  source: `notes/${document}.md`,
  format: 'markdown' as const,
  text: Array.from(
    { length: 60 },
    (_, part) =>
      `## Part ${part}\n\nValve ${document}-${part} of the plant is turned by crew ${(document * 7 + part) % 23} on day ${part}.\n`,
  ).join('\n'),
}))
const question = 'Which crew turns valve 17-4 of the plant?'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-snapshots-'))
const [whole, withSnapshot, path] = [join(folder, 'whole.db'), join(folder, 'with-snapshot.db'), join(folder, 'crabtrail.db')]
let store: OpenStore
let toldBefore: Told

beforeAll(async () => {
  store = openStore({ layer: layerSqlite({ path: whole }) })
  const memory = await store.memory()
  await memory.init({})
  await memory.ingest({ documents })
  await memory.recall({ question, session: 'talk', sessionKind: 'interactive' })
  await store.close()
  copyFileSync(whole, withSnapshot)
  store = openStore({ layer: layerSqlite({ path: withSnapshot }) })
  const later = await opened()
  toldBefore = await told(later)
  expect(await later.upkeep({})).toEqual({ snapshots: 1 })
  await store.close()
})
afterEach(async () => {
  await store.close()
  for (const beside of ['', '-wal', '-shm']) rmSync(path + beside, { force: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Told {
  readonly ranking: ReturnType<typeof ranking>
  readonly position: number
  readonly digest: string
}
/** Returns the answers of this memory, for comparison with a process that opens it anew. */
const told = async (memory: AskedMemory): Promise<Told> => {
  const [found, shown] = [await memory.recall({ question, record: false }), await memory.show({})]
  return { ranking: ranking(found), position: shown.position, digest: shown.digest ?? '' }
}

/** A memory that has no brain open yet. */
const opened = () => store.memory()

/** Each test has a copy of one of the two files. */
const open = (file: string): void => {
  copyFileSync(file, path)
  store = openStore({ layer: layerSqlite({ path }) })
}
/** Returns the answers of a memory that left a snapshot behind; its file is the one of this test. */
const kept = (): Told => {
  open(withSnapshot)
  return toldBefore
}

/** Changes rows behind everybody's back. */
const change = async (sql: string) => {
  const database = new Database(path)
  try {
    return database.prepare(sql).run().changes
  } finally {
    database.close()
  }
}

const snapshots = () => {
  const database = new Database(path)
  try {
    return database.prepare('select position, version from snapshots order by position').all()
  } finally {
    database.close()
  }
}

const check = async (memory: AskedMemory) => (await memory.verify({})).checks.find(({ name }) => name === 'snapshots')

describe('a brain with a snapshot', () => {
  test('is made one when nobody waits, and not again before it is due', async () => {
    open(whole)
    const memory = await opened()
    const { position } = await memory.show({})

    expect([await memory.upkeep({}), await memory.upkeep({})]).toEqual([{ snapshots: 1 }, { snapshots: 0 }])

    expect(position).toBeGreaterThan(8_192)
    expect(snapshots()).toEqual([{ position, version: projectionVersion }])
    expect(await check(memory)).toMatchObject({ ok: true, detail: '1 is what the log gives, byte for byte' })
  })

  test('INV-08 is opened from it without reading what lies before: also where that could not be read any more', async () => {
    const before = kept()
    await change(`update commits set body = 'gone' where first = 1`)

    const memory = await opened()

    expect(await told(memory)).toEqual(before)
    expect(await memory.verify({})).toMatchObject({ ok: false })
  })

  test('is listed as damaged, alone, where the first commit of a branch cannot be read', async () => {
    store = openStore({ layer: layerSqlite({ path }) })
    const memory = await opened()
    await memory.ingest({ documents: documents.slice(0, 1) })
    await memory.replay({ brain: 'default', saveAs: 'branch' })
    await memory.doctor({ brain: 'branch', rebuildSnapshots: true })
    expect(snapshots()).toHaveLength(1)
    const [branch, parent] = (await memory.brains({})).brains
    expect([branch, parent]).toMatchObject([{ branchOf: parent?.key }, { profile: 'balanced' }])
    expect(
      await change(`update commits set body = 'gone' where first = 1 and brain = (select id from brains where key like '%/branch')`),
    ).toBe(1)

    const { at, key, position } = branch ?? expect.unreachable()
    expect((await memory.brains({})).brains).toEqual([
      { key, position, at, profile: 'unknown', problem: expect.stringContaining('local/main/branch is broken') },
      parent,
    ])
  })

  test('goes on from it as from the whole log, and so does its past', async () => {
    kept()
    const memory = await opened()
    const { turn } = await memory.recall({ question, session: 'talk', sessionKind: 'interactive' })
    const { position } = await memory.feedback({
      verdict: 'wrong',
      nodes: [(await memory.why({ turn: turn ?? '' })).items[0]?.node ?? ''],
      turn: turn ?? '',
      session: 'talk',
    })
    const after = await told(memory)
    const past = await memory.recall({ question, at: `${position - 1}`, record: false })

    await change('delete from snapshots')
    const plain = await opened()

    expect(await told(plain)).toEqual(after)
    expect(ranking(await plain.recall({ question, at: `${position - 1}`, record: false }))).toEqual(ranking(past))
  })
})

test('hides no damage of the file from verify', async () => {
  const before = kept()
  await store.close()
  const database = new Database(path)
  const body = database.prepare('select body from commits order by first limit 1').pluck().get() as string
  database.close()
  const file = readFileSync(path)
  // The kind of the page on which the first commit begins; a long one goes on elsewhere.
  const page = Math.floor(file.indexOf(body.slice(0, 40)) / pageBytes) * pageBytes
  expect(file[page]).toBe(leafPage)
  file[page] = 0
  writeFileSync(path, file)
  store = openStore({ layer: layerSqlite({ path }) })

  const memory = await opened()

  expect(await told(memory)).toEqual(before)
  expect(await memory.verify({})).toMatchObject({
    ok: false,
    checks: [
      { name: 'chain', ok: false, detail: expect.stringMatching(/^the log cannot be read: the database is damaged .*: restore a copy/) },
    ],
  })
})

describe('a snapshot that does not fit', () => {
  test.each([
    ['with a block that was changed', 'update snapshot_blocks set data = zeroblob(length(data))', false],
    ['whose record is nonsense', `update snapshots set blocks = '["x"'`, true],
    ['of another log', 'update snapshots set hash = zeroblob(32)', false],
    ...inShort([], [
      ['that lacks a block', 'delete from snapshot_blocks where rowid = (select max(rowid) from snapshot_blocks)', false],
      ['of another program', 'update snapshots set version = 99', true],
      ['of a position that the log has not', 'update snapshots set position = position + 100000', false],
    ] as const),
  ] as const)('INV-08 (%s) is not read: the memory is what its log says', async (_, sql, unnoticed) => {
    const before = kept()
    expect(await change(sql)).toBeGreaterThan(0)

    const memory = await opened()

    expect(await told(memory)).toEqual(before)
    expect(await check(memory)).toMatchObject({ ok: unnoticed })
    expect(await memory.upkeep({})).toEqual({ snapshots: 1 })
    // What was damaged is not what the new one is made of.
    expect(await check(memory)).toMatchObject({ ok: true, detail: expect.stringMatching(/^1 is/) })
  })

  test('but lies well kept under the digest of another is found by verify', async () => {
    kept()
    const [one, other] = ['order by length', 'order by length desc'].map(
      (order) => `select rowid from snapshot_blocks where text = 0 ${order} limit 1`,
    )
    const taken = ['text', 'length', 'checksum', 'data'].map(
      (column) => `${column} = (select ${column} from snapshot_blocks where rowid = (${other}))`,
    )
    expect(await change(`update snapshot_blocks set ${taken.join(', ')} where rowid = (${one})`)).toBe(1)

    const memory = await opened()

    expect(await check(memory)).toMatchObject({ ok: false, detail: expect.stringContaining('does not hold what it was made of') })
    await memory.doctor({ rebuildSnapshots: true })
    expect(await check(memory)).toMatchObject({ ok: true })
  })

  test('but says that it does is found by verify, and made anew by doctor', async () => {
    kept()
    const digests = `select hex(digest) as digest from snapshot_blocks where text = 0 limit 1`
    expect(
      await change(`update snapshots set blocks = replace(blocks, (select lower(digest) from (${digests})), '${'0'.repeat(64)}')`),
    ).toBe(1)
    await change(`update snapshot_blocks set digest = zeroblob(32) where hex(digest) = (select digest from (${digests}))`)

    const memory = await opened()

    expect(await check(memory)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('is not what the log gives: run doctor --rebuild-snapshots'),
    })
    await memory.doctor({ rebuildSnapshots: true })
    expect(await check(memory)).toMatchObject({ ok: true })
  })
})

const [pageBytes, leafPage] = [4_096, 13]
