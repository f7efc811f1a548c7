/** The events that a brain in use appends all day, taken from a real log and repeated: turns, verdicts and what the learner made of them. */
import { BrainKey, type CommitRow, type Cryptography, commitsPerRead } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { commitRow, decodeRow } from '../../packages/core/src/application/brain/commit-row.ts'
import type { BrainEvent, NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import type { Ports } from './memory.ts'

export type HotCommit = ReadonlyArray<NewEvent>

/**
 * Returns the events that were appended from a position on, commit by commit, without those that make nodes and edges, which exist already.
 */
export const hotCommits = async ({ events }: Ports, brain: BrainKey, from: number): Promise<ReadonlyArray<ReadonlyArray<BrainEvent>>> => {
  const rows = await Effect.runPromise(events.read(brain, from, commitsPerRead))
  const commits = await Effect.runPromise(Effect.forEach(rows, (row) => decodeRow(brain, row)))
  return commits
    .map((commit) => commit.filter(({ type }) => type !== 'NodeAdded' && type !== 'EdgeLinked'))
    .filter((commit) => commit.length > 0)
}

/** Repeats them with rising turns and causes that name the repeated fact, until there are `count` events. */
export const repeated = (commits: ReadonlyArray<ReadonlyArray<BrainEvent>>, count: number): ReadonlyArray<HotCommit> => {
  const turns = Math.max(...commits.flat().map(({ turn }) => turn ?? 0))
  const made: Array<HotCommit> = []
  let position = 0
  for (let pass = 0; position < count; pass++) {
    const places = new Map<number, number>()
    for (const commit of commits) {
      if (position >= count) return made
      made.push(
        commit.slice(0, count - position).map(({ commit: _, position: before, ...event }) => {
          places.set(before, ++position)
          const turn = event.turn === undefined ? {} : { turn: event.turn + pass * turns }
          const cause = event.cause === undefined ? {} : { cause: places.get(event.cause) ?? 1 }
          return { ...event, ...turn, ...cause } as NewEvent
        }),
      )
    }
  }
  return made
}

/** The same events in commits of `size`. */
export const inBatches = (events: ReadonlyArray<NewEvent>, size: number): ReadonlyArray<HotCommit> =>
  Array.from({ length: Math.ceil(events.length / size) }, (_, i) => events.slice(i * size, (i + 1) * size))

export const hotBrain = BrainKey.make('local/main/hot')

/** The rows of a log that holds these commits and nothing else. */
export const rowsOf = (crypto: Cryptography['Service'], commits: ReadonlyArray<HotCommit>): ReadonlyArray<CommitRow> => {
  const rows: Array<CommitRow> = []
  for (const [i, events] of commits.entries()) {
    const before = rows[i - 1]
    const first = before === undefined ? 1 : before.first + before.count
    rows.push(commitRow(crypto, events, { prev: before?.hash ?? '', first, at: 1_700_000_000_000 + i, actor: 1, session: 1 }))
  }
  return rows
}
