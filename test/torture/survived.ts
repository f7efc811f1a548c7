/** Looks into a store whose writer was killed: everything acknowledged is there, whole, and nothing else but what was on its way. */
import {
  type CommitRow,
  ContentStore,
  canonicalJson,
  commitsPerRead,
  EventStore,
  type Head,
  layerMemory,
  layerRedactor,
  Memory,
  SnapshotStore,
} from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { expect } from 'vitest'
import { sha256 } from '../contracts/sample-log.ts'
import { bare, bareContent, bareKey } from './bare-commits.ts'
import { blockDigest } from './bare-snapshots.ts'
import type { Life } from './lives.ts'
import { tortured } from './memory-signals.ts'

/** End of each brain’s log when it was looked at last. */
export type Ends = Map<string, Head>

/** State of the store that the killed writer left behind. */
export interface Left {
  readonly commits: number
  /** There, though nobody was told so any more. */
  readonly unacknowledged: number
}

/** Fails by an expectation. Moves the ends on. `expected`: whether all that is there must have been acknowledged, but for one commit. */
export const inspect = (
  path: string,
  { acknowledged }: Life,
  ends: Ends,
  expected: 'acknowledged' | 'anything' = 'acknowledged',
): Promise<Left> =>
  within(
    path,
    Effect.gen(function* () {
      const store = yield* EventStore
      const told = new Set(acknowledged.map(nameOf))
      let commits = 0
      for (const { brain, hash, position } of yield* store.brains) {
        const rows = yield* newRows(brain, ends.get(brain) ?? { position: 0, hash: '' })
        const last = rows.at(-1)
        if (last !== undefined) ends.set(brain, { position: last.first + last.count - 1, hash: last.hash })
        expect(ends.get(brain)).toEqual({ position, hash })
        for (const row of rows) told.delete(nameOf({ brain, ...row }))
        commits += rows.length
        if (brain === bare) yield* inspectBare(rows)
      }
      expect([...told]).toEqual([])
      const unacknowledged = commits - acknowledged.length
      // One writer that does one thing at a time.
      if (expected === 'acknowledged') expect(unacknowledged).toBeLessThanOrEqual(1)
      yield* inspectMemory
      return { commits, unacknowledged }
    }),
  )

const nameOf = ({ brain, count, first, hash }: Pick<CommitRow, 'first' | 'count' | 'hash'> & { readonly brain: string }): string =>
  `${brain} ${first}+${count} ${hash}`

/**
 * Returns the rows that came since `end`, after proving that each is chained to the one before by a right hash. The chain also holds all
 * rows before.
 */
const newRows = Effect.fnUntraced(function* (brain: Parameters<EventStore['Service']['read']>[0], end: Head) {
  const store = yield* EventStore
  const rows: Array<CommitRow> = []
  for (let { hash: prev, position } = end; ; ) {
    const page = yield* store.read(brain, position + 1, commitsPerRead)
    if (page.length === 0) return rows
    for (const row of page) {
      const { actor, at, body, count, first, hash, session } = row
      expect([first, row.prev]).toEqual([position + 1, prev])
      expect(sha256(canonicalJson([prev, first, count, at, actor, session ?? null, body]))).toBe(hash)
      rows.push(row)
      ;[prev, position] = [hash, first + count - 1]
    }
  }
})

/** A commit has its content and its key, what was not committed has neither, and a snapshot has all its blocks. */
const inspectBare = Effect.fnUntraced(function* (rows: ReadonlyArray<CommitRow>) {
  const store = yield* EventStore
  const contents = yield* ContentStore
  const snapshots = yield* SnapshotStore
  const bodies = yield* contents.bodies(
    bare,
    rows.map(({ first }) => bareContent(first).ref),
  )
  for (const { count, first } of rows) {
    const { body, ref } = bareContent(first)
    expect([first, bodies.get(ref)]).toEqual([first, body])
    expect(yield* store.recorded(bare, bareKey(first).key)).toEqual({ signal: bareKey(first).signal, first, count })
  }
  const next = ((yield* store.brain(bare))?.position ?? 0) + 1
  expect(yield* contents.bodies(bare, [bareContent(next).ref])).toEqual(new Map())
  expect(yield* store.recorded(bare, bareKey(next).key)).toBeUndefined()
  for (const { blocks, position } of yield* snapshots.list(bare)) {
    const read = yield* snapshots.read(bare, position)
    expect(read?.map(({ data, name }) => ({ name, digest: blockDigest(data) }))).toEqual(blocks)
  }
})

/** False where every writer was killed before its memory's first commit. */
const hasMemory = Effect.gen(function* () {
  const store = yield* EventStore
  return (yield* store.brains).some(({ brain }) => brain === tortured)
})

/** Everything that verify proves, and a memory that opens in the state that the log says. */
const inspectMemory = Effect.gen(function* () {
  const memory = yield* Memory
  if (!(yield* hasMemory)) return
  const { checks, digest } = yield* memory.verify({ brain: tortured })
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  expect((yield* memory.show({ brain: tortured })).digest).toBe(digest)
})

/** The log of bare commits from its beginning, and everything beside it counted: as many contents and keys as commits. */
export const inspectWhole = (path: string): Promise<{ readonly bytes: number; readonly events: number }> =>
  within(
    path,
    Effect.gen(function* () {
      const store = yield* EventStore
      const contents = yield* ContentStore
      const rows = yield* newRows(bare, { position: 0, hash: '' })
      expect((yield* store.commands(bare)).map(({ first }) => first)).toEqual(rows.map(({ first }) => first))
      let [kept, after] = [0, undefined as Parameters<typeof contents.page>[1]]
      do {
        const page = yield* contents.page(bare, after, 1_000)
        kept += page.length
        after = page.at(-1)?.ref
      } while (after !== undefined)
      expect(kept).toBe(rows.length)
      const bytes = Number((yield* store.describe)['bytes'])
      if (!(yield* hasMemory)) return { events: 0, bytes }
      const memory = yield* Memory
      const { checks, events } = yield* memory.verify({ brain: tortured, rederive: true })
      expect(checks.filter(({ ok }) => !ok)).toEqual([])
      return { events, bytes }
    }),
  )

const within = <A, E>(path: string, program: Effect.Effect<A, E, EventStore | ContentStore | SnapshotStore | Memory>): Promise<A> => {
  const memory = layerMemory.pipe(Layer.provideMerge(Layer.mergeAll(layerSqlite({ path }), layerCryptography, layerRedactor)))
  return Effect.runPromise(Effect.provide(program, memory, { local: true }))
}
