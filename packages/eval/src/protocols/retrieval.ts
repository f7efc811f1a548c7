/**
 * Measures retrieval: how many of the right rows a memory finds, with all its parts, with parts switched off, and beside two baselines.
 *
 * The memory is untaught: no verdict is given and no question is recorded.
 */
import { InvalidRequest, type MemoryMethods } from '@crabtrail/core'
import { nearest } from 'crabtrail'
import * as Duration from 'effect/Duration'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { baselineRankings, bm25Baseline, cosineBaseline } from '../baselines.ts'
import { byCategory, type MeanScores, meanOf, scoreNames, scoresOf } from '../scores.ts'
import { byScope, isTimed, mixedSet, type Question, type QuestionSet } from '../sets/question-set.ts'
import { inOrder, type Measuring, openCorpus, placesOf, type Settings, temporaryMemory } from './corpus.ts'

/** A memory with the settings of its profile except for `settings`. */
export interface Variant {
  readonly name: string
  readonly settings: Settings
}

const whole: Variant = { name: 'all', settings: {} }

/** Scores of the words alone: no vectors, no walk, no bonus for titles and speakers, no order by coverage. */
const textAlone: Variant = {
  name: 'text alone',
  settings: {
    'budget.hops': 0,
    'walk.coverage': 0,
    'seeding.title': 0,
    'seeding.speaker': 1,
    'seeding.vector': 0,
    'seeding.anchors': 'words',
  },
}

const without = {
  /** No walk. Titles, speakers and the order by coverage stay. */
  edges: { name: 'no edges', settings: { 'budget.hops': 0 } },
  /** Edges between passages that share a name count in full for every question. */
  gate: { name: 'no gate', settings: { 'walk.gateClosed': 0, 'walk.gateOpen': 0 } },
  /** The order is that of the scores. */
  coverage: { name: 'no coverage order', settings: { 'walk.coverage': 0 } },
} as const satisfies Readonly<Record<string, Variant>>

const ablations = Object.keys(without) as ReadonlyArray<keyof typeof without>

/**
 * Returns the variants for `--ablate` (`edges,gate` or `all`): the whole memory, the text alone, and one variant for each part that is
 * named.
 */
export const variantsOf = (ablate: string | undefined): Result.Result<ReadonlyArray<Variant>, InvalidRequest> => {
  if (ablate === undefined) return Result.succeed([whole])
  const words = ablate.split(',').map((word) => word.trim())
  const unknown = words.find((word) => word !== 'all' && !Object.hasOwn(without, word))
  if (unknown !== undefined) {
    const meant = nearest(unknown, [...ablations, 'all'])
    const hint = meant === undefined ? '' : `did you mean ${meant}? `
    const problem = `${JSON.stringify(unknown)} is no part; ${hint}They are ${ablations.join(', ')}, with commas between them, or all`
    return Result.fail(new InvalidRequest({ field: '--ablate', problem }))
  }
  const named = ablations.filter((part) => words.includes(part) || words.includes('all'))
  return Result.succeed([whole, textAlone, ...named.map((part) => without[part])])
}

export interface MeasuringRetrieval extends Measuring {
  /** Rows of a ranking that count. */
  readonly limit: number
}

export interface MeasuredMethod {
  /** Name of a variant, `bm25` or `cosine`. */
  readonly method: string
  readonly scores: MeanScores
  /** Scores of each category, in the order of the set; empty when all questions have the same category. */
  readonly categories: ReadonlyArray<{ readonly category: string } & MeanScores>
  /** Settings of the variant; absent for a baseline. */
  readonly settings?: Variant['settings']
  /** Milliseconds to ingest the corpus, and on average to answer a question; absent for a baseline. */
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

export const measureSet = Effect.fnUntraced(function* (set: QuestionSet, variants: ReadonlyArray<Variant>, measuring: MeasuringRetrieval) {
  const { limit, note } = measuring
  const methods: Array<MeasuredMethod> = []
  for (const variant of variants) {
    yield* note(`${set.name}: ${variant.name}, reading in ${set.rows.length} texts for ${set.questions.length} questions`)
    methods.push(yield* measureVariant(set, variant, measuring))
  }
  yield* note(`${set.name}: bm25 and cosine`)
  methods.push({ method: 'bm25', ...scored(set, baselineRankings(set, limit, bm25Baseline)) })
  methods.push({ method: 'cosine', ...scored(set, baselineRankings(set, limit, cosineBaseline)) })
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

/** Number of questions after which progress is reported. */
const questionsBetweenNotes = 500

const measureVariant = (set: QuestionSet, variant: Variant, measuring: MeasuringRetrieval) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { limit, note } = measuring
      const asked = { limit, record: measuring.model !== undefined }
      const memory = yield* temporaryMemory(measuring)
      const corpus = yield* openCorpus(memory, set, measuring, variant.settings)
      const rankings: Array<ReadonlyArray<number>> = set.questions.map(() => [])
      let readingMs = 0
      let askingMs = 0
      for (const [count, [at, question]] of inOrder(set).entries()) {
        const [reading] = yield* Effect.timed(corpus.advance(question.time))
        const [asking, places] = yield* Effect.timed(ranking(memory, corpus.brains.get(question.scope) ?? '', question, asked))
        readingMs += Duration.toMillis(reading)
        askingMs += Duration.toMillis(asking)
        rankings[at] = places
        if ((count + 1) % questionsBetweenNotes === 0) yield* note(`${set.name}: ${variant.name}, ${count + 1} questions asked`)
      }
      yield* corpus.requireVectors
      return {
        method: variant.name,
        ...scored(set, rankings),
        settings: variant.settings,
        readingMs: Math.round(readingMs),
        questionMs: Math.round((100 * askingMs) / Math.max(1, rankings.length)) / 100,
      } satisfies MeasuredMethod
    }),
  )

/** The most memories that one recall returns. */
const itemsMax = 1_000

/** Returns places, best first. A row can be several memories, so three times as many are requested, and all if these hold too few rows. */
const ranking = Effect.fnUntraced(function* (
  memory: MemoryMethods,
  brain: string,
  { text }: Question,
  { limit, record }: { readonly limit: number; readonly record: boolean },
) {
  const recall = Effect.fnUntraced(function* (most: number) {
    const { items } = yield* memory.recall({ brain, question: text, limit: most, record })
    return items.map(({ node }) => node)
  })
  const most = Math.min(itemsMax, 3 * limit)
  const nodes = yield* recall(most)
  const places = placesOf(nodes)
  const isEnough = places.length >= limit || nodes.length < most || most === itemsMax
  return (isEnough ? places : placesOf(yield* recall(itemsMax))).slice(0, limit)
})

/** `rankings`: one for each question, in the order of the set. */
const scored = (
  { questions }: QuestionSet,
  rankings: ReadonlyArray<ReadonlyArray<number>>,
): Pick<MeasuredMethod, 'scores' | 'categories'> => {
  const each = questions.map(({ category, gold }, at) => ({ category, scores: scoresOf(rankings[at] ?? [], gold) }))
  const mean = (some: ReadonlyArray<(typeof each)[number]>): MeanScores => meanOf(some.map(({ scores }) => scores))
  return { scores: mean(each), categories: byCategory(each, mean) }
}

/** All sets in one brain, and the loss of each set against its own measurement. */
export interface Mixture {
  /** Its categories are the names of the sets. */
  readonly measured: MeasuredSet
  readonly sets: ReadonlyArray<{
    readonly set: string
    readonly method: string
    readonly alone: MeanScores
    readonly mixed: MeanScores
    /** `alone` minus `mixed`, for each score. */
    readonly loss: Omit<MeanScores, 'n'>
  }>
  /** Names of the timed sets, which are left out. */
  readonly left: ReadonlyArray<string>
}

/** `alone`: the measurements of the same sets, each in brains of its own. */
export const measureMixture = Effect.fnUntraced(function* (
  sets: ReadonlyArray<QuestionSet>,
  alone: ReadonlyArray<MeasuredSet>,
  measuring: MeasuringRetrieval,
) {
  const together = sets.filter((set) => !isTimed(set))
  const measured = yield* measureSet(mixedSet(together), [whole], measuring)
  return {
    measured,
    sets: together.flatMap(({ name }) => measured.methods.flatMap((method) => lossOf(name, method, alone))),
    left: sets.filter(isTimed).map(({ name }) => name),
  } satisfies Mixture
})

const lossOf = (set: string, { categories, method, scores }: MeasuredMethod, measured: ReadonlyArray<MeasuredSet>): Mixture['sets'] => {
  const alone = measured.find((one) => one.set === set)?.methods.find((one) => one.method === method)?.scores
  const mixed = categories.find(({ category }) => category === set) ?? (categories.length === 0 ? scores : undefined)
  if (alone === undefined || mixed === undefined) return []
  const { category: _, ...inMixed } = { category: '', ...mixed }
  const loss = Object.fromEntries(scoreNames.map((name) => [name, alone[name] - mixed[name]]))
  return [{ set, method, alone, mixed: inMixed, loss: loss as Omit<MeanScores, 'n'> }]
}
