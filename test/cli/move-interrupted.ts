/** Moves whose process is killed leave whole brains, and are completed by running them again. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { bundled } from '../src/bundled/bundled.ts'
import { exportsOf, fillStore } from './move-stage.ts'
import { type Ended, ended, fillNotes, type Place } from './place.ts'

const script = bundled(new URL('./move-and-die.ts', import.meta.url))

/** Steps of a move of so many before which it is killed. */
export type Points = (steps: number) => ReadonlyArray<number>

/** The first append, the text index of the first brain, an append in the middle, and the last three steps. */
export const allPoints: Points = (steps) => [1, 5, Math.floor(steps / 2), steps - 2, steps - 1, steps]

/** Kills a move to a store that `fresh` makes before each of the points: the brains that were done are there, nothing of the one under way, and run again it ends the same. */
export const holdsWhenKilled = async (place: Place, fresh: () => Promise<string>, pointsOf: Points): Promise<void> => {
  fillNotes(place)
  const source = join(place.home, 'source.db')
  await fillStore(place, source)
  const exported = await exportsOf(place, source)
  /** In a process of its own; `code` is null when it died. */
  const move = (target: string, step: number): Promise<Ended> =>
    ended(spawn(process.execPath, [script, source, target, String(step)], { stdio: ['ignore', 'pipe', 'inherit'] }))
  const steps = Number((await move(await fresh(), 0)).stdout)
  const before = readFileSync(source)
  const done = new Set<number>()
  for (const point of pointsOf(steps)) {
    const target = await fresh()

    expect([point, (await move(target, point)).code]).toEqual([point, null])
    const there = await exportsOf(place, target)
    const answer = await place.ask('move', source, target)

    done.add(Object.keys(there).length)
    for (const [brain, lines] of Object.entries(there)) expect(lines).toBe(exported[brain])
    expect(answer.brains.filter(({ before }: { before: number }) => before > 0)).toHaveLength(Object.keys(there).length)
    expect(await exportsOf(place, target)).toEqual(exported)
  }
  expect(done.size).toBeGreaterThan(2)
  expect(readFileSync(source).equals(before)).toBe(true)
}
