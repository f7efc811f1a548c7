/**
 * Fits the weights of confidence (`context.confidence`) to questions with an answer and to messages without one, by logistic regression.
 *
 * `node test/eval/fit-confidence.ts MESSAGES.tsv PATH…` takes the lines of MESSAGES.tsv outside the half `held-out`. A PATH is a life board (a
 * folder with `board.json`), the notes of a language with their frames (`test/eval/sets/frames/en.json`), or a folder of question sets, of
 * which every n-th question is asked if `FIT_EVERY` is n. The memory is asked once. Of an answered question the right memory that is surest
 * counts as true, and the three surest of the others as false; of any other message the surest. Which these are depends on the weights, so
 * the fit is repeated. Prints the weights, and the errors at several thresholds.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as Result from 'effect/Result'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { signNames } from '../../packages/core/src/domain/recall/confidence.ts'
import { findSets, readMessages, readSet } from '../../packages/eval/src/sets/files.ts'
import { boardMessages, framesOf, type JudgedExample, type JudgedMessage, messagesOf, type Signs } from './confidence-examples.ts'
import { type FitExample, logisticFit } from './logistic-fit.ts'

type Weights = Readonly<Record<(typeof signNames)[number] | 'least', number>>

interface FittedSet {
  readonly name: string
  /** The weight of all its examples together. Boards are what a person asks, so they count most. */
  readonly weight: number
  readonly messages: ReadonlyArray<JudgedMessage>
}

/** Penalty on the squares of the weights. */
const ridge = 0.5
const rounds = 4
/** The weight of the memories beside the right one, as a share of that of the right one. */
const besideWeight = 0.1
const besideMost = 3

const scoreOf = (signs: Signs, weights: Weights): number =>
  signNames.reduce((sum, name) => sum + weights[name] * (signs[name] ?? 0), -weights.least)

const surestFirst = (memories: ReadonlyArray<JudgedExample>, weights: Weights): ReadonlyArray<JudgedExample> =>
  memories.toSorted((one, other) => scoreOf(other.signs, weights) - scoreOf(one.signs, weights))

const examplesOf = ({ messages, weight }: FittedSet, weights: Weights): ReadonlyArray<FitExample> => {
  const answered = messages.filter(({ memories }) => memories.some(({ isRight }) => isRight))
  const others = messages.filter(({ isAnswered, memories }) => !isAnswered && memories.length > 0)
  const example = ({ isRight, signs }: JudgedExample, share: number): FitExample => ({
    signs: signNames.map((name) => signs[name] ?? 0),
    isTrue: isRight,
    weight: 100 * weight * share,
  })
  return [
    ...answered.flatMap(({ memories }) => {
      const sorted = surestFirst(memories, weights)
      const beside = sorted.filter(({ isRight }) => !isRight).slice(0, besideMost)
      const right = sorted.filter(({ isRight }) => isRight).slice(0, 1)
      return [
        ...right.map((one) => example(one, 1 / answered.length)),
        ...beside.map((one) => example(one, besideWeight / besideMost / answered.length)),
      ]
    }),
    ...others.flatMap(({ memories }) =>
      surestFirst(memories, weights)
        .slice(0, 1)
        .map((one) => example(one, 1 / others.length)),
    ),
  ]
}

const fitted = (examples: ReadonlyArray<FitExample>): Weights => {
  const found = logisticFit(examples, ridge).map((weight) => Math.round(100 * weight) / 100)
  const named = Object.fromEntries(signNames.map((name, at) => [name, found[at] ?? 0])) as Omit<Weights, 'least'>
  return { ...named, least: -(found.at(-1) ?? 0) }
}

/** Questions whose right memory is among the first and that are met with silence, and messages without an answer that are met with a memory. */
const errorsOf = ({ messages, name }: FittedSet, weights: Weights): string => {
  const isSure = ({ memories }: JudgedMessage) => memories.some(({ signs }) => scoreOf(signs, weights) >= 0)
  const known = messages.filter(({ memories }) => memories.some(({ isRight, place }) => isRight && place < 5))
  const others = messages.filter(({ isAnswered }) => !isAnswered)
  const silent = known.filter((message) => !isSure(message)).length
  return `  ${name.padEnd(20)} silent ${silent} of ${known.length}, talkative ${others.filter(isSure).length} of ${others.length}`
}

const [file = '', ...paths] = process.argv.slice(2)
const every = Number(process.env['FIT_EVERY'] ?? 1)
const messages = Result.getOrThrow(readMessages(file)).flatMap(({ half, text }) => (half === 'held-out' ? [] : [text]))
const sets: Array<FittedSet> = []
for (const path of paths) {
  if (existsSync(join(path, 'board.json'))) sets.push({ name: path, weight: 3, messages: await boardMessages(path) })
  else if (path.endsWith('.json')) {
    const { nothing, set } = framesOf(path)
    sets.push({ name: set.name, weight: 0.1, messages: await messagesOf(set, nothing, 1) })
  } else {
    for (const files of Result.getOrThrow(findSets([path]))) {
      const set = Result.getOrThrow(readSet(files, 'crabtrail'))
      const questions = set.questions.filter(({ category }) => category !== 'held-out')
      sets.push({ name: set.name, weight: 0.6, messages: await messagesOf({ ...set, questions }, messages, every) })
    }
  }
}
let weights: Weights = balanced.context.confidence
for (let round = 1; round <= rounds; round++) {
  weights = fitted(sets.flatMap((set) => examplesOf(set, weights)))
  process.stdout.write(`round ${round}: ${JSON.stringify(weights)}\n`)
}
for (const more of [-1, -0.5, 0, 0.5, 1]) {
  process.stdout.write(`least + ${more}\n`)
  for (const set of sets) process.stdout.write(`${errorsOf(set, { ...weights, least: weights.least + more })}\n`)
}
