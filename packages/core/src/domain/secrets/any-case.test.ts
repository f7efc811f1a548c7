import { expect, test } from 'vitest'
import { anyCase } from './any-case.ts'

test.each([
  ['key', '[kK][eE][yY]'],
  ['Schlüssel?', '[sS][cC][hH][lL][üÜ][sS][sS][eE][lL]?'],
  ['ß|鍵', 'ß|鍵'],
  [String.raw`\p{L}\d\x60\w{1,3}`, String.raw`\p{L}\d\x60\w{1,3}`],
  ['(?<secret>[a-z]{4})(?<!a)', '(?<secret>[a-z]{4})(?<![aA])'],
  [String.raw`[\]a]b`, String.raw`[\]a][bB]`],
])('%s', (source, both) => {
  expect(anyCase(source)).toBe(both)
})
