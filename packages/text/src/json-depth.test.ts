import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTooDeep, jsonLevelsMax } from './json-depth.ts'

const lists = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

describe('the depth of JSON text', () => {
  test.each([lists, objects])('has a limit', (nested) => {
    expect(isTooDeep(nested(jsonLevelsMax))).toBe(false)
    expect(isTooDeep(nested(jsonLevelsMax + 1))).toBe(true)
    expect(isTooDeep(nested(1_000_000))).toBe(true)
  })

  test('is not that of the brackets in its texts, nor of what stands beside each other', () => {
    expect(isTooDeep(JSON.stringify({ text: '[{"'.repeat(5_000) }))).toBe(false)
    expect(isTooDeep(JSON.stringify(Array.from({ length: 5_000 }, () => [{}])))).toBe(false)
  })

  test('is that of the value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 * jsonLevelsMax }), fc.jsonValue({ maxDepth: 0 }), fc.string(), (levels, leaf, padding) => {
        let value: unknown = [leaf, padding, 'x'.repeat(2 * jsonLevelsMax)]
        for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { [padding]: value }

        expect(isTooDeep(JSON.stringify(value))).toBe(levels + 1 > jsonLevelsMax)
      }),
    )
  })
})
