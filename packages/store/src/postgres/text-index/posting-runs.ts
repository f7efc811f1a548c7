/** Runs of postings: the postings of one term that one commit brought. Each has a CRC-32 of its bytes. */
import { crc32 } from 'node:zlib'
import type { BrainKey, NodeNumber, Position } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { sql } from 'kysely'
import { Damage } from '../../failures.ts'
import { isIntact } from '../../rows/columns.ts'
import { postgresStatement } from '../../statements/statement.ts'
import { decodePostings, encodePostings, mergeValues, postingNumbers } from '../../text-index/posting-blocks.ts'
import { keptOf } from '../../text-index/postings.ts'
import { type Raised, type Session, undamaged } from '../server/server.ts'
import { originalText } from '../stored-text.ts'

/** The postings of each term, by node and first position. */
export type Runs = ReadonlyMap<string, ReadonlyArray<number>>

export interface StoredRun {
  readonly checksum: number
  readonly data: Uint8Array
}

interface RunRow {
  readonly part?: string
  readonly term: string | null
  readonly checksum: number | null
  readonly data: Uint8Array | null
}

export const encodeRun = (values: ReadonlyArray<number>): StoredRun => {
  const data = encodePostings(values)
  return { checksum: crc32(data), data }
}

/** Returns the postings of a run. Throws {@link Damage} if its bytes are not those that were stored. */
export const decodeRun = (run: StoredRun): ReadonlyArray<number> => {
  if (!isIntact(run)) throw new Damage('a run of the text index is not what was stored')
  return decodePostings(run.data)
}

/** Merges the runs of each term. Rows of other parts of an answer are left out. Throws {@link Damage}. */
export const runsIn = (rows: ReadonlyArray<RunRow>): Runs => {
  const runs = new Map<string, ReadonlyArray<number>>()
  for (const { checksum, data, part = 'run', term } of rows) {
    if (part !== 'run' || data === null || checksum === null || term === null) continue
    const text = originalText(term)
    runs.set(text, mergeValues(runs.get(text) ?? [], decodeRun({ checksum, data })))
  }
  return runs
}

export const valuesIn = (runs: Runs, term: string): ReadonlyArray<number> => runs.get(term) ?? []

export const allRuns = postgresStatement<{ brain: string }>()(
  (p) => sql<{ space: number; term: string; run: number } & StoredRun>`
    select space, term, run, checksum, data from crabtrail.postings
    where brain = (select id from crabtrail.brains where key = ${p('brain')}) order by space, term, run`,
)

/** Deletes the postings for which `isGone` is true. Returns their number and the bytes of their terms. */
export const dropPostings = (
  session: Session,
  brain: number,
  key: BrainKey,
  isGone: (space: number, node: NodeNumber, from: Position) => boolean,
): Effect.Effect<{ rows: number; bytes: number }, Raised> =>
  Effect.gen(function* () {
    const dropped = { rows: 0, bytes: 0 }
    const [changed, empty]: [Array<ChangedRun>, Array<ChangedRun>] = [[], []]
    for (const { checksum, data, run, space, term } of yield* session.all(allRuns, { brain: key })) {
      const values = yield* undamaged(() => decodeRun({ checksum, data }))
      const kept = keptOf(values, (node, from) => isGone(space, node, from))
      const gone = (values.length - kept.length) / postingNumbers
      if (gone === 0) continue
      dropped.rows += gone
      dropped.bytes += gone * Buffer.byteLength(originalText(term))
      ;(kept.length === 0 ? empty : changed).push({ space, term, run, kept })
    }
    // One statement for all runs: other writers of the brain wait meanwhile.
    const encoded = changed.map(({ kept }) => encodeRun(kept))
    const stored = { checksums: encoded.map(({ checksum }) => checksum), data: encoded.map(({ data }) => data) }
    if (changed.length > 0) yield* session.run(putRuns, { brain, ...listed(changed), ...stored })
    if (empty.length > 0) yield* session.run(dropRuns, { brain, ...listed(empty) })
    return dropped
  })

/** A run of which postings are dropped, and the others. */
interface ChangedRun {
  readonly space: number
  readonly term: string
  readonly run: number
  readonly kept: ReadonlyArray<number>
}

const listed = (runs: ReadonlyArray<ChangedRun>) => ({
  spaces: runs.map(({ space }) => space),
  terms: runs.map(({ term }) => term),
  runs: runs.map(({ run }) => run),
})

/** Runs as lists that run side by side. */
type ListedRuns = {
  readonly spaces: ReadonlyArray<number>
  readonly terms: ReadonlyArray<string>
  readonly runs: ReadonlyArray<number>
}

const putRuns = postgresStatement<{ brain: number; checksums: ReadonlyArray<number>; data: ReadonlyArray<Uint8Array> } & ListedRuns>()(
  (p) => sql<never>`
    update crabtrail.postings as p set checksum = k.checksum, data = k.data
    from unnest(
      ${p('spaces')}::smallint[], ${p('terms')}::text[], ${p('runs')}::bigint[], ${p('checksums')}::bigint[], ${p('data')}::bytea[]
    ) as k (space, term, run, checksum, data)
    where p.brain = ${p('brain')}::bigint and p.space = k.space and p.term = k.term and p.run = k.run`,
)

const dropRuns = postgresStatement<{ brain: number } & ListedRuns>()(
  (p) => sql<never>`
    delete from crabtrail.postings as p
    using unnest(${p('spaces')}::smallint[], ${p('terms')}::text[], ${p('runs')}::bigint[]) as g (space, term, run)
    where p.brain = ${p('brain')}::bigint and p.space = g.space and p.term = g.term and p.run = g.run`,
)
