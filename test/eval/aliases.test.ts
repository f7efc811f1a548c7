/**
 * What aliases are worth, by words alone. The aliases of `sets/aliases-freelancer.jsonl` are the answers of a language model to the requests of the task
 * `aliases`, taken once, one for ten notes. Nothing was tuned on the questions beside them, in `sets/aliases-freelancer.queries.jsonl`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type AliasedRow, type GoldQuestion, measureAliases } from './aliases-measured.ts'
import { absence, filesOf } from './question-sets.ts'

const linesOf = <A>(text: string): ReadonlyArray<A> =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): A => JSON.parse(line))
const inSets = (name: string): string => readFileSync(new URL(`sets/${name}`, import.meta.url), 'utf8')
const none: ReadonlyMap<string, ReadonlyArray<string>> = new Map()

describe('notes of one person', () => {
  const rows = linesOf<AliasedRow>(inSets('freelancer.corpus.jsonl'))
  const questions = linesOf<GoldQuestion & { readonly category: string }>(inSets('aliases-freelancer.queries.jsonl'))
  const named = linesOf<{ readonly id: string; readonly questions: ReadonlyArray<string> }>(inSets('aliases-freelancer.jsonl'))
  const aliases = new Map(named.map((one) => [one.id, one.questions] as const))
  const both = async (category: string) => {
    const asked = questions.filter((one) => one.category === category)
    return { without: await measureAliases(rows, asked, none), withAliases: await measureAliases(rows, asked, aliases) }
  }

  test.each([
    ['in other words', 'other-words', 75, 27],
    ['in German', 'german', 97, 39],
    ['in German and in other words', 'german-other-words', 60, 5],
  ])('questions %s find what they did not', async (_, category, ndcg10, given) => {
    const { withAliases, without } = await both(category)

    expect(withAliases.ndcg10).toBeGreaterThan(ndcg10)
    expect(withAliases.ndcg10).toBeGreaterThan(without.ndcg10 + 15)
    expect(withAliases.given).toBeGreaterThanOrEqual(given)
    expect(withAliases.given).toBeGreaterThan(without.given)
  })

  test('of 60 messages that no note answers at most 18 are given a note, and 24 with aliases', async () => {
    const { withAliases, without } = await both('nothing')

    expect(without.wronglyGiven).toBeLessThanOrEqual(18)
    expect(withAliases.wronglyGiven).toBeLessThanOrEqual(24)
  })
})

const requests = new URL('../../../shared/eval/aliases/metatool-questions.json', import.meta.url)

test.skipIf(absence('metatool') !== undefined || !existsSync(requests))('requests to tools of MetaTool', async () => {
  const read = <A>(path: string) => linesOf<A>(gunzipSync(readFileSync(path)).toString())
  const { corpus, queries } = filesOf('metatool')
  const asked = read<GoldQuestion>(queries).filter((_, at) => at % 30 === 0)
  const aliases = new Map(Object.entries<ReadonlyArray<string>>(JSON.parse(readFileSync(requests, 'utf8'))))

  const without = await measureAliases(read<AliasedRow>(corpus), asked, none)
  const withAliases = await measureAliases(read<AliasedRow>(corpus), asked, aliases)

  expect(withAliases.ndcg10 - without.ndcg10).toBeGreaterThan(8)
  expect(withAliases.recall5 - without.recall5).toBeGreaterThan(8)
})
