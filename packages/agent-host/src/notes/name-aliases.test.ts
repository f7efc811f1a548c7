import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sharedState } from '../state/shared-state.ts'
import { nameSoon } from './name-aliases.ts'

const brain = 'local/main/default'
const hour = 60 * 60_000

let now = Date.UTC(2026, 10, 30, 8)
beforeEach(() => void vi.spyOn(Date, 'now').mockImplementation(() => now))
afterEach(() => void vi.restoreAllMocks())

interface Answer {
  readonly calls: number
  readonly failed: number
  readonly left: number
  readonly postponed: number
}
const nothing: Answer = { calls: 0, failed: 0, left: 0, postponed: 0 }

let states = 0
/** A worker that gives these answers, one a request, and then tells that nothing waits. */
const stage = (...answers: ReadonlyArray<Answer>) => {
  const state = sharedState(`aliases-${++states}`)
  let requests = 0
  const ask = () => Promise.resolve(answers[requests++] ?? nothing)
  const parts = {
    ...{ state, memory: { worker: () => ({ ask }) }, isOn: () => true, warn: () => undefined },
    ...{ host: { actor: 'openclaw' }, config: { aliases: true, model: 'host', modelMs: 5_000 } },
  } as never as Parameters<typeof nameSoon>[0]
  /** Asks for a run after so many milliseconds; returns the requests made since the first. */
  const after = async (ms: number, hasNews = false): Promise<number> => {
    now += ms
    nameSoon(parts, brain, hasNews)
    while (state.aliasing.get(brain)?.isAsking === true) await Promise.resolve()
    return requests
  }
  return { after, run: () => state.aliasing.get(brain) }
}

test.each<[string, Answer]>([
  ['named all, for memories come from talk as well', { ...nothing, calls: 1 }],
  ['had nothing to ask', nothing],
  ['reached no server', { calls: 1, failed: 1, left: 1, postponed: 0 }],
  ['left all for another day', { calls: 1, failed: 1, left: 0, postponed: 3 }],
])('a run that %s is followed by another one an hour later, and not sooner', async (_, answer) => {
  const { after } = stage(answer)

  expect([await after(0), await after(hour - 1), await after(1), await after(hour)]).toEqual([1, 1, 2, 3])
})

test('what was read is asked about at once', async () => {
  const { after } = stage(nothing)

  expect([await after(0), await after(1, true)]).toEqual([1, 2])
})

test('what is left, what waits for another day and what was answered is known across runs', async () => {
  const { after, run } = stage({ calls: 1, failed: 0, left: 1, postponed: 0 }, { calls: 1, failed: 1, left: 0, postponed: 4 }, nothing)

  await after(0)
  expect(run()).toMatchObject({ left: 0, postponed: 4, answered: 1 })
  await after(hour)
  expect(run()).toMatchObject({ left: 0, postponed: 0, answered: 1 })
})
