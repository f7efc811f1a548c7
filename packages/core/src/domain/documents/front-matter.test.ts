import { describe, expect, test } from 'vitest'
import { linesOf } from './lines.ts'
import { frontMatterOf } from './markdown.ts'

const read = (text: string) => frontMatterOf(linesOf(text))

describe('front matter', () => {
  test('ends after its closing mark and gives the title', () => {
    expect(read('---\ntags: [a]\ntitle: Release plan # draft\n---\nbody')).toEqual({ end: 46, title: 'Release plan', outright: [] })
    expect(read('\uFEFF---\r\ntitle: x\r\n...\r\nbody').title).toBe('x')
  })

  test.each([
    ['title: "A \\"quoted\\" # one"', 'A "quoted" # one'],
    ["title: 'It''s'", "It's"],
    ['title:', undefined],
    ['title: >', undefined],
    ['title: [a, b]', undefined],
    [`title: ${'x'.repeat(300)}`, 'x'.repeat(200)],
  ])('reads %s', (line, title) => {
    expect(read(`---\n${line}\n---\n`).title).toBe(title)
  })

  test('holds remarks, lists, blocks, quoted keys and brackets', () => {
    const text = '---\n# remark\ntags:\n- a\n-\nabout: |\n  two\n\n  lines\n"a b": {\n  c: 1\n}\n---\n'

    expect(read(text).end).toBe(text.length)
  })

  test.each([
    ['a rule above prose', '---\nNo mapping here.\n---\nbody'],
    ['a mapping that is never closed', '---\ntitle: x\n\nbody'],
    ['a mark further down', '\n---\ntitle: x\n---\n'],
    ['nothing', ''],
    ['a heading between two rules', '---\n# Heading\n---\nbody'],
    ['prose between two rules that begins like a mapping', '---\nUpdate: it moved.\n\nLong notes follow here.\n\n---\nbody'],
  ])('is not %s', (_, text) => {
    expect(read(text)).toEqual({ end: 0, title: undefined, outright: [] })
  })

  test('leaves out a byte order mark where there is none', () => {
    expect(read('\uFEFF# Title')).toEqual({ end: 1, title: undefined, outright: [] })
  })
})
