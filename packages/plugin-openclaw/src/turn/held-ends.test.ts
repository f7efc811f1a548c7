import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sharedState } from '../host/shared-state.ts'
import { dropEnd, holdEnd, releaseEnds } from './completion.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

let states = 0
const stage = () => {
  const state = sharedState(`turn-ends-${++states}`)
  const told: string[] = []
  return { state, told, hold: (run: string, conversation: string, as = run) => holdEnd(state, run, conversation, () => told.push(as)) }
}

describe('the end of a turn that may be tried again', () => {
  test('is told after two minutes, once', () => {
    const { hold, state, told } = stage()
    hold('r1', 'c')

    vi.advanceTimersByTime(119_999)
    const early = [...told]
    vi.advanceTimersByTime(1)
    releaseEnds(state)

    expect(early).toEqual([])
    expect(told).toEqual(['r1'])
  })

  test('is void when the run goes on', () => {
    const { hold, state, told } = stage()
    hold('r1', 'c')

    dropEnd(state, 'r1')
    vi.advanceTimersByTime(200_000)

    expect(told).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is that of the newest attempt', () => {
    const { hold, told } = stage()
    hold('r1', 'c', 'first')
    hold('r1', 'c', 'second')

    vi.advanceTimersByTime(200_000)

    expect(told).toEqual(['second'])
  })

  test('is told when its conversation goes on, and when the plugin stops', () => {
    const { hold, state, told } = stage()
    for (const [run, conversation] of [
      ['r1', 'c'],
      ['r2', 'd'],
      ['r3', 'e'],
    ] as const)
      hold(run, conversation)

    releaseEnds(state, 'd')
    const first = [...told]
    releaseEnds(state)

    expect(first).toEqual(['r2'])
    expect(told).toEqual(['r2', 'r1', 'r3'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is told early when too many are kept', () => {
    const { hold, state, told } = stage()
    for (let run = 0; run < 70; run++) hold(`r${run}`, 'c')

    expect(told).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5'])
    expect(state.held.size).toBe(64)
  })
})
