import { expect, test } from 'vitest'
import { formsOf, isIn, unitsOf } from './word-forms.ts'
import { wordsOf } from './wording.ts'

const wordOf = (text: string): string => wordsOf(text)[0] ?? ''
const among = (word: string, ...others: ReadonlyArray<string>): boolean => isIn(wordOf(word), formsOf(new Set(others.map(wordOf))))

test('forms of one word are told by their beginning', () => {
  expect(among('entrenan', 'entrenos')).toBe(true)
  expect(among('Wäsche', 'waschen')).toBe(true)
  expect(among('Plan', 'Platz')).toBe(false)
  expect(among('Musik', 'Musiklehrer')).toBe(false)
})

test('a compound has the word that it ends with', () => {
  expect(among('Ticket', 'Semesterticket')).toBe(true)
  expect(among('Semesterticket', 'Ticket')).toBe(true)
  expect(among('Rot', 'Brot')).toBe(false)
})

test('numbers have no forms', () => {
  expect(among('70031', '70032')).toBe(false)
})

test('two Chinese characters in a row are a unit, and digits are none', () => {
  expect(unitsOf('奶茶店')).toEqual(new Set(['奶茶', '茶店']))
  expect(unitsOf('Room 214')).toEqual(new Set([wordOf('room')]))
})
