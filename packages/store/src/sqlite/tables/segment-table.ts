/** The index of the log in tables: the record of each segment, and its parts by kind and number. */
import { crc32 } from 'node:zlib'
import type { BrainKey, FoundPart, FoundParts, PartKey, Position, SegmentPart, SegmentRecord, StoreUnavailable } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { sql } from 'kysely'
import { missingBrain } from '../../failures/unavailable.ts'
import { partCode, partKindOf } from '../../rows/codes.ts'
import { isIntact } from '../../rows/packed-block.ts'
import { fitsSegments } from '../../rows/segment-borders.ts'
import { segmentStatements } from '../../statements/segment-statements.ts'
import { brainNumber, hexOf, queries, statement } from '../../statements/statement.ts'
import type { Connection } from '../file/connection.ts'
import { numberOf } from './brain-number.ts'

export class SegmentTable {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Reads records and parts in one statement, so that no other process changes the segments in between. */
  find(key: BrainKey, keys: ReadonlyArray<PartKey>, notAfter: Position = Number.MAX_SAFE_INTEGER): FoundParts | undefined {
    const asked = JSON.stringify(keys.map(({ kind, part }) => [partCode(kind), part]))
    const segments: Array<SegmentRecord> = []
    const parts: Array<FoundPart> = []
    for (const { cause, data, first, hash, kind, last, part, turn, version } of this.#connection.all(sqliteSegmentStatements.find, {
      key,
      asked,
      notAfter,
    })) {
      if (kind === 0) segments.push({ first, last, hash, version, turn, cause })
      else {
        // The checksum of a part takes the place of the last position.
        if (!isIntact({ checksum: last, data })) return undefined
        parts.push({ kind: partKindOf(kind), part, data, first })
      }
    }
    return { segments, parts }
  }

  read(key: BrainKey, first: Position): ReadonlyArray<SegmentPart> | undefined {
    const rows = this.#connection.all(segmentStatements.parts, { key, first })
    if (rows.length === 0 || !rows.every(isIntact)) return undefined
    return rows.map(({ data, kind, part }) => ({ kind: partKindOf(kind), part, data }))
  }

  write(key: BrainKey, record: SegmentRecord, parts: ReadonlyArray<SegmentPart>): Result.Result<boolean, StoreUnavailable> {
    return this.#change(key, (brain) => {
      const { first, last } = record
      const known = this.#connection.all(segmentStatements.borders, { brain })
      if (!fitsSegments(known, record)) return false
      this.#connection.run(segmentStatements.dropParts, { brain, first, last })
      this.#connection.run(segmentStatements.dropRecords, { brain, first, last })
      this.#connection.run(segmentStatements.insert, { brain, ...record })
      for (const { data, kind, part } of parts)
        this.#connection.run(sqliteSegmentStatements.insertPart, { brain, kind: partCode(kind), part, first, checksum: crc32(data), data })
      return true
    })
  }

  drop(key: BrainKey): Result.Result<void, StoreUnavailable> {
    return this.#change(key, (brain) => {
      this.#connection.run(segmentStatements.dropParts, { brain, first: 0, last: Number.MAX_SAFE_INTEGER })
      this.#connection.run(segmentStatements.dropRecords, { brain, first: 0, last: Number.MAX_SAFE_INTEGER })
    })
  }

  #change<A>(key: BrainKey, change: (brain: number) => A): Result.Result<A, StoreUnavailable> {
    return this.#connection.write('process', () => {
      const brain = numberOf(this.#connection, key)
      return brain === undefined ? Result.fail(missingBrain(this.#connection.place, key)) : Result.succeed(change(brain))
    })
  }
}

export const sqliteSegmentStatements = {
  find: statement<{ key: string; asked: string; notAfter: number }>()((p) =>
    queries
      .selectFrom('log_segments')
      .select([
        'first',
        'last',
        hexOf('hash').as('hash'),
        'version',
        'turn',
        'cause',
        sql<number>`0`.as('kind'),
        sql<number>`0`.as('part'),
        sql<Uint8Array>`x''`.as('data'),
      ])
      .where('brain', '=', brainNumber(p('key')))
      .unionAll(
        queries
          .selectFrom(
            sql<{ kind: number; part: number }>`(
              select json_extract(value, '$[0]') as kind, json_extract(value, '$[1]') as part from json_each(${p('asked')})
            )`.as('asked'),
          )
          // A cross join keeps its order: the parts are found by each key, not by a pass over all parts.
          .crossJoin('log_segment_parts')
          .select([
            'log_segment_parts.first',
            'checksum as last',
            sql<string>`''`.as('hash'),
            sql<number>`0`.as('version'),
            sql<number>`0`.as('turn'),
            sql<number>`0`.as('cause'),
            'log_segment_parts.kind',
            'log_segment_parts.part',
            'data',
          ])
          .where('brain', '=', brainNumber(p('key')))
          .whereRef('log_segment_parts.kind', '=', 'asked.kind')
          .whereRef('log_segment_parts.part', '=', 'asked.part')
          .where('log_segment_parts.first', '<=', p('notAfter')),
      )
      .orderBy('first'),
  ),

  insertPart: statement<{ brain: number; kind: number; part: number; first: number; checksum: number; data: Uint8Array }>()((p) =>
    queries.insertInto('log_segment_parts').values({
      brain: p('brain'),
      kind: p('kind'),
      part: p('part'),
      first: p('first'),
      checksum: p('checksum'),
      data: p('data'),
    }),
  ),
}
