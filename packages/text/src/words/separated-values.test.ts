import { describe, expect, test } from 'vitest'
import { separatedValues } from './separated-values.ts'

const formsOf = (text: string) => separatedValues(text, 'en').map(({ forms: [form] }) => form)
const names = (text: string) => separatedValues(text, 'en').map(({ isName }) => isName)

describe('values with separators', () => {
  test.each([
    ['The printer is 10.0.4.17 now.', ['10.0.4.17']],
    ['It costs 12,500 in May.', ['12500']],
    ['At 9:00 we leave.', ['09:00']],
    ['Version v2.14.3 is out.', ['2.14.3']],
    ['Call 555-0142.', ['5550142']],
  ])('%s', (text, forms) => {
    expect(formsOf(text)).toEqual(forms)
  })

  test.each(['2019-2021', 'ports 5433-5435', 'pages 12-14'])('%s is a range and no name', (text) => {
    expect(names(text)).toEqual([false])
  })

  test('a number that is called is a name', () => {
    expect(names('555-0142')).toEqual([true])
  })
})

describe('rows of numbers', () => {
  const row = (separator: string) => Array.from({ length: 1_900 }, (_, at) => 100 + (at % 900)).join(separator)

  test.each([',', '.', '-', ' '])('joined by %j are no value, and no term is longer than a term may be', (separator) => {
    for (const { beginnings, forms } of separatedValues(row(separator), 'en')) {
      for (const form of [...forms, ...beginnings]) expect(form.length).toBeLessThanOrEqual(64)
      expect(beginnings.length).toBeLessThanOrEqual(8)
    }
  })
})
