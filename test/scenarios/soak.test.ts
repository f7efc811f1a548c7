/** A few hundred turns of mixed traffic, in short what `pnpm test:deep` lives through in twenty thousand. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { soak } from '../models/soak.ts'

test('new questions come and go, and the log derives the brain again', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'))
  const { growth, looks, problems } = await soak(join(folder, 'brain.db'), { turns: 120, every: 60, pages: 15, probes: 1, seed: 7 })
  rmSync(folder, { recursive: true })

  expect(problems).toEqual([])
  expect(growth.made).toBeGreaterThan(30)
  expect(growth.died).toBeGreaterThan(growth.made / 2)
  expect(looks.at(-1)?.onProbation).toBeLessThan(60)
})
