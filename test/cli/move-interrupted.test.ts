/** A move whose process is killed leaves whole brains, and is completed by running it again. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { exportsOf, fillStore } from './move-stage.ts'
import { type Ended, ended, fillNotes, makePlace } from './place.ts'

const script = fileURLToPath(new URL('./move-and-die.ts', import.meta.url))
const place = makePlace()
fillNotes(place)
const source = join(place.home, 'source.db')
let exported: Readonly<Record<string, string>>
let made = 0
beforeAll(async () => {
  await fillStore(place, source)
  exported = await exportsOf(place, source)
})
afterAll(() => place.remove())
const { describePostgres, server } = sharedPostgres()

/** Moves the brains in a process of its own, which dies before a step; `code` is null then. */
const move = (target: string, step: number): Promise<Ended> =>
  ended(spawn(process.execPath, [script, source, target, String(step)], { stdio: ['ignore', 'pipe', 'inherit'] }))

const kinds = [
  ['a file', describe, async () => join(place.home, `target-${made++}.db`)],
  ['a database', describePostgres, () => server().createDatabase()],
] as const

for (const [kind, describeKind, fresh] of kinds) {
  describeKind(`a move to ${kind} that is killed`, () => {
    test('leaves the brains that were done, nothing of the one under way, and ends the same when it is run again', async () => {
      const steps = Number((await move(await fresh(), 0)).stdout)
      // The first append, the text index of the first brain, an append in the middle, and the last three steps.
      const points = [1, 5, Math.floor(steps / 2), steps - 2, steps - 1, steps]
      const before = readFileSync(source)
      const done = new Set<number>()
      for (const point of points) {
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
    })
  })
}
