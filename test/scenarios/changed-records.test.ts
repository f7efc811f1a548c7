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
