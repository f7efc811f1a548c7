/**
 * Gathers what a page in a file shows: of a brain its newest turns, its notes and documents, and what its sessions taught; of a session its own
 * turns and what they gave. Secrets are taken out of every text once more: what was stored before a rule for a secret existed still has it.
 */

import { type MemoryMethods, NotFound } from '@crabtrail/core'
import { redact } from '@crabtrail/text/secrets/redaction'
import * as Effect from 'effect/Effect'
import type { MemoryFile } from './memory-file.ts'

/** What a file holds at most: the newest, and of a memory its strongest edges. */
const [turnsMost, memoriesMost, sessionsMost, edgesMost] = [200, 500, 10, 60]

type Memory = Pick<MemoryMethods, 'list' | 'log' | 'sessions' | 'show' | 'stats' | 'timeline' | 'turns' | 'unlearn' | 'why'>
type InBrain = { readonly brain?: string }

export const gather = Effect.fnUntraced(function* (memory: Memory, inBrain: InBrain, session: string | undefined) {
  const { position, ...timeline } = yield* memory.timeline({ ...inBrain, buckets: 200 })
  const at = { ...inBrain, at: String(position) }
  const of = session === undefined ? {} : { session }
  const { more, turns } = yield* memory.turns({ ...at, ...of, limit: turnsMost })
  const why = yield* byName(
    turns.map(({ turn }) => turn),
    (turn) => memory.why({ ...at, turn, verbatim: true }),
  )
  const followed = yield* byName(
    turns.map(({ turn }) => turn),
    (turn) => memory.log({ ...inBrain, turn, to: String(position), walks: false, names: true, limit: 500 }),
  )
  const list = yield* memory.list({ ...at, limit: memoriesMost })
  const given = Object.values(why).flatMap(({ items }) => items.filter(({ included }) => included).map(({ node }) => node))
  const kept = session === undefined ? list : without(list)
  const ids = [...given, ...kept.notes.items.map(({ node }) => node), ...kept.documents.items.map(({ document }) => document)]
  const show = yield* byName([...new Set(ids)].slice(0, memoriesMost), (what) => memory.show({ ...at, what, limit: edgesMost }))
  const sessions = yield* memory.sessions({ ...at, limit: 1_000 })
  const meant = sessions.sessions.filter((one) => session === undefined || one.session === session || one.key === session)
  if (session !== undefined && meant.length === 0) {
    return yield* new NotFound({ what: 'session', name: session, hint: 'crabtrail sessions lists them' })
  }
  const taught = meant.filter(({ signals }) => signals > 0).slice(0, sessionsMost)
  const numbers = taught.map((one) => one.session)
  const saidIn = (type: 'FeedbackGiven' | 'MessageJudged') =>
    byName(numbers, (one) => memory.log({ ...inBrain, session: one, type, to: String(position), names: true, limit: 200 }))
  const verdicts = yield* saidIn('FeedbackGiven')
  const judged = yield* saidIn('MessageJudged')
  const off = yield* byName(numbers, (one) => memory.unlearn({ ...inBrain, ofSession: one, dryRun: true }))
  const file: MemoryFile = {
    brain: timeline.brain,
    position,
    session: session ?? null,
    timeline: { position, ...timeline },
    stats: yield* memory.stats(at),
    list: kept,
    sessions: {
      ...sessions,
      sessions: session === undefined ? taught : meant,
      more: session === undefined ? meant.length - taught.length : 0,
    },
    turns,
    more,
    why,
    followed,
    show,
    verdicts,
    judged,
    without: off,
  }
  return redacted(file) as MemoryFile
})

/** A file about a session lists no memory but those that its turns gave. */
const without = (list: MemoryFile['list']): MemoryFile['list'] => ({
  ...list,
  notes: { items: [], count: 0 },
  documents: { items: [], count: 0 },
})

/** Asks about each name, one after the other. What is not there any more is left out. */
const byName = Effect.fnUntraced(function* <A, E extends { readonly _tag: string }>(
  names: ReadonlyArray<string>,
  ask: (name: string) => Effect.Effect<A, E>,
) {
  const found: Record<string, A> = {}
  for (const name of names) {
    const answer = yield* ask(name).pipe(
      Effect.map((one): A | undefined => one),
      Effect.catch((failure) =>
        failure._tag === 'NotFound' || failure._tag === 'Ambiguous' ? Effect.succeed(undefined) : Effect.fail(failure),
      ),
    )
    if (answer !== undefined) found[name] = answer
  }
  return found
})

const redacted = (value: unknown): unknown => {
  if (typeof value === 'string') return redact(value).text
  if (Array.isArray(value)) return value.map(redacted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [redact(name).text, redacted(held)]))
}
