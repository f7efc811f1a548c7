/**
 * INV-120 over whole question sets: every ranking with growth is the ranking without it, to the bit.
 *
 * In short: `test/eval/growth-rankings.test.ts`
 */
import * as Result from 'effect/Result'
import { expect, test } from 'vitest'
import { readSet } from '../../packages/eval/src/sets/files.ts'
import { compareRankings } from './growth-rankings.ts'
import { absence, filesOf } from './question-sets.ts'

test.each(['git-kysely', 'locomo'])('INV-120 the rankings of %s are the same to the bit with growth', async (name) => {
  if (absence(name) !== undefined) return
  const found = await compareRankings(Result.getOrThrow(readSet(filesOf(name), 'crabtrail')), 1)
  process.stdout.write(`${name} ${JSON.stringify({ ...found, different: found.different.length })}\n`)

  expect(found.different).toEqual([])
  expect(found.cues).toBeGreaterThan(0)
})
