/** Reads the long texts that words found, and scores them by their best windows, too. */

import * as Effect from 'effect/Effect'
import type { GraphView } from '../../domain/graph.ts'
import { longTexts, type WindowSettings, withWindows } from '../../domain/walk/best-window.ts'
import type { IsCounted, TextEvidence } from '../../domain/walk/text-evidence.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { passagesOf } from './passages.ts'

interface Asked {
  /** Undefined: texts count as a whole alone. */
  readonly settings: WindowSettings | undefined
  /** The terms that texts have for each of `text.terms`. */
  readonly ways: ReadonlyArray<ReadonlyArray<string>>
  readonly isCounted: IsCounted | undefined
}

/** The texts are those of `graph`, which may be one of the past. */
export const withBestWindows = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  text: TextEvidence,
  { isCounted, settings, ways }: Asked,
) {
  if (settings === undefined) return text
  const passages = yield* passagesOf(brain, graph, longTexts(text, settings))
  return withWindows(text, ways, settings, brain.words.sequences(passages.values()), isCounted)
})
