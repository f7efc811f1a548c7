/**
 * Measures what a routing model does to rankings: one that knows the right passages, one that chooses at random, and one that follows
 * everything. Each answers as a model does: it reads the prompt, and its text is read by the memory.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LanguageModel, ModelQuestion } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import { memoryOver } from '../../packages/cli/src/memory.ts'
import { openCorpus, placesOf, usual } from '../../packages/eval/src/protocols/corpus.ts'
import { scoresOf } from '../../packages/eval/src/scores.ts'
import type { Question, QuestionSet } from '../../packages/eval/src/sets/question-set.ts'
import { random } from '../bench/random.ts'

/** A model as a function of the notes in its prompt: their numbers and texts. */
export type Chooser = (notes: ReadonlyArray<OfferedNote>, isRight: (text: string) => boolean, asked: AskedModel) => object

export interface AskedModel extends Pick<ModelQuestion, 'messages' | 'form'> {
  /** The place of the question among those of the set that are asked, from 0. */
  readonly place: number
}

export interface OfferedNote {
  readonly number: number
  readonly text: string
}

/** Follows the right passages and drops the others. */
export const oracle: Chooser = (notes, isRight) => ({
  follow: notes.filter(({ text }) => isRight(text)).map(({ number }) => number),
  drop: notes.filter(({ text }) => !isRight(text)).map(({ number }) => number),
})

/** Follows, drops or leaves each note with equal chance. */
export const guesser = (seed: number): Chooser => {
  const { below } = random(seed)
  return (notes) => {
    const fates = notes.map(({ number }) => ({ number, fate: below(3) }))
    const of = (wanted: number) => fates.filter(({ fate }) => fate === wanted).map(({ number }) => number)
    return { follow: of(0), drop: of(1) }
  }
}

export const everything: Chooser = (notes) => ({ follow: notes.map(({ number }) => number), drop: [] })

/** Reads the notes of a prompt: a number, signs, and the text in quotes. */
const notesIn = ({ messages }: ModelQuestion): ReadonlyArray<OfferedNote> =>
  (messages.at(-1)?.content ?? '').split('\n').flatMap((line) => {
    const found = /^(\d+) e\S+ d\S+[^"]*(".*")$/.exec(line)
    return found === null ? [] : [{ number: Number(found[1]), text: JSON.parse(found[2] ?? '""') as string }]
  })

/** NDCG@10 of one question with and without the model, and whether the model was asked. */
export interface RoutedQuestion {
  readonly wasAsked: boolean
  readonly without: number
  readonly withModel: number
  /** What became of the answer. */
  readonly outcome: string
}

/** A passage as a model reads it: behind its title. */
const shown = ({ text = '', title }: { readonly text?: string; readonly title?: string | undefined } = {}): string =>
  (title === undefined ? text : `${title}: ${text}`).replaceAll(/\s+/gu, ' ').trim()

/** True for what a prompt shows of a passage: parts of it with `…` between them. */
const holds = (passage: string, shown: string): boolean => shown.split('…').every((part) => passage.includes(part.trim()))

/** So many calls a day as the questions need. */
const settings = { 'model.dayTokens': 1_000_000_000, 'model.dayUsd': 10_000, 'growth.mode': 'off' }

export interface RoutedSet {
  /** Asks all questions with this model. */
  readonly ask: (chooser: Chooser) => Promise<ReadonlyArray<RoutedQuestion>>
  /** Questions whose recorded ranking differs from the one that a look gives, where no model answers. */
  readonly differing: () => Promise<ReadonlyArray<string>>
  readonly close: () => Promise<void>
}

/** Reads a set in once; each model is then asked about the same memory, in which nothing teaches. */
export const openRouted = async (set: QuestionSet, questions: ReadonlyArray<Question>): Promise<RoutedSet> => {
  const model: { choose: Chooser | undefined; right: ReadonlyArray<string>; asked: number; place: number } = {
    choose: undefined,
    right: [],
    asked: 0,
    place: 0,
  }
  const service: LanguageModel['Service'] = {
    id: 'test/chooser',
    forget: Effect.void,
    ask: (question) =>
      Effect.suspend(() => {
        const { choose, place, right } = model
        model.asked++
        if (choose === undefined) return Effect.die(new Error('no model'))
        const text = JSON.stringify(choose(notesIn(question), (shown) => right.some((one) => holds(one, shown)), { ...question, place }))
        return Effect.succeed({ text, tokensIn: 900, tokensOut: 180 })
      }),
  }
  const folder = mkdtempSync(join(tmpdir(), 'crabtrail-routing-'))
  let end: () => void = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let run = 0
  const ready = Promise.withResolvers<RoutedSet>()
  const close = async () => {
    end()
    await whole
    rmSync(folder, { recursive: true, force: true })
  }
  const whole = Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const memory = yield* memoryOver(layerSqlite({ path: join(folder, 'routing.db') }), yield* Effect.scope, { model: service })
        const corpus = yield* openCorpus(memory, set, usual, settings)
        yield* corpus.advance(undefined)
        const ranking = (one: Question, recorded: object) =>
          memory.recall({ brain: corpus.brains.get(one.scope) ?? '', question: one.text, limit: 300, ...recorded })
        const look = (one: Question) => Effect.map(ranking(one, { record: false }), ({ items }) => items)
        const score = (one: Question, items: ReadonlyArray<{ readonly node: string }>) =>
          scoresOf(placesOf(items.map(({ node }) => node)), one.gold).ndcg10
        const plainly = new Map<Question, number>()
        for (const one of questions) plainly.set(one, score(one, yield* look(one)))
        ready.resolve({
          ask: (choose) => {
            run++
            return Effect.runPromise(
              Effect.forEach(questions, (one, place) =>
                Effect.gen(function* () {
                  const right = [...one.gold].map((row) => shown(set.rows[row]))
                  Object.assign(model, { choose, right, asked: 0, place })
                  const { items, routing } = yield* ranking(one, { session: `run-${run}-${place}` })
                  const without = plainly.get(one) ?? 0
                  return { wasAsked: model.asked > 0, without, withModel: score(one, items), outcome: routing.outcome }
                }),
              ),
            )
          },
          differing: () => {
            run++
            return Effect.runPromise(
              Effect.filter(questions, (one) =>
                Effect.gen(function* () {
                  Object.assign(model, { choose: undefined })
                  const before = yield* look(one)
                  const { items } = yield* ranking(one, { session: `run-${run}-${one.text}` })
                  return JSON.stringify(items) !== JSON.stringify(before)
                }),
              ).pipe(Effect.map((found) => found.map(({ text }) => text))),
            )
          },
          close,
        })
        yield* Effect.promise(() => ended)
      }),
    ),
  )
  whole.catch(ready.reject)
  return ready.promise
}

export interface Gain {
  readonly questions: number
  /** The share of questions on which the policy called. */
  readonly asked: number
  /** Points of NDCG@10 that the model adds, over the questions on which it was asked, and over all. */
  readonly gain: number
  readonly overAll: number
  readonly without: number
}

const mean = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)

export const gainOf = (questions: ReadonlyArray<RoutedQuestion>): Gain => {
  const asked = questions.filter(({ wasAsked }) => wasAsked)
  const gain = (some: ReadonlyArray<RoutedQuestion>) => 100 * mean(some.map(({ withModel, without }) => withModel - without))
  return {
    questions: questions.length,
    asked: asked.length / Math.max(1, questions.length),
    gain: gain(asked),
    overAll: gain(questions),
    without: 100 * mean(asked.map(({ without }) => without)),
  }
}

/** Mean of several gains with the lowest. */
export const ofSeeds = (gains: ReadonlyArray<Gain>) => ({
  gain: mean(gains.map(({ gain }) => gain)),
  overAll: mean(gains.map(({ overAll }) => overAll)),
  worst: Math.min(...gains.map(({ gain }) => gain)),
})
