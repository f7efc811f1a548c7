import { expect, test } from 'vitest'
import { sharedState } from '../host/shared-state.ts'
import { beginRun, findRun } from './runs.ts'

const talk = { brain: 'local/main/default', session: 's', sessionKind: 'interactive', actor: 'openclaw', actorKind: 'host' } as const
const access = { memory: 'owner', chatKind: 'named' } as const
const about = { talk, access, interactive: true, request: { ...talk, question: 'How are releases deployed?' } } as const
const contextOf = (runId: string) => ({ agentId: 'main', sessionKey: 'agent:main:s', runId })

test('a long run is found however many short ones have come and gone behind it', () => {
  const state = sharedState('runs-short')
  const long = beginRun(state, contextOf('long'), about)

  for (let index = 0; index < 600; index++) beginRun(state, contextOf(`short ${index}`), about).ended = 'success'

  expect(findRun(state, contextOf('long'))).toBe(long)
  expect(findRun(state, contextOf('short 599'))).toBeDefined()
  expect(state.runs.size).toBe(256)
})

test('where all are under way the oldest go, so that they are bounded', () => {
  const state = sharedState('runs-long')

  for (let index = 0; index < 300; index++) beginRun(state, contextOf(`${index}`), about)

  expect(state.runs.size).toBe(256)
  expect([43, 44].map((index) => findRun(state, contextOf(`${index}`)) !== undefined)).toEqual([false, true])
})
