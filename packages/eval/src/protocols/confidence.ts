/**
 * Measures the two errors of a memory that decides by itself whether to speak: silence although it has an answer, and speech although it
 * has none.
 *
 * The memory is asked the questions of its set, messages that ask for no memory, and questions about other corpora.
 */
import type { Answer } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { byCategory } from '../scores.ts'
import type { QuestionSet } from '../sets/question-set.ts'
import { inOrder, type Measuring, openCorpus, placesOf, type Settings, temporaryMemory } from './corpus.ts'

/**
 * Kind of a message. `own`: a row of the corpus answers it. `unrelated`: it asks for no memory. `elsewhere`: it is a question about another
 * corpus.
 */
type Asking = 'own' | 'unrelated' | 'elsewhere'

export interface GivenAnswer {
  readonly asking: Asking
  readonly question: string
  /** `''` unless the question is of the set and the set has categories. */
  readonly category: string
  /** Places of the rows that answer; empty unless `own`. */
  readonly gold: ReadonlySet<number>
  /** The first places of the ranking. */
  readonly ranked: ReadonlyArray<number>
  /** Places of the rows in the context; a row can be several memories. */
  readonly given: ReadonlyArray<number>
  /** Memories and tokens of the context. */
  readonly notes: number
  readonly tokens: number
  readonly confidence: Answer.RecallAnswer['confidence']
}

export interface ErrorRates {
  /** Questions of the set. */
  readonly questions: number
  /** Number of these questions with a right row among the first five of the ranking. */
  readonly right: number
  /** Numbers of the questions in `right` with no right row in the context, and with an empty context. */
  readonly silent: number
  readonly nothing: number
  /** Messages that ask for no memory; of these, messages with a context. */
  readonly unrelated: number
  readonly talkative: number
  /** Questions about other corpora; of these, questions with a context. */
  readonly elsewhere: number
  readonly misled: number
  /** Mean number of memories and tokens of a context, over the questions of the set that have one. */
  readonly notes: number
  readonly tokens: number
  /** Share of the right rows of all questions that are in the contexts, 0 to 1. */
  readonly goldGiven: number
}

export interface MeasuredConfidence extends ErrorRates {
  readonly set: string
  /** Error rates of each category, in the order of the set; empty when all questions have the same category. */
  readonly categories: ReadonlyArray<{ readonly category: string } & ErrorRates>
}

export const measureConfidence = Effect.fnUntraced(function* (
  set: QuestionSet,
  sets: ReadonlyArray<QuestionSet>,
  unrelated: ReadonlyArray<string>,
  measuring: Measuring,
) {
  const answers = yield* confidenceAnswers(set, sets, unrelated, {}, measuring)
  const own = answers.filter(({ asking }) => asking === 'own')
  return { set: set.name, ...errorRates(answers), categories: byCategory(own, errorRates) } satisfies MeasuredConfidence
})

/** Places of a ranking that are kept. */
const rankedMax = 10

/** Returns the answers to the questions of the set, then to the other messages, which every scope is asked when its corpus is complete. */
export const confidenceAnswers = (
  set: QuestionSet,
  sets: ReadonlyArray<QuestionSet>,
  unrelated: ReadonlyArray<string>,
  settings: Settings,
  measuring: Measuring,
) =>
  Effect.scoped(
    Effect.gen(function* () {
      yield* measuring.note(`${set.name}: reading in ${set.rows.length} texts for ${set.questions.length} questions`)
      const memory = yield* temporaryMemory(measuring)
      const corpus = yield* openCorpus(memory, set, measuring, settings)
      const answers: Array<GivenAnswer> = []
      const ask = Effect.fnUntraced(function* (
        brain: string,
        asked: Pick<GivenAnswer, 'asking' | 'question'> & Partial<Pick<GivenAnswer, 'category' | 'gold'>>,
      ) {
        const { question } = asked
        const { confidence, context, items } = yield* memory.recall({
          brain,
          question,
          limit: 3 * rankedMax,
          record: measuring.model !== undefined,
        })
        answers.push({
          category: '',
          gold: new Set(),
          ...asked,
          ranked: placesOf(items.map(({ node }) => node)).slice(0, rankedMax),
          given: placesOf(context.items),
          notes: context.items.length,
          tokens: context.tokens,
          confidence,
        })
      })
      // As in use: with a heartbeat a brain that has doubled measures its own bar of confidence.
      const beat = (brain: string) => memory.maintain({ brain, when: 'heartbeat' })
      for (const [, { category, gold, scope, text, time }] of inOrder(set)) {
        yield* corpus.advance(time)
        yield* beat(corpus.brains.get(scope) ?? '')
        yield* ask(corpus.brains.get(scope) ?? '', { asking: 'own', question: text, category, gold })
      }
      yield* corpus.advance(undefined)
      for (const [scope, brain] of corpus.brains) {
        yield* beat(brain)
        for (const question of unrelated) yield* ask(brain, { asking: 'unrelated', question })
        for (const question of questionsAboutOthers(set, sets, scope)) yield* ask(brain, { asking: 'elsewhere', question })
      }
      return answers as ReadonlyArray<GivenAnswer>
    }),
  )

/** Questions that are taken of each other set or scope, spread evenly over it. */
const elsewhereOfEach = 25

/** Returns questions that the rows of a scope cannot answer: of other scopes, and of sets of another family. */
const questionsAboutOthers = (set: QuestionSet, sets: ReadonlyArray<QuestionSet>, scope: string): ReadonlyArray<string> =>
  sets.flatMap((other) => {
    if (other !== set && familyOf(other) === familyOf(set)) return []
    const questions = other === set ? set.questions.filter((question) => question.scope !== scope) : other.questions
    const step = Math.max(1, Math.floor(questions.length / elsewhereOfEach))
    return questions
      .filter((_, at) => at % step === 0)
      .slice(0, elsewhereOfEach)
      .map(({ text }) => text)
  })

/** Returns the name up to the first hyphen. Sets of one family are parts of one corpus, so one part may answer the questions of another. */
const familyOf = ({ name }: QuestionSet): string => name.split('-')[0] ?? name

const rankedLooked = 5

export const errorRates = (answers: ReadonlyArray<GivenAnswer>): ErrorRates => {
  const of = (asking: Asking) => answers.filter((answer) => answer.asking === asking)
  const [own, unrelated, elsewhere] = [of('own'), of('unrelated'), of('elsewhere')]
  const right = own.filter(({ gold, ranked }) => ranked.slice(0, rankedLooked).some((place) => gold.has(place)))
  const answered = own.filter(isGiven)
  const gold = sum(own.map((answer) => answer.gold.size))
  return {
    questions: own.length,
    right: right.length,
    silent: right.filter((answer) => goldGivenBy(answer) === 0).length,
    nothing: right.filter((answer) => !isGiven(answer)).length,
    unrelated: unrelated.length,
    talkative: unrelated.filter(isGiven).length,
    elsewhere: elsewhere.length,
    misled: elsewhere.filter(isGiven).length,
    notes: sum(answered.map(({ notes }) => notes)) / Math.max(1, answered.length),
    tokens: sum(answered.map(({ tokens }) => tokens)) / Math.max(1, answered.length),
    goldGiven: sum(own.map(goldGivenBy)) / Math.max(1, gold),
  }
}

const isGiven = ({ notes }: GivenAnswer): boolean => notes > 0

const goldGivenBy = ({ given, gold }: GivenAnswer): number => given.filter((place) => gold.has(place)).length

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((all, one) => all + one, 0)
