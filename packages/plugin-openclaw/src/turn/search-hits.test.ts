import { describe, expect, test } from 'vitest'
import { searchHits, withNewHits } from './tool-calls.ts'

const note = {
  path: 'memory/2026-11-20.md',
  startLine: 1,
  endLine: 8,
  score: 0.96,
  snippet: '# Releases\n\nThe release job deploys.\n\nSource: memory/2026-11-20.md#L1-L8',
  provenance: { originClass: 'agent' },
  corpus: 'memory',
}

describe('what a search of the host found', () => {
  test('is a passage of a note, without what the host wrote behind it', () => {
    const hit = { source: 'memory/2026-11-20.md', text: '# Releases\n\nThe release job deploys.', from: 1, to: 8 }

    expect(searchHits({ results: [note] })).toEqual([hit])
  })

  test.each([
    ['of an untrusted origin', { ...note, provenance: { originClass: 'untrusted' } }],
    ['of no origin that is said', { ...note, provenance: undefined }],
    ['our own memory', { ...note, corpus: 'crabtrail' }],
    ['without a text', { ...note, snippet: '\n\nSource: memory/2026-11-20.md' }],
    ['without a place', { ...note, path: 7 }],
    ['under a name too long to be one', { ...note, path: 'x'.repeat(513) }],
    ['nothing at all', null],
  ])('is no hint when it is %s', (_, result) => {
    expect(searchHits({ results: [result] })).toEqual([])
  })

  test.each([undefined, null, {}, { results: 'none' }, 'text'])('is nothing in %o', (details) => {
    expect(searchHits(details)).toEqual([])
  })

  test('is bounded in number and in length', () => {
    const found = searchHits({ results: Array.from({ length: 30 }, () => ({ ...note, snippet: '寿'.repeat(9_000), startLine: -1 })) })

    expect(found).toHaveLength(20)
    expect(found[0]?.text).toHaveLength(2_000)
    expect(found[0]).not.toHaveProperty('from')
  })

  test('comes before what was found earlier, and the same passage counts once', () => {
    const hits = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, index) => ({ source: `${first + index}.md`, text: 'a' }))

    const both = withNewHits(hits(1, 15), [...hits(14, 20), { source: '21.md', text: 'b' }])

    expect(both.map(({ source }) => Number.parseInt(source, 10))).toEqual([
      14, 15, 16, 17, 18, 19, 20, 21, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ])
  })
})
