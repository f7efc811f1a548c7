/** The arithmetic of the simulation of a fleet. */
import { expect, test } from 'vitest'
import { type Fleet, simulate } from '../bench/team-simulation.ts'
import { alone, hottestRate, measuredCosts, sizesOf } from '../bench/team-sizes.ts'

const seed = 7
const queue: Fleet = {
  ...{ seed, servers: 1, coresAServer: 1, brains: 1_000_000_000, zipf: 0, turnsPerSecond: 70, turns: 300_000, readShare: 0, clientMs: 0 },
  serverMs: (share) => -Math.log(1 - share) * 10,
}

test('one core with random arrivals and exponential work is the queue M/M/1: S ÷ (1 − ρ) and ρ² ÷ (1 − ρ)', () => {
  const { busy, mean, queueMean } = simulate(queue)

  expect(busy).toBeCloseTo(0.7, 1)
  expect(mean / (10 / 0.3)).toBeGreaterThan(0.95)
  expect(mean / (10 / 0.3)).toBeLessThan(1.05)
  expect(queueMean / (0.49 / 0.3)).toBeGreaterThan(0.93)
  expect(queueMean / (0.49 / 0.3)).toBeLessThan(1.07)
})

test('one core with work that never varies is the queue M/D/1, which waits half as long', () => {
  const { mean } = simulate({ ...queue, serverMs: () => 10 })
  const expected = 10 + (0.7 * 10) / (2 * 0.3)

  expect(mean / expected).toBeGreaterThan(0.95)
  expect(mean / expected).toBeLessThan(1.05)
})

test('the same seed gives the same numbers, and another seed others', () => {
  const fleet = { ...queue, turns: 10_000 }

  expect(simulate(fleet)).toEqual(simulate(fleet))
  expect(simulate({ ...fleet, seed: seed + 1 })).not.toEqual(simulate(fleet))
})

test('turns of one brain lose races, and turns of brains that are never the same lose none', () => {
  const fleet: Fleet = { ...queue, turns: 20_000, coresAServer: 16, turnsPerSecond: 20, readShare: 0.5, clientMs: 10, serverMs: () => 5 }

  expect(simulate({ ...fleet, brains: 1 }).lostRaces).toBeGreaterThan(100)
  expect(simulate(fleet).lostRaces).toBe(0)
})

test('a million brains at a thousand turns a day are 11,574 turns a second', () => {
  const costs = measuredCosts()
  const sizes = sizesOf(1_000_000, alone(costs), costs)

  expect(Math.round(sizes.turnsPerSecond)).toBe(11_574)
  expect(sizes.serverCores).toBeCloseTo((sizes.peak * costs.serverMs) / 1_000)
  expect(hottestRate(1_000, 0, 500)).toBe(0.5)
})
