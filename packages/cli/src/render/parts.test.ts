import { describe, expect, test } from 'vitest'
import { pageOf, widthOf } from './page.ts'
import { bar, drawnChange, nextLines, placeChange } from './parts.ts'

const page = pageOf(100, false)

describe('a bar', () => {
  test.each([
    [0, 0, '     │     '],
    [0, 1, '     │▓▓▓▓▓'],
    [0.6, 0.2, '     │█░░  '],
    [0.2, 0.6, '     │█▓▓  '],
    [0.6, -0.6, '  ▓▓▓│░░░  '],
    [-0.4, -0.4, '   ██│     '],
    [-9, 9, '░░░░░│▓▓▓▓▓'],
  ])('of %d → %d is %s', (from, to, drawn) => {
    expect(bar(from, to, page)).toBe(drawn)
    expect(widthOf(drawn)).toBe(11)
  })

  test('has the colour of its change', () => {
    const coloured = pageOf(100, true)

    const colours = (texts: ReadonlyArray<string>) => texts.map((text) => text.slice(0, text.indexOf('m') + 1))

    expect(colours([bar(0, 1, coloured), bar(1, 0, coloured), bar(1, 1, coloured)])).toEqual(
      colours([coloured.good('x'), coloured.bad('x'), coloured.faint('x')]),
    )
  })

  test('stands before the numbers', () => {
    expect(drawnChange(0, 0.6, page)).toBe('     │▓▓▓    0 → 0.6 ▲')
  })
})

test.each([
  [4, 1, '4 → 1 ▲'],
  [1, 4, '1 → 4 ▼'],
  [null, 7, '– → 7 ▲'],
  [7, null, '7 → – ▼'],
  [2, 2, '2 → 2 ='],
])('a place that went from %s to %s is %s', (from, to, text) => {
  expect(placeChange(from, to, page)).toBe(text)
})

test('a next step has its commands as they are typed for this store', () => {
  const next = {
    says: 'Do it.',
    commands: [
      ['recall', 'how do we?'],
      ['used', 'a.md'],
    ],
  }

  expect(nextLines(next, pageOf(100, false, ['crabtrail', '--store', 'my store.db']))).toEqual([
    'Do it.',
    "  crabtrail --store 'my store.db' recall 'how do we?'",
    "  crabtrail --store 'my store.db' used a.md",
  ])
})
