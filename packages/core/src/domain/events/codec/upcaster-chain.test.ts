import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { type Upcaster, upcasterChain } from './upcaster-chain.ts'

const step = (from: number, up: Upcaster['up'] = (data) => ({ ...data, [`from${from}`]: true }), type = 'A'): Upcaster => ({
  type,
  from,
  why: 'for the test',
  up,
})

describe('the chain of upcasters', () => {
  test('takes an old event up step by step, and leaves its envelope alone', () => {
    const chain = upcasterChain(new Map([['A', 3]]), [step(2), step(1)])

    expect(chain({ type: 'A', version: 1, turn: 4, data: { a: 1 } })).toEqual(
      Result.succeed({ type: 'A', version: 3, turn: 4, data: { a: 1, from1: true, from2: true } }),
    )
  })

  test('gives back an event of the newest version as it is', () => {
    const event = { type: 'A', version: 3, data: {} }

    expect(upcasterChain(new Map([['A', 3]]), [step(1), step(2)])(event)).toEqual(Result.succeed(event))
  })

  test('names a type it does not know', () => {
    expect(upcasterChain(new Map(), [])({ type: 'B', version: 1, data: {} })).toEqual(
      Result.fail({ _tag: 'UnknownEvent', type: 'B', version: 1 }),
    )
  })

  test.each([[4], [0], [-1], [1.5]])('names version %d that it does not know, and the newest it does', (version) => {
    const chain = upcasterChain(new Map([['A', 3]]), [step(1), step(2)])

    expect(chain({ type: 'A', version, data: {} })).toEqual(Result.fail({ _tag: 'UnknownEvent', type: 'A', version, known: 3 }))
  })

  test.each([
    ['a gap', [step(2)], 'no upcaster leaves A version 1'],
    ['a fork', [step(1), step(1), step(2)], 'two upcasters leave A version 1'],
    ['a step that leads nowhere', [step(1), step(2), step(3)], 'the upcaster from A version 3 leads nowhere'],
    ['a step of a type that is gone', [step(1), step(2), step(1, undefined, 'B')], 'the upcaster from B version 1 leads nowhere'],
  ])('is not built with %s', (_, steps, problem) => {
    expect(() => upcasterChain(new Map([['A', 3]]), steps)).toThrow(problem)
  })
})
