/** Proves the log itself: each commit by its hash and the one before, each event by its schema. */

import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { type BrainEvent, erasedContents, type NamedContent, namedContents } from '../../domain/events/brain-event.ts'
import type { ContentRef, Position } from '../../domain/identity.ts'
import type { VerifyCheck } from '../answers.ts'
import { commitHash, type OpenBrain } from '../brain/brain.ts'
import { bodyFault, decodeRow, headFault, type RowFault } from '../brain/read-row.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type BrainRecord, type CommitRow, commitsPerRead, EventStore, type Head } from '../ports/event-store.ts'

export interface Chain {
  readonly whole: boolean
  readonly commits: number
  readonly checks: ReadonlyArray<VerifyCheck>
  /** Every content that an event names, as the first event names it, and the erased ones among them. */
  readonly named: ReadonlyMap<ContentRef, NamedContent>
  readonly erased: ReadonlySet<ContentRef>
}

interface Fault extends RowFault {
  readonly check: (typeof chainChecks)[number]
}

const chainChecks = ['chain', 'positions', 'events'] as const

/** Verifies the log up to its end at the start of the call. Commits that are appended meanwhile are not checked. */
export const verifyChain = Effect.fnUntraced(function* (brain: OpenBrain, visit: (event: BrainEvent, first: Position) => void) {
  const store = yield* EventStore
  const crypto = yield* Cryptography
  const head = yield* store.brain(brain.key)
  const end = head?.position ?? 0
  const named = new Map<ContentRef, NamedContent>()
  const erased = new Set<ContentRef>()
  let next: Position = 1
  let prev = ''
  let at = 0
  let commits = 0
  let fault: Fault | undefined
  while (fault === undefined && next <= end) {
    const rows = yield* store.read(brain.key, next, commitsPerRead)
    for (const row of rows) {
      if (row.first > end && row.first === next) break
      fault ??= faultOf(crypto, row, next, prev, at)
      if (fault !== undefined) break
      const events = yield* Effect.result(decodeRow(brain.key, row))
      if (Result.isFailure(events)) {
        fault = { check: 'events', position: row.first, problem: events.failure.message }
        break
      }
      for (const event of events.success) {
        for (const content of namedContents(event)) if (!named.has(content.ref)) named.set(content.ref, content)
        for (const ref of erasedContents(event)) erased.add(ref)
        visit(event, row.first)
      }
      commits++
      next = row.first + row.count
      prev = row.hash
      at = row.at
    }
    if (rows.length === 0) break
  }
  if (fault === undefined && head !== undefined) fault = yield* faultAtEnd(head, { position: next - 1, hash: prev, at })
  const good = {
    chain: `${commits} commits, each hash holds the one before`,
    positions: `1 to ${next - 1} without a gap`,
    events: 'every event fits its schema',
  }
  const checks = chainChecks.map(
    (name): VerifyCheck =>
      fault?.check === name ? { name, ok: false, detail: fault.problem, position: fault.position } : { name, ok: true, detail: good[name] },
  )
  return { whole: fault === undefined, commits, checks, named, erased } satisfies Chain
})

/** Returns the finding for a log that its store cannot read from a position on. */
export const unreadableChain = (position: Position, detail: string): Chain => ({
  whole: false,
  commits: 0,
  checks: [{ name: 'chain', ok: false, detail: `the log cannot be read: ${detail}`, position }],
  named: new Map(),
  erased: new Set(),
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

const faultOf = (crypto: Cryptography['Service'], row: CommitRow, next: Position, prev: string, at: number): Fault | undefined => {
  if (row.first !== next)
    return { check: 'positions', position: next, problem: `the log goes on at ${row.first} where ${next} is next: commits are missing` }
  if (row.prev !== prev)
    return {
      check: 'chain',
      position: row.first,
      problem: 'its hash of the commit before is another: a commit was changed, dropped or reordered',
    }
  if (commitHash(crypto, row) !== row.hash)
    return {
      check: 'chain',
      position: row.first,
      problem: `the commit of positions ${row.first} to ${row.first + row.count - 1} is not what its hash says: it was changed`,
    }
  if (row.at < at) return { check: 'chain', position: row.first, problem: 'its time is before that of the commit before it' }
  const fault = bodyFault(row)
  return fault && { check: 'events', ...fault }
}
