/** The index of the log in PostgreSQL: the record of each segment, and its parts by kind and number. */
import { crc32 } from 'node:zlib'
import type { BrainKey, FoundPart, FoundParts, PartKey, Position, SegmentPart, SegmentRecord, StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { sql } from 'kysely'
import { partCode, partKindOf } from '../../rows/codes.ts'
import { isIntact } from '../../rows/packed-block.ts'
import { fitsSegments } from '../../rows/segment-borders.ts'
import { segmentStatements } from '../../statements/segment-statements.ts'
import { postgresStatement } from '../../statements/statement.ts'
import type { PostgresServer } from '../server/server.ts'

export class PostgresSegments {
  readonly #server: PostgresServer

  constructor(server: PostgresServer) {
    this.#server = server
  }

  /** Reads records and parts in one statement, so that no other process changes the segments in between. */
  find(
    key: BrainKey,
    keys: ReadonlyArray<PartKey>,
    notAfter: Position = Number.MAX_SAFE_INTEGER,
  ): Effect.Effect<FoundParts | undefined, StoreUnavailable> {
    const asked = { kinds: keys.map(({ kind }) => partCode(kind)), parts: keys.map(({ part }) => part) }
    return Effect.map(this.#server.all(find, { key, notAfter, ...asked }), (rows) => {
      const segments: Array<SegmentRecord> = []
      const parts: Array<FoundPart> = []
      for (const { cause, data, first, hash, kind, last, part, turn, version } of rows) {
        if (kind === 0) segments.push({ first, last, hash, version, turn, cause })
        // The checksum of a part takes the place of the last position.
        else if (!isIntact({ checksum: last, data })) return undefined
        else parts.push({ kind: partKindOf(kind), part, data, first })
      }
      return { segments, parts }
    })
  }

  /** In the order of kinds and parts, as SQLite gives them: the server has no order of its own. */
  read(key: BrainKey, first: Position): Effect.Effect<ReadonlyArray<SegmentPart> | undefined, StoreUnavailable> {
    return Effect.map(this.#server.all(segmentStatements.parts.postgres, { key, first }), (rows) => {
      if (rows.length === 0 || !rows.every(isIntact)) return undefined
      const inOrder = rows.toSorted((a, b) => a.kind - b.kind || a.part - b.part)
      return inOrder.map(({ data, kind, part }) => ({ kind: partKindOf(kind), part, data }))
    })
  }

  write(key: BrainKey, record: SegmentRecord, parts: ReadonlyArray<SegmentPart>): Effect.Effect<boolean, StoreUnavailable> {
    return this.#server.change(key, (session, brain) =>
      Effect.gen(function* () {
        const { first, last } = record
        const known = yield* session.all(segmentStatements.borders.postgres, { brain })
        if (!fitsSegments(known, record)) return false
        yield* session.run(segmentStatements.dropParts.postgres, { brain, first, last })
        yield* session.run(segmentStatements.dropRecords.postgres, { brain, first, last })
        yield* session.run(segmentStatements.insert.postgres, { brain, ...record })
        yield* session.run(insertParts, {
          ...{ brain, first },
          kinds: parts.map(({ kind }) => partCode(kind)),
          parts: parts.map(({ part }) => part),
          checksums: parts.map(({ data }) => crc32(data)),
          data: parts.map(({ data }) => data),
        })
        return true
      }),
    )
  }

  drop(key: BrainKey): Effect.Effect<void, StoreUnavailable> {
    return this.#server.change(key, (session, brain) =>
      Effect.gen(function* () {
        yield* session.run(segmentStatements.dropParts.postgres, { brain, first: 0, last: Number.MAX_SAFE_INTEGER })
        yield* session.run(segmentStatements.dropRecords.postgres, { brain, first: 0, last: Number.MAX_SAFE_INTEGER })
      }),
    )
  }
}

interface FoundRow extends SegmentRecord {
  readonly kind: number
  readonly part: number
  readonly data: Uint8Array
}

/** `offset 0` keeps the planner from joining all parts of the brain with those that are asked for. */
const find = postgresStatement<{ key: string; kinds: ReadonlyArray<number>; parts: ReadonlyArray<number>; notAfter: number }>()(
  (p) => sql<FoundRow>`
    with brain as (select id from crabtrail.brains where key = ${p('key')})
    select s.first, s.last, encode(s.hash, 'hex') as hash, s.version, s.turn, s.cause, 0::smallint as kind, 0::bigint as part, ''::bytea as data
    from crabtrail.log_segments as s where s.brain = (select id from brain)
    union all
    select p.first, p.checksum, '', 0, 0, 0, p.kind, p.part, p.data
    from (select distinct * from unnest(${p('kinds')}::smallint[], ${p('parts')}::bigint[]) as u (kind, part)) as asked
      cross join lateral (
        select * from crabtrail.log_segment_parts as one
        where one.brain = (select id from brain) and one.kind = asked.kind and one.part = asked.part and one.first <= ${p('notAfter')}::bigint
        offset 0
      ) as p
    order by first`,
)

const insertParts = postgresStatement<{
  brain: number
  first: number
  kinds: ReadonlyArray<number>
  parts: ReadonlyArray<number>
  checksums: ReadonlyArray<number>
  data: ReadonlyArray<Uint8Array>
}>()(
  (p) => sql<never>`
    insert into crabtrail.log_segment_parts (brain, kind, part, first, checksum, data)
    select ${p('brain')}::bigint, u.kind, u.part, ${p('first')}::bigint, u.checksum, u.data
    from unnest(${p('kinds')}::smallint[], ${p('parts')}::bigint[], ${p('checksums')}::bigint[], ${p('data')}::bytea[])
      as u (kind, part, checksum, data)`,
)
