/** S2.29: the log shows how the strengths shift; S3.104: percentiles of what turns took. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage('demo notes')
})
afterEach(() => stage.leave())

const question = 'How do we roll back a bad deploy of the API?'

test('S2.29 the deciles of learned strengths are told for positions across the log, the last as the memory is now', async () => {
  const { memory } = stage
  for (let time = 0; time < 4; time++) {
    const { items, turn } = await memory.recall({ question })
    const [first] = items
    if (first === undefined || turn === null) expect.unreachable()
    await memory.feedback({ turn, verdict: time < 2 ? 'used' : 'wrong', nodes: [first.node] })
  }
  await memory.learn({})
  const { learning, position, series = [] } = await memory.stats({ series: 50 })
  const without = await memory.stats({})

  expect(series).toHaveLength(50)
  expect(series.map((one) => one.position)).toEqual(series.map((one) => one.position).toSorted((a, b) => a - b))
  expect(series[0]).toMatchObject({ edges: 0, deciles: [] })
  const last = series.at(-1) ?? expect.unreachable()
  expect([last.position, last.edges]).toEqual([position, learning.edges])
  expect(learning.edges).toBeGreaterThan(0)
  for (const { deciles, edges } of series) {
    expect(deciles).toHaveLength(edges === 0 ? 0 : 11)
    expect(deciles).toEqual(deciles.toSorted((a, b) => a - b))
  }
  // The distribution shifts: verdicts moved it, and moved it back.
  expect(new Set(series.map(({ deciles }) => JSON.stringify(deciles))).size).toBeGreaterThan(2)
  // What is read for an earlier position is what was told of it.
  const [then] = series.slice(-3)
  if (then === undefined) expect.unreachable()
  const earlier = await memory.stats({ at: String(then.position), series: 2 })
  expect(earlier.series?.at(-1)).toEqual(then)
  expect(without.series).toBeUndefined()
})

test('S3.104 what the newest turns took is told as percentiles: time, tokens, and what waited in vain', async () => {
  const { memory } = stage
  const session = 'talk'
  for (const [at, durationMs] of [1_000, 3_000, 9_000].entries()) {
    await memory.recall({ question, session, key: `r${at}` })
    await memory.complete({ session, recallKey: `r${at}`, outcome: 'success', durationMs })
  }
  await memory.skip({ session, reason: 'late', skippedAt: 1, waitedMs: 350, deadlineMs: 300 })

  const { late, taken } = await memory.stats({})

  expect(taken.turnMs).toEqual({ count: 3, p50: 3_000, p95: 9_000 })
  expect(taken.skipMs).toEqual({ count: 1, p50: 350, p95: 350 })
  expect(taken.contextTokens?.count).toBe(3)
  expect(taken.contextTokens?.p50).toBeGreaterThan(0)
  expect(taken.callsATurn).toEqual({ count: 3, p50: 0, p95: 0 })
  expect(taken.callMs).toBeUndefined()
  expect([taken.fired?.count, taken.steps?.count]).toEqual([3, 3])
  expect(taken.fired?.p50).toBeGreaterThan(1)
  expect(late).toEqual({ recalls: { all: 4, late: 1 }, calls: { all: 0, late: 0 } })
})

test('S3.105 S3.114 what verdicts took from a recall, and how many of the memories that they reached the replies drew on', async () => {
  const { memory } = stage
  const first = await memory.recall({ question, session: 'talk', key: 'r1' })
  const [wrong, right] = first.items
  if (wrong === undefined || right === undefined || first.turn === null) expect.unreachable()
  const before = (await memory.stats({})).learning
  await memory.complete({ session: 'talk', recallKey: 'r1', outcome: 'success', durationMs: 1, reply: wrong.content })
  await memory.feedback({ turn: first.turn, verdict: 'wrong', nodes: [wrong.node] })
  await memory.feedback({ turn: first.turn, verdict: 'used', nodes: [right.node] })
  await memory.learn({})
  await memory.recall({ question, session: 'talk' })

  const { attribution, inhibition } = (await memory.stats({})).learning

  expect(before).toMatchObject({ attribution: { reached: 0, precision: null }, inhibition: { mean: 0, recalls: 0 } })
  expect(attribution).toEqual({ reached: 2, drawnOn: 1, precision: 0.5 })
  expect(inhibition.recalls).toBe(1)
  expect(inhibition.mean).toBeGreaterThan(0)
})
