/** Tables of the caches beside the log: snapshots with blocks that several of them can share, segments with their parts, and vectors. */
import { crc32 } from 'node:zlib'
import type { ContentRef, NodeNumber } from '@crabtrail/core'
import { sql } from 'kysely'
import {
  blockList,
  blocksOf,
  bytesIn,
  fitsSegments,
  foundParts,
  packMissing,
  partsOf,
  snapshotOf,
  UnpackedBlocks,
  vectorOf,
} from '../../rows/caches.ts'
import { type PackedBlock, packBlock, partCode } from '../../rows/columns.ts'
import { anywhere, segmentStatements, snapshotReads, vectorStatements } from '../../statements/shared-statements.ts'
import { brainNumber, bytesOf, columnValues, hexOf, type Named, queries, statement } from '../../statements/statement.ts'
import type { DirectStore } from '../../turnstile.ts'
import type { Connection } from '../file/connection.ts'

export const snapshotTable = (connection: Connection, kept = new UnpackedBlocks()): DirectStore['snapshots'] => ({
  list: (key) => connection.all(snapshotReads.list, { key }).flatMap((row) => snapshotOf(row) ?? []),

  newest: (key, notAfter) => {
    for (let latest = notAfter; ; ) {
      const row = connection.get(snapshotReads.newest, { key, latest })
      const record = row === undefined ? undefined : snapshotOf(row)
      if (row === undefined || record !== undefined) return record
      latest = row.position - 1
    }
  },

  read: (key, position) => {
    const row = connection.get(snapshotReads.one, { key, position })
    const record = row === undefined ? undefined : snapshotOf(row)
    return record && blocksOf(record, (digest) => connection.get(snapshotReads.block, { key, digest }), kept)
  },

  /**
   * Writes in one transaction, so that no other process drops a block that the snapshot shares. Blocks are compressed before the lock is taken,
   * so that no writer waits for it.
   */
  write: (key, record, data) => {
    const packed = packMissing(record, data, (digest) => connection.get(snapshotReads.block, { key, digest }))
    connection.change('process', key, (brain) => {
      for (const [i, { digest }] of record.blocks.entries()) {
        const fresh = packed.get(digest)
        if (fresh === undefined && connection.get(snapshotWrites.hasBlock, { brain, digest }) !== undefined) continue
        // Replaces a damaged block, or one that another process wrote meanwhile.
        connection.run(snapshotWrites.putBlock, { brain, digest, ...(fresh ?? packBlock(data[i] ?? '')) })
      }
      const { hash, position, version } = record
      connection.run(snapshotWrites.insert, { brain, position, hash, version, blocks: blockList(record) })
    })
  },

  keep: (key, positions) =>
    connection.change('process', key, (brain) => {
      connection.run(snapshotWrites.dropOthers, { brain, positions: JSON.stringify(positions) })
      connection.run(snapshotWrites.dropUnnamed, { brain })
    }),
})

const snapshotWrites = {
  hasBlock: statement<{ brain: number; digest: string }>()((p) =>
    queries
      .selectFrom('snapshot_blocks')
      .select('text')
      .where(sql<boolean>`brain = ${p('brain')} and digest = ${bytesOf(p('digest'))}`),
  ),

  putBlock: statement<{ brain: number; digest: string } & { [Column in keyof PackedBlock]: PackedBlock[Column] }>()((p) =>
    queries
      .replaceInto('snapshot_blocks')
      .values({ ...columnValues(p, 'brain', 'text', 'length', 'checksum', 'data'), digest: bytesOf(p('digest')) }),
  ),

  insert: statement<{ brain: number; position: number; hash: string; version: number; blocks: string }>()((p) =>
    queries.replaceInto('snapshots').values({ ...columnValues(p, 'brain', 'position', 'version', 'blocks'), hash: bytesOf(p('hash')) }),
  ),

  dropOthers: statement<{ brain: number; positions: string }>()((p) =>
    queries
      .deleteFrom('snapshots')
      .where(sql<boolean>`brain = ${p('brain')} and position not in (select value from json_each(${p('positions')}))`),
  ),

  dropUnnamed: statement<{ brain: number }>()((p) =>
    queries.deleteFrom('snapshot_blocks').where(sql<boolean>`brain = ${p('brain')} and lower(hex(digest)) not in (
      select json_extract(named.value, '$[1]') from snapshots, json_each(snapshots.blocks) as named where snapshots.brain = ${p('brain')}
    )`),
  ),
}

export const segmentTable = (connection: Connection): DirectStore['segments'] => {
  const dropWithin = (stretch: { readonly brain: number; readonly first: number; readonly last: number }): void => {
    connection.run(segmentStatements.dropParts, stretch)
    connection.run(segmentStatements.dropRecords, stretch)
  }
  return {
    /** Reads records and parts in one statement, so that no other process changes the segments in between. */
    find: (key, keys, notAfter = Number.MAX_SAFE_INTEGER) => {
      const asked = JSON.stringify(keys.map(({ kind, part }) => [partCode(kind), part]))
      return foundParts(connection.all(sqliteSegmentStatements.find, { key, asked, notAfter }))
    },
    read: (key, first) => partsOf(connection.all(segmentStatements.parts, { key, first })),
    write: (key, record, parts) =>
      connection.change('process', key, (brain) => {
        const { first, last } = record
        if (!fitsSegments(connection.all(segmentStatements.borders, { brain }), record)) return false
        dropWithin({ brain, first, last })
        connection.run(segmentStatements.insert, { brain, ...record })
        for (const { data, kind, part } of parts)
          connection.run(sqliteSegmentStatements.insertPart, { brain, kind: partCode(kind), part, first, checksum: crc32(data), data })
        return true
      }),
    drop: (key) => connection.change('process', key, (brain) => dropWithin({ brain, ...anywhere })),
  }
}

export const sqliteSegmentStatements = {
  find: statement<{ key: string; asked: string; notAfter: number }>()((p) =>
    queries
      .selectFrom('log_segments')
      .select(['first', 'last', hexOf('hash').as('hash'), 'version', 'turn', 'cause'])
      .select([sql<number>`0`.as('kind'), sql<number>`0`.as('part'), sql<Uint8Array>`x''`.as('data')])
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
          .select(['log_segment_parts.first', 'checksum as last', sql<string>`''`.as('hash')])
          .select([sql<number>`0`.as('version'), sql<number>`0`.as('turn'), sql<number>`0`.as('cause')])
          .select(['log_segment_parts.kind', 'log_segment_parts.part', 'data'])
          .where('brain', '=', brainNumber(p('key')))
          .whereRef('log_segment_parts.kind', '=', 'asked.kind')
          .whereRef('log_segment_parts.part', '=', 'asked.part')
          .where('log_segment_parts.first', '<=', p('notAfter')),
      )
      .orderBy('first'),
  ),

  insertPart: statement<{ brain: number; kind: number; part: number; first: number; checksum: number; data: Uint8Array }>()((p) =>
    queries.insertInto('log_segment_parts').values(columnValues(p, 'brain', 'kind', 'part', 'first', 'checksum', 'data')),
  ),
}

/** A trigger in `file/schema.ts` deletes a vector together with the contents that it was made from. */
export const vectorTable = (connection: Connection): DirectStore['vectors'] => ({
  embedders: (key) => connection.all(vectorStatements.embedders, { key }),
  page: (key, embedder, after, limit) =>
    connection.all(vectorStatements.page, { key, embedder, after, limit: Math.max(0, limit) }).map(vectorOf),
  of: (key, embedder, nodes) => connection.all(vectorStatements.of, { key, embedder, nodes: JSON.stringify(nodes) }).map(vectorOf),
  put: (key, embedder, vectors) =>
    connection.change('process', key, (brain) => {
      for (const { madeOf, node, vector } of vectors) {
        const { text, title = null } = madeOf
        connection.run(vectorWrites.put, { brain, embedder, node, text, title, vector: bytesIn(vector) })
      }
    }),
  remove: (key, embedder, nodes) =>
    connection.change('process', key, (brain) => {
      connection.run(vectorStatements.remove, { brain, embedder, nodes: JSON.stringify(nodes) })
    }),
  drop: (key, embedder) =>
    connection.change('process', key, (brain) => {
      connection.run(vectorStatements.drop, { brain, embedder: embedder ?? null })
    }),
})

/** Deletes vectors in the transaction of the erasure, before the contents are deleted. Returns the deleted rows and bytes. */
export const eraseVectors = (
  connection: Connection,
  brain: number,
  contents: ReadonlyArray<ContentRef>,
  nodes: ReadonlyArray<NodeNumber>,
) => {
  const erased = { brain, refs: JSON.stringify(contents), nodes: JSON.stringify(nodes) }
  const { bytes = 0, rows = 0 } = connection.get(vectorWrites.measureErased, erased) ?? {}
  connection.run(vectorWrites.erase, erased)
  return { rows, bytes }
}

type Erased = { readonly brain: number; readonly refs: string; readonly nodes: string }

const erasedRows = (p: Named<Erased>) => sql<boolean>`brain = ${p('brain')} and (
  node in (select value from json_each(${p('nodes')}))
  or text in (select unhex(value) from json_each(${p('refs')}))
  or title in (select unhex(value) from json_each(${p('refs')})))`

const vectorWrites = {
  /**
   * Inserts only if the contents exist. An erasure has the lock before or after this statement, so no vector of an erased content remains.
   */
  put: statement<{ brain: number; embedder: string; node: number; text: string; title: string | null; vector: Uint8Array }>()((p) =>
    queries
      .replaceInto('vectors')
      .columns(['brain', 'embedder', 'node', 'text', 'title', 'vector'])
      .expression(
        sql`select ${p('brain')}, ${p('embedder')}, ${p('node')}, unhex(${p('text')}), unhex(${p('title')}), ${p('vector')}
          where exists (select 1 from contents where brain = ${p('brain')} and ref = unhex(${p('text')}))
          and (${p('title')} is null or exists (select 1 from contents where brain = ${p('brain')} and ref = unhex(${p('title')})))`,
      ),
  ),

  measureErased: statement<Erased>()((p) =>
    queries
      .selectFrom('vectors')
      .select((row) => [row.fn.countAll<number>().as('rows'), sql<number>`coalesce(sum(octet_length(vector)), 0)`.as('bytes')])
      .where(erasedRows(p)),
  ),

  erase: statement<Erased>()((p) => queries.deleteFrom('vectors').where(erasedRows(p))),
}
