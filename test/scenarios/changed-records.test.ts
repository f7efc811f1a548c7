/** Records that are read in again: what each of them says now, and which memory it is. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { madeGraph } from '../models/made-graph.ts'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'

let store: OpenStore
let memory: AskedMemory
beforeEach(async () => {
  store = openStore()
  memory = await store.memory()
})
afterEach(() => store.close())

const recordsOf = (all: ReadonlyArray<object>) => ({
  documents: [{ source: 'log.jsonl', format: 'jsonl' as const, text: all.map((one) => JSON.stringify(one)).join('\n') }],
})
const read = (...all: ReadonlyArray<object>) => memory.ingest(recordsOf(all))
const found = async (question: string) => (await memory.recall({ question, record: false })).items.map(({ node }) => node)
const graph = async (of: AskedMemory) => madeGraph((await of.export({})).lines, 'by id')

test('one that lost its title has none, is not found or joined by it any more, and has it back', async () => {
  const tide = { id: 'a', title: 'The Tide Table', text: 'It hangs in the harbour of Oslo.' }
  const crab = { id: 'b', title: 'Crab', text: 'It was seen beside The Tide Table.' }
  const bare = { ...tide, title: '' }
  const other = openStore()
  const fresh = await other.memory()
  await fresh.ingest(recordsOf([bare, crab]))
  await read(tide, crab)
  const before = await graph(memory)

  expect((await read(bare, crab)).nodes).toMatchObject({ revised: 1, unchanged: 1 })
  expect(await found('what is the tide table?')).toEqual(['log.jsonl#b'])
  expect(await graph(memory)).toEqual(await graph(fresh))
  expect(await memory.verify({})).toMatchObject({ ok: true })
  await read(tide, crab)

  expect(await graph(memory)).toEqual(before)
  await other.close()
})

test('those without a name are known by what they say: where the first of them goes, what was learned of the others stays theirs', async () => {
  const said = ['The tide turns twice.', 'Crabs walk at low tide.', 'The moon pulls the water.'].map((text) => ({ text }))
  await read(...said)
  await memory.recall({ question: 'When do crabs walk?' })
  await memory.feedback({ verdict: 'not-useful', nodes: ['log.jsonl~2'] })
  const learned = (await memory.show({ what: 'log.jsonl~2' })).nodes[0]
  const rolled = [...said.slice(1), { text: 'The harbour opens at six.' }]

  expect((await read(...rolled)).nodes).toEqual({ added: 1, revised: 0, unchanged: 2, retired: 1 })
  expect((await memory.show({ what: 'log.jsonl' })).nodes[0]).toMatchObject({
    number: learned?.number,
    utility: learned?.utility,
    content: 'Crabs walk at low tide.',
  })
  expect((await read(...said)).nodes).toMatchObject({ added: 1, revised: 0, unchanged: 2, retired: 1 })
  expect((await memory.show({ what: 'log.jsonl~2' })).nodes[0]).toMatchObject({ number: learned?.number })
  const edited = said.with(1, { text: 'Crabs run at low tide.' })
  expect((await read(...edited)).nodes).toMatchObject({ added: 0, revised: 1, unchanged: 2, retired: 0 })
  expect((await memory.show({ what: 'log.jsonl~2' })).nodes[0]).toMatchObject({
    number: learned?.number,
    content: 'Crabs run at low tide.',
  })
  expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
})
