/**
 * Where a PostgreSQL server is and how this process logs in: what a store URL says, completed as `psql` does it.
 *
 * The URL overrides the service file, which overrides the environment, which overrides the defaults. Only the variables of libpq in
 * `parameters.ts` are read.
 */
import { isIPv6 } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import * as Result from 'effect/Result'
import { type AddressFiles, findPassword, readService } from './address-files.ts'
import { hasControl, readConnectionUrl, severalHosts } from './connection-url.ts'
import { type Environment, environmentParameters, numberOf, type Parameters, type Read, refuse, textOf, wordOf } from './parameters.ts'
import { tlsOptions } from './tls.ts'

export interface PostgresAddress {
  /** URL of the server for messages, without a password: `postgres://ada@db.example:5432/memory`. */
  readonly place: string
  /** Host name, IP address, or absolute path of the folder of a Unix socket. */
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  /**
   * Returns the password, or an empty text if there is none. It is a function, so that no log of the address shows the password, and so
   * that `pg` does not search for one by itself.
   */
  readonly password: () => string
  /** False for plaintext. It is never undefined, because `pg` then reads `$PGSSLMODE`. */
  readonly ssl: false | ConnectionOptions
  readonly applicationName: string
  readonly options: PoolOptions
  /** Sentences about files that were ignored. */
  readonly warnings: ReadonlyArray<string>
}

export interface PoolOptions {
  /** Most connections of this process, 1 to 64. */
  readonly pool: number
  /** Milliseconds until an attempt to connect is given up. `connect_timeout=0`, without limit in libpq, gives the maximum of 600,000. */
  readonly connectTimeoutMs: number
  /** Milliseconds that one statement may take, 1,000 to 3,600,000. */
  readonly statementTimeoutMs: number
  /** Milliseconds that a statement may wait for a lock, 100 to 600,000. */
  readonly lockTimeoutMs: number
  /** False for a pooler that does not know prepared statements. */
  readonly prepare: boolean
}

export const postgresAddress = (url: string, env: Environment, files: AddressFiles): Read<PostgresAddress> =>
  Result.gen(function* () {
    const written = yield* readConnectionUrl(url)
    const around = environmentParameters(env)
    const service = written.get('service') ?? around.get('service')
    const served: Parameters = service === undefined || service.text === '' ? new Map() : yield* readService(service, env, files)
    const parameters: Parameters = new Map([...around, ...served, ...written])

    const port = yield* numberOf(parameters, 'port')
    const host = yield* hostOf(parameters, port, files)
    const user = yield* userOf(parameters, files)
    const database = textOf(parameters, 'dbname') ?? user
    const { password, warnings } = passwordOf(parameters, { host, port, database, user }, files)
    return {
      place: placeOf({ host, port, database, user }),
      host,
      port,
      database,
      user,
      password: () => password,
      ssl: yield* tlsOptions(parameters, host, files),
      applicationName: textOf(parameters, 'application_name') ?? 'crabtrail',
      options: yield* poolOptions(parameters),
      warnings,
    }
  })

type Server = Pick<PostgresAddress, 'host' | 'port' | 'database' | 'user'>

/** Returns the host of a parameter, else the default folder of sockets if a server listens there, else `localhost`. */
const hostOf = (parameters: Parameters, port: number, files: AddressFiles): Read<string> => {
  const written = parameters.get('host')
  if (written === undefined || written.text === '') {
    const folder = defaultFolder(files)
    return Result.succeed(files.mode(`${folder}/.s.PGSQL.${port}`) === undefined ? 'localhost' : folder)
  }
  const { text, field } = written
  if (text.includes(',')) return refuse(field, severalHosts)
  if (text.startsWith('@')) return refuse(field, 'abstract sockets are not supported: write the path of a folder')
  const isFolder = text.startsWith('/') && text.length <= socketFolderCharsMax
  const isName = /^[^\s:@/\\?#[\]]{1,255}$/u.test(text) || isIPv6(text)
  if (hasControl(text) || !(isFolder || isName)) {
    return refuse(field, 'it must be the name of a host, an IP address, or the absolute path of the folder of a Unix socket')
  }
  return Result.succeed(text)
}

/**
 * Returns the folder of sockets of Debian, or that of a PostgreSQL built from source. Anybody can make a socket in `/tmp`, so it is used only
 * where Debian's folder does not exist.
 */
const defaultFolder = (files: AddressFiles): string => (files.mode('/var/run/postgresql') === undefined ? '/tmp' : '/var/run/postgresql')

/** The path of a socket has at most 107 bytes on Linux, the name of the socket included. */
const socketFolderCharsMax = 90

const userOf = (parameters: Parameters, files: AddressFiles): Read<string> => {
  const user = textOf(parameters, 'user') ?? files.user
  return user === undefined ? refuse('user', 'there is none: write postgres://USER@HOST/DATABASE, or set PGUSER') : Result.succeed(user)
}

/** Returns the written password, else that of the password file. An empty one counts as not written, as in libpq. */
const passwordOf = (parameters: Parameters, server: Server, files: AddressFiles) => {
  const written = textOf(parameters, 'password')
  if (written !== undefined) return { password: written, warnings: [] }
  const path = textOf(parameters, 'passfile') ?? `${files.home}/.pgpass`
  return findPassword(path, { ...server, host: server.host === defaultFolder(files) ? 'localhost' : server.host }, files)
}

const poolOptions = (parameters: Parameters): Read<PoolOptions> =>
  Result.gen(function* () {
    const connectTimeout = yield* numberOf(parameters, 'connect_timeout')
    return {
      pool: yield* numberOf(parameters, 'pool'),
      connectTimeoutMs: (connectTimeout === 0 ? connectTimeoutMax : connectTimeout) * 1_000,
      statementTimeoutMs: yield* numberOf(parameters, 'statement_timeout'),
      lockTimeoutMs: yield* numberOf(parameters, 'lock_timeout'),
      prepare: (yield* wordOf(parameters, 'prepare', ['true', 'false'], 'true')) === 'true',
    }
  })

const connectTimeoutMax = 600

/** Returns a URL that leads to the same server. */
const placeOf = ({ host, port, database, user }: Server): string => {
  const login = `postgres://${encoded(user)}@`
  if (host.startsWith('/')) return `${login}/${encoded(database)}?host=${encoded(host).replaceAll('%2F', '/')}&port=${port}`
  const shown = host.includes(':') ? `[${encoded(host).replaceAll('%3A', ':')}]` : encoded(host)
  return `${login}${shown}:${port}/${encoded(database)}`
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/**
 * Replaces passwords in the PostgreSQL URLs of a text by `***`. Where a password is not encoded, its end is unclear. Then more than the
 * password is replaced, never less.
 */
export const hidePassword = (text: string): string => text.replace(urls, (_, scheme: string, rest: string) => scheme + hideIn(rest))

/** A URL of PostgreSQL, also a misspelled one: its scheme, and the rest. A password before an `@` may contain spaces. */
const urls = /\b((?:pg|postgres\w*):(?:\/\/)?)((?:[^\s:@/]*:[^@/]*@)?\S+)/giu

const hideIn = (rest: string): string => {
  const shown = rest.replace(/([?&])([^=&]*)=[^&]*/gu, (pair, mark: string, name: string) => (isSecret(name) ? `${mark}${name}=***` : pair))
  const colon = shown.indexOf(':')
  const at = shown.lastIndexOf('@')
  if (at >= 0) return colon >= 0 && colon < at ? `${shown.slice(0, colon)}:***${shown.slice(at)}` : shown
  // Without an @, a text after a colon that is no port may be a password whose host is missing.
  return shown.replace(/^(\[[^\]]*\]|(?!\[[^\]]*\])[^:]*):(?!\d{0,5}(?:[/?]|\W*$)).*$/su, '$1:***')
}

/** The name of a parameter may be encoded too. */
const isSecret = (name: string): boolean =>
  /password$/i.test(name.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))))
