import { expect, test } from 'vitest'
import { isFollowed } from './followed-path.ts'

test.each([
  ['a.md', true],
  ['sub/B.MARKDOWN', true],
  ['sub.d/c.txt', true],
  ['a.html', false],
  ['Makefile', false],
  ['.a.md', false],
  ['.git/a.md', false],
  ['sub/node_modules/x/readme.md', false],
])('a folder is read through for %s: %s', (path, followed) => {
  expect(isFollowed(path)).toBe(followed)
})
