import { afterEach, beforeEach, expect, test } from 'vitest'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { openStage, ranking, type Stage } from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage('empty')
})
afterEach(() => stage.leave())

const talk = ['Ann: Where did you leave the harbour key?', 'Bo: Behind the blue door.', 'Ann: Thanks.']
const documents = [
  { source: 'talk.jsonl', format: 'jsonl' as const, text: talk.map((text) => JSON.stringify({ text, session: 's' })).join('\n') },
]

test('a brain is made with settings of its own, which its log holds whole and its walks go by', async () => {
  const question = 'Where is the harbour key?'
  await stage.memory.init({ brain: 'kept' })
  await stage.memory.init({ brain: 'still', settings: { 'budget.hops': 0 } })
  for (const brain of ['kept', 'still']) await stage.memory.ingest({ brain, documents })

  const [created] = (await stage.memory.log({ brain: 'still', type: 'BrainCreated' })).events
  const [kept, still] = await Promise.all(['kept', 'still'].map((brain) => stage.memory.recall({ brain, question, record: false })))

  expect(created?.data).toMatchObject({ profile: 'balanced', settings: { ...balanced, budget: { ...balanced.budget, hops: 0 } } })
  expect(kept?.items.map(({ content }) => content)).toContain('Bo: Behind the blue door.')
  expect(still?.items.map(({ content }) => content)).not.toContain('Bo: Behind the blue door.')
  expect(await stage.memory.verify({ brain: 'still', rederive: true })).toMatchObject({ ok: true })
})

test('a brain without any is what it always was', async () => {
  await stage.memory.init({ brain: 'one', settings: {} })
  await stage.memory.init({ brain: 'other' })

  const digests = await Promise.all(
    ['one', 'other'].map(async (brain) => (await stage.memory.log({ brain, type: 'BrainCreated' })).events[0]?.data),
  )

  expect(digests[0]).toEqual(digests[1])
  expect(ranking(await stage.memory.recall({ brain: 'one', question: 'key', record: false }))).toEqual([])
})
