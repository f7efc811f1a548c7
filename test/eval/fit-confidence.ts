/**
 * Fits the weights of confidence (`context.sure`) to question sets and to messages that ask for no memory, by logistic regression.
 *
 * `node test/eval/fit-confidence.ts MESSAGES.tsv PATH…` takes the lines of MESSAGES.tsv outside the half `held-out`, and the questions outside the
 * category `held-out`, every n-th if `FIT_EVERY` is n. The signs of a message are those of its surest pair of passage and sentence under the
 * weights in force, so the memory is asked in several rounds, each with the weights of the last. Prints the weights and the errors at
 * several thresholds.
 */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { confidenceAnswers, type GivenAnswer } from '../../packages/eval/src/protocols/confidence.ts'
import { findSets, readMessages, readSet } from '../../packages/eval/src/sets/files.ts'
import { everyNth, type QuestionSet } from '../../packages/eval/src/sets/question-set.ts'
import { type FitExample, logisticFit } from './logistic-fit.ts'

const signNames = ['coverage', 'rarity', 'phrase', 'evidence', 'words', 'length'] as const
type Weights = Readonly<Record<(typeof signNames)[number] | 'least', number>>

/** Weight of all messages of one kind together. `elsewhere` has less, because another corpus may know the answer by chance. */
const weightOf = { own: 1, unrelated: 1, elsewhere: 0.6 } as const
/** Penalty on the squares of the weights. */
const ridge = 0.5
const rounds = 3

const isRight = ({ gold, ranked }: GivenAnswer): boolean => ranked.slice(0, 5).some((place) => gold.has(place))

/** Questions without a right row among the first five are left out: neither silence nor speech is right there. */
const examplesOf = (sets: ReadonlyArray<ReadonlyArray<GivenAnswer>>): ReadonlyArray<FitExample> =>
  sets.flatMap((answers) =>
    [...Map.groupBy(answers, ({ asking }) => asking)].flatMap(([asking, all]) => {
      const some = all.filter((answer) => answer.confidence !== undefined && (asking !== 'own' || isRight(answer)))
      return some.map(
        ({ confidence }): FitExample => ({
          signs: signNames.map((name) => confidence?.signs[name] ?? 0),
          isTrue: asking === 'own',
          weight: (100 * weightOf[asking]) / some.length,
        }),
      )
    }),
  )

const fitted = (examples: ReadonlyArray<FitExample>): Weights => {
  const [coverage = 0, rarity = 0, phrase = 0, evidence = 0, words = 0, length = 0, constant = 0] = logisticFit(examples, ridge).map(
    (weight) => Math.round(100 * weight) / 100,
  )
  return { coverage, rarity, phrase, evidence, words, length, least: -constant }
}

const settingsOf = (weights: Weights) =>
  Object.fromEntries(Object.entries(weights).map(([name, weight]) => [`context.sure.${name}`, weight]))

const asked = (sets: ReadonlyArray<QuestionSet>, unrelated: ReadonlyArray<string>, weights: Weights) =>
  Promise.all(
    sets.map((set) =>
      Effect.runPromise(confidenceAnswers(set, sets, unrelated, settingsOf(weights), { embedder: undefined, note: () => Effect.void })),
    ),
  )

/** `silent / talkative / misled` in percent, with `more` added to the least score at which the memory speaks. */
const errorsAt = (answers: ReadonlyArray<GivenAnswer>, more: number): string => {
  const share = (asking: GivenAnswer['asking'], isWrong: (score: number) => boolean) => {
    const some = answers.filter((answer) => answer.asking === asking && (asking !== 'own' || isRight(answer)))
    return (
      (100 * some.filter(({ confidence }) => isWrong((confidence?.score ?? Number.NEGATIVE_INFINITY) - more)).length) /
      Math.max(1, some.length)
    ).toFixed(1)
  }
  return [share('own', (score) => score < 0), share('unrelated', (score) => score >= 0), share('elsewhere', (score) => score >= 0)].join(
    ' / ',
  )
}

const [messages = '', ...paths] = process.argv.slice(2)
const every = Number(process.env['FIT_EVERY'] ?? 1)
const unrelated = Result.getOrThrow(readMessages(messages)).flatMap(({ half, text }) => (half === 'held-out' ? [] : [text]))
const sets = Result.getOrThrow(findSets(paths)).map((files) => {
  const set = everyNth(Result.getOrThrow(readSet(files, 'crabtrail')), every)
  return { ...set, questions: set.questions.filter(({ category }) => category !== 'held-out') }
})
let weights: Weights = balanced.context.sure
for (let round = 1; round <= rounds; round++) {
  weights = fitted(examplesOf(await asked(sets, unrelated, weights)))
  process.stdout.write(`round ${round}: ${JSON.stringify(weights)}\n`)
}
const last = await asked(sets, unrelated, weights)
process.stdout.write('silent / talkative / misled in percent, by what is added to least\n')
for (const more of [-1.5, -1, -0.5, 0, 0.5, 1]) {
  process.stdout.write(`${more}\n`)
  for (const [at, { name }] of sets.entries()) process.stdout.write(`  ${name.padEnd(20)} ${errorsAt(last[at] ?? [], more)}\n`)
}
