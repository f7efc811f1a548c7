/**
 * Bundles the programs that tests start as threads and processes, once in a run. From its sources each start loads seven hundred modules,
 * which takes three times as long as everything else that it does.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import type { TestProject } from 'vitest/node'
import { root } from '../openclaw-settings.ts'

/** Every file that a thread or a process of a test runs, if a start of it takes long. */
const entries = [
  'packages/agent-host/src/worker.ts',
  'packages/cli/src/main.ts',
  'packages/eval/src/main.ts',
  'packages/plugin-openclaw/src/worker.ts',
  'packages/store/src/worker/worker-entry.ts',
  'test/cli/move-and-die.ts',
  'test/contracts/processes/rival.ts',
  'test/plugin/second-gateway.ts',
  'test/properties/fold-digests.ts',
  'test/scenarios/append-many.ts',
  'test/scenarios/forget-and-die.ts',
  'test/scenarios/grow-and-die.ts',
  'test/simulation/main.ts',
  'test/src/bundled/whereabouts.ts',
  'test/torture/competitor.ts',
  'test/torture/crash.ts',
  'test/torture/postgres-teammate.ts',
  'test/torture/writer.ts',
  'test/worker/host-model-entry.ts',
  'test/worker/scripted-entry.ts',
] as const

const kept = join(root, 'node_modules/.cache/bundled')
const dayMs = 24 * 60 * 60 * 1_000

/** One for all projects of a run. */
export default async (project: TestProject): Promise<void> => {
  if (process.env['TEST_BUNDLED'] !== undefined) return
  const renew = async () => {
    process.env['TEST_BUNDLED'] = await bundle()
  }
  await renew()
  project.onTestsRerun(renew)
}

/** The bundle of each source by their addresses. One that was made of the same sources before is taken: it is compiled already. */
const bundle = async (): Promise<string> => {
  const chunks = await bundled()
  const hash = createHash('sha256')
  for (const { code, fileName } of chunks) hash.update(fileName).update('\0').update(code)
  const folder = join(kept, hash.digest('hex').slice(0, 16))
  if (!existsSync(folder)) write(chunks, folder)
  utimesSync(folder, new Date(), new Date())
  for (const other of readdirSync(kept).map((name) => join(kept, name))) {
    const found = statSync(other, { throwIfNoEntry: false })
    if (found !== undefined && Date.now() - found.mtimeMs > dayMs) rmSync(other, { recursive: true, force: true })
  }
  return JSON.stringify(
    Object.fromEntries(entries.map((entry) => [addressOf(join(root, entry)), addressOf(join(folder, `${nameOf(entry)}.mjs`))])),
  )
}

/** Whole at once, as another run may be doing just now. */
const write = (chunks: ReadonlyArray<Rolldown.OutputChunk>, folder: string): void => {
  const making = `${folder}-${process.pid}`
  mkdirSync(making, { recursive: true })
  for (const { code, fileName } of chunks) writeFileSync(join(making, fileName), code)
  try {
    renameSync(making, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(making, { recursive: true })
  }
}

const addressOf = (path: string) => pathToFileURL(path).href
const nameOf = (entry: string) => entry.replaceAll('/', '-').replace(/\.ts$/, '')

const bundled = async (): Promise<ReadonlyArray<Rolldown.OutputChunk>> => {
  const made = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [asAtItsSource],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        input: Object.fromEntries(entries.map((entry) => [nameOf(entry), entry])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  return [made].flat().flatMap((one) => ('output' in one ? one.output.filter((file) => file.type === 'chunk') : []))
}

/** Bundled, a module finds what lies beside its source, and the native module is that of its package. */
const asAtItsSource: Plugin = {
  name: 'as-at-its-source',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === 'better-sqlite3' && importer !== undefined ? { id: addressOf(createRequire(importer).resolve(id)), external: true } : null,
  transform: (code, id) =>
    id.startsWith(root) && code.includes('import.meta.url') ? code.replaceAll('import.meta.url', JSON.stringify(addressOf(id))) : null,
}
