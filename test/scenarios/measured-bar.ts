/** Notes whose bar of confidence is high, and a store that counts the looks by which the bar is measured. */
import { SearchIndex, type StorePorts } from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import { foreignMessages } from '../../packages/core/src/domain/recall/own-bar.ts'

export const note = (source: string, text: string) => ({ source, format: 'markdown' as const, text })

/** Notes that have every word of a foreign message, so that the bar is as high as it may be. */
export const measuredNotes = foreignMessages
  .slice(0, 45)
  .map((message, place) => note(`note-${place}.md`, `${message} Nothing else is known of it.`))

/** Looks of one measurement of the bar. */
export const lookTotal = foreignMessages.length

/**
 * Counts the looks into a store, those of recalls too: each asks once which languages its texts are in. `at` does something when a look of this number
 * begins, and resolves when that is done; `clear` begins to count anew.
 */
export const watchedLooks = () => {
  let seen = 0
  const due = new Map<number, () => void>()
  const between = (stores: Context.Context<StorePorts>): Context.Context<StorePorts> => {
    const index = Context.get(stores, SearchIndex)
    const begins: typeof index.begins = (...of) =>
      Effect.suspend(() => {
        if (of[1] === 'document') {
          seen += 1
          due.get(seen)?.()
        }
        return index.begins(...of)
      })
    return Context.add(stores, SearchIndex, SearchIndex.of({ ...index, begins }))
  }
  const at = <A>(look: number, act: () => Promise<A>): Promise<A> =>
    new Promise((resolve, reject) => {
      due.set(look, () => void act().then(resolve, reject))
    })
  const clear = () => {
    seen = 0
    due.clear()
  }
  return { between, at, clear, seen: () => seen }
}
