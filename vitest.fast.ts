import { defineConfig } from 'vitest/config'
import base, { fastProjects } from './vitest.config.ts'

// A property that is broken shows it in a few runs as a rule; `pnpm test` does a hundred.
process.env['CRABTRAIL_RUNS'] ??= '10'

/** Ten seconds of secrets in long texts. */
const withoutMegabytes = (project: (typeof fastProjects)[number]) => ({
  ...project,
  test: { ...project.test, exclude: [...project.test.exclude, '**/redaction-megabytes.test.ts'] },
})

/** `pnpm test:fast`: what to run while working, within a minute on two cores. */
export default defineConfig({ ...base, test: { ...base.test, projects: fastProjects.map(withoutMegabytes) } })
