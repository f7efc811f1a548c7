/** What a memory answers to each question of a set, when it has read in what was there at the time of the question. */
import type { MemoryError, MemoryMethods, Request } from '@crabtrail/core'
import * as Duration from 'effect/Duration'
import * as Effect from 'effect/Effect'
import { FileRefused, NotMeasured } from '../failures.ts'
import { byScope, isTimed, type Question, type QuestionSet } from './question-set.ts'
import { documentWith, placeIn, root, type Shelf, shelvesOf } from './shelves.ts'
import { type Timeline, timelineOf } from './timeline.ts'
import type { Variant } from './variants.ts'

export interface MemoryRankings {
  /** For each question, best first: at most `most` places, each once. */
  readonly rankings: ReadonlyArray<ReadonlyArray<number>>
  readonly readingMs: number
  readonly askingMs: number
}

/**
 * Every scope is a brain of its own, made with the settings of the variant. Nothing is recorded of a question, so none changes what
 * another one finds.
 */
export const memoryRankings = Effect.fnUntraced(function* (
  memory: MemoryMethods,
  set: QuestionSet,
  { settings }: Variant,
  most: number,
  asked: (count: number) => Effect.Effect<void>,
) {
  const brains = brainsOf(set)
  for (const brain of brains.values()) yield* memory.init({ brain, settings })
  const rankings: Array<ReadonlyArray<number>> = set.questions.map(() => [])
  const { embedderFailures } = yield* memory.counters({})
  const corpus = corpusIn(memory, set, brains, embedderFailures)
  let readingMs = 0
  let askingMs = 0
  for (const [count, [at, question]] of inOrder(set).entries()) {
    const [reading] = yield* Effect.timed(corpus.advance(question.time))
    const [asking, places] = yield* Effect.timed(answered(memory, brains.get(question.scope) ?? '', question, most))
    readingMs += Duration.toMillis(reading)
    askingMs += Duration.toMillis(asking)
    rankings[at] = places
    yield* asked(count + 1)
  }
  yield* embedderWell(memory, set.name, embedderFailures)
  return { rankings, readingMs, askingMs } satisfies MemoryRankings
})

/** Scope → what its brain is called. */
export const brainsOf = (set: QuestionSet): ReadonlyMap<string, string> =>
  new Map([...byScope(set).keys()].map((scope, at) => [scope, `eval/scope-${at + 1}/default`]))

/** What an embedder did not answer would be measured by the words alone, under the name of both. */
const embedderWell = Effect.fnUntraced(function* (memory: MemoryMethods, set: string, failuresBefore: number) {
  const { embedder, embedderFailures } = yield* memory.counters({})
  if (embedder === undefined) return
  const failures = embedderFailures - failuresBefore
  const missing = embedder.brains.reduce((sum, brain) => sum + brain.missing, 0)
  const why = embedder.failure === undefined ? '' : `: ${embedder.failure.detail}`
  const problem =
    failures > 0 ? `the embedder failed ${failures} times${why}` : missing > 0 ? `${missing} memories have no vector` : undefined
  if (problem !== undefined) return yield* new NotMeasured({ set, embedder: embedder.id, problem })
})

/** Questions with their places, in the order in which they are asked. */
export const inOrder = (set: QuestionSet): ReadonlyArray<readonly [number, Question]> => {
  const questions = [...set.questions.entries()]
  return isTimed(set) ? questions.sort(([, one], [, other]) => (one.time ?? 0) - (other.time ?? 0)) : questions
}

/** The most that can be asked for at once. */
const itemsMost = 1_000

/** A row may be several memories: more are asked for than rows are wanted, and once more where that was not enough. */
const answered = Effect.fnUntraced(function* (memory: MemoryMethods, brain: string, { text }: Question, most: number) {
  const ask = (limit: number) => memory.recall({ brain, question: text, limit, record: false })
  const limit = Math.min(itemsMost, 3 * most)
  const { items } = yield* ask(limit)
  const places = placesOf(items)
  const whole = places.length >= most || items.length < limit || limit === itemsMost ? places : placesOf((yield* ask(itemsMost)).items)
  return whole.slice(0, most)
})

export const placesOf = (items: ReadonlyArray<{ readonly node: string }>): ReadonlyArray<number> => [
  ...new Set(items.flatMap(({ node }) => placeIn(node) ?? [])),
]

interface Corpus {
  /** Reads in what came until then, and retires what went. */
  readonly advance: (time: number | undefined) => Effect.Effect<void, MemoryError | FileRefused | NotMeasured>
}

export const corpusIn = (memory: MemoryMethods, set: QuestionSet, brains: ReadonlyMap<string, string>, failuresBefore: number): Corpus => {
  const timeline = timelineOf(set)
  const shelves = new Map(shelvesOf(set).flatMap((shelf) => shelf.places.map((place) => [place, shelf])))
  return {
    advance: Effect.fnUntraced(function* (time) {
      const changed = new Set(timeline.advance(time).flatMap((place) => shelves.get(place) ?? []))
      for (const [scope, ofScope] of Map.groupBy(changed, (shelf) => shelf.scope)) {
        const { skipped } = yield* memory.ingest({ brain: brains.get(scope) ?? '', ...changeOf(set, ofScope, timeline) })
        const [first] = skipped
        if (first !== undefined) return yield* new FileRefused({ path: set.name, problem: `a text was not read in: ${first.reason}` })
      }
      // What was not embedded while it was read in.
      if (changed.size === 0) return
      while (((yield* memory.upkeep({})).embedded ?? 0) > 0);
      yield* embedderWell(memory, set.name, failuresBefore)
    }),
  }
}

/** What is there of a shelf is its document; one of which nothing is there is gone. */
const changeOf = (set: QuestionSet, shelves: ReadonlyArray<Shelf>, timeline: Timeline): Omit<Request.IngestRequest, 'brain'> => {
  const filled = shelves.map((shelf) => ({ shelf, places: shelf.places.filter(timeline.isThere) }))
  return {
    documents: filled.flatMap(({ places, shelf }) => (places.length === 0 ? [] : [documentWith(set, shelf, places)])),
    folders: filled.flatMap(({ places, shelf }) => (places.length === 0 ? [{ root, below: shelf.folder }] : [])),
    prune: true,
  }
}
