import { defineConfig } from 'vitest/config'
import base, { fastProjects } from './vitest.config.ts'

// A property that is broken shows it in a few runs as a rule; `pnpm test` does a hundred.
process.env['CRABTRAIL_RUNS'] ??= '10'

/** Ten seconds of secrets in long texts; compiler, linter and the search for unused code, which `check` runs; and processes that race and die. */
const long = ['**/redaction-megabytes.test.ts', 'test/tidy/toolchain.test.ts', '**/sqlite-processes.test.ts']
const withoutLong = (project: (typeof fastProjects)[number]) => ({
  ...project,
  test: { ...project.test, exclude: [...project.test.exclude, ...long] },
})

/** `pnpm test:fast`: what to run while working, within a minute on two cores. */
export default defineConfig({ ...base, test: { ...base.test, projects: fastProjects.map(withoutLong) } })
