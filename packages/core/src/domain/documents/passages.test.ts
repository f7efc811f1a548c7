import { expect, test } from 'vitest'
import { chunkId } from './chunk-id.ts'
import { passagesOf } from './passages.ts'

const passages = (...headings: ReadonlyArray<ReadonlyArray<string>>) =>
  passagesOf(
    'a.md',
    headings.map((heading, i) => [i + 1, chunkId('a.md', heading, 0)]),
  )

test('a link to a document leads above all headings, or to the passage that was remembered first', () => {
  expect(passages(['A'], [], ['B']).at(undefined)).toBe(2)
  expect(passages(['B'], ['A']).at(undefined)).toBe(1)
  expect(passages().at(undefined)).toBeUndefined()
})

test('a link to a heading leads to its whole path, or else to the first that is called so', () => {
  const { at } = passages([], ['Ship', 'Keys'], ['Keys'], ['Post', 'Keys'])

  expect(['keys', 'post/keys', 'ship/keys'].map(at)).toEqual([3, 4, 2])
  expect(passages([], ['Ship', 'Keys'], ['Post', 'Keys']).at('keys')).toBe(2)
})

test('a link to a heading that is not there leads to the document', () => {
  expect(passages(['A'], []).at('gone')).toBe(2)
})

test('only the first chunk of a heading is meant, and none whose id was cut', () => {
  const long = ['x'.repeat(600)]
  const ids = [chunkId('a.md', long, 0), chunkId('a.md', ['B'], 1), chunkId('a.md', ['B'], 0)]
  const { at } = passagesOf(
    'a.md',
    ids.map((id, i) => [i + 1, id]),
  )

  expect(at('b')).toBe(3)
  expect(at(undefined)).toBe(1)
})
