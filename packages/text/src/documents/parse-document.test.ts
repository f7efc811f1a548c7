import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksOf } from '../passages/blocks.ts'
import { defaultChunkLimits } from '../passages/document.ts'
import { growth } from '../testing/steps.ts'
import { parseDocument, reportOf } from './parse-document.ts'

const lines = [
  '', 'Red.', 'é', 'CLOCK: x', '# Gate', '* Gate', 'Gate', '===', '---', '...', 'title: x', '<!-- a', 'b -->', ':X:', ':END:', '  x',
  '#+begin_comment', '#+end_comment', '#+begin_quote', '#+end_quote', '```', '> x', '[x]: y', '\uFEFF', '#', '1.', '<div>', '-', '|a|',
] // biome-ignore format: a list of lines

describe('the report on a note', () => {
  test.each(['markdown', 'org'] as const)('is that of its passages, whatever is written: %s', (format) => {
    const line = fc.tuple(fc.constantFrom(...lines), fc.constantFrom('\n', '\n', '\r\n', '\r')).map((one) => one.join(''))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (written) => {
        const text = written.join('')
        const { chunks, lacks = [] } = parseDocument(format, { fileName: 'a', text }, defaultChunkLimits)
        const kind =
          chunks.length === 0 ? 'empty' : chunks.every((one) => blocksOf(one.text).every((block) => block.kind === 'heading')) && 'heading'

        const kinds = reportOf(format, { fileName: 'a', text }).lacks.map((one) => one.kind)
        expect(kinds).toEqual(kind === 'empty' ? [kind] : [...lacks.map((one) => one.kind), ...(kind === false ? [] : [kind])])
      }),
    )
  })

  test.each([
    ['markdown', '# Gate\n\n', 'The gate is red.\n\n- a\n'],
    ['org', '* Gate\n', 'The gate is red.\n- a\n'],
  ] as const)('with text is told without cutting it: %s', (format, first, more) => {
    expect(growth((times) => reportOf(format, { fileName: 'a', text: first + more.repeat(times) }))).toBe(1)
  })
})
