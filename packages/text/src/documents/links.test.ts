import { describe, expect, test } from 'vitest'
import { chunkId } from '../passages/chunks.ts'
import { type LinkableSource, linkResolver, linksOf, passagesOf } from './links.ts'

const targets = (text: string) => linksOf(text).map((link) => link.target)

describe('links', () => {
  test.each([
    ['an inline link', 'see [a](../b.md#c)', ['../b.md#c']],
    ['a title', '[a](b.md "B") [c](d.md \'D\')', ['b.md', 'd.md']],
    ['a target in angle brackets', '[a](<my file.md>)', ['my file.md']],
    ['parentheses in a target', '[a](b_(c).md) [d](e\\).md)', ['b_(c).md', 'e).md']],
    ['text wrapped over a line', 'see [the\nrunbook](r.md)', ['r.md']],
    ['brackets in the text', '[a [b] c](d.md)', ['d.md']],
    ['a link around an image', '[![i](i.png)](page.md)', ['page.md']],
    ['wiki links', '[[Note]] [[Other#Part|label]] ![[embed]]', ['Note', 'Other#Part', 'embed']],
    ['a definition', 'x\n\n[ref]: ../b.md "B"', ['../b.md']],
    ['a part of the same document', '[up](#top)', ['#top']],
    ['a task', '- [ ] [a](b.md)', ['b.md']],
  ])('are found with %s', (_, text, expected) => {
    expect(targets(text)).toEqual(expected)
  })

  test.each([
    ['in inline code', '`[a](b.md)` ``[[c]] ` ``'],
    ['in a fence', '- ```\n  [a](b.md)\n  ```'],
    ['as images', '![i](i.png)'],
    ['with a scheme or host', '[a](https://x.example) [b](mailto:a@x.example) [c](//x.example)'],
    ['escaped', '\\[a](b.md) [a\\](b.md)'],
    ['as footnotes', '[^1]: note.md'],
    ['with spaces that are no title', '[a](my file.md)'],
    ['across paragraphs', '[a\n\nb](c.md)'],
    ['without a target', '[a]() [[]] [x](<>)'],
    ['beyond the length of a name', `[a](${'x'.repeat(1_001)})`],
  ])('are not found %s', (_, text) => {
    expect(targets(text)).toEqual([])
  })
})

describe('a call in running text', () => {
  test.each([
    ['a link whose bracket follows a letter or digit directly is no link', "arr['a'](Get) x1[i](b.md)", []],
    ['a target of one bare word is a link', '[MIT](LICENSE) [b](Get "x")', ['LICENSE', 'Get']],
    ['a target with a path, dot, slash or heading is a link', '[a](b.md) [c](d/e) [f](#g) [h](i#j)', ['b.md', 'd/e', '#g', 'i#j']],
    ['a target in angle brackets is a link, whatever it is', '[a](<my note>)', ['my note']],
    ['a definition and a wiki link may name one bare word', '[ref]: Note\n[[Other]] x[[Third]]', ['Note', 'Other', 'Third']],
    [
      'emphasis, punctuation and scripts without spaces do not hide a link',
      '_[a](b.md)_ ([c](d.md)) 見[語](e.md)',
      ['b.md', 'd.md', 'e.md'],
    ],
    ['a link behind a call in the same line is found', "arr['a'](Get) [a](b.md)", ['b.md']],
  ])('is told from a link as users of notes would: %s', (_, text, expected) => {
    expect(targets(text)).toEqual(expected)
  })
})

const source = (key: string, root?: string): LinkableSource => ({ source: 0, key, root })
const keys = ['a.md', 'b.txt', 'deep/b.md', 'deep/er/c.md', 'deep/er/note.md', 'other/note.md', 'c d.md', 'z/plain']
const sources = keys.map((key, i) => ({ ...source(key, '/home/notes'), source: i + 1 }))
const resolve = linkResolver([...sources, { ...source('elsewhere.md', 'work'), source: 99 }])
const keyOf = (from: string, target: string) => {
  const found = resolve({ ...source(from, '/home/notes') }, target)
  return found && [keys[found.source - 1], found.place]
}

describe('a link', () => {
  test.each([
    ['a path', 'a.md', 'deep/b.md', ['deep/b.md', undefined]],
    ['a path from where it stands', 'deep/b.md', 'er/c.md', ['deep/er/c.md', undefined]],
    ['a heading of it', 'a.md', 'deep/b.md#Roll%20back', ['deep/b.md', 'roll-back']],
    ['a heading below another', 'a.md', 'deep/b#Ship#Roll back', ['deep/b.md', 'ship/roll-back']],
    ['its own document', 'a.md', '#Part', ['a.md', 'part']],
    ['a path without its ending', 'a.md', 'deep/b', ['deep/b.md', undefined]],
    ['the file of exactly that name', 'a.md', 'z/plain', ['z/plain', undefined]],
    ['a path from the root', 'deep/er/c.md', '/a.md', ['a.md', undefined]],
    ['a name in the nearest folder', 'deep/er/c.md', 'note', ['deep/er/note.md', undefined]],
    ['a name somewhere else, highest up first', 'a.md', 'note', ['other/note.md', undefined]],
    ['a name with a part of its folder', 'a.md', 'er/note#x', ['deep/er/note.md', 'x']],
    ['a name with a space', 'deep/b.md', 'c d', ['c d.md', undefined]],
  ])('means %s', (_, from, target, expected) => {
    expect(keyOf(from, target)).toEqual(expected)
  })

  test.each([
    ['what is not there', 'a.md', 'none.md'],
    ['a name with its ending somewhere else', 'a.md', 'note.md'],
    ['a name somewhere else, said as a path', 'a.md', './note'],
    ['what leaves the root', 'a.md', '../a.md'],
    ['a name in another root', 'a.md', 'elsewhere'],
  ])('does not mean %s', (_, from, target) => {
    expect(keyOf(from, target)).toBeUndefined()
  })

  test('stays below the name that its document is filed under', () => {
    const filed = [source('work/a.md', 'work'), { ...source('work/sub/b.md', 'work'), source: 1 }, { ...source('b.md', 'x'), source: 2 }]
    const from = filed[0] ?? source('')

    expect(linkResolver(filed)(from, '/sub/b.md')).toEqual({ source: 1, place: undefined })
    expect(linkResolver(filed)(from, '../b.md')).toBeUndefined()
  })
})

const passages = (...headings: ReadonlyArray<ReadonlyArray<string>>) =>
  passagesOf(
    'a.md',
    headings.map((heading, i) => [i + 1, chunkId('a.md', { heading: heading, ordinal: 0 })]),
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
  const ids = [
    chunkId('a.md', { heading: long, ordinal: 0 }),
    chunkId('a.md', { heading: ['B'], ordinal: 1 }),
    chunkId('a.md', { heading: ['B'], ordinal: 0 }),
  ]
  const { at } = passagesOf(
    'a.md',
    ids.map((id, i) => [i + 1, id]),
  )

  expect(at('b')).toBe(3)
  expect(at(undefined)).toBe(1)
})
