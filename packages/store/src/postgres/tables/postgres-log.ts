/** The event log in PostgreSQL: heads, commits and the keys of answered commands. */
import {
  Abandoned,
  type Append,
  type BrainKey,
  type CommitRow,
  type EventStore,
  type Position,
  type RecordedCommand,
  type StoreUnavailable,
} from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { sql } from 'kysely'
import { type Refusal, refusalOf, unavailable } from '../../failures.ts'
import {
  archivedBytes,
  archivedPart,
  hashBytes,
  type LogRange,
  logRange,
  packStretch,
  requireEqual,
  takeCommits,
  UnpackedStretches,
  unpackStretch,
} from '../../rows/archived-stretch.ts'
import { byBrain, recordOf } from '../../rows/columns.ts'
import { archiveStatements, logStatements } from '../../statements/shared-statements.ts'
import { postgresStatement } from '../../statements/statement.ts'
import { type KnownHead, type KnownHeads, requireTokeniser, spacesOf, type ToldSpace } from '../known-heads.ts'
import { inDoubt, isDuplicateIn, isLost, isLostRace, isUnseen } from '../server/failure.ts'
import { type Hold, joined, type PostgresServer, Raised, type Session, undamaged } from '../server/server.ts'
import type { PostgresIndex } from '../text-index/postgres-index.ts'
import { type AppendCall, type Appended, appendCall } from './append-statement.ts'

type Served = 'brain' | 'read' | 'tail' | 'recorded' | 'commands' | 'archived' | 'archive' | 'append' | 'brains'
type Log = Pick<EventStore['Service'], Served>

export class PostgresLog implements Log {
  readonly #server: PostgresServer
  readonly #heads: KnownHeads
  readonly #index: PostgresIndex
  readonly #unpacked = new UnpackedStretches()

  constructor(server: PostgresServer, heads: KnownHeads, index: PostgresIndex) {
    this.#server = server
    this.#heads = heads
    this.#index = index
  }

  get brains(): Log['brains'] {
    return Effect.map(this.#server.all(logStatements.brains.postgres, {}), (rows) => rows.map(recordOf).sort(byBrain))
  }

  readonly brain: Log['brain'] = (key) => Effect.map(this.#server.get(logStatements.brain.postgres, { key }), (row) => row && recordOf(row))

  readonly read: Log['read'] = (key, from, limit, to) => {
    const range = logRange(from, limit, to)
    return Effect.flatMap(
      this.#server.read((session) => readRows(session, key, range)),
      (rows) => this.#withArchived(key, range, rows),
    )
  }

  #withArchived(key: BrainKey, range: LogRange, rows: ReadonlyArray<CommitRow>): Effect.Effect<ReadonlyArray<CommitRow>, StoreUnavailable> {
    const archived = archivedPart(range, rows)
    if (archived === undefined) return Effect.succeed(rows)
    return Effect.map(this.#archivedRows(key, archived), (older) => [...older, ...rows].slice(0, range.limit))
  }

  readonly archived: Log['archived'] = (key) => this.#server.all(archiveStatements.list.postgres, { key })

  #archivedRows(key: BrainKey, range: LogRange): Effect.Effect<ReadonlyArray<CommitRow>, StoreUnavailable> {
    return Effect.gen({ self: this }, function* () {
      const found: Array<CommitRow> = []
      for (let next = range.from; (next <= range.to || next === range.from) && found.length < range.limit; ) {
        const rows = yield* this.#stretchAt(key, next)
        const last = rows?.at(-1)
        if (rows === undefined || last === undefined) break
        takeCommits(found, rows, range)
        next = last.first + last.count
      }
      return found
    })
  }

  #stretchAt(key: BrainKey, position: Position): Effect.Effect<ReadonlyArray<CommitRow> | undefined, StoreUnavailable> {
    const known = this.#unpacked.find(key, position)
    if (known !== undefined) return Effect.succeed(known)
    return this.#server.read((session) =>
      Effect.flatMap(session.all(archiveStatements.at.postgres, { key, position }), ([stretch]) =>
        stretch === undefined || stretch.last < position ? Effect.succeed(undefined) : undamaged(() => this.#unpacked.unpack(key, stretch)),
      ),
    )
  }

  /** Archives commits with the lock of their brain. If it is repeated after its commit, it finds them archived. */
  readonly archive: Log['archive'] = (key, rows, { rehearsal } = { rehearsal: false }) => {
    const stretch = packStretch(rows)
    const { first, last } = stretch
    const bytes = (session: Session) =>
      Effect.map(session.all(rowBytes, { key, first, last }), ([found]) => archivedBytes(found?.bytes ?? 0, stretch))
    const same = (others: () => ReadonlyArray<CommitRow>) => undamaged(() => requireEqual(rows, others()))
    const packed = same(() => unpackStretch(stretch))
    if (rehearsal) return this.#server.read((session) => Effect.andThen(packed, bytes(session)))
    return this.#server.change(
      key,
      Effect.fnUntraced(function* (session, brain) {
        const archived = yield* session.all(archiveStatements.list.postgres, { key })
        if (first !== (archived.at(-1)?.last ?? 0) + 1) return undefined
        const own = yield* readRows(session, key, { from: first, to: last, limit: rows.length + 1 })
        yield* same(() => own)
        yield* session.run(archiveStatements.insert.postgres, { brain, ...stretch })
        const [stored] = yield* session.all(archiveStatements.at.postgres, { key, position: first })
        yield* same(() => (stored === undefined ? [] : unpackStretch(stored)))
        const told = yield* bytes(session)
        yield* session.run(archiveStatements.deleteCommits.postgres, { brain, first, last })
        return told
      }),
    )
  }

  /** Reads the head, the state of the index, the command and the commits in one statement, and remembers the head. */
  readonly tail: Log['tail'] = Effect.fnUntraced({ self: this }, function* (key, from, limit, command) {
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

  readonly recorded: Log['recorded'] = (key, command) => this.#server.get(logStatements.command.postgres, { key, command })

  readonly commands: Log['commands'] = (key) => this.#server.all(logStatements.commands.postgres, { key })

  readonly append: Log['append'] = (append) =>
    Effect.gen({ self: this }, function* () {
      const hold = yield* this.#server.held
      const known = yield* this.#indexHead(append, hold)
      const call = appendCall(append, known?.epoch)
      if (hold !== undefined) return yield* this.#appendHeld(hold, append, call)
      // The statement commits by itself, so the caller is asked before it is sent.
      if (append.gate?.enterCommit() === false)
        return yield* (yield* this.#wouldBeRefused(append)) ? yield* this.#refusal(append) : new Abandoned({ brain: append.brain })
      return yield* this.#appendOpenly(append, call)
    }) as Effect.Effect<void, Refusal>

  /**
   * Appends without a lock. If the connection is lost, the same statement is sent again: it can succeed only once. If no later try succeeds,
   * for whatever reason, the log says whether the first one did.
   */
  #appendOpenly(append: Append, call: AppendCall): Effect.Effect<void, Refusal> {
    return Effect.gen({ self: this }, function* () {
      let mayBeWritten = false
      const once = Effect.suspend(() => {
        let isSent = false
        const sent = () => {
          isSent = true
        }
        return Effect.tapError(this.#sendOnce(append, call, sent), ({ cause }) =>
          Effect.sync(() => {
            mayBeWritten ||= isSent && isLost(cause)
          }),
        )
      })
      const done = yield* Effect.result(this.#server.patiently(once))
      if (Result.isSuccess(done) && done.success !== undefined) return this.#advance(append, done.success)
      if (mayBeWritten && (yield* this.#wasWritten(append))) return
      const isRefused = Result.isSuccess(done) || isRefusal(done.failure.cause)
      return yield* isRefused ? yield* this.#refusal(append) : this.#server.settled(Effect.fail(done.failure))
    }) as Effect.Effect<void, Refusal>
  }

  /** Sends an append on a connection of its own. `sent` is called when the statement that may commit it goes out. */
  #sendOnce(append: Append, call: AppendCall, sent: () => void): Effect.Effect<Appended | undefined, Raised> {
    const { brain, create } = append
    const sending = (session: Session) => sendCall(session, call, sent)
    return catchUnseen(create === undefined ? this.#server.onSession(sending, 'lock') : this.#server.alone(brain, sending), () =>
      this.#server.alone(brain, (session) => Effect.andThen(this.#dropUnseen(session, append), sending(session))),
    )
  }

  /** Appends within a lock. A refused or abandoned append leaves nothing, and the lock goes on. */
  #appendHeld(hold: Hold, append: Append, call: AppendCall): Effect.Effect<void, Refusal> {
    const { brain, gate } = append
    const { session } = hold
    const sent = catchUnseen(joined(hold, sendCall(session, call)), () =>
      Effect.andThen(this.#dropUnseen(session, append), sendCall(session, call)),
    )
    const appended = Effect.flatMap(sent, (found): Effect.Effect<void, Raised | Abandoned> => {
      if (found === undefined) return Effect.fail(new Raised(new HeadElsewhere()))
      return gate === undefined || gate.enterCommit() ? Effect.void : Effect.fail(new Abandoned({ brain }))
    })
    return this.#server.settled(
      Effect.catchIf(
        joined(hold, appended),
        (error): error is Raised => error instanceof Raised && isRefusal(error.cause),
        () => Effect.flatMap(this.#refusal(append), Effect.fail),
      ),
    )
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

  /** True if a commit whose answer was lost is in the log. Waits for its transaction, which the server may not have ended yet. */
  #wasWritten(append: Append): Effect.Effect<boolean, StoreUnavailable> {
    return Effect.andThen(this.#server.outlast(append.brain), this.#isWritten(append)).pipe(
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

  #refusal(append: Append): Effect.Effect<Refusal, StoreUnavailable> {
    return Effect.gen({ self: this }, function* () {
      const { brain, key } = append
      // An outdated known head may be the reason of the refusal.
      this.#heads.forget(brain)
      const record = yield* this.brain(brain)
      const recorded = key === undefined ? undefined : yield* this.recorded(brain, key.key)
      return refusalOf(append, { place: this.#server.place, record, recorded })
    })
  }
}

/** Errors that mean that another writer was first: in the tables of commits and commands, or by a lost race. */
const isRefusal = (cause: unknown): boolean =>
  isDuplicateIn(cause, 'commits', 'commands') || isLostRace(cause) || cause instanceof HeadElsewhere

const catchUnseen = <A>(effect: Effect.Effect<A, Raised>, otherwise: () => Effect.Effect<A, Raised>): Effect.Effect<A, Raised> =>
  Effect.catchIf(effect, ({ cause }) => isUnseen(cause), otherwise)

/** Sends the statements of an append. `sent` is called before the one that writes it. */
const sendCall = (
  session: Session,
  { create, parameters, statement }: AppendCall,
  sent: () => void = () => {},
): Effect.Effect<Appended | undefined, Raised> => {
  const send = Effect.suspend(() => {
    sent()
    return Effect.map(session.all(statement, parameters), ([appended]) => appended)
  })
  if (create === undefined) return send
  return Effect.flatMap(session.all(create, parameters), ([made]) => (made === undefined ? Effect.succeed(undefined) : send))
}

/** The head was not where it was expected. It undoes the append within a lock, as an error of the server would. */
class HeadElsewhere extends Error {
  override readonly name = 'HeadElsewhere'
}

const readRows = (session: Session, key: BrainKey, range: LogRange): Effect.Effect<ReadonlyArray<CommitRow>, Raised> =>
  Effect.map(session.all(logStatements.read.postgres, { key, ...range }), (rows) => rows.map(commitOf))

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

/** Stored bytes of bodies and hashes; a long body is stored compressed. */
const rowBytes = postgresStatement<{ key: string; first: number; last: number }>()(
  (p) => sql<{ bytes: number }>`
    select coalesce(sum(pg_column_size(c.body) + ${sql.lit(hashBytes)}), 0)::bigint as bytes
    from crabtrail.commits as c join crabtrail.brains as b on b.id = c.brain
    where b.key = ${p('key')} and c.first between ${p('first')}::bigint and ${p('last')}::bigint`,
)
