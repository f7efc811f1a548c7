import { describe, expect, test } from 'vitest'
import { storeFindings } from './doctor.ts'

const file = { engine: 'better-sqlite3', path: '/a.db', mode: '0600', journal: 'wal', walBytes: 4_096, unfinishedErasures: 0 }
const server = {
  engine: 'postgresql',
  path: 'postgres://ann@db:5432/m',
  fsync: 'on',
  fullPageWrites: 'on',
  synchronousCommit: 'on',
  deadRows: 10,
  liveRows: 100_000,
  indexBytes: 300 * 1_048_576,
  tableBytes: 200 * 1_048_576,
}

const wrongIn = (facts: Readonly<Record<string, string | number>>, fault?: string) =>
  storeFindings('/a.db', facts, fault)
    .filter(({ ok }) => !ok)
    .map(({ detail, name }) => `${name}: ${detail}`)

describe('the findings about a store', () => {
  test.each([
    ['in a file', file],
    ['on a server', server],
    ['of which nothing is known', {}],
    ['on a server that waits for a replica as well', { ...server, synchronousCommit: 'remote_apply' }],
    ['with many dead rows among many more live ones', { ...server, deadRows: 49_000 }],
    ['with mostly dead rows, but few', { ...server, deadRows: 9_000, liveRows: 3 }],
    ['with large indexes of larger tables', { ...server, tableBytes: 900 * 1_048_576 }],
    ['with small indexes of smaller tables', { ...server, indexBytes: 1_048_576, tableBytes: 8_192 }],
  ])('are its facts alone if nothing is wrong: one %s', (_, facts) => {
    expect(storeFindings('/a.db', facts, undefined)).toEqual([{ name: 'store', ok: true, detail: expect.stringMatching(/^\/a\.db: /) }])
  })

  test('tell the facts in one line, without its place again', () => {
    expect(storeFindings('/a.db', file, undefined)[0]?.detail).toBe(
      '/a.db: engine better-sqlite3, for its owner alone (mode 0600), journal wal, 4.1 kB beside it, not yet in their place (write-ahead log)',
    )
  })

  test('tell that the other engine stands in, which is not wrong', () => {
    expect(storeFindings('/a.db', { fallback: 'better-sqlite3 cannot be loaded' }, undefined).at(-1)).toEqual({
      name: 'engine',
      ok: true,
      detail: 'better-sqlite3 cannot be loaded',
    })
  })

  test.each<[string, Readonly<Record<string, string | number>>]>([
    ['access: others can read the file (mode 0644): chmod 600 /a.db', { ...file, mode: '0644' }],
    ['copies: a backup or restore that was killed left a copy of everything behind: delete /b', { ...file, leftBehind: '/b' }],
    [
      'erasure: what was forgotten may still stand in the files: end what reads the store or make room, then run forget again',
      { ...file, unfinishedErasures: 1 },
    ],
    [
      'fsync: the server does not wait for its disk: a power cut can destroy everything; set fsync = on in postgresql.conf',
      { ...server, fsync: 'off' },
    ],
    [
      'full page writes: the server does not protect pages that are half written: a power cut can damage what was stored long ago; set full_page_writes = on in postgresql.conf',
      { ...server, fullPageWrites: 'off' },
    ],
    [
      'synchronous commit: the server answers before a commit is on its disk: a crash can lose turns and verdicts of the last second; set synchronous_commit = on for this user or database',
      { ...server, synchronousCommit: 'off' },
    ],
    [
      'dead rows: 60000 rows are dead and 100000 live, vacuum does not keep up: switch autovacuum on, end transactions that stay open, then run vacuum analyze',
      { ...server, deadRows: 60_000 },
    ],
    [
      'indexes: they take 314572800 bytes and the tables 10485760: run reindex schema concurrently crabtrail',
      { ...server, tableBytes: 10 * 1_048_576 },
    ],
  ])('say what to do: %s', (finding, facts) => {
    expect(wrongIn(facts)).toEqual([finding])
  })

  test('name the damage that the store found below its tables', () => {
    expect(wrongIn(file, 'page 7 is never used')).toEqual([
      'file: the file is damaged below the tables (page 7 is never used): import an export into a fresh store, or restore a backup',
    ])
  })
})
