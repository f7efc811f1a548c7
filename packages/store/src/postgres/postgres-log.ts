/** The event log in PostgreSQL: heads, commits and the keys of answered commands. */
import {
  Abandoned,
  type Append,
  type ArchivedBytes,
  type ArchivedStretch,
  BrainExists,
  type BrainKey,
  type BrainRecord,
  type CommitRow,
  IdempotencyConflict,
  type RecordedCommand,
  type StoreUnavailable,
  type Tail,
  WrongExpectedPosition,
} from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { sql } from 'kysely'
import { archivedPart, type LogRange, logRange } from '../archived-stretch.ts'
import type { Refusal } from '../event-log.ts'
import { logStatements } from '../log-statements.ts'
import { postgresStatement } from '../statement.ts'
import { type Appended, appendCall } from './append-statement.ts'
import { inDoubt, isDuplicateIn, isLostRace, isUnseen, unavailable } from './failure.ts'
import { requireTokeniser } from './index-fitness.ts'
import { type KnownHead, type KnownHeads, spacesOf, type ToldSpace } from './known-heads.ts'
import { PostgresArchive } from './postgres-archive.ts'
import type { PostgresIndex } from './postgres-index.ts'
import { type Hold, joined, missingBrain, type PostgresServer, Raised, type Session } from './server.ts'

export class PostgresLog {
  readonly #server: PostgresServer
  readonly #heads: KnownHeads
  readonly #index: PostgresIndex
  readonly #archive: PostgresArchive

  constructor(server: PostgresServer, heads: KnownHeads, index: PostgresIndex) {
    this.#server = server
    this.#heads = heads
    this.#index = index
    this.#archive = new PostgresArchive(server)
  }

  get brains(): Effect.Effect<ReadonlyArray<BrainRecord>, StoreUnavailable> {
    return Effect.map(this.#server.all(logStatements.brains.postgres, {}), (rows) =>
      rows.map(recordOf).sort((a, b) => (a.brain < b.brain ? -1 : 1)),
    )
  }

  brain(key: BrainKey): Effect.Effect<BrainRecord | undefined, StoreUnavailable> {
    return Effect.map(this.#server.get(logStatements.brain.postgres, { key }), (row) => (row === undefined ? undefined : recordOf(row)))
  }

  read(key: BrainKey, from: number, limit: number, to?: number): Effect.Effect<ReadonlyArray<CommitRow>, StoreUnavailable> {
    const range = logRange(from, limit, to)
    return Effect.flatMap(
      this.#server.read((session) => readRows(session, key, range)),
      (rows) => this.#withArchived(key, range, rows),
    )
  }

  #withArchived(key: BrainKey, range: LogRange, rows: ReadonlyArray<CommitRow>): Effect.Effect<ReadonlyArray<CommitRow>, StoreUnavailable> {
    const archived = archivedPart(range, rows)
    if (archived === undefined) return Effect.succeed(rows)
    return Effect.map(this.#archive.read(key, archived), (older) => [...older, ...rows].slice(0, range.limit))
  }

  archived(key: BrainKey): Effect.Effect<ReadonlyArray<ArchivedStretch>, StoreUnavailable> {
    return this.#archive.list(key)
  }

  archive(key: BrainKey, rows: ReadonlyArray<CommitRow>, rehearsal: boolean): Effect.Effect<ArchivedBytes | undefined, StoreUnavailable> {
    return this.#archive.archive(key, rows, { readRows, rehearsal })
  }

  /** Reads the head, the state of the index, the command and the commits in one statement, and remembers the head. */
  tail(key: BrainKey, from: number, limit: number, command?: string): Effect.Effect<Tail, StoreUnavailable> {
    return Effect.gen({ self: this }, function* () {
      const range = logRange(from, limit)
      const rows = yield* this.#server.all(tail, { key, from, limit: range.limit, command: command ?? '' })
      const [head] = rows
      if (head === undefined) return { head: undefined, rows: [] }
      if ((yield* this.#server.held) === undefined) {
        const { epoch, head: position, id: brain, spaces } = head
        this.#heads.set(key, { brain, position, epoch, spaces: spacesOf(spaces) })
      }
      const found = rows.flatMap((row) => (row.first === null ? [] : [commitOf(row as CommitColumns)]))
      const commits = head.head < from ? found : yield* this.#withArchived(key, range, found)
      const told = { head: { position: head.head, hash: head.headHash }, rows: commits }
      return command === undefined ? told : { ...told, recorded: head.recorded ?? undefined }
    })
  }

  recorded(brain: BrainKey, key: string): Effect.Effect<RecordedCommand | undefined, StoreUnavailable> {
    return this.#server.get(logStatements.command.postgres, { brain, key })
  }

  commands(brain: BrainKey): Effect.Effect<ReadonlyArray<RecordedCommand & { readonly key: string }>, StoreUnavailable> {
    return this.#server.all(logStatements.commands.postgres, { brain })
  }

  /**
   * Appends a commit. If the connection is lost, the same statement is sent again: it can succeed only once, and if it is refused then, the
   * log says whether the commit there is this one.
   */
  append(append: Append): Effect.Effect<void, Refusal> {
    return Effect.gen({ self: this }, function* () {
      const hold = yield* this.#server.held
      const known = yield* this.#indexHead(append, hold)
      // The statement commits by itself, so the caller is asked before it is sent.
      if (hold === undefined && append.gate?.enterCommit() === false)
        return yield* (yield* this.#wouldBeRefused(append)) ? yield* this.#refusal(append) : new Abandoned({ brain: append.brain })
      const { create, parameters, statement } = appendCall(append, known?.epoch)
      let sentBefore = false
      const sendOne = (session: Session) => Effect.map(session.all(statement, parameters), ([appended]) => appended)
      const send = (session: Session) =>
        create === undefined
          ? sendOne(session)
          : Effect.flatMap(session.all(create, parameters), ([made]) => (made === undefined ? Effect.succeed(undefined) : sendOne(session)))
      const sendSlowly = (session: Session) => Effect.andThen(this.#dropUnseen(session, append), send(session))
      const once: Effect.Effect<Sent, Raised> = Effect.suspend(() => {
        const again = sentBefore
        sentBefore = true
        return Effect.map(
          catchUnseen(create === undefined ? this.#server.onSession(send) : this.#server.alone(append.brain, send), () =>
            this.#server.alone(append.brain, sendSlowly),
          ),
          (appended) => ({ appended, again }),
        )
      })
      const written =
        hold === undefined
          ? this.#server.patiently(once)
          : appendHeld(
              hold,
              append,
              catchUnseen(joined(hold, send(hold.session)), () => sendSlowly(hold.session)),
            )
      const { again, appended } = yield* this.#server.settled(
        Effect.catchIf(
          written,
          (error): error is Raised => error instanceof Raised && isRefusal(error.cause),
          () => Effect.succeed({ appended: undefined, again: sentBefore && hold === undefined }) as Effect.Effect<Sent>,
        ),
      )
      if (appended === undefined) {
        if (again && (yield* this.#isWritten(append))) return
        return yield* yield* this.#refusal(append)
      }
      if (hold === undefined) this.#advance(append, appended)
    }) as Effect.Effect<void, Refusal>
  }

  /**
   * Fails unless the commit that was appended within a lock is in the log; undefined: only caches were written there, which can be written
   * again.
   */
  confirm(append: Append | undefined): Effect.Effect<void, StoreUnavailable> {
    const { place } = this.#server
    if (append === undefined) return Effect.fail(inDoubt(place, { repeats: true }))
    const detail = 'the connection was lost, nothing was written: try again'
    return Effect.flatMap(this.#wasWritten(append), (isThere) =>
      isThere ? Effect.void : Effect.fail(unavailable(place, 'unreachable', detail, { retryable: true })),
    )
  }

  /** Returns the fate of a commit whose answer was lost. Waits for a transaction that may still be about to end. */
  #wasWritten(append: Append): Effect.Effect<boolean, StoreUnavailable> {
    return this.#server.settled(this.#server.patiently(this.#server.alone(append.brain, () => Effect.void))).pipe(
      Effect.andThen(this.#isWritten(append)),
      Effect.mapError(() => inDoubt(this.#server.place, { repeats: append.key !== undefined })),
    )
  }

  /** True if the log has exactly this commit at its place. */
  #isWritten({ brain: key, row }: Append): Effect.Effect<boolean, StoreUnavailable> {
    return Effect.map(this.read(key, row.first, 1), ([found]) => found?.first === row.first && found.hash === row.hash)
  }

  /** Returns the known head for a commit that changes the index, and refuses one whose index another tokeniser made. */
  #indexHead({ brain: key, create, index }: Append, hold: Hold | undefined): Effect.Effect<KnownHead | undefined, StoreUnavailable> {
    if (index.length === 0 || create !== undefined) return Effect.succeed(undefined)
    return Effect.gen({ self: this }, function* () {
      const known = hold === undefined ? this.#heads.get(key) : undefined
      if (known === undefined) {
        const [told] = yield* this.#server.all(tail, { key, from: Number.MAX_SAFE_INTEGER, limit: 0, command: '' })
        if (told === undefined) return undefined
        const spaces = spacesOf(told.spaces)
        yield* requireTokeniser(this.#server.place, spaces)
        return hold === undefined ? { brain: told.id, position: told.head, epoch: told.epoch, spaces } : undefined
      }
      yield* requireTokeniser(this.#server.place, known.spaces)
      return known
    })
  }

  #dropUnseen(session: Session, { brain: key, index }: Append): Effect.Effect<void, Raised> {
    return Effect.flatMap(session.all(brainId, { key }), ([found]) =>
      found === undefined ? Effect.void : this.#index.dropUnseen(session, key, found.id, index),
    )
  }

  #advance({ brain: key, create, row }: Append, { id, spaces }: Appended): void {
    const position = row.first + row.count - 1
    this.#server.brains.set(key, id)
    if (create === undefined) this.#heads.advance(key, row.first - 1, position, spacesOf(spaces))
    else this.#heads.set(key, { brain: id, position, epoch: 0, spaces: spacesOf(spaces) })
  }

  /** True if the log would refuse the append now: the reason comes before that the caller gave up, as in every store. */
  #wouldBeRefused({ brain: key, create, key: command, row }: Append): Effect.Effect<boolean, StoreUnavailable> {
    return Effect.gen({ self: this }, function* () {
      const brain = yield* this.brain(key)
      if (command !== undefined && (yield* this.recorded(key, command.key)) !== undefined) return true
      return create === undefined
        ? brain === undefined || brain.position !== row.first - 1 || brain.hash !== row.prev
        : brain !== undefined || row.first !== 1 || row.prev !== ''
    })
  }

  /**
   * Returns the reason of a refusal. If the key was used for the same signal, another writer was faster, and reading the log again gives
   * its answer.
   */
  #refusal({ brain: key, create, key: command, row }: Append): Effect.Effect<Refusal, StoreUnavailable> {
    return Effect.gen({ self: this }, function* () {
      // An outdated known head may be the reason of the refusal.
      this.#heads.forget(key)
      const brain = yield* this.brain(key)
      const recorded = command === undefined ? undefined : yield* this.recorded(key, command.key)
      if (recorded !== undefined && recorded.signal !== command?.signal)
        return new IdempotencyConflict({ brain: key, first: recorded.first })
      if (recorded === undefined && create !== undefined && brain !== undefined) return new BrainExists({ brain: key })
      if (brain === undefined && create === undefined) return missingBrain(this.#server.place, key)
      return new WrongExpectedPosition({ brain: key, expected: row.first - 1, actual: brain?.position ?? 0 })
    })
  }
}

/** Errors that mean that another writer was first: in the tables of commits and commands, or by a lost race. */
const isRefusal = (cause: unknown): boolean => isDuplicateIn(cause, 'com') || isLostRace(cause) || cause instanceof HeadElsewhere

const catchUnseen = <A>(effect: Effect.Effect<A, Raised>, otherwise: () => Effect.Effect<A, Raised>): Effect.Effect<A, Raised> =>
  Effect.catchIf(effect, ({ cause }) => isUnseen(cause), otherwise)

/** Appends within a lock. What is refused or abandoned leaves nothing, and the lock goes on. */
const appendHeld = (
  hold: Hold,
  { brain, gate }: Append,
  sent: Effect.Effect<Appended | undefined, Raised>,
): Effect.Effect<Sent, Raised | Abandoned> =>
  joined(
    hold,
    Effect.flatMap(sent, (appended): Effect.Effect<Sent, Raised | Abandoned> => {
      if (appended === undefined) return Effect.fail(new Raised(new HeadElsewhere()))
      return gate === undefined || gate.enterCommit() ? Effect.succeed({ appended, again: false }) : Effect.fail(new Abandoned({ brain }))
    }),
  )

/** The head was not where it was expected. It undoes the append within a lock, as an error of the server would. */
class HeadElsewhere extends Error {
  override readonly name = 'HeadElsewhere'
}

/** Outcome of the statement. `again`: it was sent before, on a connection that was lost. */
interface Sent {
  readonly appended: Appended | undefined
  readonly again: boolean
}

/** Reads commits in their own rows. */
const readRows = (session: Session, key: BrainKey, range: LogRange): Effect.Effect<ReadonlyArray<CommitRow>, Raised> =>
  Effect.map(session.all(logStatements.read.postgres, { key, ...range }), (rows) => rows.map(commitOf))

interface BrainColumns {
  readonly key: string
  readonly fingerprintKey: string
  readonly position: number
  readonly hash: string
  readonly at: number
}

const recordOf = ({ key, ...record }: BrainColumns): BrainRecord => ({ brain: key as BrainKey, ...record })

interface CommitColumns extends Omit<CommitRow, 'session' | 'body'> {
  readonly session: number | null
  readonly body: unknown
}

const commitOf = ({ actor, at, body, count, first, hash, prev, session }: CommitColumns): CommitRow => ({
  ...{ first, count, at, actor, prev, hash },
  body: body as string,
  session: session ?? undefined,
})

type TailRow = {
  readonly id: number
  readonly head: number
  readonly headHash: string
  readonly epoch: number
  readonly spaces: ReadonlyArray<ToldSpace> | null
  readonly recorded: RecordedCommand | null
} & ({ readonly first: null } | CommitColumns)

/** The head and the commits from a position on. Without new commits it is one row that has only the head. */
const tail = postgresStatement<{ key: string; from: number; limit: number; command: string }>()(
  (p) => sql<TailRow>`
    with head as (
      select id, position, encode(hash, 'hex') as hash, epoch from crabtrail.brains where key = ${p('key')}
    )
    select head.id, head.position as head, head.hash as "headHash", head.epoch,
      (select json_agg(json_build_array(s.space, s.version, s.documents, s.total_length, s.total_words, s.tokeniser))
       from crabtrail.index_statistics as s where s.brain = head.id) as spaces,
      (select json_build_object('signal', encode(k.signal, 'hex'), 'first', k.first, 'count', k.count)
       from crabtrail.commands as k where k.brain = head.id and k.key = decode(${p('command')}, 'hex')) as recorded,
      c.first, c.count, c.at, c.actor, c.session, c.body, encode(c.prev, 'hex') as prev, encode(c.hash, 'hex') as hash
    from head left join lateral (
      select * from crabtrail.commits as one
      where one.brain = head.id and head.position >= ${p('from')}::bigint and one.first + one.count > ${p('from')}::bigint
        and one.first >= coalesce(
          (select max(before.first) from crabtrail.commits as before where before.brain = head.id and before.first <= ${p('from')}::bigint), 0)
      order by one.first limit ${p('limit')}::bigint
    ) as c on true
    order by c.first`,
)

const brainId = postgresStatement<{ key: string }>()((p) => sql<{ id: number }>`select id from crabtrail.brains where key = ${p('key')}`)
