/** Appending commits one after another through the store's door, each with a command of its own. */
import type { BrainKey, Cryptography, EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { commitRow } from '../../packages/core/src/application/brain/commit-row.ts'
import type { Durability } from './bare-log.ts'
import { keyDigest } from './bench-brain.ts'
import { type HotCommit, hotBrain } from './hot-log.ts'

export interface LogHead {
  readonly prev: string
  readonly first: number
  /** Time of the newest commit; absent for a log that begins here. */
  readonly at?: number
}

export const start: LogHead = { prev: '', first: 1 }

export interface WrittenLog {
  readonly store: EventStore['Service']
  readonly crypto: Cryptography['Service']
  readonly durability: Durability
  readonly brain?: BrainKey
}

const signal = keyDigest('signal')
export const commandOf = (first: number) => ({ key: keyDigest(`command ${first}`), signal })
export const fingerprintKey = keyDigest('a key') + keyDigest('another')

/** Appends all commits, and returns the end of the log. */
export const appendAll = Effect.fnUntraced(function* (
  { brain = hotBrain, crypto, durability, store }: WrittenLog,
  commits: ReadonlyArray<HotCommit>,
  from: LogHead,
) {
  let head = from
  for (const events of commits) {
    const row = commitRow(crypto, events, { ...head, at: (from.at ?? 1_700_000_000_000) + head.first, actor: 1, session: 1 })
    const create = head.first === 1 ? { create: { fingerprintKey } } : {}
    yield* store.append({ brain, row, contents: [], index: [], key: commandOf(head.first), durability, ...create })
    head = { prev: row.hash, first: row.first + row.count }
  }
  return head
})
