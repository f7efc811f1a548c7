/**
 * Reads on in a log while it grows: every event that is committed, once and in order, whoever commits it.
 *
 * It reads when it is asked, one page at a time, and keeps nothing between two askings but where it stands. So a reader that is slow reads
 * later and holds no more, and one that stops asking has ended.
 */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { BrainKey, Position } from '../../domain/identity.ts'
import { absentBrain } from '../brain/open-brains.ts'
import { decodeRow, headFault, type RowFault } from '../brain/read-row.ts'
import { EventStore, type Head, type Tail } from '../ports/event-store.ts'
import { IntegrityBroken, NotFound } from '../request-errors.ts'

export interface TailOptions {
  /** How long to wait before it looks again: a log tells nobody that it grew. */
  readonly pollEveryMs?: number
  /** Commits read at once: all that is ever held of the log. */
  readonly commitsPerPage?: number
}

const pollEveryDefaultMs = 250
const commitsPerPageDefault = 32

/**
 * Begins behind position `after`, which may lie inside a commit. The effect it gives waits for the events that come next and answers with
 * them, at least one; when it is interrupted or fails, the next asking answers with the same.
 */
export const tailLog = Effect.fnUntraced(function* (brain: BrainKey, after: Position, options: TailOptions = {}) {
  const { commitsPerPage = commitsPerPageDefault, pollEveryMs = pollEveryDefaultMs } = options
  let end = yield* endBefore(brain, after)
  const look = Effect.fnUntraced(function* () {
    const store = yield* EventStore
    const tail = yield* store.tail(brain, end.position + 1, commitsPerPage)
    if (tail.head === undefined) return yield* absentBrain(brain)
    const fault = faultOf(tail, tail.head, end)
    if (fault !== undefined) return yield* new IntegrityBroken({ brain, ...fault })
    const events: Array<BrainEvent> = []
    for (const row of tail.rows) events.push(...(yield* decodeRow(brain, row)))
    const last = tail.rows.at(-1)
    if (last !== undefined) end = { position: last.first + last.count - 1, hash: last.hash }
    return events.filter(({ position }) => position > after)
  })
  return Effect.gen(function* () {
    for (;;) {
      const events = yield* look()
      if (events.length > 0) return events
      yield* Effect.sleep(pollEveryMs)
    }
  })
})

/** The last commit end at or before a position. */
const endBefore = Effect.fnUntraced(function* (brain: BrainKey, position: Position) {
  const store = yield* EventStore
  const { head } = yield* store.tail(brain, 1, 0)
  if (head === undefined) return yield* absentBrain(brain)
  if (position === 0) return { position: 0, hash: '' } satisfies Head
  const [row] = yield* store.read(brain, position, 1)
  if (row === undefined) {
    return yield* new NotFound({ what: 'position', name: String(position), hint: `the log of ${brain} ends at ${head.position}` })
  }
  const last = row.first + row.count - 1
  return (last === position ? { position, hash: row.hash } : { position: row.first - 1, hash: row.prev }) satisfies Head
})

/** The next commits follow the one before them; where there are none the log ends here. A store put back to an earlier day is another log. */
const faultOf = ({ rows }: Tail, head: Head, end: Head): RowFault | undefined => {
  if (rows.length === 0) return headFault(head, end)
  let { hash, position } = end
  for (const row of rows) {
    if (row.first !== position + 1 || row.prev !== hash)
      return { position: position + 1, problem: 'the commit does not follow the one before it' }
    ;({ hash } = row)
    position = row.first + row.count - 1
  }
  return undefined
}
