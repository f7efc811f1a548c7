import * as Effect from 'effect/Effect'
import * as Queue from 'effect/Queue'
import { describe, expect, test } from 'vitest'
import { type HostMessage, openWord, type WorkerMethod } from './protocol.ts'
import { politeLine } from './worker-server.ts'

/** In which order these are taken, by their numbers; a message that closes is 0. */
const taken = (methods: ReadonlyArray<WorkerMethod | 'close'>): Promise<ReadonlyArray<number>> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const inbox = yield* Queue.unbounded<HostMessage>()
      const line = politeLine(inbox)
      methods.forEach((method, i) => {
        Queue.offerUnsafe(
          inbox,
          method === 'close' ? { _tag: 'Close' } : ({ _tag: 'Request', id: i + 1, method, request: {}, word: openWord() } as HostMessage),
        )
      })
      const order: Array<number> = []
      while (!(yield* line.isEmpty)) {
        const message = yield* line.next
        order.push(message._tag === 'Close' ? 0 : message.id)
      }
      return order
    }),
  )

describe('a worker takes', () => {
  test('what it is asked in the order in which it came', async () => {
    expect(await taken(['feedback', 'recall', 'complete', 'recall'])).toEqual([1, 2, 3, 4])
  })

  test('learning and forgetting behind whatever waits beside them', async () => {
    expect(await taken(['learn', 'recall', 'maintain', 'complete'])).toEqual([2, 4, 1, 3])
  })

  test('nothing after it was closed, and everything before', async () => {
    expect(await taken(['learn', 'recall', 'learn', 'close'])).toEqual([2, 1, 3, 0])
  })

  test('learning in its turn, however many questions come', async () => {
    const order = await taken(['learn', ...Array.from({ length: 100 }, () => 'recall' as const)])

    expect(order.indexOf(1)).toBe(32)
  })
})
