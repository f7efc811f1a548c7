import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checksum } from './checksum.ts'

describe('the checksum', () => {
  test('never changes: it stands in printed ids', () => {
    expect([checksum(''), checksum('a'), checksum('語😀')]).toEqual(['811c9dc51b873593', '2b24d044120e7442', '6d50c3060e9e45c8'])
  })

  test('tells texts apart, also those that differ in high bytes or order only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(checksum(a) === checksum(b)).toBe(a === b)
      }),
    )
    expect(checksum('ab')).not.toBe(checksum('ba'))
    expect(checksum('\u0141')).not.toBe(checksum('A'))
  })
})
