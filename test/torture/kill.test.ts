import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { runs } from '../properties/runs.ts'
import { killAgain } from './kill-again.ts'

const folder = temporaryFolder()

test('INV-40 a writer that is killed at any moment has everything that it acknowledged in the log, and nothing in part', async () => {
  const deaths = await killAgain(join(folder, 'a.db'), 2, runs.seed, 10)

  process.stdout.write(`seed ${runs.seed}: ${JSON.stringify(deaths)}\n`)
  expect(deaths.acknowledged).toBeGreaterThan(0)
})
