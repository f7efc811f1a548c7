/**
 * What a verdict that names another memory supersedes, on sixty corrections by a hand that had seen neither code nor rules (2026-12-01): in thirty the right
 * note states the same matter as it is now, in the others the wrong one is true of something else. `sets/named-corrections.tsv`: kind, question, wrong, right.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openStage } from '../scenarios/stage.ts'

const rows = readFileSync(new URL('sets/named-corrections.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [kind = '', question = '', wrong = '', right = ''] = line.split('\t')
    return { kind, question, wrong, right }
  })

/** True where the verdict makes the wrong memory untrue; and what is given for the same question again. */
const played = async ({ question, right, wrong }: (typeof rows)[number]) => {
  const stage = await openStage('empty')
  try {
    const { memory } = stage
    const note = (source: string, text: string) => ({ source, format: 'markdown' as const, text })
    await memory.ingest({
      documents: [note('wrong.md', wrong), note('right.md', right), note('other.md', 'The fridge is emptied on Fridays.')],
    })
    const { items, turn } = await memory.recall({ question })
    // A question in other words does not find the wrong note, and nobody corrects what he does not see.
    if (!items.some(({ node }) => node === 'wrong.md')) return undefined
    await memory.feedback({ verdict: 'wrong', turn: turn ?? '', nodes: ['wrong.md'], instead: ['right.md'] })
    const superseded = (await memory.show({ what: 'wrong.md' })).nodes[0]?.supersededBy ?? []
    const { context } = await memory.recall({ question, record: false })
    return { superseded: superseded.length > 0, given: context.items }
  } finally {
    await stage.leave()
  }
}

test('hides few true memories, and gives the right one for the same question', async () => {
  const told = (await Promise.all(rows.map(async (row) => [row, await played(row)] as const))).flatMap(([row, end]) =>
    end === undefined ? [] : [{ row, ...end }],
  )
  const of = (kind: string) => told.filter(({ row }) => row.kind === kind)
  const hidden = of('other').filter(({ superseded }) => superseded)
  const taken = of('same').filter(({ superseded }) => superseded)
  const again = told.filter(({ given }) => given.includes('wrong.md'))
  const right = told.filter(({ given }) => given.includes('right.md'))
  process.stdout.write(
    `superseded: ${taken.length} of ${of('same').length} that are over, ${hidden.length} of ${of('other').length} that are true; the same question again: right ${right.length}, wrong ${again.length} of ${told.length}\n${hidden.map(({ row }) => `  ${row.question} | ${row.wrong} | ${row.right}\n`).join('')}`,
  )
  expect(rows).toHaveLength(60)
  // Before: 29 that are over, and all of those that are true.
  expect(taken.length).toBeGreaterThanOrEqual(20)
  expect(hidden.length).toBeLessThanOrEqual(1)
  expect([right.length, again.length]).toEqual([told.length, 0])
})
