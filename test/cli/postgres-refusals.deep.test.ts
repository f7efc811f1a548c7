/**
 * Everything that a PostgreSQL server refuses or lacks: one sentence that says what to do, nothing half done, and no password.
 *
 * In short: `test/contracts/runs/postgres.test.ts`
 */
import { lookup } from 'node:dns/promises'
import { chmodSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { serverChoice } from '@crabtrail/store/store-choice'
import * as Result from 'effect/Result'
import { afterAll, afterEach, expect, test } from 'vitest'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { fillNotes, makePlace, onlyDocument } from './place.ts'
import { changed, listen, password, portOf, pretend, sql, urlOfUser } from './postgres-stage.ts'

const place = makePlace()
fillNotes(place)
afterAll(() => place.remove())
const { describePostgres, server } = sharedPostgres({ tcp: true, auth: 'scram-sha-256' })
const listeners: Server[] = []
afterEach(() => {
  for (const one of listeners.splice(0)) one.close()
})

const superPassword = () => /:([0-9a-f]{24})@/.exec(server().url())?.[1] ?? expect.unreachable('there is no password')
const fresh = () => server().createDatabase()
const listening = async (...given: Parameters<typeof listen>): Promise<string> => {
  const one = await listen(...given)
  listeners.push(one)
  return `postgres://ann:${password}@127.0.0.1:${portOf(one)}/memory`
}
/** A database with a store that a user may only connect to. */
const filled = async (): Promise<string> => {
  const url = await fresh()
  await place.ask('ingest', 'notes', '--store', url)
  return url
}

interface Refusal {
  readonly url: () => Promise<string>
  readonly reason: string
  /** The sentence behind the place and a colon. */
  readonly detail: string | RegExp
  readonly retryable?: boolean
  /** Commands that are refused so. Default: one that makes a store, one that writes and one that reads. */
  readonly commands?: ReadonlyArray<ReadonlyArray<string>>
}

const init = ['init']
const all = [init, ['maintain'], ['show']]

/** False on a machine without a name server, which cannot tell that a name is unknown. */
const asksForNames = await lookup('nosuch.invalid').catch((error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOTFOUND')

const refusals: Readonly<Record<string, Refusal>> = {
  'a wrong password': {
    url: async () => changed(await fresh(), /:[0-9a-f]{24}@/, ':wrong-s3cret@'),
    reason: 'permission',
    detail:
      'the server does not let this user in (password authentication failed for user "postgres"): check user and password in the URL, $PGPASSWORD or ~/.pgpass',
  },
  'no password': {
    url: async () => changed(await fresh(), /:[0-9a-f]{24}@/, '@'),
    reason: 'permission',
    detail: 'the server wants a password, and there is none: set $PGPASSWORD, or write it into ~/.pgpass',
  },
  'an unknown user': {
    url: async () => changed(await fresh(), /\/\/postgres:/, '//nobody-here:'),
    reason: 'permission',
    detail:
      'the server does not let this user in (password authentication failed for user "nobody-here"): check user and password in the URL, $PGPASSWORD or ~/.pgpass',
  },
  ...(asksForNames
    ? {
        'an unknown host': {
          url: async () => `postgres://ann:${password}@nosuch.invalid/memory`,
          reason: 'not-found',
          detail: 'there is no host of this name: check the URL',
        },
      }
    : {}),
  'a port where nothing listens': {
    url: async () => changed(await fresh(), /127\.0\.0\.1:\d+/, '127.0.0.1:1'),
    reason: 'unreachable',
    detail: 'the server cannot be reached (ECONNREFUSED): check that it runs and the URL',
    retryable: true,
  },
  'no socket': {
    url: async () => `postgres://ann:${password}@/memory?host=/nowhere`,
    reason: 'unreachable',
    detail: 'the server cannot be reached (ENOENT): check that it runs and the URL',
    retryable: true,
  },
  'an unknown database': {
    url: async () => changed(await fresh(), /\/[^/]*$/, '/nosuch'),
    reason: 'not-found',
    detail: 'database "nosuch" does not exist: check the name in the URL, or create the database',
  },
  'no right to make the tables': {
    url: async () => urlOfUser(server(), await fresh()),
    reason: 'permission',
    detail: /^permission denied for database \w+: give this user the right, or let the owner of the database run crabtrail init once$/,
    commands: [init, ['ingest', 'notes']],
  },
  'no right to the tables': {
    url: async () => urlOfUser(server(), await filled()),
    reason: 'permission',
    detail: 'permission denied for schema crabtrail: give this user the right, or let the owner of the database run crabtrail init once',
  },
  'a server that is too old': {
    url: () => listening(pretend(130_021, '13.21')),
    reason: 'unsupported',
    detail: 'the server is PostgreSQL 13.21, which is too old: use 14 or later',
  },
  'an encoding without most letters': {
    url: () => server().createDatabase(undefined, { encoding: 'LATIN1' }),
    reason: 'unsupported',
    detail: "the database has the encoding LATIN1: make one with create database … encoding 'UTF8' template template0",
  },
  'no encoding': {
    url: () => server().createDatabase(undefined, { encoding: 'SQL_ASCII' }),
    reason: 'unsupported',
    detail: "the database has the encoding SQL_ASCII: make one with create database … encoding 'UTF8' template template0",
  },
  'too many connections': {
    url: async () => urlOfUser(server(), await fresh(), 'connection limit 0'),
    reason: 'busy',
    detail: 'the server has no connection left: lower ?pool= of each program, raise max_connections, or use a pooler',
    retryable: true,
  },
  'a database without a store': {
    url: fresh,
    reason: 'not-found',
    detail:
      /^there is no store yet: check the URL; crabtrail init --store postgres:\/\/postgres@\S+ makes it, crabtrail ingest PATH --store postgres:\/\/postgres@\S+ fills it$/,
    commands: [['show'], ['used', 'deploy.md'], ['log', '--follow'], ['doctor']],
  },
  'a schema of another program': {
    url: async () => {
      const url = await fresh()
      await sql(url, 'create schema crabtrail', 'create table crabtrail.ships (name text)')
      return url
    },
    reason: 'foreign',
    detail:
      'it has a schema named crabtrail that another program made, and it was left as it is: choose another database, or rename that schema',
  },
  'a newer format': {
    url: async () => {
      const url = await filled()
      await sql(url, "update crabtrail.crabtrail_meta set format = 99, min_reader = 99, needs = '9.9.0'")
      return url
    },
    reason: 'newer',
    detail: /^it was written by a newer Crabtrail \(format 99, this one reads \d+\): install Crabtrail 9\.9\.0 or later$/,
  },
  'a replica': {
    url: async () => {
      const url = await filled()
      await sql(url, `alter database "${url.split('/').at(-1)}" set default_transaction_read_only = on`)
      return url
    },
    reason: 'read-only',
    detail: 'the server can only be read, it may be a replica: name the primary in the URL',
    commands: [
      ['note', 'the harbour is closed'],
      ['recall', 'who answers the telephone?'],
    ],
  },
  'a server without TLS where TLS is wanted': {
    url: async () => `${await fresh()}?sslmode=require`,
    reason: 'unsupported',
    detail:
      'the server has no TLS, and sslmode wants it, which is the default for another machine: switch ssl on in the server, or accept an unencrypted connection with ?sslmode=disable',
  },
  'a server of another kind': {
    url: () => listening((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
    reason: 'unreachable',
    detail: 'the server cannot be reached (Connection terminated unexpectedly): check that it runs and the URL',
    retryable: true,
  },
  'a server of another kind where TLS is wanted': {
    url: async () =>
      `${await listening((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))}?sslmode=require`,
    reason: 'unsupported',
    detail: 'what answers there is no PostgreSQL server: check host and port in the URL',
  },
  'a server that says nothing': {
    url: async () => `${await listening(() => {})}?connect_timeout=1`,
    reason: 'unreachable',
    detail: 'the server cannot be reached (Connection terminated due to connection timeout): check that it runs and the URL',
    retryable: true,
    commands: [['show']],
  },
}

/** Returns the tables of a store in the database of a URL; undefined if the URL is none of this server. */
const stateOf = async (url: string): Promise<unknown> => {
  const [, name = ''] = /\/(\w+)(?:\?|$)/.exec(url) ?? []
  const [there] = await sql(server().url(), `select 1 from pg_database where datname = '${name}'`)
  if (there === undefined) return undefined
  const tables = "select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'crabtrail' order by 1"
  const found = await sql(server().url(name), tables)
  const isStore = found.some(({ relname }) => relname === 'commits')
  return [found, isStore ? await sql(server().url(name), 'select * from crabtrail.commits order by first') : undefined]
}

describePostgres('a store that cannot be used', () => {
  test.each(Object.entries(refusals))('is refused with one sentence: %s', async (_, refusal) => {
    const url = await refusal.url()
    const { place: shown } = Result.getOrThrow(serverChoice(url, {}))
    const before = await stateOf(url)

    for (const command of refusal.commands ?? all) {
      const { code, stderr, stdout } = await place.run(...command, '--store', url)
      const json = await place.run(...command, '--store', url, '--json')

      const { error } = onlyDocument(json.stdout)
      expect([code, stdout, stderr]).toEqual([1, '', `crabtrail: ${error.message}\n`])
      expect([json.code, json.stderr]).toEqual([1, ''])
      expect(error).toEqual({
        tag: 'StoreUnavailable',
        reason: refusal.reason,
        retryable: refusal.retryable ?? false,
        place: shown,
        detail: typeof refusal.detail === 'string' ? refusal.detail : expect.stringMatching(refusal.detail),
        message: `${shown}: ${error.detail}`,
      })
      expect(stderr).not.toMatch(/\n.*\n| at \S+:\d+:\d+/)
      for (const secret of [password, 'wrong-s3cret', superPassword()]) expect(stderr + json.stdout).not.toContain(secret)
    }
    expect(await stateOf(url)).toEqual(before)
  })

  test('a password file that others can read is ignored, and that is said once beside the refusal', async () => {
    const url = await fresh()
    const { host, pathname, port } = new URL(url.replace('postgres:', 'http:'))
    const file = place.write('.pgpass', `127.0.0.1:${port}:*:postgres:${superPassword()}\n`)
    const bare = `postgres://postgres@${host}${pathname}`
    chmodSync(file, 0o600)
    const used = await place.run('init', '--store', bare)
    chmodSync(file, 0o644)
    const ignored = await place.run('show', '--store', bare)
    rmSync(file)

    expect(used).toMatchObject({ code: 0, stderr: '' })
    expect(ignored.code).toBe(1)
    expect(ignored.stderr).toBe(
      `crabtrail: the password file ${JSON.stringify(file)} is ignored, because its group or others have access: run chmod 0600 on it\n` +
        `crabtrail: ${bare}: the server wants a password, and there is none: set $PGPASSWORD, or write it into ~/.pgpass\n`,
    )
  })

  test('a cause behind it is shown with --debug, and no password there either', async () => {
    const url = changed(await fresh(), /:[0-9a-f]{24}@/, ':wrong-s3cret@')

    const { stderr } = await place.run('show', '--store', url, '--debug')

    expect(stderr).toContain('StoreUnavailable')
    expect(stderr).not.toContain('s3cret')
  })

  test.each([
    [['show', '--store', `postgres://ann:${password}@h:99999/memory`], 2],
    [['show', '--store', `postgres//ann:${password}@h/memory`], 2],
    [['show', '--store', `pg://ann:${password}@h/memory`], 2],
    [['postgres://ann:s3cret-of-ann@h/memory'], 2],
    [['recall', 'harbour', `postgres://ann:${password}@h/memory`], 2],
    [['show', '--sotre', `postgres://ann:${password}@h/memory`], 2],
    [['show', `--sotre=postgres://ann:${password}@h/memory`], 2],
    [['show', '--limit', `postgres://ann:${password}@h/memory`], 2],
    [['recall', 'harbour', `postgres://ann@h/memory?password=${password}`], 2],
    [['recall', 'harbour', `postgres:ann:${password}@h/memory`], 2],
  ])('a password that was typed into a wrong place is not repeated: %j', async (words, code) => {
    const plain = await place.run(...words)
    const json = await place.run(...words, '--json')

    expect([plain.code, json.code]).toEqual([code, code])
    expect(plain.stderr + plain.stdout + json.stderr + json.stdout).not.toContain(password)
  })
})
