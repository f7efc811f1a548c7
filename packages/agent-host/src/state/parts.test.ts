import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { guarded } from './parts.ts'
import { sharedState } from './shared-state.ts'

let warnings: string[]
let parts: { readonly state: ReturnType<typeof sharedState>; readonly isOn: () => boolean; readonly warn: (message: string) => void }
let files = 0
beforeEach(() => {
  warnings = []
  parts = { state: sharedState(`guarded-${++files}`), isOn: () => true, warn: (message) => warnings.push(message) }
})
afterEach(() => {
  vi.useRealTimers()
})

const call = <A>(work: () => Promise<A> | A, deadlineMs?: number) => guarded('a_hook', parts, work, deadlineMs)(undefined, undefined)
const broken = (message: string) => () => {
  throw new Error(message)
}

describe('a guarded handler', () => {
  test('answers as its work does: at once, or with a promise', async () => {
    expect(call(() => 'now')).toBe('now')
    expect(await call(() => Promise.resolve('later'))).toBe('later')
    expect(parts.state.health.hooks['a_hook']).toMatchObject({ calls: 2, failures: 0, lastError: undefined })
    expect(warnings).toEqual([])
  })

  test.each([
    ['throws', broken('a fault')],
    ['rejects', () => Promise.reject(new Error('a fault'))],
    ['rejects with no error', () => Promise.reject('a fault')],
  ])('answers nothing when its work %s, and counts it', async (_, work) => {
    expect(await call(work)).toBeUndefined()
    expect(parts.state.health.hooks['a_hook']).toMatchObject({ calls: 1, failures: 1, lastError: 'a fault' })
    expect(warnings).toEqual(['a_hook: a fault'])
  })

  test('answers nothing at its deadline; what comes later is nobody’s', async () => {
    vi.useFakeTimers()
    const { promise, resolve } = Promise.withResolvers<string>()
    const answer = call(() => promise, 100)

    vi.advanceTimersByTime(100)
    resolve('late')

    expect(await answer).toBeUndefined()
    expect(parts.state.health.hooks['a_hook']).toMatchObject({ failures: 1, lastError: 'gave no answer within 100 ms' })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('leaves no timer behind an answer', async () => {
    vi.useFakeTimers()

    await call(() => Promise.resolve('in time'), 100)

    expect(vi.getTimerCount()).toBe(0)
  })

  test('tells of each kind of failure once, also when kinds take turns', () => {
    for (const message of ['a fault', 'a fault', 'waited 31 ms', 'waited 7 ms', 'a fault']) call(broken(message))

    expect(warnings).toEqual(['a_hook: a fault', 'a_hook: waited 31 ms'])
    expect(parts.state.health.hooks['a_hook']).toMatchObject({ calls: 5, failures: 5 })
  })

  test('remembers a bounded number of kinds', () => {
    for (let kind = 0; kind < 100; kind++) call(broken(`a fault of ${String.fromCodePoint(0x4e00 + kind)}`))

    expect(warnings).toHaveLength(100)
    expect(parts.state.health.hooks['a_hook']?.told).toHaveLength(32)
  })
})
