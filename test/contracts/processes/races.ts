/** What several processes do to one store at the same time, and what must come of it, whatever the store is made of. */
import { type CommitRow, EventStore, SnapshotStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Fiber from 'effect/Fiber'
import { expect } from 'vitest'
import { after, append, brain, chain, content, row } from '../sample-log.ts'
import { dump } from '../store-dump.ts'
import { inStore, type StoreLayer } from '../store-layer.ts'
import type { Opening } from './rival.ts'
import type { Rival } from './rivals.ts'

/** One store, as this process and as its rivals open it. */
export interface RivalStore {
  readonly layer: StoreLayer
  readonly opening: Opening
}

const [first = row()] = chain([2])

export const appendFirst = EventStore.use((store) => store.append(append(first)))

/** All of them append at one expected position, again and again: one of them gets its commit in, and the others write nothing. */
export const raceForPositions = async ({ layer, opening }: RivalStore, rivals: ReadonlyArray<Rival>, rounds: number): Promise<void> => {
  await inStore(layer, appendFirst)
  await Promise.all(rivals.map((rival) => rival.obey(opening)))

  let head = first
  for (let round = 0; round < rounds; round++) {
    const commits = rivals.map((_, i) => after(head, { body: `${round} ${i}`, count: i + 1 }))
    const reports = await Promise.all(
      rivals.map((rival, i) => rival.obey({ order: 'append', append: append(commits[i] ?? row(), { contents: [content()] }) })),
    )

    const won = commits.filter((_, i) => reports[i]?.done === true)
    expect(won.length).toBe(1)
    const [winner = row()] = won
    const refusal = { _tag: 'WrongExpectedPosition', brain, expected: winner.first - 1, actual: winner.first + winner.count - 1 }
    const refused = reports.flatMap((report) => (report.done ? [] : [report.failure]))
    expect(refused).toEqual(
      refused.map(() => expect.objectContaining({ reasons: [expect.objectContaining({ error: expect.objectContaining(refusal) })] })),
    )
    head = winner
  }

  const [stored] = await inStore(layer, dump)
  expect(stored?.commits.length).toBe(rounds + 1)
  expect(stored?.contents.length).toBe(rounds)
}

/** This process follows the log while another one writes it. */
export const followWriter = async ({ layer, opening }: RivalStore, writer: Rival | undefined, count: number): Promise<void> => {
  const commits = chain(Array.from({ length: count }, (_, i) => 1 + (i % 3)))
  const seen: CommitRow[] = []

  await inStore(
    layer,
    Effect.gen(function* () {
      const store = yield* EventStore
      yield* store.append(append(commits[0] ?? row()))
      yield* Effect.promise(async () => writer?.obey(opening))
      const writing = yield* Effect.forkChild(Effect.promise(async () => writer?.obey({ order: 'burst', commits: count })))
      while (seen.length < commits.length) {
        const last = seen.at(-1)
        seen.push(...(yield* store.read(brain, last === undefined ? 1 : last.first + last.count, 7)))
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      }
      expect(yield* Fiber.join(writing)).toEqual({ done: true })
    }),
  )

  expect(seen).toEqual(commits)
}

/** This process reads snapshots while another one writes and drops them. */
export const readSnapshotsOf = async ({ layer, opening }: RivalStore, writer: Rival | undefined, count: number): Promise<void> => {
  await inStore(layer, appendFirst)
  await writer?.obey(opening)

  const newest = await inStore(
    layer,
    Effect.gen(function* () {
      const store = yield* SnapshotStore
      const writing = yield* Effect.forkChild(Effect.promise(async () => writer?.obey({ order: 'snapshots', count })))
      for (let seen = 0; seen < count; ) {
        const listed = yield* store.list(brain)
        for (const { blocks, position } of listed) {
          const read = yield* store.read(brain, position)
          if (read !== undefined) expect(read).toEqual(blocks.map(({ name }) => ({ name, data: name })))
        }
        seen = listed.at(-1)?.position ?? 0
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      }
      expect(yield* Fiber.join(writing)).toEqual({ done: true })
      return yield* Effect.forEach(yield* store.list(brain), ({ position }) => store.read(brain, position))
    }),
  )

  expect(newest).toEqual([count - 1, count].map((position) => ['shared', `own ${position}`].map((data) => ({ name: data, data }))))
}
