/** The archived stretches of the log in PostgreSQL. */
import type { ArchivedBytes, BrainKey, CommitRow, Position, StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { sql } from 'kysely'
import {
  archivedBytes,
  hashBytes,
  type LogRange,
  packStretch,
  requireEqual,
  takeCommits,
  UnpackedStretches,
  unpackStretch,
} from '../../rows/archived-stretch.ts'
import { archiveStatements } from '../../statements/shared-statements.ts'
import { postgresStatement } from '../../statements/statement.ts'
import { type PostgresServer, type Raised, type Session, undamaged } from '../server/server.ts'

/** Reads commits in their own rows on a session. */
export type ReadRows = (session: Session, key: BrainKey, range: LogRange) => Effect.Effect<ReadonlyArray<CommitRow>, Raised>

export class PostgresArchive {
  readonly #server: PostgresServer
  readonly #unpacked = new UnpackedStretches()

  constructor(server: PostgresServer) {
    this.#server = server
  }

  read(key: BrainKey, range: LogRange): Effect.Effect<ReadonlyArray<CommitRow>, StoreUnavailable> {
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
  archive(
    key: BrainKey,
    rows: ReadonlyArray<CommitRow>,
    { readRows, rehearsal }: { readonly readRows: ReadRows; readonly rehearsal: boolean },
  ): Effect.Effect<ArchivedBytes | undefined, StoreUnavailable> {
    const stretch = packStretch(rows)
    const { first, last } = stretch
    const bytes = (session: Session) =>
      Effect.map(session.all(rowBytes, { key, first, last }), ([found]) => archivedBytes(found?.bytes ?? 0, stretch))
    const same = (others: () => ReadonlyArray<CommitRow>) => undamaged(() => requireEqual(rows, others()))
    const packed = same(() => unpackStretch(stretch))
    if (rehearsal) return this.#server.read((session) => Effect.andThen(packed, bytes(session)))
    return this.#server.change(key, (session, brain) =>
      Effect.gen(function* () {
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
}

/** Stored bytes of bodies and hashes; a long body is stored compressed. */
const rowBytes = postgresStatement<{ key: string; first: number; last: number }>()(
  (p) => sql<{ bytes: number }>`
    select coalesce(sum(pg_column_size(c.body) + ${sql.lit(hashBytes)}), 0)::bigint as bytes
    from crabtrail.commits as c join crabtrail.brains as b on b.id = c.brain
    where b.key = ${p('key')} and c.first between ${p('first')}::bigint and ${p('last')}::bigint`,
)
