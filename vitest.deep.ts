import './tools/require-node.mjs'
import { defineConfig } from 'vitest/config'
import { doneInFull } from './tools/deep-tests.ts'
import { SummaryReporter } from './tools/summary-reporter.ts'
import { temporaryFolder } from './tools/temporary-folder.ts'

process.env['TMPDIR'] = temporaryFolder()

/** `pnpm test:deep`: the long properties and simulations, files named `*.deep.test.ts`, and all of what `pnpm test` does a part of. */
export default defineConfig({
  test: {
    reporters: ['default', new SummaryReporter()],
    include: ['packages/*/src/**/*.deep.test.ts', 'test/**/*.deep.test.ts', ...doneInFull],
    setupFiles: ['test/src/property-limits.ts'],
    globalSetup: ['test/src/bundled/bundle.ts', 'test/host/shared-folder.ts'],
    env: { CRABTRAIL_WHOLE: 'yes' },
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
  },
})
