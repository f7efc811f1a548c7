/** What a baseline answers to each question of a set. */
import { baselineText } from './baseline-words.ts'
import type { Baseline } from './bm25-baseline.ts'
import { byScope, isVisible, type Question, type QuestionSet } from './question-set.ts'

/**
 * Best first, at most `most` places a question, ties by place; what scores 0 or less is in none. Each scope is a corpus of its own; of a
 * set whose rows come and go the statistics are those of all its rows, and what is not there at the time is left out of the answer.
 */
export const baselineRankings = (
  set: QuestionSet,
  most: number,
  build: (texts: ReadonlyArray<string>) => Baseline,
): ReadonlyArray<ReadonlyArray<number>> => {
  const scopes = new Map(
    [...byScope(set)].map(([scope, places]) => [scope, { places, ask: build(places.flatMap((place) => textAt(set, place))) }]),
  )
  return set.questions.map((question) => {
    const scope = scopes.get(question.scope)
    return scope === undefined ? [] : ranked(set, question, scope.places, scope.ask(question.text), most)
  })
}

const textAt = ({ rows }: QuestionSet, place: number): ReadonlyArray<string> => {
  const row = rows[place]
  return row === undefined ? [] : [baselineText(row)]
}

const ranked = (
  { rows }: QuestionSet,
  { time }: Question,
  places: ReadonlyArray<number>,
  scores: Float64Array,
  most: number,
): ReadonlyArray<number> =>
  places
    .flatMap((place, at) => {
      const row = rows[place]
      const score = scores[at] ?? 0
      return score > 0 && row !== undefined && isVisible(row, time) ? [{ place, score }] : []
    })
    .sort((one, other) => other.score - one.score || one.place - other.place)
    .slice(0, most)
    .map(({ place }) => place)
