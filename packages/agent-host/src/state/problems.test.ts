import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { placeIn } from '../conversation/naming.ts'
import { logCause, problemsOf, raise, settle, workspaceCause } from './problems.ts'
import { type SharedState, sharedState } from './shared-state.ts'

let states = 0
let state: SharedState
let said: string[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
  state = sharedState(`problems-${++states}`)
  said = []
})
afterEach(() => vi.useRealTimers())

const say = (text: string) => void said.push(text)
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
const hourMs = 3_600_000

describe('a problem', () => {
  test('is told once for each kind of it, whatever its numbers, also when the kinds take turns', () => {
    for (const text of ['it is locked for 3 ms', 'it is damaged at row 7', 'it is locked for 41 ms', 'it is damaged at row 8'])
      raise(state, 'store', text, say)

    expect(said).toEqual(['it is locked for 3 ms', 'it is damaged at row 7'])
    expect(state.health.problems.get('store')).toBe('it is damaged at row 8')
  })

  test('of another cause is another problem, also in the same words', () => {
    raise(state, workspaceCause('a'), 'it is gone', say)
    raise(state, workspaceCause('b'), 'it is gone', say)

    expect(said).toHaveLength(2)
  })

  test('is told again after a day of health, and not before', () => {
    raise(state, 'store', 'it is full', say)
    settle(state, 'store')
    pass(23 * hourMs)
    raise(state, 'store', 'it is full', say)
    const early = [...said]

    // A day of the problem is none of health.
    pass(48 * hourMs)
    raise(state, 'store', 'it is full', say)
    const lasting = [...said]
    settle(state, 'store')
    pass(24 * hourMs)
    raise(state, 'store', 'it is full', say)

    expect(early).toEqual(['it is full'])
    expect(lasting).toEqual(['it is full'])
    expect(said).toEqual(['it is full', 'it is full'])
  })

  test('that was told is told to be over, once for each time that it was told', () => {
    settle(state, 'store', () => say('well'))
    for (const text of ['it is locked', 'it is locked', 'it is damaged']) {
      raise(state, 'store', text, say)
      settle(state, 'store', () => say('well'))
    }

    expect(said).toEqual(['it is locked', 'well', 'it is damaged', 'well'])
    expect(state.health.problems.size).toBe(0)
  })

  test('with the workspace or the log of one agent is nothing that another one is told', () => {
    raise(state, 'store', 'it is full', say)
    raise(state, workspaceCause('local/ann/default'), 'the folder of Ann is gone', say)
    raise(state, workspaceCause('local/bob/default'), 'the folder of Bob is gone', say)
    raise(state, logCause('local/ann/default'), 'the log of Ann was changed', say)
    raise(state, logCause('local/bob/default'), 'the log of Bob was changed', say)

    expect(problemsOf(state, { agent: 'ann', brain: 'local/ann/default' })).toEqual([
      'it is full',
      'the folder of Ann is gone',
      'the log of Ann was changed',
    ])
  })

  test('with the workspace of one agent of a team brain is nothing that another one is told, and does not end with another’s', () => {
    const brain = 'acme/team/handbook'
    const causeOf = (agent: string) => workspaceCause(placeIn({ agent, brain }))
    raise(state, causeOf('ann'), 'the folder of Ann is gone', say)
    raise(state, causeOf('bob'), 'the folder of Bob is gone', say)
    raise(state, logCause(brain), 'the log was changed', say)
    settle(state, causeOf('bob'))

    expect(problemsOf(state, { agent: 'ann', brain })).toEqual(['the folder of Ann is gone', 'the log was changed'])
    expect(problemsOf(state, { agent: 'bob', brain })).toEqual(['the log was changed'])
  })
})
