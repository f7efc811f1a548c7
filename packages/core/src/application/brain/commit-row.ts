/** The row of a commit: its time, and the hash that chains it to the commit before. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import { encodeCommit } from '../../domain/events/codec/event-codec.ts'
import type { Cryptography } from '../ports/cryptography.ts'
import type { CommitRow } from '../ports/event-store.ts'
import { latestTime } from './read-row.ts'

/** The time of the clock in milliseconds UTC, limited to times that can be stored and read again. */
export const commitTime = Effect.map(Clock.currentTimeMillis, (now) => Math.min(Math.max(now, 0), latestTime))

/** A row with its hash, which covers the canonical array of its fields and the hash of the row before. */
export const commitRow = (
  crypto: Cryptography['Service'],
  events: ReadonlyArray<NewEvent>,
  head: Pick<CommitRow, 'prev' | 'first' | 'at' | 'actor' | 'session'>,
): CommitRow => {
  const row = { ...head, count: events.length, body: encodeCommit(events) }
  return { ...row, hash: commitHash(crypto, row) }
}

/** Writes the canonical JSON by hand, because this runs for every commit; texts and whole numbers allow it. */
export const commitHash = (
  crypto: Cryptography['Service'],
  { actor, at, body, count, first, prev, session }: Omit<CommitRow, 'hash'>,
): string => crypto.sha256(`[${JSON.stringify(prev)},${first},${count},${at},${actor},${session ?? null},${JSON.stringify(body)}]`)
