/** A store as the first format had it, with all of a store of today that this format knows. */
import { writeFileSync } from 'node:fs'
import { format1 } from '../../packages/store/src/migrations/format-1.ts'
import { chosenEngine } from '../../packages/store/src/sqlite/chosen-engine.ts'
import { Connection } from '../../packages/store/src/sqlite/connection.ts'
import { migrate } from '../../packages/store/src/sqlite/migrate.ts'

export const makeOlderStore = (path: string, today: string): void => {
  writeFileSync(path, '')
  const engine = chosenEngine().openFile(path, { busyTimeoutMs: 0, readOnly: false })
  migrate(new Connection(path, engine, () => undefined), [format1])
  engine.execute(`attach '${today}' as today`)
  const tables = engine.prepare("select name from main.sqlite_schema where type = 'table' and name <> 'crabtrail_meta'").rows([]).flat()
  for (const table of tables) {
    const columns = engine.prepare(`select name from pragma_table_info('${table}', 'main')`).rows([]).flat().join(', ')
    engine.execute(`insert into main.${table} (${columns}) select ${columns} from today.${table}`)
  }
  engine.close()
}
