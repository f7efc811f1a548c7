/** Whether questions may be compared with an embedder's vectors: when the log says that they are complete. */
import * as Effect from 'effect/Effect'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { namesOf } from '../naming/names.ts'
import type { KeptVectors } from './kept-vectors.ts'

export const isInForce = Effect.fnUntraced(function* (brain: OpenBrain, { settings }: BrainState, { embedder }: KeptVectors) {
  const recorded = settings.embedder
  if (recorded === undefined || recorded.dimension !== embedder.dimension) return false
  const name = yield* namesOf(brain, [recorded.embedder])
  return name(recorded.embedder) === embedder.id
})
