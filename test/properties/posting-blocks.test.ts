/** The text index on its two levels, with limits so small that rows are moved and blocks are cut all the time. */
import { join } from 'node:path'
import { BrainKey, type IndexChange, type IndexSpace, indexLines } from '@crabtrail/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openConnection } from '../../packages/store/src/sqlite/file/open.ts'
import { IndexTables } from '../../packages/store/src/sqlite/tables/index-tables.ts'
import {
  compareTerms,
  decodeBlock,
  encodeBlocks,
  mergeTerms,
  type TermPostings,
} from '../../packages/store/src/text-index/posting-blocks.ts'
import { indexModel } from '../contracts/index-model.ts'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { runs } from './runs.ts'

const folder = temporaryFolder()
const brain = BrainKey.make('local/main/default')
const spaces: ReadonlyArray<IndexSpace> = ['document', 'cue']
const word = fc.oneof(
  fc.constantFrom('crab', 'crabs', 'trail', 'é', '海', 'a b', '🦀', '\uFF01', '\uE000'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }).map((text) => text.toWellFormed()),
)

/** In the order of blocks, each term once, its postings by node and position. */
const terms: fc.Arbitrary<ReadonlyArray<TermPostings>> = fc
  .uniqueArray(fc.tuple(word, fc.uniqueArray(fc.nat({ max: 1e6 }), { minLength: 1, maxLength: 9 }), fc.nat()), {
    selector: ([term]) => term,
    maxLength: 60,
  })
  .map((list) =>
    list
      .map(([term, nodes, other]) => ({
        term,
        values: nodes.toSorted((a, b) => a - b).flatMap((node) => [node, other * 1_000_003, other % 300, other % 70_000]),
      }))
      .sort((a, b) => compareTerms(a.term, b.term)),
  )

test('INV-10 terms are read from blocks as they were written, and their order is that of UTF-8 bytes', () => {
  fc.assert(
    fc.property(terms, terms, (one, other) => {
      const merged = mergeTerms(one, other)
      const blocks = encodeBlocks(merged)

      expect(blocks.flatMap(({ data }) => decodeBlock(data))).toEqual(merged)
      expect(blocks.map(({ data, low }) => decodeBlock(data)[0]?.term === low)).not.toContain(false)
      const names = merged.map(({ term }) => term)
      expect(names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))).toEqual(names)
    }),
    runs,
  )
})

test('INV-10 a long list of terms is cut into small blocks', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => ({ term: `term ${String(i).padStart(6, '0')}`, values: [i, 3 * i, 1, 99] }))

  const blocks = encodeBlocks(many)

  expect(blocks.flatMap(({ data }) => decodeBlock(data))).toEqual(many)
  expect(Math.max(...blocks.map(({ data }) => data.byteLength))).toBeLessThan(2_048)
  expect(blocks.length).toBeGreaterThan(10)
})

const changes: fc.Arbitrary<ReadonlyArray<IndexChange>> = fc
  .array(
    fc.record({
      step: fc.integer({ min: 0, max: 2 }),
      add: fc.boolean(),
      space: fc.constantFrom(...spaces),
      node: fc.integer({ min: 1, max: 5 }),
      words: fc.uniqueArray(word, { maxLength: 8 }),
    }),
    { maxLength: 16 },
  )
  .map((steps) => {
    let position = 1
    return steps.map(({ add, node, space, step, words }): IndexChange => {
      position += step
      if (!add) return { change: 'end', space, node, until: position }
      return {
        change: 'add',
        space,
        node,
        terms: words,
        counts: words.map((_, i) => i + 1),
        length: 2 * words.length,
        words: 1,
        from: position,
      }
    })
  })

let made = 0

test('INV-10 rows and blocks together answer for any position as a model does, whatever is moved, ended or erased', () => {
  fc.assert(
    fc.property(changes, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }), (applied, size, erased) => {
      const connection = openConnection({ path: join(folder, `${made++}.db`) })
      connection.engine.execute(
        "insert into brains (key, fingerprint_key, position, hash, at) values ('local/main/default', x'00', 1, x'00', 5)",
      )
      const index = new IndexTables(connection, { bulkLeast: 7, rowsMost: 3, blocksPerCommit: 1 })
      const rows = () => Number(connection.engine.prepare('select count(*) from postings').rows([])[0]?.[0])
      const counted = () =>
        Number(connection.engine.prepare('select coalesce(sum(posting_rows), 0) from index_statistics').rows([])[0]?.[0])
      const asked = [...new Set(['crab', 'zeppelin', ...applied.flatMap((one) => (one.change === 'add' ? one.terms : []))])]
      const answers = (at?: number) =>
        spaces.map((space) =>
          index
            .postings(brain, space, asked, at)
            .map(({ nodes, counts, lengths }) => [...nodes].map((node, i) => [node, counts[i], lengths[i]])),
        )
      const modelled = (changesOf: ReadonlyArray<IndexChange>, at?: number) =>
        spaces.map((space) => asked.map((term) => indexModel(changesOf, at).postings(space, term)))

      for (let i = 0; i < applied.length; i += size) {
        index.apply(1, applied.slice(i, i + size))
        expect(answers()).toEqual(modelled(applied.slice(0, i + size)))
        expect(counted()).toBe(rows())
      }
      for (let at = 0; at <= 20; at += 3) expect(answers(at)).toEqual(modelled(applied, at))
      expect(indexLines(index.whole(brain))).toEqual(indexModel(applied).lines())
      const held = indexLines(index.whole(brain)).map((line): ReadonlyArray<unknown> => JSON.parse(line))
      for (const space of spaces) {
        const own = held.flatMap(([name, term]) => (name === space ? [String(term)] : []))
        for (const low of ['', 'cr', 'crab', 'z', '🦀', ...own.map((term) => [...term].slice(0, 2).join(''))])
          expect([low, index.begins(brain, space, [low])]).toEqual([low, [own.some((term) => term.startsWith(low))]])
      }

      const left = applied.filter(({ node }) => node !== erased)
      index.drop(1, [erased])
      expect(indexLines(index.whole(brain))).toEqual(indexModel(left).lines())
      expect(answers()).toEqual(modelled(left))
      expect(counted()).toBe(rows())
      connection.close()
    }),
    { ...runs, numRuns: Math.ceil(runs.numRuns / 2) },
  )
})
