import { describe, expect, test } from 'vitest'
import { balanced } from '../profiles/profiles.ts'
import { callCost, embeddingCost, nanoUsd } from './model-call.ts'

const prices = balanced.model

describe('C29: with the prices and tokens of S4.91', () => {
  const call = callCost(900, 180, prices)
  const embedding = embeddingCost(180, prices)

  test('S4.92 an unclear turn costs $0.000243', () => expect(call / nanoUsd).toBe(0.000243))
  test('S4.93 its embedding costs $0.0000036, both together $0.0002466', () =>
    expect([embedding / nanoUsd, (call + embedding) / nanoUsd]).toEqual([0.0000036, 0.0002466]))
  test('S4.90 S4.94 at 70 % reflexes a turn costs $0.0000765', () => expect((0.3 * call + embedding) / nanoUsd).toBeCloseTo(0.0000765, 12))
  test('S4.96 a call at each of three hops would cost $0.0007326', () =>
    expect((3 * call + embedding) / nanoUsd).toBeCloseTo(0.0007326, 12))
})

test('a cost is a whole number of nano-dollars', () => expect(callCost(7, 3, { ...prices, priceIn: 0.0333, priceOut: 0 })).toBe(233))
