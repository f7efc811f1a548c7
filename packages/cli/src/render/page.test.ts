import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  aligned,
  amount,
  calledAs,
  change,
  clipped,
  counted,
  documentOf,
  escaped,
  indented,
  pageOf,
  plain,
  plainly,
  score,
  step,
  widthOf,
  wrapped,
} from './page.ts'

test('columns line up by what is seen', () => {
  const page = pageOf(80, true)

  const lines = aligned(
    [
      ['1', page.good('ab'), 'x'],
      ['10', '漢', 'y'],
      ['2', 'abcd'],
    ],
    [0],
  )

  expect(lines).toEqual([' 1  \u001b[32mab\u001b[39m    x', '10  漢    y', ' 2  abcd'])
  expect(aligned([])).toEqual([])
})

test('a page is as wide as the terminal, within reason', () => {
  expect([undefined, 20, 80, 500].map((columns) => pageOf(columns, false).width)).toEqual([110, 40, 80, 110])
})

test('without colour a text stays as it is', () => {
  const { strong, faint, good, bad } = pageOf(80, false)

  expect([strong, faint, good, bad].map((paint) => paint('a'))).toEqual(['a', 'a', 'a', 'a'])
})

test('empty lines are not indented, and one is not several', () => {
  expect(indented(['a', '', 'b'])).toEqual(['  a', '', '  b'])
  expect([counted(1, 'memory', 'memories'), counted(2, 'memory', 'memories'), counted(0, 'event')]).toEqual([
    '1 memory',
    '2 memories',
    '0 events',
  ])
})

describe('the width of a text', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['漢字', 4],
    ['👍', 2],
    ['👍🏽', 2],
    ['👩‍💻', 2],
    ['🇩🇪', 2],
    ['1️⃣', 2],
    ['❤️', 2],
    ['❤', 1],
    ['✅', 2],
    ['a\u00adb', 2],
    ['\u001b[31mred\u001b[39m', 3],
  ])('%s takes %i', (text, columns) => {
    expect(widthOf(text)).toBe(columns)
  })
})

describe('what is too long', () => {
  test('is cut where it must be', () => {
    expect(clipped('abcdef', 6)).toBe('abcdef')
    expect(clipped('abcdef', 5)).toBe('abcd…')
    expect(clipped('漢字漢字', 5)).toBe('漢字…')
  })

  test('goes on in the next line as long as there are lines', () => {
    expect(wrapped('one two three four', 9, 3)).toEqual(['one two', 'three', 'four'])
    expect(wrapped('one two three four', 9, 2)).toEqual(['one two', 'three fo…'])
    expect(wrapped('  one\n\ntwo ', 20, 2)).toEqual(['one two'])
    expect(wrapped('', 20, 2)).toEqual([])
    expect(wrapped('abcdefghijkl mn', 6, 2)).toEqual(['abcde…', 'mn'])
  })

  test('never takes more lines or columns than there are', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 4, max: 40 }),
        fc.integer({ min: 1, max: 5 }),
        (text, columns, lines) => {
          const written = wrapped(text, columns, lines)

          expect(written.length).toBeLessThanOrEqual(lines)
          expect(written.filter((line) => widthOf(line) > columns)).toEqual([])
        },
      ),
    )
  })
})

const page = pageOf(undefined, false)

describe('a strength', () => {
  test.each([
    [0, '0'],
    [0.6, '0.6'],
    [-0.25, '-0.25'],
    [0.1234567, '0.123'],
    [10, '10'],
    [100, '100'],
    [0.0004, '0.0004'],
    [-0.000000001, '-0.000000001'],
    [-0.0000000001, '0'],
  ])('%d reads %s', (value, text) => {
    expect(amount(value)).toBe(text)
  })

  test('says its sign as a step', () => {
    expect([step(0.6), step(-0.6), step(0)]).toEqual(['+0.6', '-0.6', '0'])
  })
})

test('a score has three places', () => {
  expect([score(1), score(0.81249)]).toEqual(['1.000', '0.812'])
})

describe('a change', () => {
  test.each([
    [0, 0.6, '0 → 0.6 ▲'],
    [0.6, -0.25, '0.6 → -0.25 ▼'],
    [0.6, 0.6, '0.6 → 0.6 ='],
    [0.6, 0.60001, '0.6 → 0.60001 ▲'],
    [0.123456, 0.123457, '0.123456 → 0.123457 ▲'],
  ])('from %d to %d reads %s', (from, to, text) => {
    expect(change(from, to, page)).toBe(text)
  })

  test('is green upwards and red downwards', () => {
    const colored = pageOf(80, true)

    expect(change(0, 1, colored)).toBe('\u001b[32m0 → 1 ▲\u001b[39m')
    expect(change(1, 0, colored)).toBe('\u001b[31m1 → 0 ▼\u001b[39m')
  })
})

describe('text from a memory', () => {
  test('keeps what is written and loses what commands a terminal', () => {
    expect(plain('a\tb\r\nc \u001b[31mred\u0007 \u202eevil \u009b2J \u2028é 漢')).toBe(
      'a\tb\nc \ufffd[31mred\ufffd \ufffdevil \ufffd2J \ufffdé 漢',
    )
  })

  test('never commands a terminal, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
        expect(plain(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/)
      }),
    )
  })

  test('is made safe wherever it stands in an answer', () => {
    expect(plainly({ a: ['\u001b'], b: { c: 1, d: null } })).toEqual({ a: ['\ufffd'], b: { c: 1, d: null } })
  })
})

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const obeyed = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

describe('a printed document', () => {
  test('spells out what a terminal, an editor or a reader of lines obeys', () => {
    expect(documentOf({ a: 'x\u009b2J \u0085\u2028\u202e\u2066\u200f\u061c\u007f é 漢' })).toBe(
      '{"a":"x\\u009b2J \\u0085\\u2028\\u202e\\u2066\\u200f\\u061c\\u007f é 漢"}',
    )
  })

  test('is on one line and the same value when it is read back, whatever it holds', () => {
    const hostile = fc.constantFrom(
      '\u0000',
      '\u001b',
      '\u0080',
      '\u009b',
      '\u2028',
      '\u2029',
      '\u202a',
      '\u202e',
      '\u2066',
      '\u2069',
      '\\',
      '"',
    )
    const text = fc.string({ unit: fc.oneof(hostile, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })) })

    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.array(text))), (value) => {
        const document = documentOf(value)
        const entries = Object.entries(value)
        expect(document).not.toMatch(obeyed)
        expect(escaped(document)).toBe(document)
        // Keys are read back as the strings that they are: as keys, V8 itself reads some with escapes wrongly (nodejs/node#63785).
        expect(document).toBe(`{${entries.map((entry) => entry.map(documentOf).join(':')).join()}}`)
        expect(JSON.parse(documentOf(entries.flat()))).toEqual(entries.flat())
      }),
    )
  })
})

test('a command to type next begins as this one was called, on the memory that it named', () => {
  expect(calledAs({ host: 'work' })).toEqual(['crabtrail', '--host', 'work'])
  expect(calledAs({ store: 'a.db', brain: 'b' }, ['openclaw', 'crabtrail'])).toEqual([
    'openclaw',
    'crabtrail',
    '--store',
    'a.db',
    '--brain',
    'b',
  ])
})
