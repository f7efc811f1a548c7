/**
 * Fits the weights of confidence (`context.confidence`) to questions with an answer and to messages without one, by logistic regression.
 *
 * `node test/eval/fit-confidence.ts MESSAGES… PATH…`. MESSAGES: files of messages that ask for no memory, `.tsv` or `.jsonl` (`messagesIn`), and
 * `?NAME` for questions of a public set, which all other sets are asked. A PATH is a life board
 * (a folder with `board.json`), the notes of a language with their frames (`test/eval/sets/frames/en.json`) or with the questions of their half
 * `dev` (`test/scenarios/languages/en.json`), notes with aliases (`test/eval/sets/confidence/fitted`, without an ending), a folder of question sets, of which those
 * outside `held-out` are asked, or a part of a public set, `NAME[:QUESTIONS[:ROWS[:SCOPES]]][=ALIASES.jsonl]` (`namedPart`). What has aliases is asked without
 * and with them; a path with an `@` before it is asked with vectors of a sentence encoder, too (`test/encoder`).
 *
 * The memory is asked once. Of an answered question the right memory that is surest counts as true, and the three surest of the others as false; of any
 * other message the surest. Which these are depends on the weights, so the fit is repeated. First all weights are fitted but that of vectors, then that
 * one, with the others as they are in force. Prints the weights and their errors. `FIT_EXAMPLES=FILE` keeps the signs of all memories in a file and reads
 * them from there the next time.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { type SignWeights, signNames, weighed } from '../../packages/core/src/domain/recall/confidence.ts'
import { encoderEmbedder } from '../encoder/encoder-embedder.ts'
import { openSentenceEncoder } from '../encoder/sentence-encoder.ts'
import type { JudgedExample, JudgedMessage, Signs } from './confidence-examples.ts'
import { type FittedSet, foreignQuestions, messagesIn, setsAt } from './confidence-sets.ts'
import { type FitExample, logisticFit } from './logistic-fit.ts'

type Weights = SignWeights

interface Collected {
  readonly words: ReadonlyArray<FittedSet>
  /** The same questions, asked with vectors of meaning. */
  readonly vectors: ReadonlyArray<FittedSet>
}

/** Penalty on the squares of the weights. */
const ridge = 0.5
/** The weight of the messages without an answer: at most 3 % of them may get something, and 8 % of the others nothing. */
const talkativeCost = 8 / 3
const rounds = 4
/** The weight of the memories beside the right one, as a share of that of the right one. */
const besideWeight = 0.1
const besideMost = 3

const surestFirst = (memories: ReadonlyArray<JudgedExample>, weights: Weights): ReadonlyArray<JudgedExample> =>
  memories.toSorted((one, other) => weighed(other.signs, weights) - weighed(one.signs, weights))

interface Example extends Omit<FitExample, 'signs'> {
  readonly signs: Signs
}

/** Returns what is fitted to; the weights say which memories are the surest. */
const examplesOf = ({ messages, weight }: FittedSet, weights: Weights): ReadonlyArray<Example> => {
  const answered = messages.filter(({ memories }) => memories.some(({ isRight }) => isRight))
  const others = messages.filter(({ isAnswered, memories }) => !isAnswered && memories.length > 0)
  const example = ({ isRight, signs }: JudgedExample, share: number): Example => ({
    signs,
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
        .map((one) => example(one, talkativeCost / others.length)),
    ),
  ]
}

const rounded = (weight: number): number => Math.round(100 * weight) / 100

/** Fits all weights but that of vectors to what was asked by words. */
const fittedByWords = (sets: ReadonlyArray<FittedSet>, weights: Weights): Weights => {
  const examples = sets.flatMap((set) => examplesOf(set, weights))
  const found = logisticFit(
    examples.map((one): FitExample => ({ ...one, signs: signNames.map((name) => one.signs[name]) })),
    ridge,
  )
  const named = Object.fromEntries(signNames.map((name, at) => [name, rounded(found[at] ?? 0)]))
  return { ...weights, ...named, least: -rounded(found.at(-1) ?? 0) }
}

const meaningStep = 0.05
const meaningMost = 10

/** Finds the weight of vectors with the least logistic loss, beside the others as they are: without vectors nothing may change. */
const fittedMeaning = (sets: ReadonlyArray<FittedSet>, weights: Weights): Weights => {
  const steps = Array.from({ length: meaningMost / meaningStep + 1 }, (_, at) => ({ ...weights, meaning: rounded(at * meaningStep) }))
  const losses = steps.map((some) =>
    sets
      .flatMap((set) => examplesOf(set, some))
      .reduce((sum, { isTrue, signs, weight }) => sum + weight * Math.log1p(Math.exp((isTrue ? -1 : 1) * weighed(signs, some))), 0),
  )
  return steps[losses.indexOf(Math.min(...losses))] ?? weights
}

/** Questions whose right memory is among the first and that are met with silence, and messages without an answer that are met with a memory. */
const errorsOf = ({ messages, name }: FittedSet, weights: Weights): string => {
  const isSure = ({ memories }: JudgedMessage) => memories.some(({ signs }) => weighed(signs, weights) >= 0)
  const known = messages.filter(({ memories }) => memories.some(({ isRight, place }) => isRight && place < 5))
  const others = messages.filter(({ isAnswered }) => !isAnswered)
  const told = (kind: string, some: ReadonlyArray<JudgedMessage>) => `${kind} ${some.filter(isSure).length} of ${some.length}`
  const [near, nothing] = ['own', 'nothing'].map((kind) => others.filter((one) => one.kind === kind))
  return `  ${name.padEnd(24)} silent ${known.length - known.filter(isSure).length} of ${known.length}, given: ${told('near misses', near ?? [])}, ${told('messages', nothing ?? [])}`
}

const isMessages = (path: string): boolean => /\.(?:tsv|jsonl)$/.test(path) && !path.includes('=')
const paths = process.argv.slice(2)
const messages = paths.filter(isMessages).flatMap(messagesIn)
const foreign = paths.filter((path) => path.startsWith('?')).map((path) => [path.slice(1), foreignQuestions(path.slice(1))] as const)
const foreignTo = (path: string) => [
  ...messages,
  ...foreign.flatMap(([name, questions]) => (path.startsWith(name.split(':')[0] ?? name) ? [] : questions)),
]
const examplesFile = process.env['FIT_EXAMPLES']
const collected = async (): Promise<Collected> => {
  const [words, vectors]: [Array<FittedSet>, Array<FittedSet>] = [[], []]
  for (const named of paths.filter((path) => !isMessages(path) && !path.startsWith('?'))) {
    const path = named.replace(/^@/, '')
    words.push(...(await setsAt(path, foreignTo(path), undefined)))
    if (named.startsWith('@')) vectors.push(...(await setsAt(path, foreignTo(path), encoderEmbedder(openSentenceEncoder()))))
    process.stderr.write(`${named}: asked\n`)
  }
  return { words, vectors }
}
const isKept = examplesFile !== undefined && existsSync(examplesFile)
const { vectors, words }: Collected = isKept ? JSON.parse(readFileSync(examplesFile, 'utf8')) : await collected()
if (examplesFile !== undefined && !isKept) writeFileSync(examplesFile, JSON.stringify({ words, vectors }))
const inForce: Weights = balanced.context.confidence
const print = (told: string, some: ReadonlyArray<FittedSet>, weights: Weights) =>
  process.stdout.write(`${told}: ${JSON.stringify(weights)}\n${some.map((set) => `${errorsOf(set, weights)}\n`).join('')}`)
let byWords = inForce
for (let round = 1; round <= rounds; round++) byWords = fittedByWords(words, byWords)
print('by words, in force', words, inForce)
print('by words, fitted', words, byWords)
if (vectors.length > 0) {
  print('with vectors, without their weight', vectors, { ...inForce, meaning: 0 })
  print('with vectors, fitted', vectors, fittedMeaning(vectors, inForce))
}
