/**
 * Reads the sessions that OpenClaw keeps in the database of an agent. The database is not written to; the engine may leave an empty `-wal` and
 * `-shm` beside it, as every reader of such a file does.
 *
 * Other versions of the host may keep them otherwise, so each column that is not needed may be missing.
 */
import { constants } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import * as Result from 'effect/Result'
import { chosenEngine } from './engine/chosen-engine.ts'
import type { SqliteEngine } from './engine/engine.ts'
import { codeOf, failureOf } from './engine/failure.ts'
import { headerOf, isOfSqlite } from './file/database-file.ts'

export interface OpenClawSession {
  readonly id: string
  /** How it was opened, in words of the host: `operator`, `channel`, `cron`, `spawn`, …; undefined where it does not say. */
  readonly openedBy: string | undefined
  /** True where something outside wrote its messages: a mail or a web hook. */
  readonly isExternal: boolean
}

/** True for a file that SQLite wrote. */
export const isSqliteFile = (path: string): boolean => {
  try {
    // Non-blocking, so that a pipe without a writer does not block the call.
    return isOfSqlite(headerOf(path, constants.O_RDONLY | constants.O_NONBLOCK))
  } catch {
    return false
  }
}

/** Returns the sessions by id, or the reason why they cannot be read. */
export const listOpenClawSessions = (path: string): Result.Result<ReadonlyArray<OpenClawSession>, string> =>
  reading(path, (engine) => {
    const has = (table: string, column: string) =>
      engine.prepare('select 1 from pragma_table_info(?) where name = ?').rows([table, column]).length > 0
    if (!has('transcript_events', 'event_json')) return Result.fail('it is no database in which OpenClaw keeps sessions')
    const hasWindows = has('session_windows', 'session_key')
    const opened = hasWindows && has('session_nodes', 'created_via')
    const external = hasWindows && has('session_windows', 'hook_external_content_source')
    const rows = engine
      .prepare(
        `select e.session_id, ${opened ? 'n.created_via' : 'null'}, ${external ? 'w.hook_external_content_source' : 'null'}
         from (select distinct session_id from transcript_events) e
         ${hasWindows ? 'left join session_windows w on w.session_id = e.session_id' : ''}
         ${opened ? 'left join session_nodes n on n.session_key = w.session_key' : ''}
         order by e.session_id`,
      )
      .rows([])
    return Result.succeed(
      rows.map(([id, openedBy, source]) => ({ id: String(id), openedBy: nameOf(openedBy), isExternal: nameOf(source) !== undefined })),
    )
  })

const nameOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Rows that are read at once. */
const page = 200
/** Most bytes of one line that was compressed; the host writes no longer one. */
const lineBytesMax = 4_194_304

/** Gives the lines of a session to `take`, in order, as JSON. Returns the reason if they cannot be read. */
export const readOpenClawSession = (path: string, session: string, take: (line: string) => void): Result.Result<void, string> =>
  reading(path, (engine) => {
    const packed = engine.prepare("select 1 from pragma_table_info('transcript_events') where name = 'event_zstd'").rows([]).length > 0
    const lines = engine.prepare(
      `select seq, event_json, ${packed ? 'event_zstd' : 'null'} from transcript_events where session_id = ? and seq > ? order by seq limit ${page}`,
    )
    for (let after = -1; ; ) {
      const rows = lines.rows([session, after])
      for (const [seq, json, bytes] of rows) {
        after = Number(seq)
        if (typeof json === 'string') take(json)
        else if (bytes instanceof Uint8Array) take(zstdDecompressSync(bytes, { maxOutputLength: lineBytesMax }).toString('utf8'))
      }
      if (rows.length < page) return Result.succeed(undefined)
    }
  })

const busyTimeoutMs = 2_000

const reading = <A>(path: string, read: (engine: SqliteEngine) => Result.Result<A, string>): Result.Result<A, string> => {
  let engine: SqliteEngine | undefined
  try {
    engine = chosenEngine().openFile(path, { busyTimeoutMs, readOnly: true })
    return read(engine)
  } catch (cause) {
    return Result.fail(problemOf(path, cause))
  } finally {
    engine?.close()
  }
}

/** Says why the database cannot be read. The advice for damaged stores is left out: the file is the host's, if it is a database at all. */
const problemOf = (path: string, cause: unknown): string => {
  const known = failureOf(path, cause)
  if (known === undefined) return `it cannot be read (${cause instanceof Error ? cause.message : String(cause)})`
  if (known.reason !== 'corrupt' && known.reason !== 'newer') return known.detail
  return isSqliteFile(path) ? `it is damaged, or not as OpenClaw writes it (${codeOf(cause)})` : 'it is no SQLite database'
}
