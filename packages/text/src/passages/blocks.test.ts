import { describe, expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'

/** Each block as its kind and text; headings with their level. */
const read = (text: string) =>
  blocksOf(text).map((block) =>
    block.kind === 'heading'
      ? `h${block.level} ${block.text}`
      : block.kind === 'rule'
        ? 'rule'
        : `${block.kind} ${text.slice(block.start, block.end)}`,
  )

describe('headings', () => {
  test.each([
    ['# One', 'h1 One'],
    ['   ###### Six ###', 'h6 Six'],
    ['## C#', 'h2 C#'],
    ['#', 'h1 '],
    ['## **Bold** [link](x.md) and `code`', 'h2 Bold link and code'],
    ['## [[note|Label]] \\*', 'h2 Label *'],
    ['## Named {#id}', 'h2 Named'],
    ['Title\n=====', 'h1 Title'],
    ['Title\n---', 'h2 Title'],
  ])('are read from %j', (text, expected) => {
    expect(read(text).map((block) => block.trimEnd())).toEqual([expected.trimEnd()])
  })

  test('are without the marks of references that are defined anywhere in the text outside of code', () => {
    const definitions = '[1.2.0]: ../log.md\n> [Ci Page]: <ci.md> "Title"\n\n```\n[code]: x.md\n```\n[note]: this is a sentence'

    expect(read(`# [1.2.0] and [![Build]][ci  page]\n# [code] [note]\n${definitions}`).slice(0, 2)).toEqual([
      'h1 1.2.0 and ![Build]',
      'h1 [code] [note]',
    ])
  })

  test.each([
    ['a hash without a space', '#tag'],
    ['seven hashes', '####### x'],
    ['an indented line', 'x\n    # y'],
    ['a line as long as a paragraph', `# ${'x'.repeat(200)}`],
  ])('are not %s', (_, text) => {
    expect(read(text)).toEqual([`paragraph ${text}`])
  })

  test('are not made of a paragraph by the rule under it', () => {
    expect(read('one\ntwo\n---\nthree')).toEqual(['paragraph one\ntwo', 'rule', 'paragraph three'])
    expect(read(`${'x'.repeat(201)}\n---`)).toEqual([`paragraph ${'x'.repeat(201)}`, 'rule'])
  })
})

describe('bodies', () => {
  test('are paragraphs, quotes, tables, lists and code, each whole', () => {
    const text =
      'para\nmore\n\n> q\nlazy\n\n| a |\n|---|\n| b |\n\n- x\n\n  y\n- z\nlazy\n\n```js\n\n# no\n```\n\n    code\n\n    more\n\nend'

    expect(read(text)).toEqual([
      'paragraph para\nmore',
      'quote > q\nlazy',
      'table | a |\n|---|\n| b |',
      'list - x\n\n  y\n- z\nlazy',
      'code ```js\n\n# no\n```',
      'code     code\n\n    more',
      'paragraph end',
    ])
  })

  test('a list keeps the fences and headings inside it', () => {
    const text = '1. run\n\n   ```sh\n   # no heading\n\n   done\n   ```\n\n2. check\n   # no heading\n3. ```\n   ---\n   ```'

    expect(read(text)).toEqual([`list ${text}`])
  })

  test('a list ends at a heading, a rule, another list after a blank line, and text after a blank line', () => {
    expect(read('- a\n# b\n- c\n---\n- d\n\n1. e\n\nf')).toEqual([
      'list - a',
      'h1 b',
      'list - c',
      'rule',
      'list - d',
      'list 1. e',
      'paragraph f',
    ])
  })

  test('prose is not interrupted by a wrapped number', () => {
    expect(read('it was in\n2026. And then\n1. one')).toEqual(['paragraph it was in\n2026. And then', 'list 1. one'])
  })

  test('a fence that never closes goes on to the end', () => {
    expect(read('~~~\n```\n# x')).toEqual(['code ~~~\n```\n# x'])
  })

  test('three backticks around words on one line are no fence', () => {
    expect(read('```code``` and\n# Title')).toEqual(['paragraph ```code``` and', 'h1 Title'])
  })
})

describe('rules', () => {
  test('are three marks of a kind, spaces or not', () => {
    expect(read('***\n- - -\n___')).toEqual(['rule', 'rule', 'rule'])
    expect(read('--\n\n*-*')).toEqual(['paragraph --', 'paragraph *-*'])
  })
})
