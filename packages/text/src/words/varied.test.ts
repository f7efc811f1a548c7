import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { varied } from './scoring.ts'

const parts: Readonly<Record<string, ReadonlyArray<number>>> = {
  // changed, week, coupon, engine
  'changed this week: the port': [4, 4, 0, 0],
  'changed this week: the region': [4, 4, 0, 0],
  'changed this week: the backup': [4, 3, 0, 0],
  'on call for the coupon engine': [0, 0, 3, 3],
}
const partsOf = (text: string) => parts[text] ?? []

test('behind the likeliest half a text that alone has some words comes before one that repeats what others have', () => {
  expect(varied(Object.keys(parts), partsOf, 3)).toEqual([
    'changed this week: the port',
    'changed this week: the region',
    'on call for the coupon engine',
  ])
})

test('copies of the likeliest stay, however many texts share another word', () => {
  const copies: Readonly<Record<string, ReadonlyArray<number>>> = {
    'Danuta cleans on Thursdays, says a': [3, 3, 3, 0, 0, 0],
    'Danuta cleans on Thursdays, says b': [3, 3, 3, 0, 0, 0],
    lobsters: [0, 0, 0, 6, 0, 0],
    bandsaw: [0, 0, 0, 0, 6, 0],
    accordion: [0, 0, 0, 0, 0, 6],
  }

  expect(varied(Object.keys(copies), (text) => copies[text] ?? [], 4).slice(0, 2)).toEqual(Object.keys(copies).slice(0, 2))
})

test('each text stands once, no more than are asked for, the first half as they come', () => {
  const texts = fc.uniqueArray(fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)), { maxLength: 12, selector: String })
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 14 }), (all, most) => {
      const chosen = varied(all, (text) => text, most)
      const half = Math.min(Math.ceil(most / 2), all.length)
      expect(new Set(chosen).size).toBe(Math.min(most, all.length))
      expect(chosen.slice(0, half)).toEqual(all.slice(0, half))
    }),
  )
})
