/**
 * Questions of BEAM about what changed in a talk: how often the outdated message stands above the current one. Results: docs/results/correction-board.md.
 *
 * In short: `test/scenarios/superseded.test.ts`
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { CorpusRow } from './adapter.mjs'
import { create } from './adapter.mjs'
import { absence, filesOf } from './question-sets.ts'

interface Update {
  readonly id: string
  readonly question: string
  readonly scope: string
  readonly goldIds: ReadonlyArray<string>
  /** Messages that say what was true before. */
  readonly staleIds?: ReadonlyArray<string>
}

const linesOf = <A>(path: string): ReadonlyArray<A> =>
  gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as A)

test('the current message stands above the outdated one', async (context) => {
  const absent = absence('beam100k')
  if (absent !== undefined) return context.skip(absent)
  const { corpus, queries } = filesOf('beam100k')
  const system = await create({ dataset: 'beam100k' })
  const outdated: string[] = []
  const updates = linesOf<Update>(queries).filter(({ staleIds }) => staleIds !== undefined)
  try {
    await system.add(linesOf<CorpusRow>(corpus))
    for (const { goldIds, id, question, scope, staleIds = [] } of updates) {
      const ids = await system.recall({ id, text: question, scope, k: 20 })
      const place = (of: ReadonlyArray<string>) => Math.min(ids.length, ...of.map((one) => ids.indexOf(one)).filter((at) => at >= 0))
      if (place(staleIds) < place(goldIds)) outdated.push(question)
    }
  } finally {
    await system.close()
  }
  process.stdout.write(`outdated above current: ${outdated.length} of ${updates.length}\n`)

  expect(updates).toHaveLength(18)
  expect(outdated.length, outdated.join('\n')).toBeLessThanOrEqual(6)
})
