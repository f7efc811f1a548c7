import './tools/require-node.mjs'
import { defineConfig } from 'vitest/config'

/** `pnpm bench`: files named `*.bench.ts`, beside the code or in test/bench. */
export default defineConfig({
  test: { benchmark: { include: ['packages/*/src/**/*.bench.ts', 'test/**/*.bench.ts'] } },
})
