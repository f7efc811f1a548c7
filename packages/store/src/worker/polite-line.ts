/** Queue of a worker: in order of arrival, but other requests may overtake background work. */
import * as Effect from 'effect/Effect'
import * as Queue from 'effect/Queue'
import type { HostMessage } from './protocol.ts'

/** Background requests: nobody waits for their answer, and each is small. */
const background: ReadonlySet<string> = new Set(['learn', 'maintain'])

/** Most requests that overtake a background request, so that constant questions do not starve learning. */
const passingMost = 32

export interface PoliteLine {
  /** Returns the next message; waits if there is none. */
  readonly next: Effect.Effect<HostMessage>
  /** True if no message waits. */
  readonly isEmpty: Effect.Effect<boolean>
}

/** Takes messages from `inbox`; no message overtakes a closing message. */
export const politeLine = (inbox: Queue.Queue<HostMessage>): PoliteLine => {
  const waiting: Array<HostMessage> = []
  let passed = 0
  const isPassed = (message: HostMessage) => 'method' in message && background.has(message.method)
  const choose = (): HostMessage | undefined => {
    const place = passed >= passingMost ? 0 : waiting.findIndex((message) => !isPassed(message))
    // A closing message comes last: requests before it are answered.
    const chosen = place === -1 || 'close' in (waiting[place] ?? {}) ? 0 : place
    passed = chosen === 0 ? 0 : passed + 1
    return waiting.splice(chosen, 1)[0]
  }
  const next: Effect.Effect<HostMessage> = Effect.suspend(() =>
    waiting.length === 0
      ? Effect.flatMap(Queue.take(inbox), (first) => {
          waiting.push(first)
          return next
        })
      : Effect.flatMap(Queue.clear(inbox), (more) => {
          waiting.push(...more)
          const chosen = choose()
          return chosen === undefined ? next : Effect.succeed(chosen)
        }),
  )
  return { next, isEmpty: Effect.map(Queue.size(inbox), (size) => size + waiting.length === 0) }
}
