/** Snapshots in tables: the record of each snapshot, and compressed blocks that several snapshots can share. */
import type { BrainKey, Position, SnapshotBlock, SnapshotRecord, StoreUnavailable } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { sql } from 'kysely'
import { missingBrain } from '../../failures/unavailable.ts'
import { isIntact, type PackedBlock, packBlock, unpackBlock } from '../../rows/packed-block.ts'
import { snapshotOf } from '../../rows/snapshot-record.ts'
import { snapshotReads } from '../../statements/snapshot-statements.ts'
import { bytesOf, queries, statement } from '../../statements/statement.ts'
import type { Connection } from '../file/connection.ts'
import { numberOf } from './brain-number.ts'

type Data = SnapshotBlock['data']

export class SnapshotTable {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  list(key: BrainKey): ReadonlyArray<SnapshotRecord> {
    return this.#connection.all(snapshotReads.list, { key }).flatMap((row) => snapshotOf(row) ?? [])
  }

  newest(key: BrainKey, notAfter: Position): SnapshotRecord | undefined {
    for (let latest = notAfter; ; ) {
      const row = this.#connection.get(snapshotReads.newest, { key, latest })
      const record = row === undefined ? undefined : snapshotOf(row)
      if (row === undefined || record !== undefined) return record
      latest = row.position - 1
    }
  }

  read(key: BrainKey, position: Position): ReadonlyArray<SnapshotBlock> | undefined {
    const row = this.#connection.get(snapshotReads.one, { key, position })
    const record = row === undefined ? undefined : snapshotOf(row)
    if (record === undefined) return undefined
    const blocks: Array<SnapshotBlock> = []
    for (const { digest, name } of record.blocks) {
      const found = this.#connection.get(snapshotReads.block, { key, digest })
      const data = found === undefined ? undefined : unpackBlock(found)
      if (data === undefined) return undefined
      blocks.push({ name, data })
    }
    return blocks
  }

  /** Writes a snapshot in one transaction, so that no other process drops a block that the snapshot shares. */
  write(key: BrainKey, record: SnapshotRecord, data: ReadonlyArray<Data>): Result.Result<void, StoreUnavailable> {
    const packed = this.#packed(key, record, data)
    return this.#change(key, (brain) => {
      for (const [i, { digest }] of record.blocks.entries()) {
        const fresh = packed.get(digest)
        if (fresh === undefined && this.#connection.get(snapshotWrites.hasBlock, { brain, digest }) !== undefined) continue
        // Replaces a damaged block, or one that another process wrote meanwhile.
        this.#connection.run(snapshotWrites.putBlock, { brain, digest, ...(fresh ?? packBlock(data[i] ?? '')) })
      }
      const { hash, position, version } = record
      const blocks = JSON.stringify(record.blocks.map(({ digest, name }) => [name, digest]))
      this.#connection.run(snapshotWrites.insert, { brain, position, hash, version, blocks })
    })
  }

  /** Returns the stored bytes of all blocks of all brains. */
  bytes(): number {
    return this.#connection.get(snapshotReads.bytes, {})?.bytes ?? 0
  }

  keep(key: BrainKey, positions: ReadonlyArray<Position>): Result.Result<void, StoreUnavailable> {
    return this.#change(key, (brain) => {
      this.#connection.run(snapshotWrites.dropOthers, { brain, positions: JSON.stringify(positions) })
      this.#connection.run(snapshotWrites.dropUnnamed, { brain })
    })
  }

  /** Returns the blocks that are missing or damaged. They are compressed before the lock is taken, so that no writer waits for it. */
  #packed(key: BrainKey, record: SnapshotRecord, data: ReadonlyArray<Data>): ReadonlyMap<string, PackedBlock> {
    const packed = new Map<string, PackedBlock>()
    for (const [i, { digest }] of record.blocks.entries()) {
      const kept = this.#connection.get(snapshotReads.block, { key, digest })
      if (kept === undefined || !isIntact(kept)) packed.set(digest, packBlock(data[i] ?? ''))
    }
    return packed
  }

  #change(key: BrainKey, change: (brain: number) => void): Result.Result<void, StoreUnavailable> {
    return this.#connection.write('process', () => {
      const brain = numberOf(this.#connection, key)
      return brain === undefined ? Result.fail(missingBrain(this.#connection.place, key)) : Result.succeed(change(brain))
    })
  }
}

const snapshotWrites = {
  hasBlock: statement<{ brain: number; digest: string }>()((p) =>
    queries
      .selectFrom('snapshot_blocks')
      .select('text')
      .where('brain', '=', p('brain'))
      .where('digest', '=', bytesOf(p('digest'))),
  ),

  putBlock: statement<{ brain: number; digest: string; text: number; length: number; checksum: number; data: Uint8Array }>()((p) =>
    queries.replaceInto('snapshot_blocks').values({
      brain: p('brain'),
      digest: bytesOf(p('digest')),
      text: p('text'),
      length: p('length'),
      checksum: p('checksum'),
      data: p('data'),
    }),
  ),

  insert: statement<{ brain: number; position: number; hash: string; version: number; blocks: string }>()((p) =>
    queries
      .replaceInto('snapshots')
      .values({ brain: p('brain'), position: p('position'), hash: bytesOf(p('hash')), version: p('version'), blocks: p('blocks') }),
  ),

  dropOthers: statement<{ brain: number; positions: string }>()((p) =>
    queries
      .deleteFrom('snapshots')
      .where('brain', '=', p('brain'))
      .where('position', 'not in', sql<number>`(select value from json_each(${p('positions')}))`),
  ),

  dropUnnamed: statement<{ brain: number }>()((p) =>
    queries
      .deleteFrom('snapshot_blocks')
      .where('brain', '=', p('brain'))
      .where(
        sql<string>`lower(hex(digest))`,
        'not in',
        sql<string>`(
        select json_extract(named.value, '$[1]') from snapshots, json_each(snapshots.blocks) as named where snapshots.brain = ${p('brain')}
      )`,
      ),
  ),
}
