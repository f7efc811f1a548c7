/** Collects examples for fitting confidence: the signs of each memory that a question finds first, and whether this memory is the right one. */
import type { Answer } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { openCorpus, placeOf, temporaryMemory } from '../../packages/eval/src/protocols/corpus.ts'
import type { QuestionSet } from '../../packages/eval/src/sets/question-set.ts'

export type Signs = NonNullable<Answer.RecallAnswer['confidence']>['signs']

/** A memory among the first of a ranking. */
export interface JudgedExample {
  readonly signs: Signs
  readonly isRight: boolean
  /** Its place in the ranking, from 0. */
  readonly place: number
}

/** A message with the memories that were judged for it. No memory is right for a message that asks for none. */
export interface JudgedMessage {
  readonly question: string
  readonly kind: string
  readonly isAnswered: boolean
  readonly memories: ReadonlyArray<JudgedExample>
}

export const judgedFrom = (
  { confidence, items }: Pick<Answer.RecallAnswer, 'confidence' | 'items'>,
  isRight: (node: string) => boolean,
): ReadonlyArray<JudgedExample> =>
  (confidence?.memories ?? []).map(({ node, signs }) => ({
    signs,
    isRight: isRight(node),
    place: items.findIndex((item) => item.node === node),
  }))

/** Asks every n-th question of a set, and messages that the set has no answer to. */
export const messagesOf = (set: QuestionSet, unrelated: ReadonlyArray<string>, every: number): Promise<ReadonlyArray<JudgedMessage>> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const memory = yield* temporaryMemory(undefined)
        const corpus = yield* openCorpus(memory, set, {})
        yield* corpus.advance(undefined)
        const judged: Array<JudgedMessage> = []
        for (const [at, { gold, scope, text }] of set.questions.entries()) {
          if (at % every !== 0) continue
          const answer = yield* memory.recall({ brain: corpus.brains.get(scope) ?? '', question: text, limit: 30, record: false })
          const memories = judgedFrom(answer, (node) => gold.has(placeOf(node) ?? -1))
          judged.push({ question: text, kind: 'own', isAnswered: true, memories })
        }
        for (const brain of [...corpus.brains.values()].slice(0, 4)) {
          for (const question of unrelated) {
            const answer = yield* memory.recall({ brain, question, limit: 30, record: false })
            judged.push({ question, kind: 'nothing', isAnswered: false, memories: judgedFrom(answer, () => false) })
          }
        }
        return judged as ReadonlyArray<JudgedMessage>
      }),
    ),
  )
