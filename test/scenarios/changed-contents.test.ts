import { layerSqlite } from '@crabtrail/store/sqlite'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenStore, openStore } from '../models/open-store.ts'
import { openStage, type Stage } from './stage.ts'

const asked = { question: 'When do crabs walk?' } as const

let stage: Stage
let other: OpenStore | undefined
beforeEach(async () => {
  stage = await openStage('empty')
  const documents = [
    { source: 'a.md', format: 'markdown', text: '# Walks\n\nCrabs walk at low tide.\n' },
    { source: 'b.md', format: 'markdown', text: '# Gulls\n\nGulls sleep on the pier.\n' },
  ] as const
  await stage.memory.ingest({ documents })
  const database = new Database(stage.path)
  const { changes } = database
    .prepare("update contents set body = replace(body, 'low tide', 'low tido') where body like '%low tide%'")
    .run()
  database.close()
  expect(changes).toBe(1)
})
afterEach(async () => {
  await other?.close()
  other = undefined
  await stage.leave()
})

/** Nothing of what was read before is at hand. */
const fresh = () => {
  other = openStore({ layer: layerSqlite({ path: stage.path }) })
  return other.memory()
}

test('a text that is not what its reference says is not served: the error names position and reference, and what to do', async () => {
  const memory = await fresh()
  const { position } = await memory.stats({})

  for (const attempt of [
    memory.recall(asked),
    memory.recall({ ...asked, record: false }),
    memory.recall({ ...asked, at: '-1' }),
    memory.show({ what: 'a.md' }),
  ]) {
    const error = await attempt.then(
      (answer) => expect.unreachable(JSON.stringify(answer)),
      (failure: unknown) => failure,
    )
    expect(error).toMatchObject({ _tag: 'IntegrityBroken', position: expect.any(Number) })
    expect(String(error)).toMatch(/at position \d+: content [0-9a-f]{64} .*is not what its reference says.*run verify.*backup/)
    expect(JSON.stringify(error)).not.toContain('tido')
  }
  expect((await memory.stats({})).position).toBe(position)
})

test('other texts are served', async () => {
  const memory = await fresh()

  const { items } = await memory.recall({ question: 'Where do gulls sleep?' })

  expect(items.map(({ node }) => node)).toEqual(['b.md'])
})

test('doctor says what verify says, before and after the index is built anew', async () => {
  const memory = await fresh()
  const { checks, ok } = await memory.verify({})
  const broken = checks.find(({ name }) => name === 'contents')

  expect([ok, broken?.ok, broken?.detail]).toEqual([
    false,
    false,
    expect.stringMatching(/content [0-9a-f]{64} is not what its reference says/),
  ])
  for (const rebuildIndex of [false, true, false]) {
    const examined = await memory.doctor({ rebuildIndex })
    const finding = examined.findings.find(({ name }) => name.endsWith(' contents'))

    expect(examined.ok).toBe(false)
    expect(finding).toMatchObject({ ok: false, detail: broken?.detail })
    expect(JSON.stringify(examined)).not.toContain('tido')
  }
  const again = await memory.verify({})
  expect(again.checks.find(({ name }) => name === 'contents')).toEqual(broken)
})

test('the source can be forgotten and read in again, and then all is well', async () => {
  const memory = await fresh()

  await memory.forget({ source: 'a.md' })
  const document = { source: 'a.md', format: 'markdown', text: '# Walks\n\nCrabs walk at low tide.\n' } as const
  await memory.ingest({ documents: [document], again: true })

  const { items } = await memory.recall(asked)
  expect(items[0]?.content).toContain('Crabs walk at low tide.')
  expect((await memory.verify({})).checks.filter(({ ok }) => !ok)).toEqual([])
  expect((await memory.doctor({})).ok).toBe(true)
})

test('INV-90 no answer holds a text that was changed in the store, whichever it is, and doctor finds what verify finds', async () => {
  const database = new Database(stage.path)
  database.prepare("update contents set body = replace(body, 'low tido', 'low tide')").run()
  await stage.memory.recall(asked)
  const rows = database.prepare('select id, body from contents where body is not null').all() as ReadonlyArray<{ id: number; body: string }>
  const change = database.prepare('update contents set body = ? where id = ?')
  expect(rows.length).toBeGreaterThan(10)

  for (const { body, id } of rows) {
    change.run(`${body} FORGED`, id)
    const memory = await fresh()
    const said = (answer: Promise<unknown>) => answer.then(JSON.stringify, (error: unknown) => `${error} ${JSON.stringify(error)}`)
    const answers = [
      memory.recall({ ...asked, record: false }),
      memory.recall({ question: 'Where do gulls sleep?', record: false }),
      memory.show({ what: 'a.md' }),
      memory.why({ turn: 't1' }),
      memory.log({}),
      memory.export({}),
    ]
    for (const answer of answers) expect(await said(answer)).not.toContain('FORGED')
    const broken = (await memory.verify({})).checks.filter(({ ok }) => !ok).map(({ detail }) => detail)
    const odd = (await memory.doctor({})).findings.filter(({ ok }) => !ok).map(({ detail }) => detail)
    expect(broken).toHaveLength(1)
    expect(odd).toEqual(expect.arrayContaining(broken))
    await other?.close()
    change.run(body, id)
  }
  database.close()
})
