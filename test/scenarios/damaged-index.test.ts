import { copyFileSync, rmSync } from 'node:fs'
import { SearchIndex } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import Database from 'better-sqlite3'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AskedMemory, openStore, type Stores } from '../models/open-store.ts'
import { noteAt, questions } from '../models/small-notes.ts'
import { openStage, ranking, type Stage } from './stage.ts'

let stage: Stage
/** Rankings of every question, now and before the notes were changed. */
let truth: ReadonlyArray<unknown>
let before: string
/** Made once; every test spoils a copy. */
let whole: string

const look = (memory: AskedMemory) =>
  Promise.all(
    questions.flatMap((question) => [
      memory.recall({ question, record: false }).then(ranking),
      memory.recall({ question, record: false, at: before }).then(ranking),
    ]),
  )

beforeAll(async () => {
  stage = await openStage('empty')
  const { memory } = stage
  await memory.ingest({ documents: [0, 1, 2, 3].map((note) => noteAt(note, 0)) })
  const { items, position } = await memory.recall({ question: questions[0] ?? '' })
  await memory.feedback({ verdict: 'wrong', nodes: [items[0]?.node ?? ''], instead: ['rota.md'] })
  before = String(position)
  await memory.ingest({ documents: [noteAt(0, 1), noteAt(1, 1)] })
  truth = await look(memory)
  await stage.store.close()
  whole = `${stage.path}.whole`
  copyFileSync(stage.path, whole)
})
beforeEach(() => {
  for (const beside of ['-wal', '-shm']) rmSync(stage.path + beside, { force: true })
  copyFileSync(whole, stage.path)
})
afterAll(() => stage.leave())

const change = (sql: string): void => {
  const database = new Database(stage.path)
  const { changes } = database.prepare(sql).run()
  database.close()
  expect(changes).toBeGreaterThan(0)
}

const inStore = async <A>(use: (memory: AskedMemory) => Promise<A>): Promise<A> => {
  const store = openStore({ layer: layerSqlite({ path: stage.path }) })
  try {
    return await use(await store.memory())
  } finally {
    await store.close()
  }
}

const broken = async () => {
  const { verified, examined } = await inStore(async (memory) => ({ verified: await memory.verify({}), examined: await memory.doctor({}) }))
  return [...verified.checks, ...examined.findings].filter(({ ok }) => !ok).map(({ name }) => name)
}

const open = 'valid_until = 0'
const ended = 'valid_until > 0'
const ofTexts = (which: string) => `valid_from in (select valid_from from documents where ${which})`
/** Sums, the past, and terms that a text does not have: no opening looks at them. */
const unseen: ReadonlyArray<string> = [
  `update postings set count = count + 1 where ${ofTexts(ended)}`,
  `delete from postings where ${ofTexts(ended)}`,
  `update documents set length = length + 1 where ${ended}`,
  `update documents set words = words + 1 where ${ended}`,
  `update documents set valid_until = valid_until + 1 where ${ended}`,
  `delete from documents where ${ended}`,
  `insert into documents select brain, space, 99, 1, 2, length, words from documents limit 1`,
  `update postings set count = count + 1 where ${ofTexts(open)}`,
  `insert into postings select brain, space, 'zeppelin', node, valid_from, 1, length from postings limit 1`,
  `update documents set words = words - 1 where space = 2`,
  ...['total_length', 'total_words'].flatMap((sum) =>
    [1, 2].map((space) => `update index_statistics set ${sum} = ${sum} + 1 where space = ${space}`),
  ),
]
/** An opening sees these, and mends them by building the index anew. */
const present: ReadonlyArray<string> = [
  'delete from postings',
  'delete from postings where space = 2',
  `update postings set length = length + 1 where ${ofTexts(open)}`,
  'delete from documents where space = 1',
  'delete from documents where space = 2',
  `update documents set length = length + 1 where space = 1 and ${open}`,
  `update documents set valid_until = 9 where ${open}`,
  ...[1, 2].map((space) => `update index_statistics set documents = documents + 1 where space = ${space}`),
]

test('an index that is whole is found so, by verify, by doctor and by an opening', async () => {
  expect(await broken()).toEqual([])
  expect(await inStore(look)).toEqual(truth)
})

describe('a text index that was changed is found by verify and doctor', () => {
  test.each([...unseen, ...present])('%s', async (sql) => {
    change(sql)

    expect(await broken()).toEqual(['index', 'local/main/default index'])
  })
})

test.each(present)('an index that does not hold what it should is built anew when its brain is opened: %s', async (sql) => {
  change(sql)

  expect(await inStore(look)).toEqual(truth)
  expect(await broken()).toEqual([])
})

test.each(unseen)('an index that was found broken is built anew when doctor is told to: %s', async (sql) => {
  change(sql)
  const { checks } = await inStore((memory) => memory.verify({}))
  expect(checks.find(({ ok }) => !ok)?.detail).toMatch(
    /^the text index is not what the log gives, first at .*: run doctor --rebuild-index,/,
  )

  expect(await inStore((memory) => memory.doctor({ rebuildIndex: true }))).toMatchObject({
    ok: true,
    findings: expect.arrayContaining([
      { name: 'local/main/default index', ok: true, detail: expect.stringMatching(/^built anew: \d+ postings/) },
    ]),
  })

  expect(await broken()).toEqual([])
  expect(await inStore(look)).toEqual(truth)
})

test('of an index of many texts an opening sees that the postings are gone, and that one text in so many lacks one', async () => {
  const text = Array.from({ length: 300 }, (_, i) => `# Pier ${i}\n\nBoat number ${i} lies at pier ${i}.\n`).join('\n')
  const asked = { question: 'Which boat lies at pier 17?', record: false } as const
  const whole = await inStore(async (memory) => {
    await memory.ingest({ documents: [{ source: 'piers.md', format: 'markdown', text }] })
    return ranking(await memory.recall(asked))
  })

  const damages = [
    'delete from posting_blocks where space = 1',
    `delete from posting_blocks where low = (select max(low) from posting_blocks where space = 1 and low <= 'boat')`,
    'update posting_blocks set checksum = checksum + 1',
    'update posting_blocks set data = zeroblob(9), checksum = 0',
  ]
  for (const sql of damages) {
    change(sql)

    expect(await inStore(async (memory) => ranking(await memory.recall(asked)))).toEqual(whole)
    expect(await broken()).toEqual([])
  }
})

test('opening a brain looks at a few dozen texts, however many there are', async () => {
  const looked: Array<number> = []
  const counting = (stores: Context.Context<Stores>): Context.Context<Stores> => {
    const index = Context.get(stores, SearchIndex)
    const holds: SearchIndex['Service']['holds'] = (brain, space, texts) => {
      looked.push(texts.length)
      return index.holds(brain, space, texts)
    }
    const never = () => Effect.die('opening reads the whole index')
    return Context.add(stores, SearchIndex, { ...index, holds, whole: never, rebuild: never })
  }
  const store = openStore({ between: counting })
  try {
    const text = Array.from({ length: 300 }, (_, i) => `# Pier ${i}\n\nBoat number ${i} lies at pier ${i}.\n`).join('\n')
    await (await store.memory()).ingest({ documents: [{ source: 'piers.md', format: 'markdown', text }] })
    looked.length = 0
    await (await store.memory()).recall({ question: 'Which boat?', record: false })

    expect(looked).toEqual([30, 0, 30, 0])
  } finally {
    await store.close()
  }
})

test('somebody who keeps writing does not make the index look broken', async () => {
  let writer: AskedMemory | undefined
  const busy = (stores: Context.Context<Stores>): Context.Context<Stores> => {
    const index = Context.get(stores, SearchIndex)
    const write = Effect.promise(async () =>
      writer?.ingest({ documents: [{ source: 'busy.md', format: 'markdown', text: `# ${rounds++}` }] }),
    )
    return Context.add(stores, SearchIndex, { ...index, whole: (brain) => Effect.andThen(write, index.whole(brain)) })
  }
  let rounds = 0
  const [theirs, ours] = [
    openStore({ layer: layerSqlite({ path: stage.path }) }),
    openStore({ layer: layerSqlite({ path: stage.path }), between: busy }),
  ]
  try {
    writer = await theirs.memory()

    expect(await (await ours.memory()).verify({})).toMatchObject({ ok: true })
    expect(rounds).toBeGreaterThan(1)
  } finally {
    await theirs.close()
    await ours.close()
  }
})
