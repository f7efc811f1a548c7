/** What is gathered of a brain before a routing model is asked: how fresh its heartbeat is, and what failed lately on such a question. */
import { afterEach, expect, test } from 'vitest'
import { handClock } from '../models/hand-clock.ts'
import type { StoreOptions } from '../models/open-store.ts'
import { scriptedModel, talkDocument, unsure } from './routing-model.ts'
import { openStage, type Stage } from './stage.ts'

const stages: Array<Stage> = []
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.leave()
})

const open = async (settings: object, options: Omit<StoreOptions, 'layer'> = {}) => {
  const stage = await openStage('empty', options)
  stages.push(stage)
  await stage.memory.init({ settings: { ...settings } })
  await stage.memory.ingest({ documents: [talkDocument] })
  return stage
}
const reasonOf = async ({ memory }: Stage) => (await memory.recall({ question: unsure })).routing.reason

/** Whatever fires, a call is not worth it if the heartbeat is fresh, and is otherwise. */
const sureIfFresh = { 'routing.few': 1_024, 'routing.margin': 0, 'routing.sure': 0, 'routing.inhibited': -10, 'routing.many': 1 }
const heartbeat = { session: 'pulse', sessionKind: 'heartbeat', tags: ['boat'] } as const

test('S3.28 a heartbeat is fresh for less than 60 seconds, and not where it is of the future', async () => {
  const clock = handClock()
  const stage = await open(sureIfFresh, { clock })
  const begun = clock.now
  expect(await reasonOf(stage)).toBe('many')
  await stage.memory.heartbeat(heartbeat)

  const reasons: Array<string | undefined> = []
  for (const ms of [0, 59_999, 60_000, -1]) {
    clock.now = begun + ms
    reasons.push(await reasonOf(stage))
  }
  expect(reasons).toEqual(['sure', 'sure', 'many', 'many'])
})

test('S3.28 a heartbeat is not fresh where a document changed since', async () => {
  const stage = await open(sureIfFresh, { clock: handClock() })
  await stage.memory.heartbeat(heartbeat)
  expect(await reasonOf(stage)).toBe('sure')
  await stage.memory.ingest({
    documents: [{ source: 'pier.md', format: 'markdown', text: '# Pier\n\nThe third pier is closed in March.\n' }],
  })

  expect(await reasonOf(stage)).toBe('many')
  await stage.memory.heartbeat(heartbeat)
  expect(await reasonOf(stage)).toBe('sure')
})

/** Nothing but a failure makes a call worth it. */
const worthIfFailed = { 'routing.many': 1_024, 'routing.flat': 1, 'routing.near': -1_000, 'budget.tokens': 100_000 }

/** Asks, and says of the last memory of the ranking that it was wrong. */
const fail = async ({ memory }: Stage) => {
  const { items, turn } = await memory.recall({ question: unsure })
  await memory.feedback({ verdict: 'not-relevant', turn: turn ?? '', nodes: [items.at(-1)?.node ?? ''], tier: 'conscious' })
  await memory.learn({})
}

test('S3.32 a failure on such a question makes a call worth it for as many turns as the settings say', async () => {
  const stage = await open({ ...worthIfFailed, 'routing.failureTurns': 2 })
  await fail(stage)

  expect([await reasonOf(stage), await reasonOf(stage), await reasonOf(stage)]).toEqual(['failed-before', 'failed-before', 'between'])
})

test('S3.38 a model is told the last three failures', async () => {
  const model = scriptedModel()
  const stage = await open(worthIfFailed, { model: model.service })
  for (let times = 0; times < 5; times++) await fail(stage)
  await stage.memory.recall({ question: unsure })

  const said = model.asked.map(({ messages }) => messages.at(-1)?.content.match(/not-relevant/g)?.length ?? 0)
  expect(said).toEqual([1, 2, 3, 3, 3])
})
