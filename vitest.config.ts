import './tools/require-node.mjs'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { SummaryReporter } from './tools/summary-reporter.ts'
import { temporaryFolder } from './tools/temporary-folder.ts'

process.env['TMPDIR'] = temporaryFolder()
// For what a test starts, worker threads above all: compiled once and not at every start.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('./node_modules/.cache/compiled', import.meta.url))

/** Begins with the file that starts a real host: it takes minutes, and the others run beside it. */
class HostFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isHost = ({ project }: TestSpecification) => project.name === 'host'
    return (await super.sort(files)).sort((a, b) => Number(isHost(b)) - Number(isHost(a)))
  }
}

// Setting `exclude` drops the defaults, and without these the tests of linked packages run again under every node_modules.
const exclude = [...configDefaults.exclude, '**/*.deep.test.ts']
const files = (name: string, include: ReadonlyArray<string>, without: ReadonlyArray<string> = []) => ({
  extends: true as const,
  // A machine may be busy: no test of ours is about its speed, and a property ends by itself before this, with its seed.
  test: { name, include: [...include], exclude: [...exclude, ...without], testTimeout: 300_000, hookTimeout: 300_000 },
})
const colocated = (name: string) => files(name, [`packages/${name}/src/**/*.test.ts`])

const byNodeSqlite = files(
  'store by node:sqlite',
  ['sqlite.test.ts', 'sqlite/**/*.test.ts', 'statements/statement.test.ts'].map((name) => `packages/store/src/${name}`),
  ['**/engine.test.ts'],
)
const suites = (...names: ReadonlyArray<string>) => names.map((name) => `test/${name}/**/*.test.ts`)
const properties = suites('arbitraries', 'canaries', 'contracts', 'golden', 'models', 'properties', 'secrets')
const scenarios = suites('scenarios')

/** Its tests change nothing that others see, so their files share a process, and what they import is loaded once. */
const together = <Project extends { readonly test: object }>(project: Project) => ({
  ...project,
  test: { ...project.test, isolate: false },
})

/** Its tests start threads and processes, which run bundles. */
const starting = <Project extends { readonly test: object }>(project: Project) => ({
  ...project,
  test: {
    ...project.test,
    globalSetup: 'test/src/bundled/bundle.ts',
    execArgv: ['--import', new URL('./test/src/bundled/thread-hook.mjs', import.meta.url).href],
  },
})

/** The projects of the inner loop (`vitest.fast.ts`): beside each other, without a host, a process or a long story. */
export const fastProjects = [
  together(colocated('text')),
  together(colocated('core')),
  together(colocated('store')),
  together(colocated('models')),
  starting(together(colocated('agent-host'))),
  starting(together(colocated('plugin-openclaw'))),
  together(colocated('cli')),
  together(colocated('eval')),
  starting(together(files('properties', properties))),
  files('tidy', suites('tidy')),
]

export default defineConfig({
  test: {
    reporters: ['default', new SummaryReporter()],
    setupFiles: ['test/src/property-limits.ts'],
    // One more than cores on a small machine: some files wait, for a process or for a time that a person would notice.
    maxWorkers: 3,
    sequence: { sequencer: HostFirst },
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.bench.ts'],
      reporter: ['text', 'json-summary'],
    },
    projects: [
      ...fastProjects,
      // What a store does of itself, once more by the engine that stands in where the first one cannot be loaded.
      together({
        ...byNodeSqlite,
        test: { ...byNodeSqlite.test, setupFiles: ['test/src/without-native-part.ts'] },
      }),
      starting(together(files('scenarios', scenarios))),
      starting(together(files('test', ['test/**/*.test.ts'], [...suites('host', 'tidy'), ...properties, ...scenarios]))),
      {
        extends: true,
        test: {
          name: 'host',
          include: ['test/host/**/*.test.ts'],
          exclude,
          globalSetup: 'test/host/shared-folder.ts',
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
