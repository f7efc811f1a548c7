/** Measures a set: the memory as it is and with parts switched off, and beside it the two baselines. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Embedder, EmbedderPace } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import { memoryOver } from '../memory-layer.ts'
import { baselineRankings } from './baseline-rankings.ts'
import { bm25Baseline } from './bm25-baseline.ts'
import { cosineBaseline } from './cosine-baseline.ts'
import { memoryRankings } from './memory-rankings.ts'
import { type MeanScores, meanOf, scoresOf } from './metrics.ts'
import { byScope, isTimed, type QuestionSet } from './question-set.ts'
import type { Variant } from './variants.ts'

export interface MeasuredMethod {
  /** A variant, or `bm25` or `cosine`. */
  readonly method: string
  readonly scores: MeanScores
  /** In the order in which the set comes to them; none where all questions have the same. */
  readonly categories: ReadonlyArray<{ readonly category: string } & MeanScores>
  /** What the brain was made with in place of the profile's own settings; of a baseline absent. */
  readonly settings?: Variant['settings']
  /** Milliseconds of reading in, and of a question on the mean; of a baseline absent. */
  readonly readingMs?: number
  readonly questionMs?: number
}

export interface MeasuredSet {
  readonly set: string
  readonly format: QuestionSet['format']
  readonly rows: number
  readonly scopes: number
  readonly timed: boolean
  readonly questions: number
  readonly methods: ReadonlyArray<MeasuredMethod>
}

/** How a memory is measured. */
export interface Measuring {
  /** Rows of an answer that are looked at. */
  readonly most: number
  /** Whose vectors the memory compares. */
  readonly embedder: Embedder['Service'] | undefined
  /** Is told what goes on. */
  readonly note: (text: string) => Effect.Effect<void>
}

export const measuredSet = Effect.fnUntraced(function* (set: QuestionSet, variants: ReadonlyArray<Variant>, measuring: Measuring) {
  const { most, note } = measuring
  const methods: Array<MeasuredMethod> = []
  for (const variant of variants) {
    yield* note(`${set.name}: ${variant.name}, reading in ${set.rows.length} texts for ${set.questions.length} questions`)
    methods.push(yield* measuredVariant(set, variant, measuring))
  }
  yield* note(`${set.name}: bm25 and cosine`)
  methods.push({ method: 'bm25', ...measured(set, baselineRankings(set, most, bm25Baseline)) })
  methods.push({ method: 'cosine', ...measured(set, baselineRankings(set, most, cosineBaseline)) })
  return {
    set: set.name,
    format: set.format,
    rows: set.rows.length,
    scopes: byScope(set).size,
    timed: isTimed(set),
    questions: set.questions.length,
    methods,
  } satisfies MeasuredSet
})

/** Questions after which it is told how far it is. */
const between = 500

/** Nobody waits for an answer, and a vector that comes too late would be measured as one that does not help. */
export const patient: EmbedderPace = { questionMs: 60_000, loadMs: Number.POSITIVE_INFINITY, readMs: 600_000, upkeepMs: 600_000 }

/** A memory of its own, of which nothing is left when it was asked. */
const measuredVariant = (set: QuestionSet, variant: Variant, { embedder, most, note }: Measuring) =>
  Effect.scoped(
    Effect.gen(function* () {
      const path = join(yield* emptyFolder, 'eval.db')
      const memory = yield* memoryOver(layerSqlite({ path }), yield* Effect.scope, { embedder, pace: patient })
      const asked = (count: number) =>
        count % between === 0 ? note(`${set.name}: ${variant.name}, ${count} questions asked`) : Effect.void
      const { askingMs, rankings, readingMs } = yield* memoryRankings(memory, set, variant, most, asked)
      return {
        method: variant.name,
        ...measured(set, rankings),
        settings: variant.settings,
        readingMs: Math.round(readingMs),
        questionMs: Math.round((100 * askingMs) / Math.max(1, rankings.length)) / 100,
      } satisfies MeasuredMethod
    }),
  )

/** Gone with the scope. A file finds in a large set what the store in memory would take many times as long for. */
export const emptyFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), 'crabtrail-eval-'))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

const measured = (
  { questions }: QuestionSet,
  rankings: ReadonlyArray<ReadonlyArray<number>>,
): Pick<MeasuredMethod, 'scores' | 'categories'> => {
  const each = questions.map(({ category, gold }, at) => ({ category, scores: scoresOf(rankings[at] ?? [], gold) }))
  const categories = Map.groupBy(each, ({ category }) => category)
  const mean = (some: typeof each): MeanScores => meanOf(some.map(({ scores }) => scores))
  return {
    scores: mean(each),
    categories: categories.size < 2 ? [] : [...categories].map(([category, some]) => ({ category, ...mean(some) })),
  }
}
