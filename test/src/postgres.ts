/**
 * Starts PostgreSQL servers for tests from npm packages: each with a data folder of its own, on this machine only, for this test only.
 *
 * Root cannot run PostgreSQL, so a test that runs as root runs the server as the user `nobody`. When the test process ends in any way,
 * SIGKILL included, a guard process stops its servers and removes their folders. Vitest ends its workers with SIGTERM, which skips
 * `process.on('exit')`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { installPrograms, postgresBinaries } from './postgres-binaries.ts'
import { killFamily, signal, until } from './process-family.ts'

export interface PostgresOptions {
  /** Configuration parameters, for example `{ fsync: 'on' }`. They take precedence over the launcher's own. */
  readonly settings?: Readonly<Record<string, string>>
  /** Listens on 127.0.0.1 as well, on a free port. The Unix socket is always there. */
  readonly tcp?: boolean
  /** Encoding of the databases. Default `UTF8`. The locale is always C. */
  readonly encoding?: string
  /** How users prove who they are. Default `trust`: not at all. With `scram-sha-256` the URL of `postgres` contains its password. */
  readonly auth?: 'trust' | 'scram-sha-256'
  /** New or empty folder for data and log. Default: a temporary folder. `stop` and the end of the test process remove it. */
  readonly folder?: string
}

export interface PostgresServer {
  /** URL of a database (default `postgres`) for a user (default `postgres`, the superuser): by TCP if the server listens there. */
  readonly url: (database?: string, user?: string) => string
  /** Port on 127.0.0.1; undefined without `tcp`. */
  readonly port: number | undefined
  /** Path of the Unix socket, at most 107 bytes long. */
  readonly socketPath: string
  /** Process id of the postmaster; undefined while the server does not run. */
  readonly pid: number | undefined
  /** Creates a database (default: under a random name) and returns its URL. */
  readonly createDatabase: (name?: string, options?: { readonly template?: string; readonly encoding?: string }) => Promise<string>
  /** Ends all connections, stops the server and removes its folders. A second call does nothing. */
  readonly stop: () => Promise<void>
  /** Kills the server and its children with SIGKILL. The data stay as they are; no process of the server survives. */
  readonly kill: () => Promise<void>
  /** Starts the server again after `kill`, with the same data, socket and port. Returns when it accepts connections. */
  readonly start: () => Promise<void>
  /** The last lines of the server's log. */
  readonly logTail: (lines: number) => string
}

const startLimitMs = 60_000
const stopLimitMs = 10_000
const killLimitMs = 10_000
/** A port that was free may be taken before the server listens on it. */
const startAttempts = 3
const superuser = 'postgres'
/** In the name of the socket of a server without a port. */
const defaultPort = 5432

export const startPostgres = async (options: PostgresOptions = {}): Promise<PostgresServer> => {
  const binaries = postgresBinaries()
  if ('missing' in binaries) throw new Error(`PostgreSQL cannot be started: ${binaries.missing}`)
  const user = serverUser()
  const place = makePlace(user, options.folder)
  const guard = startGuard(place)
  try {
    const bin = installPrograms(binaries.bin, place.programs)
    const password = options.auth === 'scram-sha-256' ? randomBytes(12).toString('hex') : undefined
    await initialise({ bin, place, user, password, encoding: options.encoding ?? 'UTF8' })
    for (let attempt = 1; ; attempt++) {
      const port = options.tcp ? await freePort() : undefined
      const server = serverOf({ bin, place, user, password, port, guard, settings: options.settings ?? {} })
      try {
        await server.start()
        return server
      } catch (error) {
        const isTaken = port !== undefined && server.logTail(10).includes('Address already in use')
        if (!isTaken || attempt === startAttempts) throw error
      }
    }
  } catch (error) {
    await guard.clean()
    throw error
  }
}

/* Where a server lives, and as whom. */

/** The user that runs the server, where that is not the user of this process. */
type ServerUser = { readonly uid: number; readonly gid: number } | undefined

interface Place {
  /** Holds `data` and `log`. */
  readonly folder: string
  readonly data: string
  readonly log: string
  /** A folder with a short path, for the socket and the programs. */
  readonly programs: string
}

const serverUser = (): ServerUser => {
  if (process.geteuid?.() !== 0) return undefined
  const id = (option: string) => Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

const makePlace = (user: ServerUser, wanted: string | undefined): Place => {
  // The path of a socket has a limit, and TMPDIR is often long.
  const short = existsSync('/tmp') ? '/tmp' : tmpdir()
  const usual = user === undefined || isOpen(tmpdir()) ? tmpdir() : short
  const folder = wanted === undefined ? mkdtempSync(join(usual, 'postgres-')) : resolve(wanted)
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty, and would be removed with the server: choose a new folder`)
  if (user !== undefined && !isOpen(dirname(folder))) {
    throw new Error(`${folder} cannot be reached by the user nobody, who runs the server: choose another folder`)
  }
  const programs = mkdtempSync(join(short, 'crabtrail-pg-'))
  for (const path of [programs, folder]) {
    chmodSync(path, 0o700)
    if (user !== undefined) chownSync(path, user.uid, user.gid)
  }
  return { folder, data: join(folder, 'data'), log: join(folder, 'log'), programs }
}

/** True if every user can go through the folder and all folders above it. */
const isOpen = (folder: string): boolean => (statSync(folder).mode & 0o001) !== 0 && (dirname(folder) === folder || isOpen(dirname(folder)))

/* The guard. */

/** A process that stops the server and removes its folders when this process has ended. */
interface Guard {
  /** Says which process is the postmaster; undefined: none runs. */
  readonly watch: (pid: number | undefined) => void
  /** Removes the folders now and ends the guard. */
  readonly clean: () => Promise<void>
}

/**
 * Reads the pid from its input until that is closed. Arguments: the folder of the socket, and the folder of the data, which may be gone
 * already: Vitest removes its temporary folder before its workers end. PostgreSQL writes its pid into a lock file beside its socket and
 * removes the file when it ends. A killed server leaves a segment of 56 bytes of System V memory, whose id ends line 7 of `postmaster.pid`.
 */
const guardScript = `
while read -r line; do pid=$line; done
for lock in "$1"/.s.PGSQL.*.lock; do
  [ -n "$pid" ] && [ "$(head -n 1 "$lock")" = "$pid" ] && kill -QUIT "$pid" || continue
  while [ -e "$lock" ]; do
    tries=$((tries + 1))
    [ "$tries" -gt 100 ] && kill -KILL "$pid" && break
    sleep 0.05
  done
done
memory=$(sed -n 7p "$2/data/postmaster.pid")
[ -n "$memory" ] && ipcrm -m "\${memory##* }"
rm -rf "$1" "$2"
`

const startGuard = (place: Place): Guard => {
  const guard = spawn('/bin/sh', ['-c', guardScript, 'postgres-guard', place.programs, place.folder], {
    cwd: '/',
    // In a process group of its own: a signal to the group of this process does not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => guard.once('exit', () => resolve()).once('error', () => resolve()))
  const input = guard.stdin as Socket
  input.on('error', () => {})
  input.unref()
  guard.unref()
  return {
    watch: (pid) => void input.write(`${pid ?? ''}\n`),
    clean: async () => {
      guard.ref()
      input.end()
      await ended
    },
  }
}

/* The data. */

interface Cluster {
  readonly bin: string
  readonly place: Place
  readonly user: ServerUser
  /** Password of the superuser; undefined: none is needed. */
  readonly password: string | undefined
}

/** Nothing from the environment of the test, whose PG* variables would change the server. */
const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const initialise = async ({ bin, place, user, password, encoding }: Cluster & { readonly encoding: string }): Promise<void> => {
  const passwordFile = join(place.folder, 'password')
  if (password !== undefined) {
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (user !== undefined) chownSync(passwordFile, user.uid, user.gid)
  }
  const access = password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const form = [`--pgdata=${place.data}`, `--username=${superuser}`, `--encoding=${encoding}`, '--no-locale']
  const log = openSync(place.log, 'a')
  const child = spawn(join(bin, 'initdb'), [...form, ...access, '--no-sync', '--no-instructions'], {
    cwd: place.folder,
    env: environment,
    stdio: ['ignore', log, log],
    ...user,
  })
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve)).finally(() =>
    closeSync(log),
  )
  rmSync(passwordFile, { force: true })
  if (code !== 0) throw new Error(`initdb ended with ${code}\n${tail(place.log, 20)}`)
}

/* The server. */

interface Server extends Cluster {
  readonly port: number | undefined
  readonly guard: Guard
  readonly settings: Readonly<Record<string, string>>
}

interface Postmaster {
  readonly child: ChildProcess
  readonly pid: number
  readonly exited: Promise<void>
}

const serverOf = (server: Server): PostgresServer => {
  const { guard, place, port } = server
  let postmaster: Postmaster | undefined
  const end = async (how: (postmaster: Postmaster) => Promise<void>) => {
    if (postmaster === undefined) return
    // While somebody waits for its end, it keeps this process alive.
    postmaster.child.ref()
    if (!hasExited(postmaster.child)) await how(postmaster)
    postmaster = undefined
  }
  return {
    port,
    socketPath: join(place.programs, `.s.PGSQL.${port ?? defaultPort}`),
    get pid() {
      return postmaster === undefined || hasExited(postmaster.child) ? undefined : postmaster.pid
    },
    url: (database, user) => urlOf(server, database, user),
    createDatabase: (name = `db_${randomBytes(6).toString('hex')}`, options = {}) => createDatabase(server, name, options),
    logTail: (lines) => tail(place.log, lines),
    start: async () => {
      if (postmaster !== undefined && !hasExited(postmaster.child)) return
      postmaster = launch(server)
      guard.watch(postmaster.pid)
      void postmaster.exited.then(() => guard.watch(undefined))
      await ready(place, postmaster).catch(async (error: unknown) => {
        await end(crash)
        throw error
      })
    },
    kill: () => end(crash),
    stop: async () => {
      await end(shutDown)
      await guard.clean()
    },
  }
}

const crash = async ({ exited, pid }: Postmaster): Promise<void> => {
  await killFamily(pid, killLimitMs)
  await exited
}

/** Ends the sessions of all clients and stops the server; kills it if that takes too long. */
const shutDown = async (postmaster: Postmaster): Promise<void> => {
  signal(postmaster.pid, 'SIGINT')
  await until(() => hasExited(postmaster.child), stopLimitMs, 'PostgreSQL does not stop').catch(() => crash(postmaster))
}

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

const launch = ({ bin, place, port, settings, user }: Server): Postmaster => {
  const parameters = {
    listen_addresses: port === undefined ? '' : '127.0.0.1',
    port: String(port ?? defaultPort),
    unix_socket_directories: place.programs,
    // A test loses no power. What the server wrote survives a kill of its processes without it.
    fsync: 'off',
    shared_buffers: '16MB',
    // In files of the data folder: in /dev/shm they would stay behind after a kill.
    dynamic_shared_memory_type: 'mmap',
    ...settings,
  }
  const args = Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(place.log, 'a')
  const child = spawn(join(bin, 'postgres'), ['-D', place.data, ...args], {
    cwd: place.folder,
    env: environment,
    stdio: ['ignore', log, log],
    ...user,
  })
  closeSync(log)
  child.unref()
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  if (child.pid === undefined) throw new Error(`${join(bin, 'postgres')} cannot be started`)
  return { child, pid: child.pid, exited }
}

const ready = async (place: Place, { child, pid }: Postmaster): Promise<void> => {
  await until(() => hasExited(child) || isReady(place, pid), startLimitMs, 'PostgreSQL does not accept connections')
  if (hasExited(child)) throw new Error(`PostgreSQL ended while it started\n${tail(place.log, 20)}`)
}

/** Line 1 of the postmaster's file is its pid, and line 8 its state. */
const isReady = ({ data }: Place, pid: number): boolean => {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    // It does not exist yet.
    return false
  }
}

const urlOf = ({ password, place, port }: Server, database = 'postgres', user = superuser): string => {
  const secret = user === superuser && password !== undefined ? `:${password}` : ''
  const [host, query] = port === undefined ? ['', `?host=${place.programs}`] : [`127.0.0.1:${port}`, '']
  return `postgres://${encodeURIComponent(user)}${secret}@${host}/${encodeURIComponent(database)}${query}`
}

const createDatabase = async (
  server: Server,
  name: string,
  { encoding, template }: { readonly template?: string; readonly encoding?: string },
): Promise<string> => {
  // Only template0 may be copied into another encoding.
  const source = template ?? (encoding === undefined ? undefined : 'template0')
  const client = new Client({ connectionString: urlOf(server) })
  await client.connect()
  try {
    const from = source === undefined ? '' : ` template ${escapeIdentifier(source)}`
    const as = encoding === undefined ? '' : ` encoding ${escapeLiteral(encoding)}`
    // Copying files takes half as long as writing them through the log.
    await client.query(`create database ${escapeIdentifier(name)}${from}${as} strategy file_copy`)
  } finally {
    await client.end()
  }
  return urlOf(server, name)
}

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const tail = (path: string, lines: number): string =>
  existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).join('\n') : ''
