/**
 * The connections of this process to one PostgreSQL server: a bounded pool, sessions that hold a lock, and what happens when one is lost.
 *
 * A read and a change of a cache may be repeated, so a lost connection costs them time only: they are tried again on another one, with a
 * growing delay, until `patienceMs` is over. An append can succeed only once, so it may be repeated, too; `tables/postgres-log.ts`
 * finds out what became of one that did not succeed.
 */
import { createHash } from 'node:crypto'
import type { BrainKey, StoreUnavailable } from '@crabtrail/core'
import * as Clock from 'effect/Clock'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import pg from 'pg'
import { Damage, missingBrain } from '../../failures.ts'
import type { PostgresStatement, PostgresValue } from '../../statements/statement.ts'
import type { PostgresAddress } from '../address/address.ts'
import { Connections, type Lent, type Use } from './connections.ts'
import { failureOf, isAftermath, isCrowded, isLost, isLostRace, isUnprepared, rolledBack } from './failure.ts'

/** An error of the server, the driver or the network, on its way to the operation that it belongs to. */
export class Raised {
  readonly cause: unknown
  constructor(cause: unknown) {
    this.cause = cause
  }
}

/** Looks at stored bytes. Damage fails as an error of the server does. */
export const undamaged = <A>(look: () => A): Effect.Effect<A, Raised> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(look())
    } catch (cause) {
      if (!(cause instanceof Damage)) throw cause
      return Effect.fail(new Raised(cause))
    }
  })

/** Runs statements one after the other on one connection. */
export interface Session {
  readonly all: <Parameters, Row>(
    statement: PostgresStatement<Parameters, Row>,
    parameters: Parameters,
  ) => Effect.Effect<ReadonlyArray<Row>, Raised>
  /** Returns the number of rows written. */
  readonly run: <Parameters>(statement: PostgresStatement<Parameters, unknown>, parameters: Parameters) => Effect.Effect<number, Raised>
  /** Runs SQL text without parameters, which may be several statements. Returns the numbers of brains that the last one gives. */
  readonly execute: (sql: string) => Effect.Effect<ReadonlyArray<{ readonly id: number }>, Raised>
}

/** Makes an effect interruptible again, within a part that is not. */
type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** A transaction that holds the lock of a brain, and the session that everything within it uses. */
export interface Hold {
  readonly server: PostgresServer
  readonly session: Session
  /** False once the transaction has ended. */
  open: boolean
  /** True once something was written: what is read from then on may be rolled back. */
  wrote: boolean
}

/** Holds that the running fiber is part of. */
const Holding = Context.Reference<ReadonlyArray<Hold>>('@crabtrail/store/PostgresHolding', { defaultValue: () => [] })

export interface ServerOptions {
  /** Milliseconds for which a lost connection is tried again. */
  readonly patienceMs?: number
}

/** Usual patience: a server that is restarted, or fails over, is back by then. */
const usualPatienceMs = 15_000

const firstDelayMs = 20
const longestDelayMs = 500

export class PostgresServer {
  readonly place: string
  /** Called for each lock with the milliseconds that it waited. */
  waited: (ms: number) => void = () => {}
  readonly #connections: Connections
  readonly #patienceMs: number
  /** False where a pooler stands between that does not know prepared statements. */
  #prepares: boolean
  /** True once the server has answered: before that, a failure to connect is told at once. */
  #answered = false

  constructor(address: PostgresAddress, { patienceMs = usualPatienceMs }: ServerOptions = {}) {
    const { options } = address
    this.place = address.place
    this.#patienceMs = patienceMs
    this.#prepares = options.prepare
    this.#connections = new Connections(address)
  }

  /** Runs one statement, on the session of the lock within a lock. */
  all<Parameters, Row>(
    statement: PostgresStatement<Parameters, Row>,
    parameters: Parameters,
  ): Effect.Effect<ReadonlyArray<Row>, StoreUnavailable> {
    return this.read((session) => session.all(statement, parameters))
  }

  get<Parameters, Row>(
    statement: PostgresStatement<Parameters, Row>,
    parameters: Parameters,
  ): Effect.Effect<Row | undefined, StoreUnavailable> {
    return Effect.map(this.all(statement, parameters), (rows) => rows[0])
  }

  /** Runs an effect that only reads, and repeats it whole on another connection if one is lost. */
  read<A>(use: (session: Session) => Effect.Effect<A, Raised>): Effect.Effect<A, StoreUnavailable> {
    return this.settled(Effect.flatMap(this.held, (hold) => (hold === undefined ? this.patiently(this.onSession(use)) : use(hold.session))))
  }

  /**
   * Runs an effect that changes a brain, in a transaction with the lock of that brain, or within the lock that is held. `use` gets the
   * number of the brain. Outside of a lock it is repeated whole if the connection is lost, even if it was lost at the commit: it must come to
   * the same when it runs twice.
   */
  change<A>(key: BrainKey, use: (session: Session, brain: number) => Effect.Effect<A, Raised>): Effect.Effect<A, StoreUnavailable> {
    const onBrain = (session: Session, found: ReadonlyArray<{ readonly id: number }>) => {
      const [brain] = found
      return brain === undefined ? Effect.fail(new Raised(missingBrain(this.place, key))) : use(session, brain.id)
    }
    return this.settled(
      Effect.flatMap(this.held, (hold) =>
        hold === undefined
          ? this.patiently(this.onSession((session) => inTransaction(session, lockOf([key], 'update'), onBrain), 'lock'))
          : joined(
              hold,
              Effect.flatMap(hold.session.execute(numberOf(key)), (found) => onBrain(hold.session, found)),
            ),
      ),
    )
  }

  /** Runs an effect in a transaction with the lock of a brain, on a connection of its own. It is not repeated. */
  alone<A>(key: BrainKey, use: (session: Session) => Effect.Effect<A, Raised>): Effect.Effect<A, Raised> {
    return this.onSession((session) => inTransaction(session, lockOf([key], 'update'), use), 'lock')
  }

  /**
   * Waits until no transaction that began before holds the lock of a brain or is about to make it. A brain that is not made yet has no row to
   * lock, but its unique key can be waited for.
   */
  outlast(key: BrainKey): Effect.Effect<void, StoreUnavailable> {
    const sql = `begin; ${madeOf(key)}; ${lockOf([key], 'update')}; rollback`
    return this.settled(Effect.asVoid(this.patiently(this.onSession((session) => beginWith(session, sql), 'lock'))))
  }

  /** The hold of the running fiber. */
  get held(): Effect.Effect<Hold | undefined> {
    return Effect.map(Holding, (holds) => holds.find((one) => one.server === this && one.open))
  }

  /**
   * Begins a transaction, takes the lock of a brain, runs the body and ends the transaction, however the body ends. Nobody writes to the
   * brains of `steady` meanwhile, either. `lost` decides what a commit means whose answer was lost.
   */
  hold<A, E, R>(
    key: BrainKey,
    steady: ReadonlyArray<BrainKey>,
    body: (hold: Hold) => Effect.Effect<A, E, R>,
    lost: Effect.Effect<void, StoreUnavailable>,
  ): Effect.Effect<A, E | StoreUnavailable, R> {
    const begun = Effect.fnUntraced({ self: this }, function* (restore: Restore) {
      const began = yield* Clock.currentTimeMillis
      const lent = yield* this.settled(this.patiently(this.#begin(restore, [lockOf([key], 'update'), lockOf(steady, 'share')])))
      this.waited((yield* Clock.currentTimeMillis) - began)
      return lent
    })
    return Effect.flatMap(Holding, (outer) =>
      outer.some((one) => one.server === this && one.open)
        ? Effect.die(new Error('a brain that is locked cannot be locked again by what holds the lock'))
        : Effect.uninterruptibleMask((restore) =>
            Effect.flatMap(begun(restore), (lent) => {
              const hold: Hold = { server: this, session: this.#sessionOn(lent.client), open: true, wrote: false }
              const inside = restore(Effect.provideService(body(hold), Holding, [...outer, hold]))
              return Effect.flatMap(Effect.exit(inside), (exit) => this.#end(hold, lent, exit, lost))
            }),
          ),
    )
  }

  /** Ends a transaction. An interrupted one is cut: a rollback would wait for the statement that runs. */
  #end<A, E>(
    hold: Hold,
    { giveBack }: Lent,
    exit: Exit.Exit<A, E>,
    lost: Effect.Effect<void, StoreUnavailable>,
  ): Effect.Effect<A, E | StoreUnavailable> {
    hold.open = false
    if (Exit.hasInterrupts(exit)) {
      giveBack(true)
      return exit
    }
    const keeps = Exit.isSuccess(exit)
    return Effect.exit(hold.session.execute(keeps ? 'commit' : 'rollback')).pipe(
      Effect.flatMap((ended): Effect.Effect<A, E | StoreUnavailable> => {
        const cause = raisedIn(ended)
        giveBack(isLost(cause))
        // A hold that only read has its answer: the lock was held while it read.
        if (!keeps || cause === undefined || (isLost(cause) && !hold.wrote)) return exit
        const fails = this.settled(Effect.fail(new Raised(cause)))
        return Effect.andThen(isLost(cause) && hold.wrote ? lost : fails, exit)
      }),
    )
  }

  /** Begins a transaction with locks. Waiting for a lock can be interrupted; its connection is cut then. */
  #begin(restore: Restore, locks: ReadonlyArray<string>): Effect.Effect<Lent, Raised> {
    const sql = ['begin', ...locks.filter((lock) => lock !== '')].join('; ')
    return Effect.flatMap(this.#borrow(restore, 'lock'), (lent) =>
      Effect.flatMap(Effect.exit(restore(beginWith(this.#sessionOn(lent.client), sql))), (exit) => {
        if (Exit.isSuccess(exit)) lent.hasLock()
        else lent.giveBack(isBroken(exit))
        return Effect.as(exit, lent)
      }),
    )
  }

  /**
   * Runs an effect on a connection of the pool. It is not repeated. If it is interrupted, its connection is cut. `purpose`: `lock` if
   * the effect may have to wait for the lock of a brain.
   */
  onSession<A>(use: (session: Session) => Effect.Effect<A, Raised>, purpose: Use = 'read'): Effect.Effect<A, Raised> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(this.#borrow(restore, purpose), ({ client, giveBack }) =>
        Effect.onExit(restore(use(this.#sessionOn(client))), (exit) => Effect.sync(() => giveBack(isBroken(exit)))),
      ),
    )
  }

  /** Repeats an effect while the connection is lost, for a limited time. Its failure is the last one. */
  patiently<A>(effect: Effect.Effect<A, Raised>): Effect.Effect<A, Raised> {
    return Effect.gen({ self: this }, function* () {
      const until = (yield* Clock.currentTimeMillis) + this.#patienceMs
      for (let delay = firstDelayMs; ; delay = Math.min(2 * delay, longestDelayMs)) {
        const exit = yield* Effect.exit(effect)
        const cause = raisedIn(exit)
        if (cause === undefined) return yield* exit
        const mayPass = isLostRace(cause) || isUnprepared(cause) || (this.#answered && (isLost(cause) || isCrowded(cause)))
        if (!mayPass || (yield* Clock.currentTimeMillis) >= until) return yield* exit
        yield* Effect.sleep(delay)
      }
    })
  }

  /** Turns raised errors into failures of the store. An error that is none of the environment is a bug and dies. */
  settled<A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, Exclude<E, Raised> | StoreUnavailable> {
    return Effect.catchIf(
      effect,
      (error): error is Extract<E, Raised> => error instanceof Raised,
      ({ cause }) => {
        const failure = failureOf(this.place, cause)
        return failure === undefined ? Effect.die(cause) : Effect.fail(failure)
      },
    ) as Effect.Effect<A, Exclude<E, Raised> | StoreUnavailable>
  }

  get close(): Effect.Effect<void> {
    return Effect.promise(() => this.#connections.close())
  }

  /** Borrows a connection. The wait for it can be interrupted: a connection that comes too late goes back at once. */
  #borrow(restore: Restore, use: Use): Effect.Effect<Lent, Raised> {
    return Effect.suspend(() => {
      const lending = this.#connections.lend(use)
      const giveBack = Effect.sync(() => {
        lending.then(
          (late) => late.giveBack(false),
          () => {},
        )
      })
      return Effect.onExit(restore(raising(() => lending)), (exit) => (Exit.isSuccess(exit) ? Effect.void : giveBack))
    })
  }

  #sessionOn(client: pg.PoolClient): Session {
    let lost: Raised | undefined
    let failed: Raised | undefined
    /** After a failure the server refuses the rest of the transaction: the failure is the reason of these refusals. */
    const reasonOf = (raised: Raised): Raised => {
      if (isAftermath(raised.cause)) return failed ?? raised
      failed = raised
      if (isLost(raised.cause)) lost = raised
      return raised
    }
    /** Once the connection is lost nothing more is sent: a rollback would wait for its answer as long again. */
    const asking = <A>(ask: () => Promise<A>): Effect.Effect<A, Raised> =>
      Effect.suspend(() => (lost === undefined ? Effect.mapError(raising(ask), reasonOf) : Effect.fail(lost))).pipe(
        Effect.tap(() => Effect.sync(() => (this.#answered = true))),
      )
    const query = <Parameters>({ bind, sql }: PostgresStatement<Parameters, unknown>, parameters: Parameters) =>
      asking(async () => {
        const values = bind(parameters).map(sent)
        const named = this.#prepares && !(this.#connections.pooled && client.getTransactionStatus() === 'T')
        return client.query(named ? { name: nameOf(sql), text: sql, values } : { text: sql, values }).catch((cause) => {
          if (isUnprepared(cause)) this.#prepares = false
          throw cause
        })
      })
    return {
      all: (statement, parameters) => Effect.map(query(statement, parameters), ({ rows }) => rows),
      run: (statement, parameters) => Effect.map(query(statement, parameters), ({ rowCount }) => rowCount ?? 0),
      execute: (sql) =>
        asking(async () => {
          const results: pg.QueryResult | ReadonlyArray<pg.QueryResult> = await client.query(sql)
          const last = Array.isArray(results) ? results.at(-1) : results
          if (sql === 'commit' && last?.command === 'ROLLBACK') throw rolledBack()
          return last?.rows ?? []
        }),
    }
  }
}

/** Begins a transaction. A lock that is refused would leave it open. */
const beginWith = (session: Session, sql: string): Effect.Effect<ReadonlyArray<{ readonly id: number }>, Raised> =>
  Effect.tapError(session.execute(sql), () => Effect.exit(session.execute('rollback')))

/** True if a connection is not used again after this: it is lost, or nobody waits for its statement any more. */
const isBroken = <A, E>(exit: Exit.Exit<A, E | Raised>): boolean => Exit.hasInterrupts(exit) || isLost(raisedIn(exit))

/** Runs work in a transaction that begins with `lock`, and gives it the rows that were locked. */
const inTransaction = <A>(
  session: Session,
  lock: string,
  work: (session: Session, locked: ReadonlyArray<{ readonly id: number }>) => Effect.Effect<A, Raised>,
): Effect.Effect<A, Raised> =>
  beginWith(session, `begin; ${lock}`).pipe(
    Effect.flatMap((locked) => Effect.exit(work(session, locked))),
    Effect.flatMap((exit) =>
      Exit.isSuccess(exit)
        ? Effect.as(session.execute('commit'), exit.value)
        : Effect.andThen(Effect.exit(session.execute('rollback')), exit),
    ),
  )

/** Runs work within a lock. If it fails, only its own changes are undone. */
export const joined = <A, E>(hold: Hold, work: Effect.Effect<A, E | Raised>): Effect.Effect<A, E | Raised> =>
  hold.session.execute('savepoint joined').pipe(
    Effect.andThen(Effect.exit(work)),
    Effect.flatMap((exit) => {
      if (!Exit.isSuccess(exit))
        return Effect.andThen(Effect.exit(hold.session.execute('rollback to joined; release joined')), exit) as Effect.Effect<A, E | Raised>
      hold.wrote = true
      return Effect.as(hold.session.execute('release joined'), exit.value)
    }),
  )

/** SQL that locks the head rows of brains, in the order of their keys so that two lockers cannot wait for each other. */
const lockOf = (keys: ReadonlyArray<BrainKey>, how: 'update' | 'share'): string => {
  if (keys.length === 0) return ''
  const list = [...keys].sort().map((key) => pg.escapeLiteral(key))
  return `select id from crabtrail.brains where key in (${list.join(', ')}) order by key for ${how}`
}

/** SQL that makes a brain without commits, unless there is one. It is rolled back. */
const madeOf = (key: BrainKey): string =>
  `insert into crabtrail.brains (key, fingerprint_key, position, hash, at) values (${pg.escapeLiteral(key)}, '', 0, '', 0) on conflict (key) do nothing`

const numberOf = (key: BrainKey): string => `select id from crabtrail.brains where key = ${pg.escapeLiteral(key)}`

const raisedIn = <A, E>(exit: Exit.Exit<A, E | Raised>): unknown => {
  if (Exit.isSuccess(exit)) return undefined
  const error = Exit.findErrorOption(exit)
  return error._tag === 'Some' && error.value instanceof Raised ? error.value.cause : undefined
}

const raising = <A>(run: () => Promise<A>): Effect.Effect<A, Raised> => Effect.tryPromise({ try: run, catch: (cause) => new Raised(cause) })

/** Names of prepared statements by their SQL: equal in every process, as a pooler may share them. */
const names = new Map<string, string>()
const nameOf = (sql: string): string => {
  const known = names.get(sql)
  if (known !== undefined) return known
  const name = `crabtrail_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`
  names.set(sql, name)
  return name
}

const sent = (value: PostgresValue): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
