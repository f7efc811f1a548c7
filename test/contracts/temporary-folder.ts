/** A folder for the files of one test file, gone when its tests are done. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
