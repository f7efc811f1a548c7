/**
 * Starts PgBouncer, a connection pooler, before a test server: in transaction mode, in which each transaction may get another session of the
 * server. The project does not depend on it; tests with it run where it is installed.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import type { PostgresServer } from './postgres.ts'
import { until } from './process-family.ts'

export interface Pooler {
  /** What `pgbouncer --version` prints first. */
  readonly version: string
  /** Turns a URL of the server into one of the same database that leads through the pooler. */
  readonly through: (url: string) => string
  readonly stop: () => Promise<void>
}

/** Debian puts it where only root has it on the path. */
const environment = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin` }

/** The version of the installed PgBouncer, or undefined. */
export const pgbouncerVersion = (): string | undefined => {
  const { status, stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8', env: environment })
  return status === 0 ? stdout.split('\n')[0] : undefined
}

const startLimitMs = 10_000

/** `poolSize`: sessions of the server for each database. */
export const startPgbouncer = async (server: PostgresServer, poolSize: number): Promise<Pooler> => {
  const folder = mkdtempSync('/tmp/crabtrail-pooler-')
  chmodSync(folder, 0o777)
  const [users, config, log] = ['users', 'config', 'log'].map((name) => join(folder, name)) as [string, string, string]
  writeFileSync(users, '"postgres" ""\n')
  writeFileSync(config, configOf(server, { folder, users, log, poolSize }))
  const socket = join(folder, '.s.PGSQL.6432')
  // It refuses to run as root.
  const asUser = process.geteuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', [...asUser, config], { env: environment, stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  try {
    await listening(child, socket, log)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return {
    version: pgbouncerVersion() ?? '',
    through: (url) => `postgres://postgres@/${/\/([^/?]*)(?:\?|$)/.exec(url)?.[1] ?? ''}?host=${folder}&port=6432`,
    stop: async () => {
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Places {
  readonly folder: string
  readonly users: string
  readonly log: string
  readonly poolSize: number
}

const configOf = ({ port, socketPath }: PostgresServer, { folder, log, poolSize, users }: Places): string => `
[databases]
* = host=${dirname(socketPath)} port=${port ?? 5432}
[pgbouncer]
unix_socket_dir = ${folder}
listen_port = 6432
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
logfile = ${log}
`

const listening = async (child: ChildProcess, path: string, log: string): Promise<void> => {
  let isUp = false
  const knock = () => {
    const socket = connect({ path })
    socket.once('connect', () => {
      isUp = true
      socket.destroy()
    })
    socket.once('error', () => {})
    return isUp
  }
  await until(() => child.exitCode !== null || knock(), startLimitMs, 'PgBouncer does not accept connections')
  if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}\n${readFileSync(log, 'utf8')}`)
}
