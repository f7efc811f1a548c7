/** The order in which a worker takes what it is asked: as it came, but work that nobody waits for lets the rest pass. */
import * as Effect from 'effect/Effect'
import * as Queue from 'effect/Queue'
import type { HostMessage } from './protocol.ts'

/** Learning and forgetting are begun for nobody in particular, in small pieces. */
const background: ReadonlySet<string> = new Set(['learn', 'maintain'])

/** So many pass, then it is its turn: questions without end must not keep the memory from learning. */
const passingMost = 32

export interface PoliteLine {
  /** Waits for a message, if there is none. */
  readonly next: Effect.Effect<HostMessage>
  /** Nobody waits. */
  readonly isEmpty: Effect.Effect<boolean>
}

/** Takes out of `inbox`, in its order; nothing passes a message that closes. */
export const politeLine = (inbox: Queue.Queue<HostMessage>): PoliteLine => {
  const waiting: Array<HostMessage> = []
  let passed = 0
  const isPassed = (message: HostMessage) => 'method' in message && background.has(message.method)
  const choose = (): HostMessage | undefined => {
    const place = passed >= passingMost ? 0 : waiting.findIndex((message) => !isPassed(message))
    // Whoever closes goes last: what was asked before it is answered.
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
