/** A SQLite store with the demo's notes for one scenario, in a folder that is gone afterwards. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { demoBrain } from '../models/demo-brain.ts'
import { type AskedMemory, type OpenStore, openStore, type StoreOptions } from '../models/open-store.ts'
import { type RecordedLog, readLog } from '../models/recorded-log.ts'

export interface Stage {
  readonly path: string
  readonly store: OpenStore
  readonly memory: AskedMemory
  readonly log: () => Promise<RecordedLog>
  readonly leave: () => Promise<void>
}

/** The file of a store that has the demo's notes: taking them in takes a quarter of a second, and writing the file a few milliseconds. */
let withNotes: Promise<Buffer> | undefined
const fileWithNotes = async (): Promise<Buffer> => {
  const folder = mkdtempSync(join(tmpdir(), 'crabtrail-scenario-'))
  const path = join(folder, 'crabtrail.db')
  // Another seed than that of a scenario, which must not draw the same numbers again.
  const store = openStore({ layer: layerSqlite({ path }), seed: 'demo notes' })
  await (await store.memory()).import({ lines: (await demoBrain()).lines })
  await store.close()
  const file = readFileSync(path)
  rmSync(folder, { recursive: true })
  return file
}

/** With the notes read in, or empty. `from` is a file to begin with a copy of. */
export const openStage = async (
  notes: 'demo notes' | 'empty',
  options: Omit<StoreOptions, 'layer'> = {},
  from?: string,
): Promise<Stage> => {
  const folder = mkdtempSync(join(tmpdir(), 'crabtrail-scenario-'))
  const path = join(folder, 'crabtrail.db')
  if (from !== undefined) copyFileSync(from, path)
  else if (notes === 'demo notes') {
    withNotes ??= fileWithNotes()
    writeFileSync(path, await withNotes)
  }
  const store = openStore({ layer: layerSqlite({ path }), ...options })
  const memory = await store.memory()
  return {
    path,
    store,
    memory,
    log: async () => readLog((await memory.export({})).lines),
    leave: async () => {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Node and score to the last bit. */
export const ranking = ({ items }: { readonly items: ReadonlyArray<{ readonly node: string; readonly score: number }> }) =>
  items.map(({ node, score }) => [node, score])
