import { defineConfig } from 'vitest/config'
import base, { fastProjects } from './vitest.config.ts'

// A property that is broken shows it in a few runs as a rule; `pnpm test` does 25.
process.env['CRABTRAIL_RUNS'] ??= '5'

/**
 * Files of several seconds each, which hold what a single change rarely breaks: secrets in long texts, and what takes long texts apart; compiler,
 * linter and the search for unused code, which `check` runs; processes that race and die; whole histories, stores and logs that are compared; rules
 * that are broken on purpose; the second driver of SQLite, and a server; notes that are followed and proven through the day.
 */
const long = [
  '**/redaction-megabytes.test.ts',
  '**/ingest/known-lines.test.ts',
  '**/passages/entries.test.ts',
  '**/documents/markdown.test.ts',
  'test/tidy/toolchain.test.ts',
  '**/sqlite-processes.test.ts',
  'test/golden/*.test.ts',
  'test/canaries/*.test.ts',
  'test/contracts/runs/node-sqlite.test.ts',
  'test/contracts/runs/postgres.test.ts',
  'test/contracts/store-equivalence.test.ts',
  'test/properties/determinism.test.ts',
  'test/properties/equal-stores.test.ts',
  'test/properties/learning-order.test.ts',
  'test/properties/learning-ranking.test.ts',
  'test/properties/lost-races.test.ts',
  'test/properties/replaying.test.ts',
  'test/properties/rollback-learning.test.ts',
  'test/properties/unlearning.test.ts',
  '**/daily-proof.test.ts',
  '**/follow-notes.test.ts',
  '**/follow-forgotten.test.ts',
  '**/follow-team.test.ts',
  'test/arbitraries/plausible-log.test.ts',
]
const isAlone = ({ test }: (typeof fastProjects)[number]) => test.name === 'tidy'
const withoutLong = (project: (typeof fastProjects)[number]) => ({
  ...project,
  test: { ...project.test, exclude: [...project.test.exclude, ...long] },
})

/** Each project loads what its files import, the core above all: so those that may share it are one. */
const near = fastProjects.filter((project) => !isAlone(project))
const [one] = near.filter(({ test }) => test.name === 'properties')
if (one === undefined) throw new Error('there is no project of the properties')
const together = { ...one, test: { ...one.test, name: 'near', include: near.flatMap(({ test }) => test.include) } }

/** `pnpm test:fast`: what to run while working, within a minute on two cores. */
export default defineConfig({ ...base, test: { ...base.test, projects: [together, ...fastProjects.filter(isAlone)].map(withoutLong) } })
