import { expect, test } from 'vitest'
import { aligned, counted, indented, pageOf } from './page.ts'

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
