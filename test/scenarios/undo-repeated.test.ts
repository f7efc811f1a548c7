import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, ranking, type Stage } from './stage.ts'

const question = 'How do we roll back a bad deploy of the API?'
const shown = 'runbooks/roll-back-a-bad-deploy.md'

let stage: Stage
beforeAll(async () => {
  stage = await openStage('demo notes')
})
afterAll(() => stage.leave())

test('one undo takes back a verdict that was said twice, and one withdrawal brings both back', async () => {
  const { memory } = stage
  const ranked = async () => ranking(await memory.recall({ question, record: false }))
  const before = await ranked()
  const { turn = '' } = await memory.recall({ question, session: 'talk' })
  const wrong = { verdict: 'wrong', turn: turn ?? '', nodes: [shown], session: 'talk' } as const
  await memory.feedback(wrong)
  await memory.feedback(wrong)
  await memory.feedback(wrong)
  const taught = await ranked()
  expect(taught).not.toEqual(before)

  const { request, signals, took } = await memory.undo({ session: 'talk' })

  expect([signals.length, took.position]).toEqual([3, signals[0]])
  expect(await ranked()).toEqual(before)
  await expect(memory.undo({ session: 'talk' })).rejects.toMatchObject({ _tag: 'NotFound', what: 'signal' })

  await memory.unlearn({ undo: String(request) })
  expect(await ranked()).toEqual(taught)
})

test('unlearnings that overlap tell how many of their signals another one takes out as well', async () => {
  const { memory } = stage
  const { items, turn } = await memory.recall({ question, session: 'both' })
  const said = { verdict: 'used', turn: turn ?? '', nodes: items.slice(0, 1).map(({ node }) => node) } as const
  await memory.feedback({ ...said, session: 'both', actor: 'ada' })
  await memory.feedback({ ...said, session: 'both', actor: 'ben' })

  const first = await memory.unlearn({ ofActor: 'ada' })
  expect(first).not.toHaveProperty('elsewhere')
  expect(await memory.unlearn({ ofSession: 'both', dryRun: true })).toMatchObject({ signals: { length: 2 }, elsewhere: 1 })
  expect(await memory.unlearn({ ofSession: 'both' })).toMatchObject({ signals: { length: 2 }, elsewhere: 1 })
  expect(await memory.unlearn({ undo: String(first.request) })).toMatchObject({ signals: { length: 1 }, elsewhere: 1 })
})

test('a verdict that said more, or of another person, stays', async () => {
  const { memory } = stage
  const { items, turn } = await memory.recall({ question, session: 'more' })
  const [first, second] = items.map(({ node }) => node)
  const said = { verdict: 'used', turn: turn ?? '', session: 'more' } as const
  await memory.feedback({ ...said, nodes: [first ?? ''] })
  await memory.feedback({ ...said, nodes: [first ?? '', second ?? ''] })
  await memory.feedback({ ...said, nodes: [first ?? ''], actor: 'somebody else' })

  expect((await memory.undo({ session: 'more' })).signals).toHaveLength(1)
})
