/** What this process has done so far, and how its embedder fares. Opens nothing, reads nothing and asks no embedder. */
import * as Effect from 'effect/Effect'
import type { EmbedderAnswer, WorkAnswer } from '../answers.ts'
import type { OpenBrains } from '../brain/open-brains.ts'
import type { EmbedderTrouble } from '../vectors/kept-vectors.ts'
import { counters } from './counters.ts'

export const work = (open: OpenBrains) =>
  Effect.map(counters, (counts): WorkAnswer => {
    const embedder = embedderOf(open)
    return embedder === undefined ? counts : { ...counts, embedder }
  })

const embedderOf = ({ embedder, held }: OpenBrains): EmbedderAnswer | undefined => {
  if (embedder === undefined) return undefined
  const open = [...held.values()].flatMap(({ brain }) => (brain.vectors === undefined ? [] : [{ brain, vectors: brain.vectors }]))
  const [worst] = open.flatMap(({ vectors: { trouble } }) => trouble ?? []).toSorted((a, b) => b.times - a.times)
  return {
    id: embedder.id,
    brains: open.flatMap(({ brain, vectors }) => {
      if (!vectors.loaded) return []
      const missing = vectors.wanting(brain.state).length
      return [{ brain: brain.key, vectors: vectors.table.size, missing }]
    }),
    ...(worst === undefined ? {} : { failure: toldOf(worst) }),
  }
}

const toldOf = ({ detail, reason, times }: EmbedderTrouble) => ({ reason, detail, times })
