/** The connections of this process to a server: a bounded pool, and a bound on those that wait for the lock of a brain. */
import { limits } from '@crabtrail/core'
import pg from 'pg'
import { unavailable } from '../../failures.ts'
import type { PostgresAddress } from '../address/address.ts'
import { isLost, isQueueTimeout } from './failure.ts'

/** `lock`: the connection may have to wait for the lock of a brain, which another program may hold for long. */
export type Use = 'read' | 'lock'

/** A connection that is used by one borrower. */
export interface Lent {
  readonly client: pg.PoolClient
  /** Called by a borrower that has its lock and keeps the connection: another one may wait for a lock then. */
  readonly hasLock: () => void
  /** Ends the use of the connection. A broken one is closed. */
  readonly giveBack: (isBroken: boolean) => void
}

/**
 * Milliseconds after which an unused connection is closed. Making one costs a handshake, five round trips and the plans of its statements, and
 * a person who talks with an agent pauses for minutes.
 */
const idleMs = 10 * 60_000

/** Milliseconds of silence after which the system asks whether the server is still there: many firewalls forget a connection after 5 minutes. */
const keepAliveMs = 60_000

export class Connections {
  readonly #place: string
  readonly #pool: pg.Pool
  readonly #options: PostgresAddress['options']
  readonly #locks: Gate
  #lent = 0
  #pooled = false

  constructor(address: PostgresAddress) {
    const { options, place } = address
    this.#place = place
    this.#options = options
    // One connection is left for reads, so that a lock of another program delays its own brain only.
    this.#locks = new Gate(Math.max(1, options.pool - 1))
    this.#pool = new pg.Pool({
      host: address.host,
      port: address.port,
      database: address.database,
      user: address.user,
      password: address.password,
      ssl: address.ssl,
      // Otherwise the driver reads it from its own variable.
      sslnegotiation: 'postgres',
      application_name: address.applicationName,
      max: options.pool,
      connectionTimeoutMillis: options.connectTimeoutMs,
      idleTimeoutMillis: idleMs,
      // The server gives up first. This is for a network that answers nothing.
      query_timeout: options.statementTimeoutMs + 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      verify: (client, done) => {
        this.#begun(client).then(() => done(), done)
      },
      types: { getTypeParser: parserOf },
    })
    // A connection that breaks while nobody uses it is replaced when one is needed.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => {
      client.on('error', () => {})
    })
  }

  /** True if a pooler stands between, so that a connection may get another session of the server with each transaction. */
  get pooled(): boolean {
    return this.#pooled
  }

  /** Lends a connection. Rejects with an error of the server, the driver or the network, or with a failure of the store. */
  async lend(use: Use): Promise<Lent> {
    if (this.#pool.waitingCount + this.#locks.waiting >= limits.requestsWaiting)
      throw this.#busy(
        `${limits.requestsWaiting} requests wait for it already: ask again when some of them are answered, and fewer at once`,
      )
    const { connectTimeoutMs, pool } = this.#options
    if (use === 'lock' && !(await this.#locks.enter(connectTimeoutMs)))
      throw this.#busy(`every connection that may wait for the lock of a brain does so: try again, or raise ?pool= (now ${pool})`)
    let waits = use === 'lock'
    const hasLock = () => {
      if (waits) this.#locks.leave()
      waits = false
    }
    try {
      const client = await this.#pool.connect()
      this.#lent++
      const giveBack = (isBroken: boolean) => {
        this.#lent--
        client.release(isBroken)
        hasLock()
      }
      return { client, hasLock, giveBack }
    } catch (cause) {
      hasLock()
      // A server that is away makes a request wait, too: then not all connections are lent.
      if (!isQueueTimeout(cause) || this.#lent < pool) throw cause
      throw this.#busy(`all connections of this program are in use: try again, or raise ?pool= (now ${pool})`)
    }
  }

  async close(): Promise<void> {
    await this.#pool.end().catch(() => {})
  }

  /** Sets a new connection up before anybody gets it. */
  async #begun(client: pg.PoolClient): Promise<void> {
    const { processID } = client as pg.PoolClient & { readonly processID?: number }
    // A server that lets a client in and then says nothing is given up like one that does not let it in.
    const limit = { query_timeout: this.#options.connectTimeoutMs }
    const { rows } = await client.query<{ pid: number }>({ text: sessionSettings(this.#options), ...limit })
    this.#pooled ||= rows[0]?.pid !== processID
    await client.query({ text: clientCheck, ...limit }).catch((cause) => {
      if (isLost(cause)) throw cause
    })
  }

  #busy(detail: string) {
    return unavailable(this.#place, 'busy', detail, { retryable: true })
  }
}

/** Lets as many holders in at a time as its size. The others wait in their order, for a limited time. */
class Gate {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(size: number) {
    this.#free = size
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Returns true when it is the caller's turn, or false once its time is over. */
  async enter(patienceMs: number): Promise<boolean> {
    if (this.#free === 0) {
      return new Promise((resolve) => {
        const pass = () => {
          clearTimeout(timer)
          resolve(true)
        }
        const timer = setTimeout(() => {
          this.#waiting.delete(pass)
          resolve(false)
        }, patienceMs)
        this.#waiting.add(pass)
      })
    }
    this.#free--
    return true
  }

  leave(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#free++
    else {
      this.#waiting.delete(next)
      next()
    }
  }
}

/* Settings of each connection: the limits of its session, and how its values are read. */

/** Whole numbers of 64 bits come as numbers: positions, times and counts of ours fit. */
const int8 = 20
const parserOf: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format)

/** The server ends the statement of a client that is gone within a second. A server that cannot look at its clients refuses the setting. */
const clientCheck = "select set_config('client_connection_check_interval', '1000', false)"

/** Limits of a session. They are set after the connection is made, because a pooler refuses settings in its beginning. */
const sessionSettings = ({ lockTimeoutMs, statementTimeoutMs }: PostgresAddress['options']): string =>
  [
    `select set_config('statement_timeout', '${statementTimeoutMs}', false)`,
    `set_config('lock_timeout', '${lockTimeoutMs}', false)`,
    // The lock of a program that is gone without a word ends by itself.
    `set_config('idle_in_transaction_session_timeout', '${Math.max(30_000, 3 * lockTimeoutMs)}', false)`,
    `set_config('client_encoding', 'UTF8', false)`,
    // A plan for one brain is as good for another, and making one takes longer than running it.
    `set_config('plan_cache_mode', 'force_generic_plan', false)`,
    'pg_backend_pid() as pid',
  ].join(', ')
