/**
 * Twenty thousand turns of mixed traffic: the brain stays bounded, its recalls stay quick, and its log derives it again. Results: docs/results/growth.md.
 *
 * In short: `test/scenarios/soak.test.ts`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { soak } from '../models/soak.ts'
import { askAll, gainOf } from './learning-protocol.ts'
import { learningSet } from './learning-set.ts'
import { absence } from './question-sets.ts'

test('the nodes stay bounded over twenty thousand turns', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'))
  const { growth, looks, problems } = await soak(join(folder, 'brain.db'), { turns: 20_000, every: 2_000, probes: 100, seed: 7 })
  rmSync(folder, { recursive: true })
  for (const one of looks) process.stdout.write(`${JSON.stringify(one)}\n`)
  process.stdout.write(`${JSON.stringify(growth)}\n`)

  expect(problems).toEqual([])
  const [half, end] = [looks[Math.floor(looks.length / 2)], looks.at(-1)]
  expect(end?.onProbation).toBeLessThanOrEqual(2 * (half?.onProbation ?? 0))
})

test.for(['locomo', 'git-kysely'] as const)('%s is learned from as well where new questions become cues', async (name, context) => {
  const absent = absence(name)
  if (absent !== undefined) return context.skip(absent)
  const set = learningSet(name)

  const off = await askAll(set, undefined)
  const [alone, grown] = [gainOf(set, off, await askAll(set, {})), gainOf(set, off, await askAll(set, { grows: true }))]
  process.stdout.write(`${name} ${JSON.stringify({ off: alone.off, alone: alone.on, grown: grown.on })}\n`)

  expect(Math.abs(grown.on - alone.on)).toBeLessThan(0.5)
})
