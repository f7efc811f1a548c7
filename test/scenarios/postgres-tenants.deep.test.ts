/**
 * A role of the server that was given one tenant: it works in its own brains, and finds no way into those of another tenant.
 *
 * In short: `test/contracts/runs/postgres.test.ts`
 */
import { operationNames } from '@crabtrail/core'
import { grantSql } from '@crabtrail/store'
import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { postgresStore } from '../contracts/postgres-stores.ts'
import { dump } from '../contracts/store-dump.ts'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'
import { steps } from '../models/random-requests.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'

const { describePostgres, server } = sharedPostgres()

const own = 'acme/desk/notes'
const theirs = 'globex/desk/notes'
const documents = (owner: string) => [
  { source: 'safe.md', format: 'markdown' as const, text: `# The safe of ${owner}\n\nThe code of the safe of ${owner} is 47110815047.\n` },
]

const opened: Array<OpenStore> = []
const memoryOf = async (url: string): Promise<{ readonly memory: AskedMemory; readonly store: OpenStore }> => {
  const store = openStore({ layer: postgresStore(url, 'pool=2') })
  opened.push(store)
  return { memory: await store.memory(), store }
}

/** A database with a brain of each tenant, and a role that was given one of them. */
const staged = async () => {
  const name = `tenants_${opened.length}`
  const url = await server().createDatabase(name)
  const owner = await memoryOf(url)
  for (const brain of [own, theirs]) {
    await owner.memory.init({ brain })
    await owner.memory.ingest({ brain, documents: documents(brain) })
    await owner.memory.recall({ brain, question: 'What is the code of the safe?', session: 'desk', key: 'first' })
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create role ${name}_acme login; create role "${name}_glo""bex" login`)
  // Twice, as somebody who is not sure does.
  for (const sql of [grantSql('acme', `${name}_acme`), grantSql('globex', `${name}_glo"bex`), grantSql('acme', `${name}_acme`)])
    await client.query(sql)
  await client.end()
  const role = `${name}_acme`
  return { url, owner, role, ownUrl: server().url(name, role), gateway: await memoryOf(server().url(name, role)) }
}

describePostgres('a role that was given a tenant', () => {
  test('works in the brains of its tenant as their owner does, and makes new ones', async () => {
    const { gateway, owner } = await staged()
    const { memory } = gateway

    const { items, turn } = await memory.recall({ brain: own, question: 'Where is the code of the safe?', session: 'desk' })
    await memory.feedback({ brain: own, verdict: 'used', turn: turn ?? '', nodes: [items[0]?.node ?? ''] })
    await memory.init({ brain: 'acme/desk/other' })
    await memory.forget({ brain: own, source: 'safe.md' })
    expect((await memory.archive({ brain: own, before: '-1' })).commits).toBeGreaterThan(0)

    expect((await memory.brains({})).brains.map(({ key }) => key)).toEqual([own, 'acme/desk/other'])
    expect(await memory.verify({ brain: own, rederive: true })).toMatchObject({ ok: true })
    expect((await owner.memory.brains({})).brains).toHaveLength(3)
  })

  test('by every operation, finds nothing of another tenant and changes nothing there', async () => {
    const { gateway, owner } = await staged()
    const before = await owner.memory.export({ brain: theirs })
    const asked = fc
      .sample(steps, { numRuns: 60, seed: 3 })
      .flat()
      .flatMap((step) => (step.step === 'ask' ? [step] : []))
    const tried = new Set<string>()
    const outcomes = new Set<string>()
    const ask = async (method: string, request: object) => {
      const run = gateway.memory[method as 'show'] as (request: object) => Promise<unknown>
      const answer = await run({ ...request, brain: theirs }).catch((error: { readonly _tag?: string; readonly reason?: string }) => error)
      tried.add(method)
      const refused = answer as { readonly _tag?: string; readonly reason?: string }
      outcomes.add(
        refused._tag === undefined
          ? `${method} answered ${JSON.stringify(answer).slice(0, 200)}`
          : `${refused._tag} ${refused.reason ?? ''}`.trim(),
      )
      expect(JSON.stringify(answer)).not.toContain('47110815047')
    }
    for (const { method, request } of asked) await ask(method, request)
    for (const method of operationNames) await ask(method, {})
    await ask('export', {})
    await ask('forget', { subject: 'safe' })

    const open = ['brains', 'upkeep', 'doctor', 'describe', 'counters']
    expect([...outcomes].filter((one) => one.includes('answered') && !open.some((method) => one.startsWith(`${method} `)))).toEqual([])
    expect([...outcomes].some((one) => one.startsWith('NotFound'))).toBe(true)
    expect(tried.size).toBe(operationNames.length)
    expect((await gateway.memory.brains({})).brains.map(({ key }) => key)).toEqual([own])
    expect(JSON.stringify(await gateway.store.run(dump))).not.toContain(theirs)
    expect(await owner.memory.export({ brain: theirs })).toEqual(before)
    expect(await owner.memory.verify({ brain: theirs, rederive: true })).toMatchObject({ ok: true })
  })

  test('by any SQL, reads and writes no row of another tenant, no partition and no list of tenants', async () => {
    const { ownUrl, url } = await staged()
    const [owner, gateway] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: ownUrl })]
    await Promise.all([owner.connect(), gateway.connect()])
    const tables = await owner.query<{ name: string; isPart: boolean }>(`
      select c.relname as name, c.relispartition as "isPart" from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
      where n.nspname = 'crabtrail' and c.relkind in ('r', 'p')`)
    const { rows } = await owner.query<{ id: string }>('select id from crabtrail.brains where key = $1', [theirs])
    const id = rows[0]?.id ?? expect.unreachable()
    const denied = (sql: string) =>
      gateway.query(sql).then(
        (result) => `${sql}: ${result.rowCount}`,
        (error: { readonly code: string }) => error.code,
      )
    const shown: Array<string> = []
    for (const { isPart, name } of tables.rows) {
      if (isPart || name === 'tenant_roles') {
        expect(await denied(`select * from crabtrail.${name}`)).toBe('42501')
        continue
      }
      if (name === 'crabtrail_meta') continue
      const of = name === 'brains' ? `id = ${id}` : `brain = ${id}`
      const sql = `select 1 from crabtrail.${name} where ${of}`
      expect(await denied(sql)).toBe(`${sql}: 0`)
      // Either the role may not do it at all, or it finds no row to do it to.
      for (const change of [`delete from crabtrail.${name} where ${of}`, `update crabtrail.${name} set ${of} where ${of}`])
        expect(['42501', '428C9', `${change}: 0`]).toContain(await denied(change))
      shown.push(name)
    }

    expect(shown).toHaveLength(14)
    expect(await denied(`insert into crabtrail.tombstones values (${id}, '\\x00')`)).toBe('42501')
    expect(
      await denied(`insert into crabtrail.brains (key, fingerprint_key, position, hash, at) values ('globex/a/b', '', 0, '', 0)`),
    ).toBe('42501')
    expect(await denied(`update crabtrail.brains set key = 'globex/a/b'`)).toBe('42501')
    expect(await denied(`update crabtrail.crabtrail_meta set format = 9`)).toBe('42501')
    expect(await denied('alter table crabtrail.brains disable row level security')).toBe('42501')
    expect(await denied('create table crabtrail.mine (a int)')).toBe('42501')
    await Promise.all([owner.end(), gateway.end()])
  })

  test('cannot take the number of a brain that another tenant will make', async () => {
    const { owner, ownUrl, url } = await staged()
    const [all, gateway] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: ownUrl })]
    await Promise.all([all.connect(), gateway.connect()])
    const { rows } = await gateway.query<{ id: string }>('select id from crabtrail.brains')
    const id = rows[0]?.id ?? expect.unreachable()
    for (const sql of [
      `insert into crabtrail.brains (id, key, fingerprint_key, position, hash, at) overriding system value values (99, 'acme/a/b', '', 0, '', 0)`,
      `update crabtrail.brains set id = 99 where id = ${id}`,
      `delete from crabtrail.brains where id = ${id}`,
      `insert into crabtrail.commits (brain, first, count, at, actor, body, prev, hash) values (99, 1, 1, 0, 0, '', '', '')`,
      `insert into crabtrail.contents (brain, ref, position, place, kind, owner, number, salt, fingerprint) values (99, '', 1, 0, 1, 1, 1, '', '')`,
      `update crabtrail.commits set body = '' where brain = ${id}`,
      'do $$ begin lock table crabtrail.brains in access exclusive mode; end $$',
      'truncate crabtrail.commits',
    ])
      await expect(gateway.query(sql), sql).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|428C9)$/) })
    await owner.memory.init({ brain: 'globex/desk/later' })
    expect(await owner.memory.verify({ brain: 'globex/desk/later' })).toMatchObject({ ok: true })
    await Promise.all([all.end(), gateway.end()])
  })

  test('goes on working while tenants are given to other roles', async () => {
    const { gateway, role, url } = await staged()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    let given = 0
    const giving = (async () => {
      for (; given < 40; given++) await client.query(grantSql(`tenant${given}`, role.replace('acme', 'glo"bex')))
    })()
    let asked = 0
    for (; given < 40; asked++) {
      const { items } = await gateway.memory.recall({ brain: own, question: 'What is the code of the safe?', session: 'desk' })
      expect(items.length).toBeGreaterThan(0)
    }
    await giving
    await client.end()
    expect(asked).toBeGreaterThan(0)
  })
})
