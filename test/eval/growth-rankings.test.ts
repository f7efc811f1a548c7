/** INV-120 on questions that people asked: growth changes no ranking before a verdict. The whole sets: `growth-rankings.deep.test.ts`. */
import { fileURLToPath } from 'node:url'
import * as Result from 'effect/Result'
import { expect, test } from 'vitest'
import { readSet } from '../../packages/eval/src/sets/files.ts'
import { compareRankings } from './growth-rankings.ts'

const file = (name: string) => fileURLToPath(new URL(`sets/${name}`, import.meta.url))
const files = { name: 'freelancer', corpus: file('freelancer.corpus.jsonl'), queries: file('freelancer.queries.jsonl') }

test.each([false, true])('INV-120 the rankings of forty notes are the same to the bit with growth, vectors %s', async (vectors) => {
  const found = await compareRankings(Result.getOrThrow(readSet(files, 'crabtrail')), 2, vectors)

  expect(found.different).toEqual([])
  expect(found.questions).toBeGreaterThan(20)
  expect(found.cues).toBeGreaterThan(5)
})
