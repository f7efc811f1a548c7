import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closesFence, codeSearch, codeSpansOf, indentOf, linesOf, openedFence, openedFenceInside } from './lines.ts'

describe('lines', () => {
  test('end at any of the three line breaks, and keep their offsets', () => {
    const lines = linesOf('a\r\nbc\rd\n\n e')

    expect(lines.map(({ text, start, end, next, blank }) => ({ text, start, end, next, blank }))).toEqual([
      { text: 'a', start: 0, end: 1, next: 3, blank: false },
      { text: 'bc', start: 3, end: 5, next: 6, blank: false },
      { text: 'd', start: 6, end: 7, next: 8, blank: false },
      { text: '', start: 8, end: 8, next: 9, blank: true },
      { text: ' e', start: 9, end: 11, next: 11, blank: false },
    ])
  })

  test('together are the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', '\u2028') }), (text) => {
        expect(
          linesOf(text)
            .map((line) => text.slice(line.start, line.next))
            .join(''),
        ).toBe(text)
      }),
    )
  })

  test('are indented by columns, tabs reaching to the next stop', () => {
    expect(['x', '   x', '\tx', '  \tx', '\t x', '  '].map(indentOf)).toEqual([0, 3, 4, 4, 5, 2])
  })
})

describe('a fence', () => {
  test('opens with three marks or more, and any info string', () => {
    expect(openedFence('  ```ts title="`"')).toBeUndefined()
    expect(openedFence('  ````ts')).toEqual({ mark: '`', length: 4 })
    expect(openedFence('~~~ `x`')).toEqual({ mark: '~', length: 3 })
    expect(openedFence('``x')).toBeUndefined()
  })

  test('opens behind the mark of an item or a quote', () => {
    expect(openedFenceInside('10. ```')).toEqual({ mark: '`', length: 3 })
    expect(openedFenceInside('> ~~~')).toEqual({ mark: '~', length: 3 })
    expect(openedFence('- ```')).toBeUndefined()
  })

  test('closes with as many of its marks and nothing else', () => {
    const fence = { mark: '`', length: 4 }

    expect(['````', '  ````` ', '```', '````x', '~~~~'].map((line) => closesFence(line, fence))).toEqual([true, true, false, false, false])
  })
})

test('the search for code takes a number of steps that grows with the line', () => {
  const steps = (bars: number): number => {
    let read = 0
    const spans = new Proxy(codeSpansOf('`a`|'.repeat(bars)), {
      get: (target, name) => {
        read++
        return Reflect.get(target, name)
      },
    })
    const isCode = codeSearch(spans)
    for (let bar = 0; bar < bars; bar++) expect(isCode(4 * bar + 3)).toBe(false)
    return read
  }

  expect(steps(2_000)).toBeLessThan(2.5 * steps(1_000))
})

const spans = (line: string) => codeSpansOf(line).map(([start, end]) => line.slice(start, end))

describe('code spans', () => {
  test.each([
    ['a `b` c `d`', ['`b`', '`d`']],
    ['``a ` b`` `c`', ['``a ` b``', '`c`']],
    ['`a ``b` c', ['`a ``b`']],
    ['``a` b`', ['` b`']],
    ['\\`a `b`', ['`b`']],
    ['`a', []],
    ['none', []],
  ])('of %j are %j', (line, expected) => {
    expect(spans(line)).toEqual(expected)
  })
})
