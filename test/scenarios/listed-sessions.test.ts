import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

const question = 'How do we roll back a bad deploy of the API?'
const shown = 'runbooks/roll-back-a-bad-deploy.md'

let stage: Stage
beforeAll(async () => {
  stage = await openStage('demo notes')
})
afterAll(() => stage.leave())

const taught = async () =>
  (await stage.memory.sessions({})).sessions
    .filter(({ signals }) => signals > 0)
    .map(({ key, last, signals }) => [key, signals, last?.verdict])

test('sessions are listed with what of each still teaches, the last to teach first', async () => {
  const { memory } = stage
  const { turn } = await memory.recall({ question, session: 'quiet' })
  await memory.feedback({ verdict: 'used', turn: turn ?? '', nodes: [shown], session: 'early' })
  await memory.feedback({ verdict: 'wrong', turn: turn ?? '', nodes: [shown], instead: ['team/office.md'], session: 'late' })
  await memory.strength({ source: shown, target: 'team/office.md', value: 0.4, session: 'late' })
  expect(await taught()).toEqual([
    ['late', 2, null],
    ['early', 1, 'used'],
  ])

  const { request } = await memory.unlearn({ ofSession: 'late' })
  expect(await taught()).toEqual([['early', 1, 'used']])
  await memory.unlearn({ undo: String(request) })
  expect((await taught()).map(([key]) => key)).toEqual(['late', 'early'])
})

test('sessions that taught nothing come behind, and the number of those left out is told', async () => {
  const { more, sessions } = await stage.memory.sessions({ limit: 3 })
  const all = await stage.memory.sessions({})

  expect(sessions.map(({ key }) => key)).toEqual(all.sessions.slice(0, 3).map(({ key }) => key))
  expect(more).toBe(all.sessions.length - 3)
  expect(all.sessions.find(({ key }) => key === 'quiet')).toMatchObject({ signals: 0, last: null })
})

test('a session that is called like the number of another one is meant by its name', async () => {
  const { memory } = stage
  const numbered = (await memory.sessions({})).sessions.find(({ key }) => key === 'early')?.session ?? expect.unreachable()
  const { turn } = await memory.recall({ question, session: numbered })
  await memory.feedback({ verdict: 'used', turn: turn ?? '', nodes: [shown], session: numbered })

  await memory.unlearn({ ofSession: numbered })

  expect((await taught()).map(([key]) => key)).toEqual(['late', 'early'])
})
