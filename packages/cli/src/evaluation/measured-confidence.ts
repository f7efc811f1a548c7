/** Measures when a memory speaks: on questions that it has an answer to, on messages that ask for no memory, and on questions about another corpus. */
import { join } from 'node:path'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import { memoryOver } from '../memory-layer.ts'
import { type ErrorRates, errorRates } from './error-rates.ts'
import { type GivenAnswer, givenAnswers } from './given-answers.ts'
import { emptyFolder, type Measuring, patient } from './measured-set.ts'
import type { QuestionSet } from './question-set.ts'
import type { Variant } from './variants.ts'

export interface MeasuredConfidence extends ErrorRates {
  readonly set: string
  /** In the order in which the set comes to them; none where all questions have the same. */
  readonly categories: ReadonlyArray<{ readonly category: string } & ErrorRates>
}

/** Questions of each other set that a memory is asked, spread over that set. */
const elsewhereOfEach = 25

export const measuredConfidence = Effect.fnUntraced(function* (
  set: QuestionSet,
  sets: ReadonlyArray<QuestionSet>,
  unrelated: ReadonlyArray<string>,
  measuring: Omit<Measuring, 'most'>,
) {
  const answers = yield* confidenceAnswers(set, sets, unrelated, {}, measuring)
  const categories = Map.groupBy(
    answers.filter(({ asking }) => asking === 'own'),
    ({ category }) => category,
  )
  return {
    set: set.name,
    ...errorRates(answers),
    categories: categories.size < 2 ? [] : [...categories].map(([category, some]) => ({ category, ...errorRates(some) })),
  } satisfies MeasuredConfidence
})

/** By a memory of its own, of which nothing is left when it was asked. */
export const confidenceAnswers = (
  set: QuestionSet,
  sets: ReadonlyArray<QuestionSet>,
  unrelated: ReadonlyArray<string>,
  settings: Variant['settings'],
  { embedder, note }: Omit<Measuring, 'most'>,
): Effect.Effect<ReadonlyArray<GivenAnswer>, Effect.Error<ReturnType<typeof givenAnswers>>> =>
  Effect.scoped(
    Effect.gen(function* () {
      yield* note(`${set.name}: reading in ${set.rows.length} texts for ${set.questions.length} questions`)
      const path = join(yield* emptyFolder, 'eval.db')
      const memory = yield* memoryOver(layerSqlite({ path }), yield* Effect.scope, { embedder, pace: patient })
      return yield* givenAnswers(memory, set, { settings }, { unrelated, elsewhere: questionsOfOthers(set, sets) })
    }),
  )

/** Sets whose names begin alike, up to a hyphen, are parts of one: what is asked of one may be answered by another. */
const familyOf = ({ name }: QuestionSet): string => name.split('-')[0] ?? name

/** Questions that the memories of one set cannot answer: those of sets of another family, and of other scopes of the same set. */
const questionsOfOthers =
  (set: QuestionSet, sets: ReadonlyArray<QuestionSet>) =>
  (scope: string): ReadonlyArray<string> =>
    sets.flatMap((other) => {
      if (other !== set && familyOf(other) === familyOf(set)) return []
      const questions = other === set ? set.questions.filter((question) => question.scope !== scope) : other.questions
      const step = Math.max(1, Math.floor(questions.length / elsewhereOfEach))
      return questions
        .filter((_, at) => at % step === 0)
        .slice(0, elsewhereOfEach)
        .map(({ text }) => text)
    })
