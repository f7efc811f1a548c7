import { spawnSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { layerSqlite } from '@crabtrail/store/sqlite'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AskedMemory, openStore } from '../models/open-store.ts'
import { bundled } from '../src/bundled/bundled.ts'
import { inShort } from '../src/in-full.ts'
import { openStage, type Stage } from './stage.ts'

const main = bundled(new URL('../../packages/cli/src/main.ts', import.meta.url))
const question = 'How do we roll back a bad deploy of the API?'

let stage: Stage
let rows: ReadonlyArray<{ readonly first: number; readonly count: number }>
let head: number
/** Text of the first memory of the answer. */
let text: string
/** Made once; every test spoils a copy. */
let whole: string
beforeAll(async () => {
  stage = await openStage('demo notes')
  const { items, position } = await stage.memory.recall({ question, key: 'asked' })
  await stage.memory.feedback({ verdict: 'wrong', nodes: [items[0]?.node ?? ''], instead: ['team/office.md'], key: 'told' })
  text = (await stage.memory.recall({ question, record: false })).items[0]?.content ?? ''
  head = (await stage.memory.show({})).position
  expect(position).toBeLessThan(head)
  await stage.store.close()
  const database = new Database(stage.path, { readonly: true })
  rows = database.prepare<[], { readonly first: number; readonly count: number }>('select first, count from commits order by first').all()
  database.close()
  whole = `${stage.path}.whole`
  copyFileSync(stage.path, whole)
})
beforeEach(() => {
  for (const beside of ['-wal', '-shm']) rmSync(stage.path + beside, { force: true })
  copyFileSync(whole, stage.path)
})
afterAll(() => stage.leave())

const change = (...sql: ReadonlyArray<string>): void => {
  const database = new Database(stage.path)
  for (const one of sql) expect(database.prepare(one).run().changes).toBeGreaterThan(0)
  database.close()
}

/** The same rows in a table without its rules: what they forbid can stand in a file all the same. */
const loosen = (table: string): void => {
  const database = new Database(stage.path)
  database.exec(`create table loose as select * from ${table}; drop table ${table}; alter table loose rename to ${table}`)
  database.close()
}

const inStore = async <A>(use: (memory: AskedMemory) => Promise<A>): Promise<A> => {
  const store = openStore({ layer: layerSqlite({ path: stage.path }) })
  try {
    return await use(await store.memory())
  } finally {
    await store.close()
  }
}

const failure = (asked: Promise<unknown>): Promise<{ readonly _tag: string; readonly position: number }> =>
  asked.then(
    () => expect.unreachable('it was answered'),
    (error) => error,
  )

const broken = () =>
  inStore(async (memory) => {
    const { checks } = await memory.verify({})
    return checks.filter(({ ok }) => !ok).map(({ name, position }) => [name, position])
  })

describe('a head that is not the end of the log', () => {
  const last = () => rows.at(-1)?.first ?? 0
  const before = () => rows.at(-2) ?? { first: 0, count: 0 }
  const cases: ReadonlyArray<readonly [string, () => string, () => number]> = [
    ['lies too far ahead', () => 'update brains set position = position + 1', () => head + 1],
    ['lies too far back', () => 'update brains set position = position - 1', () => head],
    ['lies at nothing', () => 'update brains set position = 0', () => 0],
    ['has another hash', () => "update brains set hash = unhex('00')", () => head],
    [
      'is that of an earlier commit',
      () =>
        `update brains set position = ${last() - 1}, at = (select at from commits where first = ${before().first}), hash = (select hash from commits where first = ${before().first})`,
      () => head,
    ],
  ]

  test.each(cases)('that %s is named by whoever opens the brain, by verify and by doctor', async (_, sql, position) => {
    change(sql())

    await inStore(async (memory) => {
      const asks = [
        () => memory.feedback({ verdict: 'used', turn: 't1', nodes: [] }),
        () => memory.recall({ question }),
        () => memory.recall({ question, record: false }),
        () => memory.ingest({ documents: [{ source: 'a.md', format: 'markdown', text: 'Low tide.' }] }),
        () => memory.log({}),
        () => memory.show({}),
      ]
      for (const ask of asks) expect(await failure(ask())).toMatchObject({ _tag: 'IntegrityBroken', position: position() })
      expect(await memory.doctor({})).toMatchObject({ ok: false })
    })
    const [[check] = [], ...others] = await broken()
    expect([check, others]).toEqual(['chain', []])
  })

  test('is found by a memory that has its brain open, the moment it is there', async () => {
    await inStore(async (memory) => {
      await memory.show({})
      change("update brains set hash = unhex('00')")

      expect(await failure(memory.recall({ question }))).toMatchObject({ _tag: 'IntegrityBroken', position: head })

      change(`update brains set hash = (select hash from commits where first = ${rows.at(-1)?.first})`)
      expect(await memory.recall({ question })).toMatchObject({ turn: 't2' })
    })
  })

  test('ends a command with 5', () => {
    change("update brains set hash = unhex('00')")

    for (const args of [['used', 'team/office.md'], ['verify'], ['log']]) {
      const { status, stderr, stdout } = spawnSync(process.execPath, [main, ...args, '--store', stage.path], { encoding: 'utf8' })

      expect(status).toBe(5)
      expect(stdout + stderr).toContain(String(head))
    }
  })
})

describe('a commit with values that it cannot have', () => {
  const values = inShort(['null', '-1', "x'00'"], ['null', "'crab'", '-1', '0.5', "x'00'", '9e18'])
  const columns = ['count', 'at', 'actor', 'body', 'prev', 'hash'] as const

  test.each(columns.flatMap((column) => values.map((value) => [column, value] as const)))(
    'is named by its place: %s = %s',
    async (column, value) => {
      const hit = rows[2]?.first ?? 0
      loosen('commits')
      change(`update commits set "${column}" = ${value} where first = ${hit}`)

      const found = await broken()

      expect(found).toHaveLength(1)
      expect(['chain', 'positions', 'events']).toContain(found[0]?.[0])
      await inStore(async (memory) => {
        for (const ask of [() => memory.recall({ question }), () => memory.log({}), () => memory.export({})]) {
          const answer = await ask().catch((error) => error)
          // What does not keep the log from being read is for verify alone to find.
          if (answer instanceof Error) expect(answer).toMatchObject({ _tag: 'IntegrityBroken', position: expect.any(Number) })
        }
      })
    },
  )

  test('is not exported where it is not what its hash says', async () => {
    change(`update commits set actor = actor + 1 where first = ${rows[2]?.first}`)

    expect(await inStore((memory) => failure(memory.export({})))).toMatchObject({ _tag: 'IntegrityBroken', position: rows[2]?.first })
  })

  test.each([
    ['no JSON', "body = '{'"],
    ['null', "body = 'null'"],
    ['a list where an event has words', `body = replace(body, '"StrengthAdjusted"', '"StrengthsRestored"')`],
  ])('or a body that is none: %s', async (_, assignment) => {
    change(`update commits set ${assignment} where first = ${rows.at(-1)?.first}`)

    await inStore(async (memory) => {
      for (const ask of [() => memory.recall({ question }), () => memory.log({})]) {
        expect(await failure(ask())).toMatchObject({ _tag: 'IntegrityBroken', position: expect.any(Number) })
      }
    })
    expect(await broken()).toEqual([['chain', rows.at(-1)?.first]])
  })
})

describe('a content that lost what it said', () => {
  const ofText = () => `body = '${text.replaceAll("'", "''")}'`
  const losses: ReadonlyArray<readonly [string, () => void]> = [
    ['its row', () => change(`delete from contents where ${ofText()}`)],
    ['its body', () => change(`update contents set body = null where ${ofText()}`)],
    [
      'its text for bytes',
      () => {
        loosen('contents')
        change(`update contents set body = x'00' where ${ofText()}`)
      },
    ],
  ]

  test.each(losses)('is not passed off as erased, nor exported: %s', async (_, lose) => {
    lose()

    await inStore(async (memory) => {
      const { position } = await failure(memory.recall({ question }))
      for (const ask of [() => memory.recall({ question, record: false }), () => memory.export({})]) {
        expect(await failure(ask())).toMatchObject({ _tag: 'IntegrityBroken', position })
      }
      expect(position).toBeGreaterThan(0)
    })
    expect((await broken()).map(([name]) => name)).toContain('contents')
    expect((await inStore((memory) => memory.log({ limit: 1 }))).position).toBe(head)
  })

  test('and one that says something else, are not exported: no store would take them', async () => {
    change(`update contents set body = 'the tide is high' where ${ofText()}`)

    expect(await inStore((memory) => failure(memory.export({})))).toMatchObject({ _tag: 'IntegrityBroken', position: expect.any(Number) })
    expect(await broken()).toEqual([['contents', undefined]])
  })

  test('is missed by the log where it is the name of who spoke', async () => {
    change("delete from contents where body = 'cli' and kind = 5")

    expect(await inStore((memory) => failure(memory.log({})))).toMatchObject({ _tag: 'IntegrityBroken' })
  })

  test.each(['kind = 99', 'owner = 99', "salt = x''", "fingerprint = x'00'"])(
    'or what it is, is found by verify: %s',
    async (assignment) => {
      change(`update contents set ${assignment} where ${ofText()}`)

      expect(await broken()).toEqual([['contents', undefined]])
    },
  )
})

describe('a key that stands for no commit', () => {
  test.each(['first = first + 1', 'first = 100000', 'first = 0', 'count = count + 1'])('is found: %s', async (assignment) => {
    change(`update commands set ${assignment} where first = (select max(first) from commands)`)

    expect((await broken()).map(([name]) => name)).toEqual(['commands'])
  })
})
