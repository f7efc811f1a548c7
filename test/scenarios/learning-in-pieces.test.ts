/** A backlog may be worked off in pieces of any size, whatever happens between them: the effects are the same. */
import { describe, expect, test } from 'vitest'
import { inHistory } from '../models/history.ts'
import { eventsOf } from '../models/recorded-log.ts'

const questions = ['How do we roll back a bad deploy of the API?', 'The queue is stuck, which workers do we restart?']

/** Turns whose replies used what they were given, which nobody has learned from yet; what is learned in pieces of `most`. */
const learnedIn = async (most: number | undefined) => {
  const seen: Array<readonly [facts: number, backlog: number]> = []
  let effects: unknown
  await inHistory([], async ({ log, memory }) => {
    for (const question of [...questions, ...questions]) {
      const { items, turn } = await memory.recall({ question })
      await memory.complete({ turn: turn ?? '', outcome: 'success', durationMs: 1, reply: items.map(({ content }) => content).join('\n') })
    }
    for (;;) {
      const { backlog, facts } = await memory.learn(most === undefined ? {} : { most })
      seen.push([facts, backlog])
      // A question between two pieces changes nothing of what is learned.
      await memory.recall({ question: questions[0] ?? '' })
      if (backlog === 0) break
    }
    effects = eventsOf(await log(), 'StrengthAdjusted').map(({ cause, data }) => ({ cause, data }))
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })
  return { seen, effects }
}

describe('learning in pieces', () => {
  test('takes so many facts and says how many are left', async () => {
    const { seen } = await learnedIn(3)

    expect(seen).toEqual([
      [3, 1],
      [1, 0],
    ])
  })

  test('learns the same', async () => {
    const strengthsOf = (effects: unknown) => (effects as ReadonlyArray<{ readonly data: object }>).map(({ data }) => data)
    const whole = await learnedIn(undefined)
    const pieces = await learnedIn(1)

    expect(pieces.seen).toHaveLength(4)
    expect(strengthsOf(pieces.effects).length).toBeGreaterThan(2)
    expect(strengthsOf(pieces.effects)).toEqual(strengthsOf(whole.effects))
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('of %d facts is refused', async (most) => {
    await inHistory([], async ({ memory }) => {
      await expect(memory.learn({ most })).rejects.toMatchObject({ _tag: 'InvalidRequest', field: 'most' })
    })
  })
})
