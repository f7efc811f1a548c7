import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksOf, closesFence, codeSpansOf, indentOf, linesOf, openedFence, openedFenceInside, plainHeading } from './blocks.ts'

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
    ['## [[note|Label]] \\*', 'h2 Label '],
    ['## Named {#id}', 'h2 Named'],
    ['Title\n=====', 'h1 Title'],
    ['Title\n---', 'h2 Title'],
  ])('are read from %j', (text, expected) => {
    expect(read(text).map((block) => block.trimEnd())).toEqual([expected.trimEnd()])
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

describe('a heading in plain words', () => {
  test.each([
    ['**Deploy** the `api`', 'Deploy the api'],
    ['[Runbook](../x.md) and [ref][1]', 'Runbook and ref'],
    ['![logo](l.png) Start', 'logo Start'],
    ['[[note]] [[note|Label]]', 'note Label'],
    ['snake_case_name', 'snake_case_name'],
    ['1\\. First', '1. First'],
    ['Part  one {#part-1}', 'Part one'],
    ['[ ] open', '[ ] open'],
  ])('of %j is %j', (source, text) => {
    expect(plainHeading(source)).toBe(text)
  })
})

describe('lines', () => {
  test('end at any of the three line breaks, and keep their offsets', () => {
    const lines = linesOf('a\r\nbc\rd\n\n e')

    expect(lines.map(({ text, start, end, next, blank }) => ({ text, start, end, next, blank }))).toEqual([
      { text: 'a', start: 0, end: 1, next: 3, blank: false },
      { text: 'bc', start: 3, end: 5, next: 6, blank: false },
      { text: 'd', start: 6, end: 7, next: 8, blank: false },
      { text: '', start: 8, end: 8, next: 9, blank: true },
      { text: ' e', start: 9, end: 11, next: 11, blank: false },
    ])
  })

  test('together are the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', '\u2028') }), (text) => {
        expect(
          linesOf(text)
            .map((line) => text.slice(line.start, line.next))
            .join(''),
        ).toBe(text)
      }),
    )
  })

  test('are indented by columns, tabs reaching to the next stop', () => {
    expect(['x', '   x', '\tx', '  \tx', '\t x', '  '].map(indentOf)).toEqual([0, 3, 4, 4, 5, 2])
  })
})

describe('a fence', () => {
  test('opens with three marks or more, and any info string', () => {
    expect(openedFence('  ```ts title="`"')).toBeUndefined()
    expect(openedFence('  ````ts')).toEqual({ mark: '`', length: 4 })
    expect(openedFence('~~~ `x`')).toEqual({ mark: '~', length: 3 })
    expect(openedFence('``x')).toBeUndefined()
  })

  test('opens behind the mark of an item or a quote', () => {
    expect(openedFenceInside('10. ```')).toEqual({ mark: '`', length: 3 })
    expect(openedFenceInside('> ~~~')).toEqual({ mark: '~', length: 3 })
    expect(openedFence('- ```')).toBeUndefined()
  })

  test('closes with as many of its marks and nothing else', () => {
    const fence = { mark: '`', length: 4 }

    expect(['````', '  ````` ', '```', '````x', '~~~~'].map((line) => closesFence(line, fence))).toEqual([true, true, false, false, false])
  })
})

const spans = (line: string) => codeSpansOf(line).map(([start, end]) => line.slice(start, end))

describe('code spans', () => {
  test.each([
    ['a `b` c `d`', ['`b`', '`d`']],
    ['``a ` b`` `c`', ['``a ` b``', '`c`']],
    ['`a ``b` c', ['`a ``b`']],
    ['``a` b`', ['` b`']],
    ['\\`a `b`', ['`b`']],
    ['`a', []],
    ['none', []],
  ])('of %j are %j', (line, expected) => {
    expect(spans(line)).toEqual(expected)
  })
})
