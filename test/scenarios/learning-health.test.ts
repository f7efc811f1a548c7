import { expect, test } from 'vitest'
import { openStage } from './stage.ts'

const question = 'Where is the spare key?'

test('the health of learning looks at the newest recalls alone, now and as of a position', async () => {
  const stage = await openStage('empty')
  const { memory } = stage
  await memory.init({ settings: { 'health.turns': 2 } })
  await memory.ingest({ documents: [{ source: 'key.md', format: 'markdown', text: '# Key\n\nThe spare key hangs in the shed.' }] })
  const judged = async () => {
    const { items, turn } = await memory.recall({ question, session: 'talk' })
    await memory.feedback({ verdict: 'used', turn: turn ?? '', nodes: items.slice(0, 1).map(({ node }) => node), session: 'talk' })
    return (await memory.show({})).position
  }
  const health = async (at?: number) => (await memory.stats(at === undefined ? {} : { at: String(at) })).learning

  const first = await judged()
  expect(await health()).toMatchObject({ recalls: { turns: 1 }, halfLife: { standing: 1 } })
  await judged()
  await memory.recall({ question, session: 'talk' })
  await memory.recall({ question, session: 'talk' })

  expect(await health()).toMatchObject({ recalls: { turns: 2 }, halfLife: { standing: 0 } })
  expect(await health(first)).toMatchObject({ recalls: { turns: 1 }, halfLife: { standing: 1 } })

  const before = await health()
  expect(before.deadWeight).toBe(0)
  for (const skippedAt of [1, 2, 3, 4]) await memory.skip({ reason: 'off', skippedAt, waitedMs: 0, session: 'talk' })
  expect(await health()).toEqual(before)
  await stage.leave()
})
