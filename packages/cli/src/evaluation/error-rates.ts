/** The two errors of a memory that decides by itself when to speak: it speaks where it has nothing to say, and it is silent where it has. */
import type { Asking, GivenAnswer } from './given-answers.ts'

export interface ErrorRates {
  /** Questions with an answer in the corpus, and those of them with a right text among the first five of the ranking. */
  readonly questions: number
  readonly right: number
  /** The number of questions with a right text in the first five that got nothing, or got no right text. */
  readonly silent: number
  readonly nothing: number
  /** Messages that ask for no memory, and those of them that got some. */
  readonly unrelated: number
  readonly talkative: number
  /** Questions about another corpus, and those of them that got something. */
  readonly elsewhere: number
  readonly misled: number
  /** Mean number of memories and of tokens, over the questions that got something. */
  readonly notes: number
  readonly tokens: number
  /** The share of the right texts of all questions that was given, 0 to 1. */
  readonly goldGiven: number
}

const rankedLooked = 5

export const errorRates = (answers: ReadonlyArray<GivenAnswer>): ErrorRates => {
  const of = (asking: Asking) => answers.filter((answer) => answer.asking === asking)
  const [own, unrelated, elsewhere] = [of('own'), of('unrelated'), of('elsewhere')]
  const right = own.filter(({ gold, ranked }) => ranked.slice(0, rankedLooked).some((place) => gold.has(place)))
  const answered = own.filter(isGiven)
  return {
    questions: own.length,
    right: right.length,
    silent: right.filter(({ given, gold }) => !given.some((place) => gold.has(place))).length,
    nothing: right.filter((answer) => !isGiven(answer)).length,
    unrelated: unrelated.length,
    talkative: unrelated.filter(isGiven).length,
    elsewhere: elsewhere.length,
    misled: elsewhere.filter(isGiven).length,
    notes: mean(answered.map(({ notes }) => notes)),
    tokens: mean(answered.map(({ tokens }) => tokens)),
    goldGiven: own.reduce((sum, { given, gold }) => sum + given.filter((place) => gold.has(place)).length, 0) / sizeOf(own),
  }
}

const isGiven = ({ notes }: GivenAnswer): boolean => notes > 0

const mean = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)

const sizeOf = (own: ReadonlyArray<GivenAnswer>): number =>
  Math.max(
    1,
    own.reduce((sum, { gold }) => sum + gold.size, 0),
  )
