/** Measures how often a memory stays silent although it has an answer, and how often it speaks although it has none. */
import type { Answer, MemoryMethods } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { brainsOf, corpusIn, inOrder, placesOf } from './memory-rankings.ts'
import type { QuestionSet } from './question-set.ts'
import { placeIn } from './shelves.ts'
import type { Variant } from './variants.ts'

/** `own`: answered by a text of the corpus. `unrelated`: asks for no memory. `elsewhere`: a question about another corpus. */
export type Asking = 'own' | 'unrelated' | 'elsewhere'

export interface GivenAnswer {
  readonly asking: Asking
  readonly question: string
  /** The category that the set gives the question; `''` where the question is not from the set. */
  readonly category: string
  /** Places of the rows that answer it; none unless it is `own`. */
  readonly gold: ReadonlySet<number>
  /** The first places of the ranking. */
  readonly ranked: ReadonlyArray<number>
  /** Places of what was put before the model; a row may be several memories. */
  readonly given: ReadonlyArray<number>
  readonly notes: number
  readonly tokens: number
  readonly confidence: Answer.RecallAnswer['confidence']
}

export interface Asked {
  readonly unrelated: ReadonlyArray<string>
  /** By the scope that they are asked of. */
  readonly elsewhere: (scope: string) => ReadonlyArray<string>
}

/** First places of a ranking that are kept. */
const rankedMost = 10

/** Every scope is a brain of its own; what has no answer is asked of each, when everything was read in. Nothing is recorded of a question. */
export const givenAnswers = Effect.fnUntraced(function* (
  memory: MemoryMethods,
  set: QuestionSet,
  { settings }: Pick<Variant, 'settings'>,
  { elsewhere, unrelated }: Asked,
) {
  const brains = brainsOf(set)
  for (const brain of brains.values()) yield* memory.init({ brain, settings })
  const { embedderFailures } = yield* memory.counters({})
  const corpus = corpusIn(memory, set, brains, embedderFailures)
  const answers: Array<GivenAnswer> = []
  const ask = Effect.fnUntraced(function* (brain: string, asking: Asking, question: string, category: string, gold: ReadonlySet<number>) {
    const { confidence, context, items } = yield* memory.recall({ brain, question, limit: 3 * rankedMost, record: false })
    const ranked = placesOf(items).slice(0, rankedMost)
    const given = [...new Set(context.items.flatMap((node) => placeIn(node) ?? []))]
    answers.push({ asking, question, category, gold, ranked, given, notes: context.items.length, tokens: context.tokens, confidence })
  })
  for (const [, { category, gold, scope, text, time }] of inOrder(set)) {
    yield* corpus.advance(time)
    yield* ask(brains.get(scope) ?? '', 'own', text, category, gold)
  }
  yield* corpus.advance(undefined)
  for (const [scope, brain] of brains) {
    for (const message of unrelated) yield* ask(brain, 'unrelated', message, '', new Set())
    for (const question of elsewhere(scope)) yield* ask(brain, 'elsewhere', question, '', new Set())
  }
  return answers
})
