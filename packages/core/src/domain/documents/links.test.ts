import { describe, expect, test } from 'vitest'
import { linksOf } from './links.ts'

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
