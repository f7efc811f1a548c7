import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

describe('canonical JSON', () => {
  test('sorts keys by code unit and leaves no room', () => {
    expect(canonicalJson({ b: 1, a: [true, null, 'x'], Z: { '\u{1f980}': 1, '\uff5e': 2, é: 3 } })).toBe(
      '{"Z":{"é":3,"\u{1f980}":1,"\uff5e":2},"a":[true,null,"x"],"b":1}',
    )
  })

  test('leaves out what is undefined', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}')
  })

  test.each([
    ['minus zero', -0, '0'],
    ['the smallest number', 5e-324, '5e-324'],
    ['a large whole number', 1e21, '1e+21'],
    ['a lone surrogate', '\ud800', '"\\ud800"'],
    ['a control character', '\u0000', '"\\u0000"'],
    ['a line separator', '\u2028', '"\u2028"'],
  ])('spells %s one way', (_, value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  test('keeps a key that an assignment would take for the prototype', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":1,"a":2}'))).toBe('{"__proto__":1,"a":2}')
  })

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [Number.NEGATIVE_INFINITY]])('refuses %d', (value) => {
    expect(() => canonicalJson({ deep: [value] })).toThrow(RangeError)
  })

  test.each([
    ['a function', () => 1],
    ['a bigint', 1n],
    ['nothing in a list', [undefined]],
    ['nothing at all', undefined],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError)
  })
})
