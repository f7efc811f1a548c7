/**
 * Migrates a file to the layout of this program, or refuses it with the reason.
 *
 * Everything happens in one transaction that takes the write lock first: of two processes that open a new file at once, one creates the
 * tables and the other finds them. The id in the file's header tells our files from those of other programs.
 */
import * as Result from 'effect/Result'
import { sql } from 'kysely'
import { unavailable } from '../../failures.ts'
import { queries, statement } from '../../statements/statement.ts'
import { draft, format, newerFormat, olderFormat } from '../../statements/tables.ts'
import { damaged } from '../engine/failure.ts'
import type { Connection } from './connection.ts'
import { archived, migrations, type SqliteMigration, segments } from './schema.ts'

/** `Cra` in ASCII. */
const family = 0x437261
/** The id in the header of every file of a store: the family and one byte for the draft of the format, the characters `1` to `9` for the first nine. */
export const idOfDraft = (number: number): number => family * 0x100 + 0x30 + number
export const applicationId = idOfDraft(draft)

/** Throws unless `id` is that of this program: a draft of the format that was never released is not read. */
export const requireOurId = (place: string, id: unknown): void => {
  if (id === applicationId) return
  const isDraft = typeof id === 'number' && Math.floor(id / 0x100) === family
  throw unavailable(place, isDraft ? 'older' : 'foreign', isDraft ? unreleasedDetail : foreignDetail)
}

/** Brings the file at least to the format of the last step. Throws StoreUnavailable if that is not possible. */
export const migrate = (connection: Connection, steps: ReadonlyArray<SqliteMigration> = migrations): void => {
  if ((stored(connection)?.format ?? 0) >= (steps.at(-1)?.format ?? 0)) return addTables(connection)
  const migrated = connection.write('power', () => {
    const found = stored(connection)
    if (found === undefined) start(connection)
    for (const step of steps) if (step.format > (found?.format ?? 0)) apply(connection, step)
    return Result.succeed(undefined)
  })
  Result.getOrThrow(migrated)
}

/**
 * Tables that were added to this draft of the format, by the one that tells whether a file has them. They begin empty. After the first release,
 * new tables need a migration.
 */
const addedTables = { log_segments: segments, archived_commits: archived }

const lackedTables = (connection: Connection) => Object.entries(addedTables).filter(([name]) => !hasTable(connection, name))

const addTables = (connection: Connection): void => {
  if (lackedTables(connection).length === 0) return
  const added = connection.write('process', () => {
    for (const [, parts] of lackedTables(connection)) for (const part of parts()) connection.engine.execute(part.compile().sql)
    return Result.succeed(undefined)
  })
  Result.getOrThrow(added)
}

/** Throws unless the file has a format that this program can migrate, for copying. */
export const requireStore = (connection: Connection): Stored => {
  const found = stored(connection)
  if (found === undefined) throw unavailable(connection.place, 'not-found', 'there is no store in this file yet: write to it first')
  return found
}

/** Throws unless the file has the format of this program, for a connection that only reads. */
export const requireFormat = (connection: Connection): void => {
  const found = requireStore(connection)
  if (found.format < format || lackedTables(connection).length > 0) {
    throw unavailable(connection.place, 'read-only', olderFormat(found.format))
  }
}

interface Stored {
  readonly format: number
}

/** Returns undefined for an unused file. */
const stored = (connection: Connection): Stored | undefined => {
  const { place } = connection
  const tables = connection.get(countTables, { name: null })?.tables ?? 0
  const id = connection.pragma('application_id')
  if (tables === 0 && id === 0) return undefined
  requireOurId(place, id)
  const meta = hasTable(connection, 'crabtrail_meta') ? connection.get(readMeta, {}) : undefined
  if (meta === undefined) throw unavailable(place, 'corrupt', damaged('its own tables are gone'))
  if (![meta.format, meta.min_reader].every(Number.isSafeInteger)) throw unavailable(place, 'corrupt', damaged('its format is no number'))
  if (meta.min_reader > format) throw unavailable(place, 'newer', newerFormat(meta))
  return meta
}

const foreignDetail = 'it is the database of another program and was left as it is: choose another path'
const unreleasedDetail =
  'it has a format from before the first release, which is not read any more: move the file away, then read its sources in anew with `crabtrail ingest PATH`'

const start = (connection: Connection): void => {
  connection.engine.execute(`pragma application_id = ${applicationId}`)
  connection.engine.execute(createMeta().compile().sql)
  connection.run(insertMeta, {})
}

const apply = (connection: Connection, step: SqliteMigration): void => {
  for (const part of step.statements) connection.engine.execute(part.compile().sql)
  connection.run(updateMeta, { format: step.format, minReader: step.minReader, needs: step.needs })
}

/** Not part of a migration, because the table holds the number of the format. */
const createMeta = () =>
  queries.schema
    .createTable('crabtrail_meta')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('format', 'integer', (column) => column.notNull())
    .addColumn('min_reader', 'integer', (column) => column.notNull())
    .addColumn('needs', 'text', (column) => column.notNull())

const schemaTable = queries.withTables<{ sqlite_schema: { readonly name: string; readonly type: string } }>()

const countTables = statement<{ name: string | null }>()((p) =>
  schemaTable
    .selectFrom('sqlite_schema')
    .where(sql<boolean>`name = coalesce(${p('name')}, name)`)
    .select((part) => part.fn.countAll<number>().as('tables')),
)

const hasTable = (connection: Connection, name: string): boolean => (connection.get(countTables, { name })?.tables ?? 0) > 0

export const readMeta = statement()(() =>
  queries.selectFrom('crabtrail_meta').select(['format', 'min_reader', 'needs']).where('id', '=', 1),
)

const insertMeta = statement()(() => queries.insertInto('crabtrail_meta').values({ id: 1, format: 0, min_reader: 0, needs: '' }))

const updateMeta = statement<{ format: number; minReader: number; needs: string }>()((p) =>
  queries
    .updateTable('crabtrail_meta')
    .set({ format: p('format'), min_reader: p('minReader'), needs: p('needs') })
    .where('id', '=', 1),
)
