import { expect, test } from 'vitest'
import { firingsIn } from './firings.ts'
import { absence } from './question-sets.ts'

/** Passages that nobody wrote for the rule: talks of people, and the files of a project. */
const names = ['locomo', 'git-kysely'] as const
const absent = names.map(absence).find((one) => one !== undefined)

/** One of so many passages may be taken for news about another one. */
const passagesEach = 3_000

test('the rule of superseding hardly ever fires on texts that state nothing anew', (context) => {
  if (absent !== undefined) return context.skip(absent)

  const all = names.map((name) => firingsIn(name, Number.POSITIVE_INFINITY))
  const passages = all.reduce((sum, one) => sum + one.passages, 0)
  const fired = all.flatMap((one) => one.fired)
  process.stdout.write(`${fired.length} of ${passages} passages\n`)

  expect(passages).toBeGreaterThan(4_000)
  expect(fired.length, fired.join('\n')).toBeLessThanOrEqual(Math.floor(passages / passagesEach))
})
