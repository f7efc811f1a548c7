import { describe, expect, test } from 'vitest'
import { inHistory } from '../models/history.ts'
import { orderProperties } from '../models/order-properties.ts'

describe('the learner', () => {
  test.each(orderProperties)('$title', ({ run }) => run(1))

  test('works off a backlog that is longer than one commit of its own', async () => {
    const recall = { signal: 'recall', question: 0, session: 1, key: undefined } as const
    const judge = {
      signal: 'feedback',
      verdict: 'used',
      back: 0,
      nodes: [0],
      instead: [],
      share: 0.25,
      tier: 'conscious',
      actor: 0,
      origin: 'owner',
      session: 1,
      key: undefined,
    } as const
    const turns = Array.from({ length: 7 }, () => [recall, ...Array.from({ length: 10 }, (_, i) => ({ ...judge, nodes: [i % 3] }))])
    const waiting = turns.flat()

    await inHistory([{ signal: 'hold' }, ...waiting], async ({ log, memory }) => {
      expect((await memory.show({})).backlog).toBe(70)

      const learned = await memory.learn({})

      expect(learned).toMatchObject({ facts: 70, backlog: 0 })
      const commits = (await log()).commits.slice(-2)
      expect(commits.map(({ actor }) => actor)).toEqual([0, 0])
      expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
    })
  })
})
