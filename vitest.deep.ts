import './tools/require-node.mjs'
import { defineConfig } from 'vitest/config'
import { SummaryReporter } from './tools/summary-reporter.ts'

/** `pnpm test:deep`: the long properties and simulations, files named `*.deep.test.ts`. */
export default defineConfig({
  test: {
    reporters: ['default', new SummaryReporter()],
    include: ['packages/*/src/**/*.deep.test.ts', 'test/**/*.deep.test.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
  },
})
