/**
 * Weeks of talk by hands that had seen neither code nor rules, judged by answers that an independent reader gave to the same requests, each read
 * once: right changes are in force at the next question, and nothing else changes anything. docs/results/judging.md tells where both come from.
 */
import { expect, test } from 'vitest'
import { inShort } from '../src/in-full.ts'
import { playWeek, readAnswers, readingModel, readWeek } from './judged-week.ts'

/** The least changes that are taken up, of 38 in each week: what is missed is hardly ever among the memories that are offered. */
const weeks: ReadonlyArray<readonly [string, number]> = [
  ['unseen-week-c', 34],
  ['unseen-week-d', 28],
  ['unseen-week-a', 35],
  ['unseen-week-b', 37],
  ['unseen-week-e', 30],
  ['unseen-week-f', 30],
]

const answers = readAnswers()

test.each(inShort(weeks.slice(0, 1), weeks))(
  '%s: changes are taken up, of the right note each, and nothing else changes anything',
  async (name, least) => {
    const model = readingModel((text) => answers.get(text))
    const told = await playWeek(readWeek(name), model)
    const changes = told.flatMap((one) => ('changed' in one.message ? [{ ...one, message: one.message }] : []))
    const others = told.filter(({ message }) => !('changed' in message))
    const recorded = changes.filter(({ changed }) => changed !== undefined)
    const taken = changes.filter(({ became = '' }) => ['superseded', 'marked', 'reasserted'].includes(became))
    const stale = changes.filter(({ became, isStale }) => isStale && became === 'superseded')
    const given = changes.filter(({ isInForce }) => isInForce)
    process.stdout.write(`${name}: taken up ${taken.length} of ${changes.length}, given at the next question ${given.length}\n`)

    expect(others.filter(({ changed }) => changed !== undefined).map(({ message }) => message.text)).toEqual([])
    expect(recorded.filter(({ changed, message }) => !changed?.startsWith(message.changed)).map(({ message }) => message.text)).toEqual([])
    expect(stale.map(({ message }) => message.text)).toEqual([])
    expect(taken.length).toBeGreaterThanOrEqual(least)
    expect(model.asked.length).toBeLessThanOrEqual(told.length)
  },
)
