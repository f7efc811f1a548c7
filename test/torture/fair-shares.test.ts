import { test } from 'vitest'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { shareOneBrain } from './fair-shares.ts'

const folder = temporaryFolder()

test('four processes that write to one brain at once all get everything in, once, and none is left behind', { timeout: 300_000 }, () =>
  shareOneBrain(folder, 150, 0.1),
)
