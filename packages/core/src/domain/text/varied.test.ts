import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { varied } from './varied.ts'

const parts: Readonly<Record<string, ReadonlyArray<number>>> = {
  // changed, week, coupon, engine
  'changed this week: the port': [4, 4, 0, 0],
  'changed this week: the region': [4, 4, 0, 0],
  'changed this week: the backup': [4, 3, 0, 0],
  'on call for the coupon engine': [0, 0, 3, 3],
}
const partsOf = (text: string) => parts[text] ?? []

test('a text that alone has some words comes before a third one that repeats what two have', () => {
  expect(varied(Object.keys(parts), partsOf, 3)).toEqual([
    'changed this week: the port',
    'on call for the coupon engine',
    'changed this week: the region',
  ])
})

test('the likeliest comes first, each text once, no more than are asked for, and nothing is lost below that', () => {
  const texts = fc.uniqueArray(fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)), { maxLength: 12, selector: String })
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 14 }), (all, most) => {
      const chosen = varied(all, (text) => text, most)
      const sum = (text: ReadonlyArray<number> = []) => text.reduce((one, other) => one + other, 0)
      expect(new Set(chosen).size).toBe(Math.min(most, all.length))
      expect(sum(chosen[0])).toBe(Math.max(0, ...all.map(sum)))
    }),
  )
})
