import './tools/require-node.mjs'
import { configDefaults, defineConfig } from 'vitest/config'
import { SummaryReporter } from './tools/summary-reporter.ts'

// Setting `exclude` drops the defaults, and without these the tests of linked packages run again under every node_modules.
const exclude = [...configDefaults.exclude, '**/*.deep.test.ts']
const colocated = (name: string) => ({
  extends: true as const,
  // A machine may be busy: no test of ours is about its speed.
  test: { name, include: [`packages/${name}/src/**/*.test.ts`], exclude, testTimeout: 60_000, hookTimeout: 60_000 },
})

export default defineConfig({
  test: {
    reporters: ['default', new SummaryReporter()],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.bench.ts'],
      reporter: ['text', 'json-summary'],
    },
    projects: [
      colocated('core'),
      colocated('store'),
      colocated('plugin-openclaw'),
      colocated('cli'),
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
          // A gateway start takes both cores: one at a time, after everything else.
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
