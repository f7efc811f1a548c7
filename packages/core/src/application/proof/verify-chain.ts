/**
 * Proves the log itself: each commit by its hash and the one before, each event by its schema. The same reading of the log folds it and
 * collects what the other checks need.
 */

import { counted } from '@crabtrail/text/counted'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import {
  type BrainEvent,
  erasedContents,
  isReadBy,
  type NamedContent,
  namedContents,
  namesOrErases,
} from '../../domain/events/brain-event.ts'
import type { DecodedRun } from '../../domain/events/codec/event-codec.ts'
import type { BrainKey, ContentRef, Position } from '../../domain/identity.ts'
import { type BrainFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import { foldRuns } from '../../domain/projections/commit-fold.ts'
import type { VerifyCheck } from '../answers.ts'
import { bodyFault, commitOf, decodeRowRuns, forEachEventOf, headFault, provenRow, type RowFault, rowFault } from '../brain/commit-row.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type BrainRecord, type CommitRow, commitsPerRead, EventStore, type Head } from '../ports/event-store.ts'

export interface Chain {
  readonly whole: boolean
  readonly checks: ReadonlyArray<VerifyCheck>
  /** Hash of the newest commit. */
  readonly hash: string
  /** First positions of all commits, rising. Each commit ends where the next begins. */
  readonly firsts: ReadonlyArray<Position>
  /** Every content that an event names, as the first event names it, and the erased ones among them. */
  readonly named: ReadonlyMap<ContentRef, NamedContent>
  readonly erased: ReadonlySet<ContentRef>
  /** Events that the text index follows from. */
  readonly indexed: ReadonlyArray<BrainEvent>
}

/** Other readers of the log during its proof. */
export interface LogReaders {
  /** The fold of the log. It has all commits up to the first fault. */
  readonly fold: BrainFold
  /** Calls `watch` with the fold at each position of `watched`. */
  readonly watched: ReadonlySet<Position>
  readonly watch: (fold: BrainFold) => void
  /** Gets every event in order, each with its commit; undefined if nobody needs them. */
  readonly visit: ((event: BrainEvent, row: CommitRow) => void) | undefined
}

interface Fault extends RowFault {
  readonly check: (typeof chainChecks)[number]
}

const chainChecks = ['chain', 'positions', 'events'] as const

/** Verifies the log up to its end at the start of the call. Commits that are appended meanwhile are not checked. */
export const verifyChain = Effect.fnUntraced(function* (brain: BrainKey, readers: LogReaders) {
  const store = yield* EventStore
  const crypto = yield* Cryptography
  const head = yield* store.brain(brain)
  const end = head?.position ?? 0
  const found: Found = { named: new Map(), erased: new Set(), indexed: [] }
  const firsts: Array<Position> = []
  let next: Position = 1
  let prev = ''
  let at = 0
  let fault: Fault | undefined
  while (fault === undefined && next <= end) {
    const rows = yield* store.read(brain, next, commitsPerRead)
    for (const row of rows) {
      if (row.first > end && row.first === next) break
      fault = rowFault(crypto, row, { last: next - 1, hash: prev, at })
      if (fault !== undefined) break
      const runs = yield* Effect.result(provenRuns(brain, row))
      if (Result.isFailure(runs)) {
        fault = { check: 'events', ...runs.failure }
        break
      }
      collect(found, row, runs.success)
      readRow(readers, row, runs.success)
      firsts.push(row.first)
      next = row.first + row.count
      prev = row.hash
      at = row.at
    }
    if (rows.length === 0) break
  }
  if (fault === undefined && head !== undefined) fault = yield* faultAtEnd(head, { position: next - 1, hash: prev, at })
  const good = {
    chain: `${counted(firsts.length, 'commit')}, each hash holds the one before`,
    positions: `1 to ${next - 1} without a gap`,
    events: 'every event fits its schema',
  }
  const checks = chainChecks.map(
    (name): VerifyCheck =>
      fault?.check === name ? { name, ok: false, detail: fault.problem, position: fault.position } : { name, ok: true, detail: good[name] },
  )
  return { whole: fault === undefined, checks, hash: prev, firsts, ...found } satisfies Chain
})

/** Returns the decoded runs of a row whose events fit their schemas. Fails with the fault of any other. */
const provenRuns = (brain: BrainKey, row: CommitRow) => {
  const proven = provenRow(row)
  if (proven !== undefined) return Effect.succeed(proven)
  const fault = bodyFault(row)
  if (fault !== undefined) return Effect.fail(fault)
  return Effect.mapError(decodeRowRuns(brain, row), ({ message }): RowFault => ({ position: row.first, problem: message }))
}

interface Found {
  readonly named: Map<ContentRef, NamedContent>
  readonly erased: Set<ContentRef>
  readonly indexed: Array<BrainEvent>
}

/** Collects from the few events of a row that name contents or change the text index. */
const collect = ({ erased, indexed, named }: Found, row: CommitRow, runs: ReadonlyArray<DecodedRun>): void => {
  const isAsked = (run: DecodedRun) => namesOrErases(run.type) || isReadBy(run, 'text index')
  forEachEventOf(row, runs, isAsked, (event) => {
    for (const content of namedContents(event)) if (!named.has(content.ref)) named.set(content.ref, content)
    for (const ref of erasedContents(event)) erased.add(ref)
    if (isReadBy(event, 'text index')) indexed.push(event)
  })
}

const readRow = ({ fold, visit, watch, watched }: LogReaders, row: CommitRow, runs: ReadonlyArray<DecodedRun>): void => {
  const all = () => true
  if (visit !== undefined) forEachEventOf(row, runs, all, (event) => visit(event, row))
  const last = row.first + row.count - 1
  const isWatchedInside = watched.size > 0 && [...watched].some((position) => position >= row.first && position < last)
  if (isWatchedInside)
    return forEachEventOf(row, runs, all, (event) => {
      foldEvent(fold, event)
      watch(fold)
    })
  foldRuns(fold, runs, row.first, commitOf(row))
  if (watched.has(last)) watch(fold)
}

/** Returns the finding for a log that its store cannot read from a position on. */
export const unreadableChain = (position: Position, detail: string): Chain => ({
  whole: false,
  checks: [{ name: 'chain', ok: false, detail: `the log cannot be read: ${detail}`, position }],
  hash: '',
  firsts: [],
  named: new Map(),
  erased: new Set(),
  indexed: [],
})

/** Finds a fault at the end: the log must end where the store said it does. */
const faultAtEnd = Effect.fnUntraced(function* (said: BrainRecord, end: Head & { readonly at: number }) {
  const store = yield* EventStore
  const odd = headFault(said, end)
  if (odd !== undefined) return { check: 'chain', ...odd } satisfies Fault
  if (said.at !== end.at)
    return { check: 'chain', position: end.position, problem: 'the store says another time of its newest commit' } satisfies Fault
  const behind = (yield* store.read(said.brain, Math.max(1, end.position), 2)).find(({ first }) => first > end.position)
  const now = yield* store.brain(said.brain)
  // Other writers may append meanwhile, which moves the end in the store as well.
  if (behind === undefined || (now !== undefined && now.position >= behind.first)) return undefined
  const problem = `the log goes on at ${behind.first}, and the store says it ends at ${said.position}`
  return { check: 'chain', position: behind.first, problem } satisfies Fault
})
