/** Empty stores in SQLite files, each another file, gone when the tests of the file are done. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EngineName, layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import type { MakeLayer } from './store-layer.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Making the tables takes five times as long as copying a file that has them. */
export const sqliteStores = (engine: EngineName): MakeLayer => {
  const folder = temporaryFolder()
  const empty = join(folder, 'empty.db')
  Effect.runSync(Effect.scoped(Layer.build(layerSqlite({ path: empty, engine }))))
  let made = 0
  return () => {
    const path = join(folder, `${made++}.db`)
    copyFileSync(empty, path)
    return layerSqlite({ path, engine })
  }
}
