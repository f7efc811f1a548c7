/** What was just read in becomes searchable by its vectors in the same request, as far as the embedder is quick. */
import * as Effect from 'effect/Effect'
import type { OpenBrains } from '../brain/open-brains.ts'
import { EmbedderPace } from './embedder-pace.ts'
import { followVectors } from './follow-vectors.ts'

/** The rest is left to the upkeep. */
const textsMost = 20_000

/** Reading in has succeeded already, whatever comes of this. */
export const embedRead = ({ held }: OpenBrains, key: string) =>
  Effect.flatMap(EmbedderPace, ({ readMs }) => {
    const one = [...held.values()].find(({ brain }) => brain.key === key)
    return one === undefined || readMs === 0 ? Effect.void : Effect.ignore(followVectors(one, { texts: textsMost, ms: readMs }))
  })
