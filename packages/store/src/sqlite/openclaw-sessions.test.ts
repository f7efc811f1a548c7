import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import * as Result from 'effect/Result'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chosenEngine } from './engine/chosen-engine.ts'
import { isSqliteFile, listOpenClawSessions, readOpenClawSession } from './openclaw-sessions.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crabtrail-openclaw-'))
  path = join(folder, 'openclaw-agent.sqlite')
  writeFileSync(path, '')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The tables of OpenClaw 2026.9.6, with the columns that are read. */
const tables = `
  create table session_nodes (session_key text primary key, created_via text) strict;
  create table session_windows (session_id text primary key, session_key text not null, hook_external_content_source text) strict;
  create table transcript_events (session_id text not null, seq integer not null, event_json text, event_zstd blob, primary key (session_id, seq)) strict;
  insert into session_nodes values ('agent:main:a', 'operator'), ('agent:main:cron', 'cron');
  insert into session_windows values ('a', 'agent:main:a', null), ('b', 'agent:main:cron', null), ('c', 'agent:main:a', 'gmail');
  insert into transcript_events values ('b', 0, '{"n":0}', null), ('c', 0, '{"n":0}', null);
`

const make = (sql: string, packed?: Buffer) => {
  const engine = chosenEngine().openFile(path, { busyTimeoutMs: 1_000, readOnly: false })
  engine.execute('pragma journal_mode = wal')
  engine.execute(sql)
  if (packed !== undefined) engine.prepare('insert into transcript_events values (?, ?, null, ?)').run(['a', 1, packed])
  engine.close()
}

const linesOf = (session: string) => {
  const lines: Array<string> = []
  return [readOpenClawSession(path, session, (line) => lines.push(line)), lines] as const
}

describe('the sessions in the database of an agent', () => {
  test('are listed with how they were opened', () => {
    make(`${tables} insert into transcript_events values ('a', 0, '{"n":0}', null), ('x', 0, '{}', null);`)

    expect(listOpenClawSessions(path)).toEqual(
      Result.succeed([
        { id: 'a', openedBy: 'operator', isExternal: false },
        { id: 'b', openedBy: 'cron', isExternal: false },
        { id: 'c', openedBy: 'operator', isExternal: true },
        { id: 'x', openedBy: undefined, isExternal: false },
      ]),
    )
  })

  test('are read in order, packed lines too, and the database is not written to', () => {
    make(
      `${tables} insert into transcript_events select 'a', value, json_object('n', value), null from (select 0 value union select 2)
        union all select 'a', value + 3, json_object('n', value + 3), null from (with recursive n(value) as (select 0 union all select value + 1 from n where value < 400) select value from n);`,
      zstdCompressSync(Buffer.from('{"n":1}')),
    )
    const before = readFileSync(path)

    const [result, lines] = linesOf('a')

    expect(result).toEqual(Result.succeed(undefined))
    expect(lines).toEqual(Array.from({ length: 404 }, (_, n) => `{"n":${n}}`))
    expect(linesOf('gone')).toEqual([Result.succeed(undefined), []])
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('need no table but that of their lines', () => {
    make(
      `create table transcript_events (session_id text, seq integer, event_json text); insert into transcript_events values ('a', 0, '{}');`,
    )

    expect(listOpenClawSessions(path)).toEqual(Result.succeed([{ id: 'a', openedBy: undefined, isExternal: false }]))
    expect(linesOf('a')[1]).toEqual(['{}'])
  })

  test('are not those of another database, nor of another file', () => {
    make('create table notes (text)')

    expect(listOpenClawSessions(path)).toEqual(Result.fail('it is no database in which OpenClaw keeps sessions'))
    expect(isSqliteFile(path)).toBe(true)
    writeFileSync(join(folder, 'x.sqlite'), 'SQLite format 2 and a lot of other text')
    expect([isSqliteFile(join(folder, 'x.sqlite')), isSqliteFile(folder), isSqliteFile(join(folder, 'gone'))]).toEqual([
      false,
      false,
      false,
    ])
    expect(listOpenClawSessions(join(folder, 'x.sqlite'))).toEqual(Result.fail('it is no SQLite database'))
    writeFileSync(join(folder, 'y.sqlite'), `SQLite format 3\0${'x'.repeat(4_000)}`)
    expect(listOpenClawSessions(join(folder, 'y.sqlite'))).toEqual(
      Result.fail('it is damaged, or not as OpenClaw writes it (SQLITE_NOTADB)'),
    )
  })
})
