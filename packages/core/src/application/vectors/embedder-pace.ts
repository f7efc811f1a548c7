/** How long this process waits for its embedder: what a host that waits for each answer can give is not what a command line can. */
import * as Context from 'effect/Context'
import { limits } from '../limits.ts'

export interface EmbedderPace {
  /** Milliseconds that a recall waits for the vector of its question. */
  readonly questionMs: number
  /** Milliseconds that a recall spends on reading the brain's vectors into memory; with more of them it goes without, and the upkeep reads on. */
  readonly loadMs: number
  /** Milliseconds that reading in waits for the vectors of what it read. 0: they are made by the upkeep alone. */
  readonly readMs: number
  /** Milliseconds that one upkeep makes vectors of a brain. */
  readonly upkeepMs: number
}

export const EmbedderPace = Context.Reference<EmbedderPace>('@crabtrail/core/EmbedderPace', {
  defaultValue: () => ({ questionMs: limits.questionEmbeddingMs, loadMs: Number.POSITIVE_INFINITY, readMs: 2_000, upkeepMs: 1_500 }),
})
