/** Runs tests over sources of which one has a break in it. The break is made where the file is loaded: no file is written. */
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { temporaryFolder } from '../../tools/temporary-folder.ts'
import { type Break, brokenSource } from './break.ts'
import { appliedMark, breakVariable } from './try-break.ts'

process.env['TMPDIR'] = temporaryFolder()
const root = fileURLToPath(new URL('../..', import.meta.url))
const written = process.env[breakVariable]
const broken: Pick<Break, 'file' | 'put' | 'text'> | undefined = written === undefined ? undefined : JSON.parse(written)

export default defineConfig({
  root,
  plugins: [
    {
      name: 'broken-line',
      enforce: 'pre',
      transform(source, id) {
        if (broken === undefined || relative(root, id.replace(/\?.*$/, '')) !== broken.file) return undefined
        process.stderr.write(`${appliedMark}\n`)
        return { code: brokenSource(source, broken), map: null }
      },
    },
  ],
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.deep.test.ts', 'test/mutations/**'],
    setupFiles: ['test/src/property-limits.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
    // What is cached outlives the break that is in it.
    fsModuleCache: false,
  },
})
