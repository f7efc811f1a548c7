/** Tells which names in the statements of a run's new text supersede nothing, because nothing or more than one thing is called so. */

import type { Unresolved } from '@crabtrail/text/evidence/outright-pairs'
import * as Effect from 'effect/Effect'
import type { OpenBrain } from '../brain/brain.ts'
import { nodeNames } from '../naming/names.ts'

/** Names that an answer lists at most, and things that one of them may mean. */
const [namesMost, candidatesMost] = [100, 20]

/** Returns the names as a field of an answer. */
export const withoutEffect = Effect.fnUntraced(function* (brain: OpenBrain, unresolved: ReadonlyArray<Unresolved>) {
  if (unresolved.length === 0) return {}
  const told = unresolved.slice(0, namesMost)
  const names = yield* nodeNames(
    brain,
    brain.state.graph,
    told.map(({ said }) => said),
    'names',
  )
  return {
    withoutEffect: told.map(({ candidates, name, said }) => ({
      node: names.id(said),
      name,
      reason: candidates.length === 0 ? ('unknown' as const) : ('ambiguous' as const),
      candidates: candidates.slice(0, candidatesMost),
    })),
  }
})
