import type { HostModel } from '@crabtrail/store/worker'
import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { anyHost } from '../testing/any-host.ts'
import { tryModel, trySettings } from './model-trial.ts'

/** A model that takes so long by a clock of its own, and answers so. */
const takes = (ms: number, text = '{"follow":[1]}') => {
  let at = 0
  const model: HostModel = async () => {
    at += ms
    return { text, tokensIn: 400, tokensOut: 20 }
  }
  return { model, now: () => at }
}

describe('a trial of a language model', () => {
  test.each([
    ['the least', 120, 300],
    ['half as much again, rounded up', 801, 1_300],
    ['the most', 29_000, 30_000],
  ])('says time, tokens and cost, and proposes %s', async (_, ms, proposedMs) => {
    const { model, now } = takes(ms)

    expect(await tryModel(model, now)).toEqual({
      isUsable: true,
      measured: `answered in ${ms} ms, 400 tokens in and 20 out, 0.000072 USD by the default prices`,
      proposedMs,
    })
  })

  test.each([
    ['takes longer than any turn can wait', takes(30_001), /30001 ms/],
    [
      'does not answer in the form that it is asked for',
      takes(10, 'At seven.'),
      /answered in 10 ms, .* but its answer is not the JSON object/,
    ],
    ['follows everything', takes(10, '{"follow":[1,2]}'), /chooses nothing/],
  ])('is against a model that %s', async (_, { model, now }, problem) => {
    expect(await tryModel(model, now)).toMatchObject({ isUsable: false, problem: expect.stringMatching(problem) })
  })

  test.each<readonly [string, HostModel]>([
    ['rejects', () => Promise.reject(new Error('sk-secret'))],
    ['has no text', async () => ({ text: '' })],
  ])('is against one that %s, and repeats nothing of an error', async (_, model) => {
    const trial = await tryModel(model)

    expect(trial).toMatchObject({ isUsable: false, problem: expect.stringMatching(/^the call failed: /) })
    expect(JSON.stringify(trial)).not.toContain('secret')
  })
})

describe('the model of the settings', () => {
  const server = { baseUrl: 'http://127.0.0.1:1/v1', model: 'tiny' }

  test('is the server, whose failure says what to do', async () => {
    const trial = Result.getOrThrow(await trySettings({ model: server }, undefined, anyHost, {}))

    expect(trial).toMatchObject({ isUsable: false, problem: expect.stringMatching(/^the call failed: (?!the host)/) })
  })

  test('cannot be had where the settings cannot work, or the host has none', async () => {
    const wrong = await trySettings({ model: { ...server, keyVariable: 'NOT_THERE' } }, undefined, anyHost, {})
    const none = await trySettings({ model: 'host' }, undefined, anyHost, {})

    expect([wrong, none].map((one) => Result.isFailure(one) && one.failure)).toEqual([
      expect.stringContaining('no NOT_THERE'),
      expect.stringContaining('no model of the host'),
    ])
  })
})
