/** Snapshots in PostgreSQL: the record of each snapshot, and compressed blocks that several snapshots can share. */
import type { BrainKey, Position, SnapshotBlock, SnapshotRecord, StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { sql } from 'kysely'
import { isIntact, type PackedBlock, packBlock, unpackBlock } from '../../rows/packed-block.ts'
import { snapshotOf } from '../../rows/snapshot-record.ts'
import { snapshotReads } from '../../statements/snapshot-statements.ts'
import { postgresStatement } from '../../statements/statement.ts'
import type { PostgresServer } from '../server/server.ts'

type Data = SnapshotBlock['data']

export class PostgresSnapshots {
  readonly #server: PostgresServer

  constructor(server: PostgresServer) {
    this.#server = server
  }

  list(key: BrainKey): Effect.Effect<ReadonlyArray<SnapshotRecord>, StoreUnavailable> {
    return Effect.map(this.#server.all(snapshotReads.list.postgres, { key }), (rows) => rows.flatMap((row) => snapshotOf(row) ?? []))
  }

  newest(key: BrainKey, notAfter: Position): Effect.Effect<SnapshotRecord | undefined, StoreUnavailable> {
    return Effect.gen({ self: this }, function* () {
      for (let latest = notAfter; ; ) {
        const row = yield* this.#server.get(snapshotReads.newest.postgres, { key, latest })
        const record = row === undefined ? undefined : snapshotOf(row)
        if (row === undefined || record !== undefined) return record
        latest = row.position - 1
      }
    })
  }

  read(key: BrainKey, position: Position): Effect.Effect<ReadonlyArray<SnapshotBlock> | undefined, StoreUnavailable> {
    return Effect.gen({ self: this }, function* () {
      const row = yield* this.#server.get(snapshotReads.one.postgres, { key, position })
      const record = row === undefined ? undefined : snapshotOf(row)
      if (record === undefined) return undefined
      const packed = yield* this.#blocks(key, record)
      const blocks: Array<SnapshotBlock> = []
      for (const { digest, name } of record.blocks) {
        const found = packed.get(digest)
        const data = found === undefined ? undefined : unpackBlock(found)
        if (data === undefined) return undefined
        blocks.push({ name, data })
      }
      return blocks
    })
  }

  /** Writes a snapshot in one transaction, so that no other process drops a block that the snapshot shares. */
  write(key: BrainKey, record: SnapshotRecord, data: ReadonlyArray<Data>): Effect.Effect<void, StoreUnavailable> {
    return Effect.gen({ self: this }, function* () {
      // Blocks are compressed before the lock is taken, so that no writer waits for it.
      const kept = yield* this.#blocks(key, record)
      const packed = new Map<string, PackedBlock>()
      for (const [i, { digest }] of record.blocks.entries()) {
        const known = kept.get(digest)
        if (known === undefined || !isIntact(known)) packed.set(digest, packBlock(data[i] ?? ''))
      }
      yield* this.#server.change(key, (session, brain) =>
        Effect.gen(function* () {
          const held = new Set((yield* session.all(digests, { brain })).map(({ digest }) => digest))
          // A block that another process dropped meanwhile is written again.
          for (const [i, { digest }] of record.blocks.entries())
            if (!held.has(digest) && !packed.has(digest)) packed.set(digest, packBlock(data[i] ?? ''))
          yield* session.run(putBlocks, { brain, ...columnsOf(packed) })
          const { hash, position, version } = record
          const blocks = JSON.stringify(record.blocks.map(({ digest, name }) => [name, digest]))
          yield* session.run(put, { brain, position, hash, version, blocks })
        }),
      )
    })
  }

  keep(key: BrainKey, positions: ReadonlyArray<Position>): Effect.Effect<void, StoreUnavailable> {
    return this.#server.change(key, (session, brain) =>
      Effect.andThen(session.run(dropOthers, { brain, positions }), Effect.asVoid(session.run(dropUnnamed, { brain }))),
    )
  }

  #blocks(key: BrainKey, { blocks }: SnapshotRecord): Effect.Effect<ReadonlyMap<string, PackedBlock>, StoreUnavailable> {
    return Effect.map(
      this.#server.all(blocksOf, { key, digests: blocks.map(({ digest }) => digest) }),
      (rows) => new Map(rows.map(({ digest, ...block }) => [digest, block])),
    )
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

const blocksOf = postgresStatement<{ key: string; digests: ReadonlyArray<string> }>()(
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

const put = postgresStatement<{ brain: number; position: number; hash: string; version: number; blocks: string }>()(
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
