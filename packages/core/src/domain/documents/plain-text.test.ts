import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { utf8Length } from '../text/unicode.ts'
import { parsePlainText } from './chunks.ts'
import { defaultChunkLimits } from './document.ts'

const read = (text: string, limits = defaultChunkLimits) => parsePlainText({ fileName: 'logs/2026-03-04.txt', text }, limits)

describe('plain text', () => {
  test('is one chunk when it is short, under the name of the file', () => {
    const text = 'first\n\n# not a heading\n<!-- kept -->\n'

    const { title, chunks } = read(text)

    expect(title).toBe('2026-03-04')
    expect(chunks).toEqual([{ heading: [], ordinal: 0, title, text: text.trim(), span: [0, text.length - 1], links: [], thread: '' }])
  })

  test('is grouped at its blank lines', () => {
    const { chunks } = read(['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40)].join('\n \n'), { targetLength: 90, maxBytes: 200 })

    expect(chunks.map((chunk) => [chunk.ordinal, chunk.text.replace(/\s+/g, '').length])).toEqual([
      [0, 80],
      [1, 40],
    ])
  })

  test('without text has no chunks', () => {
    expect(read('')).toEqual({ title: '2026-03-04', chunks: [] })
    expect(read(' \n\t\r\n').chunks).toEqual([])
  })

  test('loses nothing, keeps its limits and its offsets', () => {
    const unit = fc.constantFrom('a', 'é', '😀', ' ', '\n', '\n\n', '\r\n', '. ', '\ud83d')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 300 }), fc.integer({ min: 4, max: 60 }), (text, maxBytes) => {
        const { chunks } = read(text, { targetLength: 20, maxBytes })

        expect(chunks.map((chunk) => chunk.text.replace(/\s+/g, '')).join('')).toBe(text.replace(/\s+/g, ''))
        for (const chunk of chunks) {
          expect(text.slice(...chunk.span)).toBe(chunk.text)
          expect(utf8Length(chunk.text)).toBeLessThanOrEqual(maxBytes)
        }
      }),
    )
  })
})
