/** Reads all events of a type from the log of a brain, however many they are. */
import { type Answer, limits, type MemoryError, type MemoryMethods } from '@crabtrail/core'
import * as Effect from 'effect/Effect'

type Within = { readonly brain?: string; readonly names?: boolean }

/** Returns a function that reads the events of a type up to a position, oldest first. */
export const logUpTo = (memory: MemoryMethods, within: Within, position: number) =>
  Effect.fnUntraced(function* (type: string): Effect.fn.Return<ReadonlyArray<Answer.LoggedEvent>, MemoryError> {
    const pages: Array<ReadonlyArray<Answer.LoggedEvent>> = []
    for (let to = position; to > 0; ) {
      const { events, more } = yield* memory.log({ ...within, type, to: String(to), limit: limits.logEvents })
      pages.unshift(events)
      to = more ? (events[0]?.position ?? 1) - 1 : 0
    }
    return pages.flat()
  })
