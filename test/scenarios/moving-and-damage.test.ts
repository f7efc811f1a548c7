import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { layerSqlite } from '@crabtrail/store/sqlite'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../models/open-store.ts'
import { bundled } from '../src/bundled/bundled.ts'
import { openStage, type Stage } from './stage.ts'

const main = bundled(new URL('../../packages/cli/src/main.ts', import.meta.url))

let stage: Stage
beforeEach(async () => {
  stage = await openStage('demo notes')
  const { memory } = stage
  for (const question of ['How do we roll back a bad deploy of the API?', 'How do I purge the CDN after a price change?']) {
    const { items, position } = await memory.recall({ question, key: question })
    await memory.feedback({ verdict: 'wrong', nodes: [items[0]?.node ?? ''], instead: ['team/office.md'], text: 'it was the office' })
    await memory.rollback({ to: String(position) })
  }
})
afterEach(() => stage.leave())

test('an export read into an empty store of either kind gives the same positions, hashes and digest, and verifies', async () => {
  const { lines, position } = await stage.memory.export({})
  const { digest } = await stage.memory.show({})
  const stores = [openStore({ layer: layerSqlite({ path: `${stage.path}.copy` }) }), openStore()]
  try {
    for (const store of stores) {
      const copy = await store.memory()

      expect(await copy.import({ lines })).toMatchObject({ position, digest })

      expect((await copy.export({})).lines).toEqual(lines)
      expect(await copy.verify({ rederive: true })).toMatchObject({ ok: true, digest, position })
    }
  } finally {
    for (const store of stores) await store.close()
  }
})

test('an export is read in under no name that holds a secret', async () => {
  const { lines } = await stage.memory.export({})
  const fresh = openStore()
  try {
    const memory = await fresh.memory()
    const refused = await memory
      .import({ lines, brain: ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_') })
      .catch((error: unknown) => error)

    expect(refused).toMatchObject({ _tag: 'InvalidRequest', field: 'brain' })
    expect((await memory.brains({})).brains).toEqual([])
  } finally {
    await fresh.close()
  }
})

test('an export holds every content that an event names, and calls none erased that is not', async () => {
  const { lines } = await stage.memory.export({})

  const contents = lines.filter((line) => line.startsWith('{"content"'))
  expect(contents.length).toBeGreaterThan(300)
  expect(contents.filter((line) => line.includes('"erased":'))).toEqual([])
})

describe('one changed byte of a stored commit', () => {
  /** Finds the places of the commits' bodies in the closed database file. */
  const bodies = () => {
    const database = new Database(stage.path, { readonly: true })
    const rows = database
      .prepare<[], { readonly first: number; readonly body: string }>('select first, body from commits order by first')
      .all()
    database.close()
    return rows
  }

  /** Flips the lowest bit of a byte in a piece of the body that the file holds once. */
  const damage = (body: string): void => {
    const file = readFileSync(stage.path)
    for (let from = 0; from + 24 <= body.length; from++) {
      const piece = Buffer.from(body.slice(from, from + 24))
      const at = file.indexOf(piece)
      if (at === -1 || file.indexOf(piece, at + 1) !== -1) continue
      const handle = openSync(stage.path, 'r+')
      writeSync(handle, Buffer.from([(file[at + 12] ?? 0) ^ 1]), 0, 1, at + 12)
      closeSync(handle)
      return
    }
    throw new Error('no piece of the body stands in the file just once')
  }

  test.each([0, 1, 2, 5, 8])('is found and named by its position: commit %i', async (which) => {
    await stage.store.close()
    const hit = bodies()[which] ?? { first: 0, body: '' }
    damage(hit.body)

    const reopened = openStore({ layer: layerSqlite({ path: stage.path, readOnly: true }) })
    const answer = await (await reopened.memory()).verify({})
    await reopened.close()

    expect(answer.ok).toBe(false)
    expect(answer.checks.find(({ ok }) => !ok)?.position).toBe(hit.first)
    expect(JSON.stringify(answer.checks)).toContain(String(hit.first))
  })

  test('makes the command line say so and end with 5', async () => {
    await stage.store.close()
    const hit = bodies().at(-2) ?? { first: 0, body: '' }
    damage(hit.body)

    const ended = spawnSync(process.execPath, [main, 'verify', '--store', stage.path, '--json'], { encoding: 'utf8' })

    expect(ended.status).toBe(5)
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: false })
    expect(ended.stdout).toContain(`"position":${hit.first}`)
  })
})

describe('a log that was tampered with', () => {
  const change = async (sql: string) => {
    await stage.store.close()
    const database = new Database(stage.path)
    database.exec(sql)
    database.close()
    const reopened = openStore({ layer: layerSqlite({ path: stage.path }) })
    const answer = await (await reopened.memory()).verify({ rederive: true })
    await reopened.close()
    return { ok: answer.ok, broken: answer.checks.filter(({ ok }) => !ok).map(({ name, position }) => [name, position]) }
  }
  const firsts = () => {
    const database = new Database(stage.path, { readonly: true })
    const rows = database.prepare<[], { readonly first: number }>('select first from commits order by first').all()
    database.close()
    return rows.map(({ first }) => first)
  }

  test('is found when a commit was dropped', async () => {
    const gone = firsts()[2]

    expect(await change(`delete from commits where first = ${gone}`)).toMatchObject({ ok: false, broken: [['positions', gone]] })
  })

  test('is found when the newest commit was dropped', async () => {
    const gone = firsts().at(-1)

    expect(await change(`delete from commits where first = ${gone}`)).toMatchObject({ ok: false, broken: [['chain', gone]] })
  })

  test.each(['at = at + 1', 'actor = actor + 1', "hash = unhex('00')", "prev = unhex('00')"])(
    'is found when a commit has another %s',
    async (assignment) => {
      const hit = firsts()[3]

      expect(await change(`update commits set ${assignment} where first = ${hit}`)).toMatchObject({ ok: false, broken: [['chain', hit]] })
    },
  )

  test('is found when a content was changed', async () => {
    expect(
      await change("update contents set body = body || ' ' where id = (select max(id) from contents where body is not null)"),
    ).toMatchObject({
      ok: false,
      broken: [['contents', undefined]],
    })
  })

  test('is found where only an index of a table is damaged: what it leads to cannot be found any more', async () => {
    await stage.store.close()
    const database = new Database(stage.path)
    database.pragma('wal_checkpoint(truncate)')
    const fingerprint = database.prepare<[], Buffer>('select fingerprint from contents where kind = 3').pluck().get() ?? Buffer.of()
    database.close()
    const file = readFileSync(stage.path)
    const entry = placesOf(file, fingerprint).find((at) => file[Math.floor(at / pageBytes) * pageBytes] === indexLeaf) ?? Number.NaN
    file[entry] = (file[entry] ?? 0) ^ 1
    writeFileSync(stage.path, file)

    expect(await change('select 1')).toEqual({ ok: false, broken: [['file', undefined]] })
    const damaged = openStore({ layer: layerSqlite({ path: stage.path }) })
    const fresh = openStore()
    try {
      const memory = await damaged.memory()
      const [advice] = (await memory.doctor({})).findings.filter(({ ok }) => !ok)
      expect(advice).toMatchObject({ name: 'file', detail: expect.stringContaining('import an export into a fresh store') })
      // What it advises helps.
      const { lines } = await memory.export({})
      await (await fresh.memory()).import({ lines })
      expect(await (await fresh.memory()).verify({ rederive: true })).toMatchObject({ ok: true, digest: (await memory.show({})).digest })
    } finally {
      await damaged.close()
      await fresh.close()
    }
  })

  test('is found when the text index was changed', async () => {
    expect(await change('delete from postings where term = (select min(term) from postings)')).toMatchObject({
      ok: false,
      broken: [['index', undefined]],
    })
  })
})

const pageBytes = 4_096
/** First byte of an index page that has no pages below it. */
const indexLeaf = 10

const placesOf = (file: Buffer, sought: Buffer): ReadonlyArray<number> => {
  const places: Array<number> = []
  for (let at = file.indexOf(sought); at >= 0; at = file.indexOf(sought, at + 1)) places.push(at)
  return places
}
