/**
 * The launcher of test servers: they answer, keep what was committed through a kill, and leave nothing behind.
 *
 * In short: `test/contracts/runs/postgres.test.ts`
 */
import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from './postgres.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { childrenOf, running, signal, until } from './process-family.ts'
import { sharedPostgres } from './shared-postgres.ts'

const { describePostgres, server } = sharedPostgres()

/** Runs statements on a connection of their own and returns the rows of the last one. */
const ask = async (url: string, ...statements: ReadonlyArray<string>): Promise<ReadonlyArray<object>> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    let rows: ReadonlyArray<object> = []
    for (const sql of statements) rows = (await client.query<object>(sql)).rows
    return rows
  } finally {
    await client.end()
  }
}

describePostgres('a PostgreSQL server', () => {
  test('answers', async () => {
    expect(await ask(server().url(), 'select version()')).toEqual([{ version: expect.stringMatching(/^PostgreSQL 18\./) }])
  })

  test('keeps databases apart', async () => {
    const [first, second] = [await server().createDatabase(), await server().createDatabase()]
    await ask(first, 'create table notes (text text)')

    await expect(ask(second, 'select * from notes')).rejects.toThrow('relation "notes" does not exist')
  })

  test('copies a database, and makes one of another encoding', async () => {
    await ask(await server().createDatabase('pattern'), 'create table notes as select 7 as n')

    const copy = await server().createDatabase('copy', { template: 'pattern' })
    const latin = await server().createDatabase('latin', { encoding: 'LATIN1' })

    expect(await ask(copy, 'select n from notes')).toEqual([{ n: 7 }])
    expect(await ask(latin, 'show server_encoding')).toEqual([{ server_encoding: 'LATIN1' }])
  })

  test('keeps what was committed through a kill, which none of its processes survives', async () => {
    const url = await server().createDatabase()
    await ask(url, 'create table notes (n int)', 'insert into notes values (1)')
    const open = new Client({ connectionString: url })
    const closed = new Promise((resolve) => open.on('error', resolve))
    await open.connect()
    await open.query('begin; insert into notes values (2)')
    const pid = server().pid ?? 0
    // A stopped process does not notice that its server has ended. One that served a connection before may end by itself meanwhile.
    const children = childrenOf(pid).filter((child) => signal(child, 'SIGSTOP'))
    expect(children.length).toBeGreaterThan(4)

    await server().kill()
    expect([server().pid, running([pid, ...children])]).toEqual([undefined, []])
    await server().start()
    await closed

    expect(server().pid).not.toBe(pid)
    expect(server().logTail(20)).toContain('database system was not properly shut down')
    expect(await ask(url, 'select n from notes')).toEqual([{ n: 1 }])
  })
})

describePostgres('a PostgreSQL server of its own', () => {
  let own: PostgresServer | undefined
  afterEach(() => own?.stop())

  test('leaves no process and no folder when it stops', async () => {
    own = await startPostgres()
    const pid = own.pid ?? 0
    const family = [pid, ...childrenOf(pid)]
    const [{ data_directory: data = '' } = {}] = (await ask(own.url(), 'show data_directory')) as ReadonlyArray<Record<string, string>>
    const folders = [dirname(data), dirname(own.socketPath)]
    expect(running(family).length).toBeGreaterThan(4)
    expect(folders.map((folder) => existsSync(folder))).toEqual([true, true])
    const open = new Client({ connectionString: own.url() })
    const ended = new Promise((resolve) => open.once('error', resolve).on('error', () => {}))
    await open.connect()

    await own.stop()

    // SQLSTATE admin_shutdown; a crash would be another one.
    expect(await ended).toMatchObject({ code: '57P01' })
    expect(running(family)).toEqual([])
    expect(folders.map((folder) => existsSync(folder))).toEqual([false, false])
  })

  test('listens on a port, asks for a password and takes settings, before and after a kill', async () => {
    own = await startPostgres({ tcp: true, auth: 'scram-sha-256', settings: { fsync: 'on' } })
    const url = own.url()
    expect(url).toMatch(new RegExp(`^postgres://postgres:\\w+@127\\.0\\.0\\.1:${own.port}/postgres$`))

    await own.kill()
    await own.start()

    expect(await ask(url, 'show fsync')).toEqual([{ fsync: 'on' }])
    await expect(ask(url.replace(/:\w+@/, ':wrong@'))).rejects.toThrow('password authentication failed')
    expect(own.logTail(2)).toContain('password authentication failed')
  })

  test.each(['is killed', 'loses its temporary folder and is killed'])('ends when the process that started it %s', async (how) => {
    const folder = join(tmpdir(), 'server-of-a-child')
    const script = `
      import { startPostgres } from ${JSON.stringify(new URL('postgres.ts', import.meta.url).href)}
      const { pid, socketPath } = await startPostgres({ folder: ${JSON.stringify(folder)} })
      process.stdout.write(JSON.stringify({ pid, socketPath }))
      setInterval(() => {}, 1_000)`
    // The folder of this process may be that of another test, which is gone.
    const cwd = import.meta.dirname
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
    const { pid, socketPath } = JSON.parse(
      await new Promise<string>((resolve) => child.stdout.once('data', (bytes) => resolve(`${bytes}`))),
    )
    const family = [pid, ...childrenOf(pid)]
    expect([running([pid]), existsSync(folder), existsSync(socketPath)]).toEqual([[pid], true, true])
    if (how !== 'is killed') rmSync(folder, { recursive: true })

    child.kill('SIGKILL')

    const isGone = () => running(family).length === 0 && !existsSync(folder) && !existsSync(dirname(socketPath))
    await until(isGone, 10_000, 'the server is still there')
  })
})

describe('a machine without PostgreSQL', () => {
  test('has a reason', () => {
    expect(postgresBinaries('win32', 'x64')).toEqual({ missing: expect.stringContaining('Windows') })
    expect(postgresBinaries('linux', 's390x')).toEqual({ missing: 'no npm package has PostgreSQL for linux-s390x' })
    expect(postgresBinaries('darwin', process.platform === 'darwin' ? 'ppc' : 'arm64')).toEqual({ missing: expect.any(String) })
  })
})
