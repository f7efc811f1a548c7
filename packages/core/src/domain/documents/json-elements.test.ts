import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { elementsOf } from './json-elements.ts'

const texts = (json: string) => elementsOf(json).map(({ end, start }) => json.slice(start, end))

describe('the elements of a JSON list', () => {
  test('are where JSON has them, whatever stands in them', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ noUnicodeString: false }), { minLength: 1 }), fc.constantFrom(0, 2, '\t'), (list, space) => {
        const json = JSON.stringify(list, null, space)

        expect(texts(json).map((text) => JSON.parse(text))).toEqual(JSON.parse(json))
      }),
    )
  })

  test('leave the others alone when one is broken', () => {
    expect(texts('[{"a":1}, {"b":}, {"c":3}]')).toEqual(['{"a":1}', '{"b":}', '{"c":3}'])
  })

  test.each([
    ['what is no list is one element', ' {"a":[1,2]} ', ['{"a":[1,2]}']],
    ['an empty list has none', ' [ ] ', []],
    ['an empty text has none', ' \n', []],
    ['a list that is cut off keeps what it has', '[{"a":1},{"b":2', ['{"a":1}', '{"b":2']],
    ['a string that never ends', '[1,"a,b', ['1', '"a,b']],
  ])('%s', (_, json, expected) => {
    expect(texts(json)).toEqual(expected)
  })

  test('are found in a time that grows with the text', () => {
    expect(texts(`[${'['.repeat(300_000)}`)).toHaveLength(1)
    expect(texts(`[${'1,'.repeat(300_000)}1]`)).toHaveLength(300_001)
  })
})
