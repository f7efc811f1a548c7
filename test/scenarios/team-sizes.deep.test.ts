/**
 * The page about sizes of teams has the numbers that the simulation of a fleet gives today.
 *
 * In short: `test/scenarios/team-sizes.test.ts`
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageWith, scalePage, teamTables } from '../bench/scale-team.ts'

test('docs/reference/scale.md has the tables that the simulation gives', () => {
  const page = readFileSync(scalePage, 'utf8')

  expect(page, 'write it anew: pnpm bench scale-team write').toBe(pageWith(page, teamTables()))
})
