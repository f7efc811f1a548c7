import { describe, expect, test } from 'vitest'
import { rowLabel, rowText, rowTitle } from './rows.ts'

describe('a row of a table', () => {
  test('is one line with each cell under its header', () => {
    expect(rowText(['Farm', 'Gateways', 'Firmware'], ['Hof Ahrens', '3', '2.4.1'])).toBe('Farm: Hof Ahrens; Gateways: 3; Firmware: 2.4.1')
  })

  test('leaves out empty cells, and the header where there is none', () => {
    expect(rowText(['Farm', '', 'Note'], ['Hof Ahrens', 'north', ' ', 'extra'])).toBe('Farm: Hof Ahrens; north; extra')
    expect(rowText(['Note'], ['two\nlines'])).toBe('Note: two lines')
    expect(rowText(['Farm', 'Gateways'], ['', ' '])).toBe('')
  })

  test('has the first cell with a letter or digit in its title', () => {
    expect(rowTitle('prices', ['–', ' Hof\nAhrens ', '3'])).toBe('prices › Hof Ahrens')
    expect(rowTitle('', ['Hof Ahrens'])).toBe('Hof Ahrens')
    expect(rowLabel(['', ' '])).toBe('')
  })
})
