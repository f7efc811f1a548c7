import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../documents/markdown.ts'
import { linesOf } from '../words/lines.ts'
import { annotationsOf, originalOffset, rewritten, withoutComments } from './comments.ts'
import { defaultChunkLimits } from './document.ts'

const bare = (text: string) => withoutComments(text, linesOf(text), 0)

test('edits that overlap are refused', () => {
  const edit = (start: number, end: number) => ({ start, end, text: '' })

  expect(rewritten('abcd', [edit(0, 1), edit(1, 3)]).text).toBe('d')
  expect(() => rewritten('abcd', [edit(0, 2), edit(1, 3)])).toThrow('an edit at 1 follows one that ends at 2')
})

describe('a text without comments', () => {
  test.each([
    ['a comment in a line', 'one <!-- two --> three', 'one  three'],
    ['a comment with its own lines', '- a\n  <!-- x\n  y -->\n- b', '- a\n- b'],
    ['the blank lines below a comment that has one above', 'a\n\n<!-- x -->\n\nb', 'a\n\nb'],
    ['a comment at the top', '<!-- x -->\n\n# Title', '# Title'],
    ['a comment across blank lines', 'a\n\n<!-- x\n\ny -->\nb', 'a\n\nb'],
    ['two comments on a line', '<!-- x --><!-- y -->\n# Title', '# Title'],
    ['two comments after text', 'a <!-- x --><!-- y -->\n# Title', 'a \n# Title'],
    ['a comment inside one that was never closed', 'a\n\n<!-- x\n\nb\n\n<!-- y -->\nc', 'a\n\n<!-- x\n\nb\n\nc'],
    ['empty comments', 'a<!-->b<!--->c<!---->d', 'abcd'],
  ])('lacks %s', (_, text, expected) => {
    expect(bare(text).text).toBe(expected)
  })

  test.each([
    ['a comment in a fence', '```html\n<!-- x -->\n```'],
    ['a comment in the fence of a list item', '- ```\n  <!-- x -->\n  ```'],
    ['a comment in inline code', 'write `<!-- x -->` here'],
    ['a comment that never closes', 'a\n\n<!-- x\n\nb'],
    ['an opening in a sentence that only closes paragraphs later', 'the <!-- mark opens\n\nand --> closes'],
  ])('keeps %s', (_, text) => {
    expect(bare(text).text).toBe(text)
  })

  test('finds its way back to the original', () => {
    const pieces = fc.array(fc.constantFrom('a', 'bc', '\n', '\n\n', ' ', '<!--', '-->', '`', '```\n', '- '), { maxLength: 30 })
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('')

        const { text: kept, cuts } = bare(text)

        const offsets = Array.from({ length: kept.length }, (_, at) => originalOffset(cuts, at))
        expect(offsets.map((at) => text.charAt(at)).join('')).toBe(kept)
        expect(offsets.every((at, index) => index === 0 || at > (offsets[index - 1] ?? 0))).toBe(true)
      }),
    )
  })
})

const of = (...texts: ReadonlyArray<string>) => annotationsOf(texts.map((text) => ({ at: 0, text })))
const chunks = (text: string) => parseMarkdown({ fileName: 'MEMORY.md', text }, defaultChunkLimits).chunks

describe('what a host says of an entry', () => {
  test('is its triggers and projects, each once, and its weight', () => {
    expect(of(' trigger: gateway setup; network safety ', ' importance: 9 ', ' project: harbour ', ' Trigger: gateway setup ')).toEqual({
      tags: 'gateway setup, network safety, harbour',
      importance: 900_000_000,
    })
    expect(of(' importance: 3 ', 'importance:10')).toEqual({ importance: 1_000_000_000 })
  })

  test.each([
    '',
    ' a remark ',
    ' trigger ',
    ' trigger: ',
    ' trigger: ,; ',
    ' importance: 11 ',
    ' importance: 0 ',
    ' importance: high ',
    'xtrigger: a',
  ])('is nothing in %j', (text) => {
    expect(of(text)).toEqual({})
  })

  test('has an end', () => {
    expect(of(`trigger: ${'a'.repeat(5_000)}`).tags).toHaveLength(1_000)
  })

  test('belongs to the passage that it stands in or behind, and is no part of its text', () => {
    const text =
      '# Memory\n\n## Gateway\n\n- Keep it on loopback. <!-- trigger: network safety --> <!-- importance: 9 -->\n\n## Ships\n\nThe Anna carries coal.\n<!-- project: harbour -->\n\n## Rest\n\nNothing.\n'

    expect(chunks(text)).toMatchObject([
      { text: '- Keep it on loopback.', tags: 'network safety', importance: 900_000_000 },
      { text: 'The Anna carries coal.', tags: 'harbour' },
      { text: 'Nothing.' },
    ])
    expect(chunks(text)[2]).not.toHaveProperty('tags')
  })
})
