import { describe, expect, test } from 'vitest'
import { onFirstUse } from './on-first-use.ts'

describe('a value that is made at first use', () => {
  test('is made once, and not before it is asked for', () => {
    let times = 0
    const value = onFirstUse(() => ++times)
    expect(times).toBe(0)

    expect([value(), value()]).toEqual([1, 1])
  })

  test('is made once also where it is undefined', () => {
    let times = 0
    const value = onFirstUse(() => {
      times += 1
    })

    expect([value(), value()]).toEqual([undefined, undefined])
    expect(times).toBe(1)
  })
})
