import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BrainKey, type IndexChange } from '@crabtrail/core'
import { tokeniserVersion } from '@crabtrail/text/words/tokenise'
import * as Result from 'effect/Result'
import { afterAll, expect, test } from 'vitest'
import { openConnection } from '../file/open.ts'
import { IndexTables } from './index-tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const brain = BrainKey.make('local/main/default')
const add: IndexChange = { change: 'add', space: 'document', node: 1, terms: ['crab'], counts: [1], length: 2, words: 1, from: 1 }

const filled = (name: string) => {
  const connection = openConnection({ path: join(folder, name) })
  const index = new IndexTables(connection)
  connection.engine.execute(
    "insert into brains (key, fingerprint_key, position, hash, at) values ('local/main/default', x'00', 1, x'00', 5)",
  )
  index.apply(1, [add])
  return { connection, index }
}

test('what another program erased is kept in no cache once nobody waits', () => {
  const { connection, index } = filled('erased.db')
  index.postings(brain, 'document', ['crab'])
  const other = openConnection({ path: join(folder, 'erased.db') })
  const kept = index.cached

  index.dropStale()
  expect([kept > 0, index.cached]).toEqual([true, kept])
  new IndexTables(other).drop(1, [1])
  index.dropStale()

  expect(index.cached).toBe(0)
  for (const one of [connection, other]) one.close()
})

test('with what terms begin is answered anew when the index changed, whoever changed it, and nothing is kept of a change that is taken back', () => {
  const { connection, index } = filled('beginnings.db')
  const other = openConnection({ path: join(folder, 'beginnings.db') })
  const asked = ['cr', 'de:', 'nl:', 'fr:']
  const told = () => index.begins(brain, 'document', asked)
  const german = { ...add, node: 2, terms: ['de:haus'] }
  const dutch = { ...add, node: 3, terms: ['nl:huis'] }
  expect([told(), told()]).toEqual(Array.from({ length: 2 }, () => [true, false, false, false]))

  connection.begin()
  connection.write('process', () => Result.succeed(index.apply(1, [german])))
  expect(told()).toEqual([true, true, false, false])
  connection.end(false)
  // The index of what another writes now has the version that the one that was taken back had.
  new IndexTables(other).apply(1, [dutch])
  expect(told()).toEqual([true, false, true, false])
  index.apply(1, [german])
  expect(told()).toEqual([true, true, true, false])
  index.drop(1, [2])
  expect(told()).toEqual([true, false, true, false])
  for (const one of [connection, other]) one.close()
})

test('many terms are read with as many statements as one, those that no text has too, and each that some text has is found', () => {
  const connection = openConnection({ path: join(folder, 'statements.db') })
  const index = new IndexTables(connection, { bulkLeast: 1, rowsMost: 1, blocksPerCommit: 1 })
  connection.engine.execute(
    "insert into brains (key, fingerprint_key, position, hash, at) values ('local/main/default', x'00', 1, x'00', 5)",
  )
  const held = Array.from({ length: 3_000 }, (_, i) => `${['a', 'm', 'z', '\u{1F980}', '\uFF01'][i % 5]}${i}`)
  index.apply(1, [{ ...add, terms: held, counts: held.map((_, i) => i + 1) }])
  let statements = 0
  for (const name of ['all', 'get', 'rows'] as const) {
    const read = connection[name].bind(connection) as (...given: ReadonlyArray<unknown>) => unknown
    Object.assign(connection, {
      [name]: (...given: ReadonlyArray<unknown>) => {
        statements++
        return read(...given)
      },
    })
  }
  const asked = (terms: ReadonlyArray<string>) => {
    statements = 0
    const found = index.postings(brain, 'document', terms)
    return { statements, counts: found.map(({ counts }) => counts[0] ?? 0) }
  }
  asked(['warm'])

  const one = asked(['a0'])
  const terms = held.filter((_, i) => i % 7 === 3).flatMap((term) => [term, `${term}?`, `?${term}`])
  const many = asked(terms)

  expect(connection.engine.prepare('select count(*) > 20 from posting_blocks').rows([])).toEqual([[1]])
  expect(many.statements).toBe(one.statements)
  expect(many.counts).toEqual(terms.map((term) => held.indexOf(term) + 1))
  connection.close()
})

test.each([
  ['newer', tokeniserVersion + 1],
  ['moved', tokeniserVersion - 1],
])('an index that another version of the tokeniser made is refused wherever its words count: %s', (reason, version) => {
  const { connection, index } = filled(`${reason}.db`)
  const asked = ['crab'] as const
  expect([...(index.postings(brain, 'document', asked)[0]?.nodes ?? [])]).toEqual([1])

  connection.engine.execute(`update index_statistics set tokeniser = ${version}`)

  const refused = expect.objectContaining({ _tag: 'StoreUnavailable', reason })
  expect(() => index.postings(brain, 'document', asked)).toThrow(refused)
  expect(() => index.postings(brain, 'document', asked, 1)).toThrow(refused)
  expect(() => index.statistics(brain, 'document')).toThrow(refused)
  expect(() => index.statistics(brain, 'document', 1)).toThrow(refused)
  expect(() => index.apply(1, [{ ...add, node: 2 }])).toThrow(refused)
  // The first text of another space is no way around it.
  expect(() => index.apply(1, [{ ...add, space: 'cue', node: 2 }])).toThrow(refused)
  expect(index.tokeniser(brain)).toBe(version)
  connection.close()
})
