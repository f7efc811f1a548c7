/** Archives the older part of a log in compressed stretches. No event says so: positions, hashes and events stay, and readers go on. */
import * as Effect from 'effect/Effect'
import type { BrainKey, Position } from '../../domain/identity.ts'
import type { ArchiveAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { rowFault } from '../brain/commit-row.ts'
import { commitEnd, resolvePosition } from '../naming/positions.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type CommitRow, EventStore } from '../ports/event-store.ts'
import { IntegrityBroken } from '../request-errors.ts'
import type { ArchiveRequest } from '../requests.ts'

/** Most commits of a stretch, and UTF-16 units of their bodies: whoever reads one commit of it unpacks all, which takes about a millisecond. */
const stretchLimits = { commits: 1_000, units: 256 * 1_024 }

interface ArchivedEnd {
  readonly last: Position
  /** Hash of its last commit; `''` for none. */
  readonly hash: string
}

/** Archives the commits that end before a position. Each stretch is a transaction of its own, so writers wait for one stretch at most. */
export const archive = Effect.fnUntraced(function* (brain: OpenBrain, { before, dryRun = false }: ArchiveRequest) {
  const store = yield* EventStore
  const asked = yield* resolvePosition(brain, before)
  const end = yield* commitEnd(brain, Math.max(0, asked - 1))
  const done = { commits: 0, before: 0, after: 0 }
  let archived = yield* archivedEnd(brain.key)
  while (archived.last < end) {
    const rows = yield* nextStretch(brain.key, archived, end)
    const bytes = yield* store.archive(brain.key, rows, { rehearsal: dryRun })
    if (bytes === undefined) {
      // Another process archived it, or part of it.
      const now = yield* archivedEnd(brain.key)
      if (now.last <= archived.last)
        return yield* broken(brain.key, archived.last + 1, 'it cannot be archived, though nobody else has archived it')
      archived = now
      continue
    }
    done.commits += rows.length
    done.before += bytes.before
    done.after += bytes.after
    archived = endOf(rows, archived)
  }
  const { commits, ...bytes } = done
  return { brain: brain.key, commits, bytes, archived: archived.last, position: brain.state.position } satisfies ArchiveAnswer
})

const archivedEnd = Effect.fnUntraced(function* (key: BrainKey) {
  const store = yield* EventStore
  return (yield* store.archived(key)).at(-1) ?? ({ last: 0, hash: '' } satisfies ArchivedEnd)
})

/** Reads the commits of the next stretch, at least one, and proves that they continue the chain. */
const nextStretch = Effect.fnUntraced(function* (key: BrainKey, archived: ArchivedEnd, end: Position) {
  const store = yield* EventStore
  const crypto = yield* Cryptography
  const rows: Array<CommitRow> = []
  let units = 0
  let before = { ...archived, at: 0 }
  for (const row of yield* store.read(key, archived.last + 1, stretchLimits.commits, end)) {
    const fault = rowFault(crypto, row, before)
    if (fault !== undefined) return yield* broken(key, fault.position, fault.problem)
    units += row.body.length
    if (rows.length > 0 && units > stretchLimits.units) break
    rows.push(row)
    before = { ...endOf([row], archived), at: row.at }
  }
  if (rows.length === 0) return yield* broken(key, archived.last + 1, 'its commit is missing')
  return rows
})

const endOf = (rows: ReadonlyArray<CommitRow>, otherwise: ArchivedEnd): ArchivedEnd => {
  const newest = rows.at(-1)
  return newest === undefined ? otherwise : { last: newest.first + newest.count - 1, hash: newest.hash }
}

const broken = (brain: BrainKey, position: Position, problem: string) => new IntegrityBroken({ brain, position, problem })
