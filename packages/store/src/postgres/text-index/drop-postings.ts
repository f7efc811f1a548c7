/** Deletes postings from the text index in PostgreSQL, in a number of statements that does not grow with the number of terms. */
import type { BrainKey, NodeNumber, Position } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { sql } from 'kysely'
import { postgresStatement } from '../../statements/statement.ts'
import { postingNumbers } from '../../text-index/posting-blocks.ts'
import { keptOf } from '../../text-index/valid-postings.ts'
import type { Raised, Session } from '../server/server.ts'
import { undamaged } from '../server/undamaged.ts'
import { originalText } from '../stored-text.ts'
import { allRuns } from './index-reads.ts'
import { decodeRun, encodeRun } from './posting-runs.ts'

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
    if (changed.length > 0) yield* session.run(putRuns, { brain, ...listed(changed), ...stored(changed) })
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

const stored = (runs: ReadonlyArray<ChangedRun>) => {
  const encoded = runs.map(({ kept }) => encodeRun(kept))
  return { checksums: encoded.map(({ checksum }) => checksum), data: encoded.map(({ data }) => data) }
}

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
