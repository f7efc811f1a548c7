/** The caches beside the log in PostgreSQL: snapshots with blocks that several of them can share, segments with their parts, and vectors. */
import { crc32 } from 'node:zlib'
import type { SegmentStore, SnapshotRecord, SnapshotStore, VectorStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { sql } from 'kysely'
import {
  blockList,
  blocksOf,
  bytesIn,
  type FoundPartRow,
  fitsSegments,
  foundParts,
  packMissing,
  partsOf,
  snapshotOf,
  vectorOf,
} from '../../rows/caches.ts'
import { type PackedBlock, packBlock, partCode } from '../../rows/columns.ts'
import { anywhere, segmentStatements, snapshotReads, vectorStatements } from '../../statements/shared-statements.ts'
import { postgresStatement } from '../../statements/statement.ts'
import { isOrphan } from '../server/failure.ts'
import { type PostgresServer, Raised, type Session } from '../server/server.ts'

export const postgresSnapshots = (server: PostgresServer): SnapshotStore['Service'] => {
  const blocks = (key: string, record: SnapshotRecord) =>
    Effect.map(
      server.all(storedBlocks, { key, digests: record.blocks.map(({ digest }) => digest) }),
      (rows) => new Map(rows.map(({ digest, ...block }) => [digest, block])),
    )
  return {
    list: (key) => Effect.map(server.all(snapshotReads.list.postgres, { key }), (rows) => rows.flatMap((row) => snapshotOf(row) ?? [])),

    newest: Effect.fnUntraced(function* (key, notAfter) {
      for (let latest = notAfter; ; ) {
        const row = yield* server.get(snapshotReads.newest.postgres, { key, latest })
        const record = row === undefined ? undefined : snapshotOf(row)
        if (row === undefined || record !== undefined) return record
        latest = row.position - 1
      }
    }),

    read: Effect.fnUntraced(function* (key, position) {
      const row = yield* server.get(snapshotReads.one.postgres, { key, position })
      const record = row === undefined ? undefined : snapshotOf(row)
      if (record === undefined) return undefined
      const packed = yield* blocks(key, record)
      return blocksOf(record, (digest) => packed.get(digest))
    }),

    /**
     * Writes in one transaction, so that no other process drops a block that the snapshot shares. Blocks are compressed before the lock is
     * taken, so that no writer waits for it.
     */
    write: Effect.fnUntraced(function* (key, record, data) {
      const kept = yield* blocks(key, record)
      const packed = packMissing(record, data, (digest) => kept.get(digest))
      yield* server.change(
        key,
        Effect.fnUntraced(function* (session, brain) {
          const held = new Set((yield* session.all(digests, { brain })).map(({ digest }) => digest))
          // A block that another process dropped meanwhile is written again.
          for (const [i, { digest }] of record.blocks.entries())
            if (!held.has(digest) && !packed.has(digest)) packed.set(digest, packBlock(data[i] ?? ''))
          yield* session.run(putBlocks, { brain, ...columnsOf(packed) })
          const { hash, position, version } = record
          yield* session.run(putSnapshot, { brain, position, hash, version, blocks: blockList(record) })
        }),
      )
    }),

    keep: (key, positions) =>
      server.change(key, (session, brain) =>
        Effect.andThen(session.run(dropOthers, { brain, positions }), Effect.asVoid(session.run(dropUnnamed, { brain }))),
      ),
  }
}

const columnsOf = (packed: ReadonlyMap<string, PackedBlock>) => {
  const blocks = [...packed.values()]
  return {
    digests: [...packed.keys()],
    texts: blocks.map(({ text }) => text),
    lengths: blocks.map(({ length }) => length),
    checksums: blocks.map(({ checksum }) => checksum),
    data: blocks.map((block) => block.data),
  }
}

const storedBlocks = postgresStatement<{ key: string; digests: ReadonlyArray<string> }>()(
  (p) => sql<PackedBlock & { digest: string }>`
    select encode(digest, 'hex') as digest, text, length, checksum, data from crabtrail.snapshot_blocks
    where brain = (select id from crabtrail.brains where key = ${p('key')})
      and digest in (select decode(d, 'hex') from unnest(${p('digests')}::text[]) as d)`,
)

const digests = postgresStatement<{ brain: number }>()(
  (p) => sql<{ digest: string }>`select encode(digest, 'hex') as digest from crabtrail.snapshot_blocks where brain = ${p('brain')}::bigint`,
)

/** Replaces a damaged block, or one that another process wrote meanwhile. */
const putBlocks = postgresStatement<{
  brain: number
  digests: ReadonlyArray<string>
  texts: ReadonlyArray<number>
  lengths: ReadonlyArray<number>
  checksums: ReadonlyArray<number>
  data: ReadonlyArray<Uint8Array>
}>()(
  (p) => sql<never>`
    insert into crabtrail.snapshot_blocks (brain, digest, text, length, checksum, data)
    select ${p('brain')}::bigint, decode(b.digest, 'hex'), b.text, b.length, b.checksum, b.data
    from unnest(${p('digests')}::text[], ${p('texts')}::smallint[], ${p('lengths')}::bigint[], ${p('checksums')}::bigint[],
      ${p('data')}::bytea[]) as b (digest, text, length, checksum, data)
    on conflict (brain, digest) do update set
      text = excluded.text, length = excluded.length, checksum = excluded.checksum, data = excluded.data`,
)

const putSnapshot = postgresStatement<{ brain: number; position: number; hash: string; version: number; blocks: string }>()(
  (p) => sql<never>`
    insert into crabtrail.snapshots (brain, position, hash, version, blocks)
    values (${p('brain')}::bigint, ${p('position')}::bigint, decode(${p('hash')}, 'hex'), ${p('version')}::integer, ${p('blocks')}::text)
    on conflict (brain, position) do update set hash = excluded.hash, version = excluded.version, blocks = excluded.blocks`,
)

const dropOthers = postgresStatement<{ brain: number; positions: ReadonlyArray<number> }>()(
  (p) => sql<never>`
    delete from crabtrail.snapshots where brain = ${p('brain')}::bigint and position <> all (${p('positions')}::bigint[])`,
)

const dropUnnamed = postgresStatement<{ brain: number }>()(
  (p) => sql<never>`
    delete from crabtrail.snapshot_blocks where brain = ${p('brain')}::bigint and digest not in (
      select decode(named ->> 1, 'hex') from crabtrail.snapshots, json_array_elements(blocks::json) as named
      where brain = ${p('brain')}::bigint)`,
)

export const postgresSegments = (server: PostgresServer): SegmentStore['Service'] => {
  const dropWithin = (session: Session, stretch: { readonly brain: number; readonly first: number; readonly last: number }) =>
    Effect.andThen(session.run(segmentStatements.dropParts.postgres, stretch), session.run(segmentStatements.dropRecords.postgres, stretch))
  return {
    /** Reads records and parts in one statement, so that no other process changes the segments in between. */
    find: (key, keys, notAfter = Number.MAX_SAFE_INTEGER) => {
      const asked = { kinds: keys.map(({ kind }) => partCode(kind)), parts: keys.map(({ part }) => part) }
      return Effect.map(server.all(findParts, { key, notAfter, ...asked }), foundParts)
    },

    /** In the order of kinds and parts, as SQLite gives them: the server has no order of its own. */
    read: (key, first) =>
      Effect.map(server.all(segmentStatements.parts.postgres, { key, first }), (rows) =>
        partsOf(rows.toSorted((a, b) => a.kind - b.kind || a.part - b.part)),
      ),

    write: (key, record, parts) =>
      server.change(
        key,
        Effect.fnUntraced(function* (session, brain) {
          const { first, last } = record
          const known = yield* session.all(segmentStatements.borders.postgres, { brain })
          if (!fitsSegments(known, record)) return false
          yield* dropWithin(session, { brain, first, last })
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
      ),

    drop: (key) => server.change(key, (session, brain) => Effect.asVoid(dropWithin(session, { brain, ...anywhere }))),
  }
}

/** `offset 0` keeps the planner from joining all parts of the brain with those that are asked for. */
const findParts = postgresStatement<{ key: string; kinds: ReadonlyArray<number>; parts: ReadonlyArray<number>; notAfter: number }>()(
  (p) => sql<FoundPartRow>`
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

/** Foreign keys delete a vector together with the contents that it was made of. */
export const postgresVectors = (server: PostgresServer): VectorStore['Service'] => ({
  embedders: (key) => server.all(vectorStatements.embedders.postgres, { key }),
  page: (key, embedder, after, limit) =>
    Effect.map(server.all(vectorStatements.page.postgres, { key, embedder, after, limit: Math.max(0, limit) }), (rows) =>
      rows.map(vectorOf),
    ),
  of: (key, embedder, nodes) =>
    Effect.map(server.all(vectorStatements.of.postgres, { key, embedder, nodes: JSON.stringify(nodes) }), (rows) => rows.map(vectorOf)),

  /** The last vector of a node counts, where a node has several. */
  put: (key, embedder, vectors) => {
    const ofNodes = [...new Map(vectors.map((one) => [one.node, one])).values()]
    return server.change(key, (session, brain) =>
      untilWhole(
        session,
        session.run(putVectors, {
          ...{ brain, embedder },
          nodes: ofNodes.map(({ node }) => node),
          texts: ofNodes.map(({ madeOf }) => madeOf.text),
          titles: ofNodes.map(({ madeOf }) => madeOf.title ?? null),
          vectors: ofNodes.map(({ vector }) => bytesIn(vector)),
        }),
      ),
    )
  },

  remove: (key, embedder, nodes) =>
    server.change(key, (session, brain) =>
      Effect.asVoid(session.run(vectorStatements.remove.postgres, { brain, embedder, nodes: JSON.stringify(nodes) })),
    ),
  drop: (key, embedder) =>
    server.change(key, (session, brain) =>
      Effect.asVoid(session.run(vectorStatements.drop.postgres, { brain, embedder: embedder ?? null })),
    ),
})

/** Runs a write again whose contents were erased between its look at them and its insert. */
const untilWhole = (session: Session, write: Effect.Effect<number, Raised>): Effect.Effect<void, Raised> =>
  Effect.gen(function* () {
    yield* session.execute('savepoint vectors')
    for (let tries = 3; ; tries--) {
      const done = yield* Effect.result(write)
      if (done._tag === 'Success') return
      if (tries === 0 || !isOrphan(done.failure.cause)) return yield* Effect.fail(new Raised(done.failure.cause))
      yield* session.execute('rollback to vectors')
    }
  })

/** Inserts only where the contents exist. */
const putVectors = postgresStatement<{
  brain: number
  embedder: string
  nodes: ReadonlyArray<number>
  texts: ReadonlyArray<string>
  titles: ReadonlyArray<string | null>
  vectors: ReadonlyArray<Uint8Array>
}>()(
  (p) => sql<never>`
    insert into crabtrail.vectors (brain, embedder, node, text, title, vector)
    select ${p('brain')}::bigint, ${p('embedder')}::text, v.node, decode(v.text, 'hex'), decode(v.title, 'hex'), v.vector
    from unnest(${p('nodes')}::bigint[], ${p('texts')}::text[], ${p('titles')}::text[], ${p('vectors')}::bytea[])
      as v (node, text, title, vector)
    where exists (select 1 from crabtrail.contents as c where c.brain = ${p('brain')}::bigint and c.ref = decode(v.text, 'hex'))
      and (v.title is null
        or exists (select 1 from crabtrail.contents as c where c.brain = ${p('brain')}::bigint and c.ref = decode(v.title, 'hex')))
    on conflict (brain, embedder, node) do update set text = excluded.text, title = excluded.title, vector = excluded.vector`,
)

type Erased = { readonly brain: number; readonly refs: ReadonlyArray<string>; readonly nodes: ReadonlyArray<number> }

/** Deletes the vectors of nodes and of contents, in the transaction of their erasure. Returns the bytes of each. */
export const eraseVectors = postgresStatement<Erased>()(
  (p) => sql<{ bytes: number }>`
    delete from crabtrail.vectors where brain = ${p('brain')}::bigint and (
      node = any (${p('nodes')}::bigint[])
      or text in (select decode(r, 'hex') from unnest(${p('refs')}::text[]) as r)
      or title in (select decode(r, 'hex') from unnest(${p('refs')}::text[]) as r))
    returning octet_length(vector) as bytes`,
)
