/**
 * A text index in PostgreSQL of which bytes were changed: told as damage, named by verify and doctor, and built anew.
 *
 * In short: `test/scenarios/damaged-index.test.ts`
 */
import { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { postgresStore } from '../contracts/postgres-stores.ts'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'
import { noteAt, questions } from '../models/small-notes.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { ranking } from './stage.ts'

const { describePostgres, server } = sharedPostgres({ settings: { fsync: 'on' } })

const [first = '', second = ''] = questions

const opened: Array<OpenStore> = []
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})

const memoryAt = (url: string): Promise<AskedMemory> => {
  const store = openStore({ layer: postgresStore(url, 'pool=2') })
  opened.push(store)
  return store.memory()
}

/** A memory that was opened before the bytes were changed, and has looked up no word since. */
const damagedBy = async (sql: string) => {
  const url = await server().createDatabase()
  const writer = await memoryAt(url)
  await writer.ingest({ documents: [0, 1, 2, 3].map((note) => noteAt(note, 0)) })
  const truth = ranking(await writer.recall({ question: first, record: false }))
  const memory = await memoryAt(url)
  await memory.show({})
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(sql)
  await client.end()
  expect(rowCount).toBeGreaterThan(10)
  return { memory, truth, url }
}

const problems = async (memory: AskedMemory) => {
  const [verified, examined] = [await memory.verify({}), await memory.doctor({})]
  return [...verified.checks, ...examined.findings].filter(({ ok }) => !ok).map(({ name }) => name)
}

const damages = [
  // One bit: the bytes still read as postings, of another count or length.
  'update crabtrail.postings set data = set_byte(data, length(data) - 1, get_byte(data, length(data) - 1) # 1)',
  "update crabtrail.postings set data = '\\x80'",
  'update crabtrail.postings set checksum = checksum + 1',
]

describePostgres('a text index in PostgreSQL', () => {
  test.each(damages)('that was changed is reported as damage and built anew by doctor: %s', async (sql) => {
    const { memory, truth } = await damagedBy(sql)
    const corrupt = { _tag: 'StoreUnavailable', reason: 'corrupt', detail: expect.stringContaining('a run of the text index') }

    await expect(memory.recall({ question: second, record: false })).rejects.toMatchObject(corrupt)
    await expect(memory.forget({ source: 'rota.md' })).rejects.toMatchObject(corrupt)
    expect(await problems(memory)).toEqual(['index', 'local/main/default index'])

    expect(await memory.doctor({ rebuildIndex: true })).toMatchObject({ ok: true })
    expect(await problems(memory)).toEqual([])
    expect(ranking(await memory.recall({ question: first, record: false }))).toEqual(truth)
  })

  test.each(damages)('that was changed is built anew when its brain is opened: %s', async (sql) => {
    const { truth, url } = await damagedBy(sql)
    const memory = await memoryAt(url)

    expect(ranking(await memory.recall({ question: first, record: false }))).toEqual(truth)
    expect(await problems(memory)).toEqual([])
  })

  test('has a checksum of its own for each run, also where an erasure wrote it anew', async () => {
    const url = await server().createDatabase()
    const memory = await memoryAt(url)
    await memory.ingest({ documents: [0, 1, 2, 3].map((note) => noteAt(note, 0)) })
    await memory.forget({ source: 'rota.md' })

    expect(await problems(memory)).toEqual([])
    expect((await (await memoryAt(url)).recall({ question: second, record: false })).items.length).toBeGreaterThan(0)
  })
})
