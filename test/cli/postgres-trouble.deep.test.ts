/**
 * Trouble that a PostgreSQL server comes into while it has a store: full disk, no connection left. And what no server does to it.
 *
 * In short: `test/cli/store-trouble.test.ts`
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../src/postgres.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { fillNotes, makePlace } from './place.ts'
import { changed, sql, urlOfUser } from './postgres-stage.ts'

const place = makePlace()
fillNotes(place)
afterAll(() => place.remove())
const slots = { max_connections: '6', superuser_reserved_connections: '3', reserved_connections: '0', max_wal_senders: '0' }
const { describePostgres, server } = sharedPostgres({ tcp: true, auth: 'scram-sha-256', settings: slots })

const on = (url: string) => ['--store', url] as const
const shown = (url: string) => changed(url, /:[^:@]*@/, '@')

describePostgres('a server without a connection left', () => {
  test('is refused, and works again when one is free', async () => {
    const url = await server().createDatabase()
    await place.ask('ingest', 'notes', ...on(url))
    const other = await urlOfUser(server(), url)
    const holders = Array.from({ length: 3 }, () => new Client({ connectionString: other }))
    for (const one of holders) await one.connect()

    const refused = await place.fail('show', ...on(other))
    for (const one of holders) await one.end()
    await sql(url, `grant all on schema crabtrail to public`, `grant all on all tables in schema crabtrail to public`)

    expect(refused).toEqual([
      1,
      {
        tag: 'StoreUnavailable',
        reason: 'busy',
        place: shown(other),
        detail: 'the server has no connection left: lower ?pool= of each program, raise max_connections, or use a pooler',
        message: `${shown(other)}: the server has no connection left: lower ?pool= of each program, raise max_connections, or use a pooler`,
        retryable: true,
      },
    ])
    expect(await place.ask('show', ...on(other))).toMatchObject({ position: 18 })
  })

  test('is not needed by a command: one connection is enough for each', async () => {
    const url = `${await server().createDatabase()}?pool=1`

    await place.ask('ingest', 'notes', ...on(url))
    await place.ask('recall', 'how do we roll back the harbour service?', ...on(url))
    await place.ask('used', 'deploy.md#rollback', ...on(url))

    expect(await place.ask('verify', '--rederive', ...on(url))).toMatchObject({ ok: true })
    expect(await place.ask('stats', ...on(url))).toMatchObject({ backlog: 0 })
  })
})

const disk = 24 * 1_048_576

/** A file system of that size for a tablespace: its path, or why there is none. */
const smallDisk = (): { readonly path: string } | { readonly missing: string } => {
  const path = mkdtempSync(join(tmpdir(), 'tablespace-'))
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${disk}`, 'tmpfs', path], { encoding: 'utf8' })
  if (status === 0) return { path }
  rmSync(path, { recursive: true })
  return { missing: stderr ?? 'no mount here' }
}
const small = smallDisk()
if ('missing' in small) process.stderr.write(`Tests with a full disk are skipped: ${small.missing}\n`)
else
  afterAll(() => {
    execFileSync('umount', ['-l', small.path])
    rmSync(small.path, { recursive: true })
  })

describePostgres('a disk of the server that is full', () => {
  test.skipIf('missing' in small)('is refused, nothing is half done, and what comes after finds room again', async () => {
    const path = 'path' in small ? small.path : ''
    chmodSync(path, 0o777)
    const space = join(path, 'space')
    // The server owns its tablespaces; as root it runs as another user.
    mkdirSync(space, { mode: 0o700 })
    if (process.geteuid?.() === 0) execFileSync('chown', ['nobody', space])
    await sql(server().url(), `create tablespace small location '${space}'`)
    await sql(server().url(), 'create database small tablespace small')
    const url = server().url('small')
    await place.ask('ingest', 'notes', ...on(url))
    const before = (await place.run('export', ...on(url))).stdout
    const words = Array.from({ length: 20_000 }, (_, at) => `word${at}`).join(' ')
    for (let at = 0; at < 20; at++) place.write(`more/${at}.md`, `# Note ${at}\n\n${words}\n`)
    const filler = join(path, 'filler')
    const { bavail, bsize } = statfsSync(path)
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 65_536), 1))

    const refused = await place.fail('ingest', 'more', ...on(url))
    const during = (await place.run('export', ...on(url))).stdout
    rmSync(filler)

    expect(refused).toMatchObject([
      1,
      {
        tag: 'StoreUnavailable',
        reason: 'full',
        message: `${shown(url)}: the disk of the server is full: make room there, nothing was written`,
        retryable: true,
      },
    ])
    expect(during).toBe(before)
    expect(await place.ask('note', 'the disk was full', ...on(url))).toMatchObject({ node: expect.any(String) })
    expect(await place.ask('verify', '--rederive', ...on(url))).toMatchObject({ ok: true })
    await sql(server().url(), 'drop database small', 'drop tablespace small')
  })
})

describePostgres('doctor', () => {
  test('tells what the server does not promise, and what to do', async () => {
    const name = 'careless'
    const url = await server().createDatabase(name)
    await place.ask('ingest', 'notes', ...on(url))
    await sql(server().url(), `alter database ${name} set synchronous_commit = off`)

    const { code, stdout } = await place.run('doctor', ...on(url))
    const findings: ReadonlyArray<{ readonly name: string; readonly ok: boolean; readonly detail: string }> = JSON.parse(
      (await place.run('doctor', '--json', ...on(url))).stdout,
    ).findings

    expect(code).toBe(1)
    expect(stdout).toContain('set fsync = on in postgresql.conf')
    // The servers of tests run without fsync.
    expect(findings.filter(({ ok }) => !ok).map((one) => one.name)).toEqual(['fsync', 'synchronous commit'])
    expect(findings[0]?.detail).not.toMatch(/mode|journal|walBytes|freeBytes/)
    expect(findings[0]?.detail).toMatch(/engine postgresql.*fsync off.*tableBytes \d+, indexBytes \d+/)
  })
})

describePostgres('the clock of the server', () => {
  test('is asked by no statement: an hour off, it changes nothing', async () => {
    const own: PostgresServer = await startPostgres({ settings: { log_statement: 'all' } })
    try {
      const url = await own.createDatabase()
      await place.ask('ingest', 'notes', ...on(url))
      await place.ask('recall', 'how do we roll back the harbour service?', ...on(url))
      await place.ask('used', 'deploy.md#rollback', ...on(url))
      await place.ask('maintain', ...on(url))
      await place.ask('stats', ...on(url))
      await place.run('doctor', '--rebuild-index', '--rebuild-snapshots', ...on(url))
      await place.ask('forget', '--node', 'sub/team.txt', ...on(url))
      await place.ask('verify', '--rederive', ...on(url))
      const log = own.logTail(100_000)

      expect(log).toContain('insert into')
      expect(log).not.toMatch(
        /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|age)\s*\(|\b(?:current|local)_?(?:date|time|timestamp)\b/i,
      )
    } finally {
      await own.stop()
    }
  })
})

/** Major version of the server that the tests start. */
const serverVersion = 18
const dumper = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' })
const dumpVersion = Number(/ (\d+)/.exec(dumper.stdout ?? '')?.[1] ?? 0)

describePostgres('a copy of the database', () => {
  const taught = async (name: string): Promise<string> => {
    const url = await server().createDatabase(name)
    await place.ask('ingest', 'notes', ...on(url))
    await place.ask('recall', 'how do we roll back the harbour service?', ...on(url))
    await place.ask('used', 'deploy.md#rollback', ...on(url))
    return url
  }
  const proven = async (copy: string, url: string) => {
    const [before, after] = [await place.ask('verify', '--rederive', ...on(url)), await place.ask('verify', '--rederive', ...on(copy))]
    expect(after).toEqual(before)
    expect(after).toMatchObject({ ok: true })
    expect((await place.run('export', ...on(copy))).stdout).toBe((await place.run('export', ...on(url))).stdout)
    expect(await place.ask('recall', 'who answers the telephone?', ...on(copy))).toMatchObject({ turn: 't2' })
  }

  test('by the server is whole, and goes on by itself', async () => {
    const url = await taught('original')

    await proven(await server().createDatabase('copied', { template: 'original' }), url)
  })

  test('is not made by backup and restore, which name the commands that do it', async () => {
    const url = await taught('backed')

    const refused = [await place.fail('backup', 'a.dump', ...on(url)), await place.fail('restore', 'a.dump', ...on(url))]

    const [is, store] = [{ tag: 'NotForServers', place: shown(url) }, shown(url)]
    const dump = `pg_dump --schema=crabtrail -Fc -f a.dump ${store}`
    const restoring = `pg_restore --single-transaction -d ${store} a.dump`
    expect(refused).toMatchObject([
      [1, { ...is, message: `${store}: backup is for a store in a file; run ${dump}` }],
      [
        1,
        {
          ...is,
          message: `${store}: restore is for a store in a file; into a database that has no store yet run ${restoring}, then crabtrail verify --store ${store}`,
        },
      ],
    ])
  })

  // pg_dump refuses a server that is newer than itself.
  test.skipIf(dumpVersion < serverVersion)(
    'by pg_dump and pg_restore is whole, with the commands that backup and restore name',
    async () => {
      const url = await taught('dumped')
      const copy = await server().createDatabase('restored')
      const [, dump = ''] = /; run (.*)$/.exec((await place.fail('backup', join(place.home, 'a.dump'), ...on(url)))[1].message) ?? []
      const [, restoring = ''] =
        / run (pg_restore .*), then/.exec((await place.fail('restore', join(place.home, 'a.dump'), ...on(copy)))[1].message) ?? []
      const env = { ...process.env, PGPASSWORD: /:([^:@]*)@/.exec(url)?.[1] }

      for (const command of [dump, restoring]) execFileSync('/bin/sh', ['-c', command], { env, stdio: 'pipe' })

      await proven(copy, url)
    },
  )
})
