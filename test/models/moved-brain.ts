/** Moves every brain of an open store to another, as `move` does. */
import { brainsToMove, ContentStore, EventStore, moveBrain, planMove, requireSame } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type { OpenStore } from './open-store.ts'

/** Returns the number of commits that were written. */
export const moveAll = async (from: OpenStore, to: OpenStore): Promise<number> => {
  const source = await from.run(Effect.all({ events: EventStore, contents: ContentStore }))
  const records = await from.run(brainsToMove(source, []))
  let commits = 0
  for (const record of records) {
    commits += await to.run(Effect.flatMap(planMove(source, record), (plan) => moveBrain(source, plan, () => Effect.void)))
    await to.run(requireSame(source, record))
  }
  return commits
}
