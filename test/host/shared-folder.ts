/** A folder for what the host tests of a run share, here and gone with the run. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    readonly sharedFolder: string
  }
}

export default (project: TestProject): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'host-'))
  project.provide('sharedFolder', folder)
  // What is run again because something was changed is not to be run with what was made before.
  project.onTestsRerun(async () => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
  })
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
