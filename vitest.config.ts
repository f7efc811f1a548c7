import './tools/require-node.mjs'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { SummaryReporter } from './tools/summary-reporter.ts'

// For what a test starts, worker threads above all: compiled once and not at every start.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('./node_modules/.cache/compiled', import.meta.url))

// Setting `exclude` drops the defaults, and without these the tests of linked packages run again under every node_modules.
const exclude = [...configDefaults.exclude, '**/*.deep.test.ts']
const colocated = (name: string) => ({
  extends: true as const,
  // A machine may be busy: no test of ours is about its speed.
  test: { name, include: [`packages/${name}/src/**/*.test.ts`], exclude, testTimeout: 60_000, hookTimeout: 60_000 },
})
/** Its tests change nothing that others see, so their files share a process, and what they import is loaded once. */
const together = <Project extends { readonly test: object }>(project: Project) => ({
  ...project,
  test: { ...project.test, isolate: false },
})

export default defineConfig({
  test: {
    reporters: ['default', new SummaryReporter()],
    // The default leaves a core to the runner, which hardly needs it: on two cores the tests would run one file at a time.
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.bench.ts'],
      reporter: ['text', 'json-summary'],
    },
    projects: [
      together(colocated('core')),
      together(colocated('store')),
      colocated('plugin-openclaw'),
      together(colocated('cli')),
      {
        extends: true,
        test: {
          name: 'test',
          include: ['test/**/*.test.ts'],
          exclude: [...exclude, 'test/host/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'host',
          include: ['test/host/**/*.test.ts'],
          exclude,
          // One gateway at a time, after everything else: two take as long together, and a slow one does things of its own accord.
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
