import { IntegrityBroken, NewerLog, StoreUnavailable } from '@crabtrail/core'
import { WorkerBusy, WorkerGone } from '@crabtrail/store/worker'
import { describe, expect, test, vi } from 'vitest'
import { beginRun, findRun, learnSoon } from './runs.ts'
import { sharedState } from './shared-state.ts'

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

const brain = 'local/main/default'

let states = 0
/** A worker whose learning ends when the test says so. */
const stage = () => {
  const state = sharedState(`learning-${++states}`)
  const [asked, warnings] = [
    [] as Array<{ readonly brain: string; readonly most?: number; readonly done: PromiseWithResolvers<unknown> }>,
    [] as string[],
  ]
  const forgot: Array<unknown> = []
  const ask = (method: string, request: { readonly brain: string; readonly most?: number }) => {
    if (method === 'maintain') return Promise.resolve(void forgot.push(request))
    const done = Promise.withResolvers<unknown>()
    asked.push({ ...request, done })
    return done.promise
  }
  const memory = { worker: () => ({ ask, drained: () => Promise.resolve() }) }
  const parts = { memory, state, warn: (message: string) => warnings.push(message) } as never as Parameters<typeof learnSoon>[0]
  return { asked, forgot, parts, state, warnings }
}

describe('learning behind the replies', () => {
  test('runs once at a time for a brain, and once more when it was asked for meanwhile', async () => {
    const { asked, parts, state } = stage()

    for (let turn = 0; turn < 5; turn++) learnSoon(parts, brain, 'turn')
    await vi.waitUntil(() => asked.length === 1)
    learnSoon(parts, brain, 'turn')
    asked[0]?.done.resolve({ backlog: 0, facts: 1 })
    await vi.waitUntil(() => asked.length === 2)
    asked[1]?.done.resolve({ backlog: 0, facts: 1 })
    await vi.waitUntil(() => state.learning.size === 0)

    expect(asked).toHaveLength(2)
  })

  test('is followed by forgetting, where that is due', async () => {
    const { asked, forgot, parts, state } = stage()

    for (const occasion of ['turn', 'heartbeat'] as const) {
      learnSoon(parts, brain, occasion)
      await vi.waitUntil(() => asked.length > forgot.length)
      asked.at(-1)?.done.resolve({ backlog: 0, facts: 1 })
      await vi.waitUntil(() => state.learning.size === 0)
    }

    expect(forgot).toEqual([
      { brain, when: 'turn' },
      { brain, when: 'heartbeat' },
    ])
  })

  test('keeps a heartbeat that came meanwhile, whatever turns come behind it', async () => {
    const { asked, forgot, parts, state } = stage()

    for (const occasion of ['turn', 'heartbeat', 'turn'] as const) learnSoon(parts, brain, occasion)
    for (const i of [0, 1]) {
      await vi.waitUntil(() => asked.length === i + 1)
      asked[i]?.done.resolve({ backlog: 0, facts: 1 })
    }
    await vi.waitUntil(() => state.learning.size === 0)

    expect(forgot).toEqual([
      { brain, when: 'turn' },
      { brain, when: 'heartbeat' },
    ])
  })

  test('S3.87 keeps a reading of notes beside the heartbeat that came meanwhile', async () => {
    const { asked, forgot, parts, state } = stage()

    for (const occasion of ['turn', 'reading', 'turn', 'heartbeat'] as const) learnSoon(parts, brain, occasion)
    for (const i of [0, 1]) {
      await vi.waitUntil(() => asked.length === i + 1)
      asked[i]?.done.resolve({ backlog: 0, facts: 1 })
    }
    await vi.waitUntil(() => state.learning.size === 0)

    expect(forgot).toEqual(['turn', 'reading', 'heartbeat'].map((when) => ({ brain, when })))
  })

  test('of a long backlog is done a few facts at a time', async () => {
    const { asked, forgot, parts, state } = stage()

    learnSoon(parts, brain, 'turn')
    for (const [i, backlog] of [4, 2, 0].entries()) {
      await vi.waitUntil(() => asked.length === i + 1)
      asked[i]?.done.resolve({ backlog, facts: 2 })
    }
    await vi.waitUntil(() => state.learning.size === 0)

    expect(asked.map(({ most }) => most)).toEqual([2, 2, 2])
    expect(forgot).toHaveLength(1)
  })

  test('that comes no further stops', async () => {
    const { asked, parts, state } = stage()

    learnSoon(parts, brain, 'turn')
    await vi.waitUntil(() => asked.length === 1)
    asked[0]?.done.resolve({ backlog: 3, facts: 0 })
    await vi.waitUntil(() => state.learning.size === 0)

    expect(asked).toHaveLength(1)
  })

  test('of one brain does not wait for another', async () => {
    const { asked, parts } = stage()

    for (const agent of ['main', 'work']) learnSoon(parts, `local/${agent}/default`, 'turn')
    await vi.waitUntil(() => asked.length === 2)

    expect(asked.map((one) => one.brain)).toEqual(['local/main/default', 'local/work/default'])
  })

  test('that fails is counted and told, and tried again with the next turn', async () => {
    const { asked, parts, state, warnings } = stage()

    learnSoon(parts, brain, 'turn')
    await vi.waitUntil(() => asked.length === 1)
    asked[0]?.done.reject(new Error('the store is locked'))
    await vi.waitUntil(() => state.learning.size === 0)
    learnSoon(parts, brain, 'turn')
    await vi.waitUntil(() => asked.length === 2)

    expect(state.health.hooks['learn']).toMatchObject({ failures: 1, lastError: 'the store is locked' })
    expect(warnings).toEqual(['learn: the store is locked'])
  })

  test.each([
    new StoreUnavailable({ reason: 'io', place: 'crabtrail.db', detail: 'it is a folder', retryable: false }),
    new NewerLog({ brain, position: 1, type: 'NodeEaten', version: 2 }),
    new IntegrityBroken({ brain, position: 1, problem: 'a hash' }),
    new WorkerGone({ why: 'it ended with code 7', untouched: true }),
    new WorkerBusy({ pending: 256 }),
  ])('that finds nobody ($_tag) is counted, and told by those who watch the store', async (failure) => {
    const { asked, parts, state, warnings } = stage()

    learnSoon(parts, brain, 'turn')
    await vi.waitUntil(() => asked.length === 1)
    asked[0]?.done.reject(failure)
    await vi.waitUntil(() => state.learning.size === 0)

    expect(state.health.hooks['learn']).toMatchObject({ failures: 1, lastError: failure.message })
    expect(warnings).toEqual([])
  })
})
