import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ContentRef } from '../../identity.ts'
import { copyOf } from '../copy-of.ts'
import { emptyRefTable, findAgain, knownNumber, numberRef, refOfNumber } from './reference-table.ts'

/** Few distinct beginnings, so that many references collide in a slot. */
const ref = fc
  .tuple(fc.constantFrom('00000000', '00000001', 'ffffffff', 'deadbeef'), fc.integer({ min: 0, max: 40 }))
  .map(([beginning, end]) => ContentRef.make(beginning + String(end).padStart(56, '0')))

describe('a table of references', () => {
  test('numbers them in the order in which they first came, as a map would', () => {
    fc.assert(
      fc.property(fc.array(ref, { maxLength: 300 }), fc.array(ref), (given, others) => {
        const table = emptyRefTable()
        const oracle = new Map<ContentRef, number>()
        for (const one of given) {
          if (!oracle.has(one)) oracle.set(one, oracle.size + 1)
          expect(numberRef(table, one)).toBe(oracle.get(one))
        }

        for (const one of [...given, ...others]) expect(knownNumber(table, one)).toBe(oracle.get(one) ?? 0)
        for (const [one, number] of oracle) expect(refOfNumber(table, number)).toBe(one)
        expect([refOfNumber(table, 0), refOfNumber(table, oracle.size + 1)]).toEqual([undefined, undefined])
      }),
    )
  })

  test('is another one once it was copied, and finds its rows again', () => {
    const [a, b] = ['a', 'b'].map((digit) => ContentRef.make(digit.repeat(64))) as [ContentRef, ContentRef]
    const table = emptyRefTable()
    numberRef(table, a)
    const copy = copyOf(table)
    numberRef(copy, b)
    findAgain(copy)

    expect([knownNumber(table, b), knownNumber(copy, a), knownNumber(copy, b)]).toEqual([0, 1, 2])
  })
})
