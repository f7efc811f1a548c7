import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chunkId } from '../documents/chunks.ts'
import { defaultChunkLimits } from '../documents/document.ts'
import { parseDocument } from '../documents/parse-document.ts'
import { knownChunks } from './ingest-known.ts'

const key = 'home.md'
const live = { stateOf: () => 'normal' as const }

/** The passages of a list under a heading. */
const read = (lines: ReadonlyArray<string>, heading = 'House') =>
  parseDocument(
    'markdown',
    { fileName: key, text: `# Home\n\n## ${heading}\n\n${lines.map((line) => `- ${line}`).join('\n')}` },
    defaultChunkLimits,
  ).chunks.map((chunk) => ({ formerId: chunkId(key, chunk), text: chunk.text, isEntry: chunk.entry !== undefined }))

/** Reads a list in, and then another: returns the line that each line of the second was before. */
const matched = (before: ReadonlyArray<string>, after: ReadonlyArray<string>, heading?: string) => {
  const nodes = read(before).map(({ formerId, text }, at) => ({ node: at + 1, id: formerId, text }))
  const chunks = read(after, heading)
  const { stored } = knownChunks(chunks, nodes, live)
  return new Map(chunks.map(({ text }, at) => [text.slice(2), stored[at]?.text.slice(2)]))
}

const words = 'boiler roof meter cellar key window garden pump lamp gutter chimney door fence shed tap'.split(' ')
const line = fc
  .tuple(fc.uniqueArray(fc.constantFrom(...words), { minLength: 5, maxLength: 7 }), fc.integer({ min: 100, max: 999 }))
  .map(([some, number]) => `The ${some.join(' and the ')} were checked in ${number}`)
const list = fc.uniqueArray(line, { minLength: 5, maxLength: 12 })

describe('a line of a list', () => {
  test('INV-176 stays the same memory when lines are moved, added and taken away around it', () => {
    fc.assert(
      fc.property(list, list, fc.nat(), (before, added, seed) => {
        const kept = before.filter((_, at) => (seed >> (at % 8)) % 3 !== 0)
        const after = [...new Set([...added, ...kept])].sort((a, b) => ((a.length * 7 + seed) % 11) - ((b.length * 7 + seed) % 11))
        fc.pre(after.length > 4)

        const was = matched(before, after)

        for (const one of kept) expect(was.get(one)).toBe(one)
      }),
    )
  })

  test('INV-176 stays the same memory when one of its words is changed', () => {
    fc.assert(
      fc.property(list, fc.nat(), fc.boolean(), (before, chosen, isFirst) => {
        const at = chosen % before.length
        const edited = (before[at] ?? '').replace(isFirst ? /^The/ : /\d+$/, 'spring')
        const after = before.with(at, edited)

        const was = matched(before, after)

        for (const [place, one] of after.entries()) expect(was.get(one)).toBe(before[place])
      }),
    )
  })

  test('stays the same memory when its heading is renamed', () => {
    const lines = words.slice(0, 6).map((word) => `The ${word} was checked by the firm of Mr Lenz in the spring of 2024`)

    expect([...matched(lines, lines, 'Our house').values()]).toEqual(lines)
  })

  test('is another memory where it shares few words with those that are gone', () => {
    const lines = words.slice(0, 6).map((word) => `The ${word} was checked by the firm of Mr Lenz in the spring of 2024`)
    const after = lines.with(2, 'Nele babysits on Fridays for fourteen euros an hour')

    expect(matched(lines, after).get(after[2] ?? '')).toBeUndefined()
  })
})
