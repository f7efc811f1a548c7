/** What was just read in becomes searchable by its vectors in the same request, as far as the embedder is quick. */
import * as Effect from 'effect/Effect'
import type { OpenBrains } from '../brain/open-brains.ts'
import { followVectors } from './follow-vectors.ts'

/** The rest is left to the upkeep. */
const bounds = { texts: 20_000, ms: 2_000 }

/** Reading in has succeeded already, whatever comes of this. */
export const embedRead = ({ held }: OpenBrains, key: string) =>
  Effect.suspend(() => {
    const one = [...held.values()].find(({ brain }) => brain.key === key)
    return one === undefined ? Effect.void : Effect.ignore(followVectors(one, bounds))
  })
