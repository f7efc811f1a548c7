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

test.each([
  ['a.md', true],
  ['src/a.ts', true],
  ['data/a.jsonl', true],
  ['style.CSS', true],
  ['photo.png', false],
  ['Makefile', false],
  ['src/.a.ts', false],
  ['package-lock.json', false],
  ['pnpm-lock.yaml', false],
  ['app.min.js', false],
])('a folder is read through for all files that can be read, as %s: %s', (path, followed) => {
  expect(isFollowed(path, 'files')).toBe(followed)
})
