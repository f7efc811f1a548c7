/**
 * Measures what a sentence encoder adds to a memory: by words alone, by vectors alone, and by both.
 *
 * The questions of a set are halved by turns, so that a number chosen on one half can be seen on the other.
 */
import * as Duration from 'effect/Duration'
import * as Effect from 'effect/Effect'
import { inOrder, openCorpus, placesOf, type Settings, temporaryMemory, usual } from '../../packages/eval/src/protocols/corpus.ts'
import { scoresOf } from '../../packages/eval/src/scores.ts'
import { isTimed, type QuestionSet } from '../../packages/eval/src/sets/question-set.ts'
import { encoderEmbedder } from './encoder-embedder.ts'
import type { SentenceEncoder } from './sentence-encoder.ts'

export const ways = {
  words: { 'seeding.meaning': 0, 'seeding.vector': 0 },
  vectors: { 'seeding.anchors': 'vectors', 'budget.hops': 0, 'walk.coverage': 0, 'seeding.title': 0 },
  fused: {},
} as const satisfies Readonly<Record<string, Settings>>

export interface Asked {
  readonly ndcg10: number
  /** The share of the right rows that are put before a model. */
  readonly given: number
  readonly ms: number
}

/** Asks every question of a set in each way. Returns the answers of each way in one order. */
export const askedEachWay = async (
  set: QuestionSet,
  encoder: SentenceEncoder,
  each: Readonly<Record<string, Settings>> = ways,
  profile = 'balanced',
): Promise<Readonly<Record<string, ReadonlyArray<Asked>>>> => {
  const measuring = { ...usual, profile, embedder: encoderEmbedder(encoder) }
  const answers: Record<string, ReadonlyArray<Asked>> = {}
  const askAll = Effect.fnUntraced(function* (some: ReadonlyArray<readonly [string, Settings]>) {
    const memory = yield* temporaryMemory(measuring)
    const corpus = yield* openCorpus(memory, set, measuring, {})
    // Read in by the settings of the profile: with `seeding.vector` at 0 no vectors are made.
    if (!isTimed(set)) yield* corpus.advance(undefined)
    for (const [name, settings] of some) {
      for (const brain of corpus.brains.values()) yield* memory.profile({ brain, profile, settings })
      const own: Array<Asked> = []
      for (const [, { gold, scope, text, time }] of inOrder(set)) {
        yield* corpus.advance(time)
        const asking = memory.recall({ brain: corpus.brains.get(scope) ?? '', question: text, limit: 30, record: false })
        const [took, { context, items }] = yield* Effect.timed(asking)
        const { ndcg10 } = scoresOf(placesOf(items.map(({ node }) => node)), gold)
        const given = placesOf(context.items).filter((place) => gold.has(place)).length / gold.size
        own.push({ ndcg10, given, ms: Duration.toMillis(took) })
      }
      answers[name] = own
    }
  })
  // Where rows come and go, every way needs a memory that begins with none.
  const apart = isTimed(set) ? Object.entries(each).map((one) => [one]) : [Object.entries(each)]
  for (const some of apart) await Effect.runPromise(Effect.scoped(askAll(some)))
  return answers
}

export const mean = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)

export const median = (numbers: ReadonlyArray<number>): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
