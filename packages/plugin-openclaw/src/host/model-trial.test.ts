import type { HostModel } from '@crabtrail/store/worker'
import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { reachableModel, tryModel } from './model-trial.ts'

/** A clock that the calls move: each takes as long as it is told. */
const calls = (...ms: ReadonlyArray<number>) => {
  let [at, call] = [0, 0]
  const asked: string[] = []
  const model: HostModel = async ({ messages }) => {
    asked.push(JSON.stringify(messages))
    at += ms[call++] ?? 0
    return { text: '{}' }
  }
  return { model, now: () => at, asked }
}

describe('a trial of a routing model', () => {
  test.each([
    ['the least', [100, 120, 90, 110, 100], { p50Ms: 100, p95Ms: 120, proposedMs: 300 }],
    ['the longest call, rounded up', [500, 1_201, 600, 550, 580], { p50Ms: 580, p95Ms: 1_201, proposedMs: 1_300 }],
    ['the longest call as it is', [400, 400, 400, 400, 800], { p50Ms: 400, p95Ms: 800, proposedMs: 800 }],
    ['the most', [30_000, 1, 1, 1, 1], { p50Ms: 1, p95Ms: 30_000, proposedMs: 30_000 }],
  ])('proposes %s', async (_, ms, told) => {
    const { asked, model, now } = calls(...ms)

    expect(await tryModel(model, now)).toEqual({ isUsable: true, ...told })
    // A model remembers its answers, so no two questions are the same.
    expect(new Set(asked).size).toBe(5)
  })

  test('is against a model that takes longer than any turn can wait', async () => {
    const { model, now } = calls(1, 30_001, 1, 1, 1)

    expect(await tryModel(model, now)).toMatchObject({ isUsable: false, problem: expect.stringContaining('30001 ms') })
  })

  test.each<readonly [string, HostModel]>([
    ['rejects', () => Promise.reject(new Error('sk-secret'))],
    ['has no text', async () => ({ text: '' })],
  ])('ends with the first call that %s, and repeats nothing of an error', async (_, model) => {
    const trial = await tryModel(model)

    expect(trial).toMatchObject({ isUsable: false, problem: expect.stringMatching(/^call 1 of 5 failed: /) })
    expect(JSON.stringify(trial)).not.toContain('secret')
  })
})

test('a host that does not know which of its agents the call is for is told of with what to do', async () => {
  const rejects = () => Promise.reject(Object.assign(new Error('Multiple agents are configured'), { code: 'AGENT_SELECTION_REQUIRED' }))

  expect(await tryModel(rejects)).toMatchObject({
    problem: expect.stringContaining('config set agents.defaults.systemAgent.agentId AGENT'),
  })
})

describe('the model of the settings', () => {
  const server = { baseUrl: 'http://127.0.0.1:1/v1', model: 'tiny' }

  test('is the server, whose failure says what to do', async () => {
    const found = Result.getOrThrow(await reachableModel({ routing: server }, {}, undefined))

    expect(await tryModel(found)).toMatchObject({ isUsable: false, problem: expect.stringMatching(/^call 1 of 5 failed: (?!the host)/) })
  })

  test('cannot be had where the settings cannot work, or the host has none', async () => {
    const wrong = await reachableModel({ routing: { ...server, keyVariable: 'NOT_THERE' } }, {}, undefined)
    const none = await reachableModel({ routing: 'host' }, {}, undefined)

    expect([wrong, none].map((one) => Result.isFailure(one) && one.failure)).toEqual([
      expect.stringContaining('no NOT_THERE'),
      expect.stringContaining('no model of the host'),
    ])
  })
})
