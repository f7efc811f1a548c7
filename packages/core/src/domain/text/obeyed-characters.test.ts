import { expect, test } from 'vitest'
import { escapedJson, withoutObeyed } from './obeyed-characters.ts'

const obeyed = [
  '\u0000',
  '\u001b',
  '\r',
  '\u007f',
  '\u009b',
  '\u061c',
  '\u200e',
  '\u200f',
  '\u2028',
  '\u2029',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
]

test.each(obeyed.map((character) => [character.charCodeAt(0).toString(16), character]))('U+%s is replaced', (_, character) => {
  expect(withoutObeyed(`a${character}b`, () => '?')).toBe('a?b')
})

test.each(['\t', '\n', ' ', 'ä', '\u200d', '\u202f', '\u2065', '😀'])('%j stays', (character) => {
  expect(withoutObeyed(character, () => '?')).toBe(character)
})

test('JSON holds none of them and reads back as the same value', () => {
  const value = { text: obeyed.join('x') }
  const json = escapedJson(JSON.stringify(value))

  expect(withoutObeyed(json, () => '?')).toBe(json)
  expect(JSON.parse(json)).toEqual(value)
})
