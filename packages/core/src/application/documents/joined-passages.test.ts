import { expect, test } from 'vitest'
import { readLinks } from './joined-passages.ts'

test.each([
  ['a list', '["a.md","b.md#c"]', ['a.md', 'b.md#c']],
  ['nothing, where it was erased', undefined, []],
  ['nothing, where it is no JSON', '["a.md"', []],
  ['nothing, where it is no list', '{"a":"b.md"}', []],
  ['what of it is a text', '["a.md",1,null]', ['a.md']],
])('recorded links are %s', (_, body, links) => {
  expect(readLinks(body)).toEqual(links)
})
