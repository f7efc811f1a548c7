/**
 * Every break of a line that a row of the documents or an invariant stands on is noticed by the test that the list names for it: growth, routing,
 * forgetting, learning, what is kept safe, and the numbers of the profiles, one line changed at a time.
 *
 * In short: `test/mutations/mutations.test.ts`
 */
import { expect, test } from 'vitest'
import { breaks } from './breaks/breaks.ts'
import { tryBreaks, unsound } from './try-break.ts'

test('every test that a break names passes without it', { timeout: 3_600_000 }, async () => {
  expect(await unsound(breaks)).toEqual([])
})

test('every break goes red', { timeout: 3_600_000 }, async () => {
  const tried = await tryBreaks(breaks)

  expect(tried.filter(({ verdict }) => verdict !== 'red').map(({ broken, verdict }) => [verdict, broken.rows, broken.says])).toEqual([])
})
