import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { utf8Length } from '../languages/unicode.ts'
import { checksum, chunkId, headingSlug, maxChunkIdBytes, movedId, parsePlainText, placeOf, slugOf } from './chunks.ts'
import { defaultChunkLimits } from './document.ts'

const key = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '#', '~', '%', '2', '3', '語'), minLength: 1, maxLength: 8 })
const heading = fc.array(fc.constantFrom('A', 'b', 'A b', '2', '!'), { maxLength: 3 })
const place = fc.record({ key, heading, ordinal: fc.nat(3) })

describe('the id of a chunk', () => {
  test.each([
    ['the text above all headings', chunkId('ops/deploy.md', { heading: [], ordinal: 0 }), 'ops/deploy.md'],
    ['a section', chunkId('ops/deploy.md', { heading: ['Roll back', 'Step 1'], ordinal: 0 }), 'ops/deploy.md#roll-back/step-1'],
    ['its second chunk', chunkId('ops/deploy.md', { heading: ['Roll back'], ordinal: 1 }), 'ops/deploy.md#roll-back~2'],
    ['the second chunk above all headings', chunkId('ops/deploy.md', { heading: [], ordinal: 1 }), 'ops/deploy.md~2'],
    ['a file named with the marks of ids', chunkId('c#/a~2>b%.md', { heading: ['X'], ordinal: 0 }), 'c%23/a%7E2%3Eb%25.md#x'],
    ['a file name with a line break', chunkId('a\nb.md', { heading: [], ordinal: 0 }), 'a%0Ab.md'],
  ])('names %s', (_, id, expected) => {
    expect(id).toBe(expected)
  })

  test('is the same for two places only if they are one', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const same = a.key === b.key && a.ordinal === b.ordinal && printed(a.heading) === printed(b.heading)

        expect(
          chunkId(a.key, { heading: a.heading, ordinal: a.ordinal }) === chunkId(b.key, { heading: b.heading, ordinal: b.ordinal }),
        ).toBe(same)
      }),
      { numRuns: 2_000 },
    )
  })

  test('moves with its source, and tells where it stands', () => {
    fc.assert(
      fc.property(place, key, ({ heading, key: from, ordinal }, to) => {
        const id = chunkId(from, { heading: heading, ordinal: ordinal })

        expect(movedId(id, from, to)).toBe(chunkId(to, { heading: heading, ordinal: ordinal }))
        expect(placeOf(id, from)).toBe(ordinal === 0 ? headingSlug(heading) : undefined)
      }),
    )
  })

  test('that was cut, or stands in another source, tells nothing', () => {
    const long = `${'a'.repeat(600)}.md`

    expect(placeOf(chunkId(long, { heading: ['Section'], ordinal: 0 }), long)).toBeUndefined()
    expect(movedId(chunkId(long, { heading: [], ordinal: 0 }), long, 'b.md')).toBeUndefined()
    expect(placeOf('ab.md#x', 'a')).toBeUndefined()
    expect(movedId('a.md2#x', 'a.md', 'b.md')).toBeUndefined()
  })

  test('is cut to its limit, and still tells the chunks of a long path apart', () => {
    const long = '語'.repeat(300)

    const ids = [0, 1, 11].map((ordinal) => chunkId(`${long}.md`, { heading: ['Section'], ordinal: ordinal }))

    expect(new Set(ids).size).toBe(3)
    for (const id of ids) {
      expect(utf8Length(id)).toBeLessThanOrEqual(maxChunkIdBytes)
      expect(id).toMatch(/^語+~x[0-9a-f]{16}$/)
    }
  })
})

const printed = (path: ReadonlyArray<string>): string => path.map((part) => part.toLowerCase()).join('\n')

describe('the checksum', () => {
  test('never changes: it stands in printed ids', () => {
    expect([checksum(''), checksum('a'), checksum('語😀')]).toEqual(['811c9dc51b873593', '2b24d044120e7442', '6d50c3060e9e45c8'])
  })

  test('tells texts apart, also those that differ in high bytes or order only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(checksum(a) === checksum(b)).toBe(a === b)
      }),
    )
    expect(checksum('ab')).not.toBe(checksum('ba'))
    expect(checksum('\u0141')).not.toBe(checksum('A'))
  })
})

describe('a slug', () => {
  test.each([
    ['Roll back a release', 'roll-back-a-release'],
    ['  What’s   new?  (v1.2) ', 'whats-new-v12'],
    ['snake_case & kebab-case', 'snake_case-kebab-case'],
    ['Über uns', 'über-uns'],
    ['U\u0308ber', 'über'],
    ['データベース 移行', 'データベース-移行'],
    ['कार्य सूची', 'कार्य-सूची'],
  ])('of %j is %j', (heading, slug) => {
    expect(slugOf(heading)).toBe(slug)
  })

  test('tells headings without letters apart', () => {
    expect(slugOf('!!!')).not.toBe(slugOf('???'))
    expect(slugOf('')).toMatch(/^[0-9a-f]{16}$/)
  })

  test('is never empty and never holds a mark of an id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (heading) => {
        expect(slugOf(heading)).toMatch(/^[^\s/#~%>]+$/u)
      }),
    )
  })
})

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
