/**
 * Feeds the rows of a question set to a memory and asks it questions.
 *
 * The memory is made for one measurement and deleted after it. Each scope of the set is a brain. A recall records nothing, so no question
 * changes the answer to another one.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Embedder, EmbedderPace, LanguageModel, MemoryError, MemoryHere, MemoryMethods, Request } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { FileRefused, memoryOver } from 'crabtrail'
import * as Effect from 'effect/Effect'
import * as Schema from 'effect/Schema'
import type * as Scope from 'effect/Scope'
import { byScope, isTimed, type Question, type QuestionSet, type Row } from '../sets/question-set.ts'

/** Error of a measurement that would not show the work of the embedder that it names. */
export class NotMeasured extends Schema.TaggedError<NotMeasured>()('NotMeasured', {
  set: Schema.String,
  /** Id of the embedder. */
  embedder: Schema.String,
  problem: Schema.String,
}) {
  override get message() {
    return `${this.set}: ${this.problem} (${this.embedder}); nothing was measured: see to the embedder, or measure without one`
  }
}

/** Settings of a brain that replace those of the profile. */
export type Settings = NonNullable<Request.InitRequest['settings']>

export interface Measuring {
  /** Profile of every brain, and the settings that replace its own. */
  readonly profile: string
  readonly settings: Settings
  /** Undefined: no model is asked. Else each question is recorded as a turn. */
  readonly model: LanguageModel['Service'] | undefined
  /** Milliseconds that a question waits for the model. */
  readonly modelMs: number
  /** Undefined: the memory compares no vectors. */
  readonly embedder: Embedder['Service'] | undefined
  /** Reports progress. */
  readonly note: (text: string) => Effect.Effect<void>
}

/** As the default profile has it, by words alone, without a word on progress. */
export const usual: Measuring = {
  ...{ profile: 'balanced', settings: {}, embedder: undefined, model: undefined, modelMs: 0 },
  note: () => Effect.void,
}

/**
 * Long time limits for the embedder: nobody waits for an answer here, and a vector that came too late would count as one that does not
 * help.
 */
const unhurried: EmbedderPace = { questionMs: 60_000, loadMs: Number.POSITIVE_INFINITY, readMs: 600_000, upkeepMs: 600_000 }

/**
 * Makes an empty memory in a temporary folder, which is removed with the scope. For a large set a file is many times as fast as the store
 * in memory.
 */
export const temporaryMemory = ({ embedder, model, modelMs }: Measuring): Effect.Effect<MemoryHere, MemoryError, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), 'crabtrail-eval-'))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true })),
    )
    return yield* memoryOver(layerSqlite({ path: join(folder, 'eval.db') }), yield* Effect.scope, {
      ...{ embedder, model, modelMs },
      pace: unhurried,
    })
  })

export interface Corpus {
  /** Scope → key of its brain. */
  readonly brains: ReadonlyMap<string, string>
  /** Ingests the rows that appeared up to `time` and retires those that disappeared. Undefined: up to the end. Times never go back. */
  readonly advance: (time: number | undefined) => Effect.Effect<void, MemoryError | FileRefused | NotMeasured>
  /** Fails if the embedder failed since the corpus was opened, or if a memory lacks its vector. */
  readonly requireVectors: Effect.Effect<void, MemoryError | NotMeasured>
}

/** Makes a brain for each scope. No row is ingested before the first `advance`. `variant`: settings in place of those that are measured. */
export const openCorpus = Effect.fnUntraced(function* (
  memory: MemoryMethods,
  set: QuestionSet,
  { profile, settings: measured }: Measuring,
  variant: Settings,
) {
  const settings = { ...measured, ...variant }
  const brains = new Map([...byScope(set).keys()].map((scope, at) => [scope, `eval/scope-${at + 1}/default`]))
  for (const brain of brains.values()) yield* memory.init({ brain, profile, settings })
  const { embedderFailures: failuresBefore } = yield* memory.counters({})
  const requireVectors = requireVectorsOf(memory, set.name, failuresBefore)
  const timeline = timelineOf(set)
  const documents = new Map(documentsOf(set).flatMap((document) => document.places.map((place) => [place, document])))
  const advance: Corpus['advance'] = Effect.fnUntraced(function* (time) {
    const changed = new Set(timeline.advance(time).flatMap((place) => documents.get(place) ?? []))
    if (changed.size === 0) return
    for (const [scope, inScope] of Map.groupBy(changed, (document) => document.scope)) {
      const { skipped } = yield* memory.ingest({ brain: brains.get(scope) ?? '', ...changeOf(set, inScope, timeline) })
      const [first] = skipped
      if (first !== undefined) return yield* new FileRefused({ path: set.name, problem: `a text was not read in: ${first.reason}` })
    }
    // Embeds the passages that ingest left without a vector.
    while (((yield* memory.upkeep({})).embedded ?? 0) > 0);
    yield* requireVectors
  })
  return { brains, advance, requireVectors } satisfies Corpus
})

/**
 * Fails if the embedder failed or a memory lacks its vector. Without this check a failed embedder would be measured as "words only" under
 * the name of both.
 */
const requireVectorsOf = Effect.fnUntraced(function* (memory: MemoryMethods, set: string, failuresBefore: number) {
  const { embedder, embedderFailures } = yield* memory.counters({})
  if (embedder === undefined) return
  const failures = embedderFailures - failuresBefore
  const missing = embedder.brains.reduce((sum, brain) => sum + brain.missing, 0)
  const why = embedder.failure === undefined ? '' : `: ${embedder.failure.detail}`
  const problem =
    failures > 0 ? `the embedder failed ${failures} times${why}` : missing > 0 ? `${missing} memories have no vector` : undefined
  if (problem !== undefined) return yield* new NotMeasured({ set, embedder: embedder.id, problem })
})

/** Returns the questions with their index in the set: by time in a timed set, else in the order of the set. */
export const inOrder = (set: QuestionSet): ReadonlyArray<readonly [number, Question]> => {
  const questions = [...set.questions.entries()]
  return isTimed(set) ? questions.sort(([, one], [, other]) => (one.time ?? 0) - (other.time ?? 0)) : questions
}

/** Returns the places of the rows behind these memories, each once, in the order of their first memory. Long rows are several memories. */
export const placesOf = (nodes: ReadonlyArray<string>): ReadonlyArray<number> => [...new Set(nodes.flatMap((node) => placeOf(node) ?? []))]

/** Returns the place of the row that a memory was read from; undefined for a memory that is not of a row. */
export const placeOf = (node: string): number | undefined => {
  const found = /^d\d+\/rows\.txt#(\d+)(?:~\d+)?$/.exec(node)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** Rows that are ingested as one document. */
export interface RowDocument {
  /** Folder of the document. It holds nothing else, so that the whole folder is retired when all rows of the document disappear. */
  readonly folder: string
  readonly scope: string
  /** Places of its rows, rising. */
  readonly places: ReadonlyArray<number>
}

/** Rows and characters of one document of rows without a session. */
const documentRowsMax = 2_000
const documentCharactersMax = 2_000_000

/**
 * Groups the rows into documents: every place is in exactly one document; documents are ordered by their first place.
 *
 * The rows of a session are one document. Other rows share documents, except in a timed set, where each is a document.
 */
export const documentsOf = (set: QuestionSet): ReadonlyArray<RowDocument> => {
  const timed = isTimed(set)
  const documents: Array<{ readonly folder: string; readonly scope: string; readonly places: Array<number>; characters: number }> = []
  const open = new Map<string, (typeof documents)[number]>()
  for (const [place, row] of set.rows.entries()) {
    const key = documentKey(row, place, timed)
    const known = open.get(key)
    const isFull =
      row.session === undefined && (known?.places.length === documentRowsMax || (known?.characters ?? 0) >= documentCharactersMax)
    const document =
      known === undefined || isFull ? { folder: `d${documents.length + 1}`, scope: row.scope, places: [], characters: 0 } : known
    if (document !== known) {
      documents.push(document)
      open.set(key, document)
    }
    document.places.push(place)
    document.characters += row.text.length
  }
  return documents
}

const documentKey = ({ scope, session }: Row, place: number, timed: boolean): string =>
  JSON.stringify(session === undefined ? [scope, timed ? place : 'rows'] : [scope, 'session', session])

/** Name of the folder of all documents in the memory. */
const root = 'corpus'

/**
 * Makes the document with the rows at `places`. The place of a row is its id. The name ends in `.txt`, because ingest prunes a folder by
 * the names it knows as text.
 */
export const documentWith = ({ rows }: QuestionSet, { folder }: RowDocument, places: ReadonlyArray<number>): Request.DocumentInput => {
  const lines = places.map((place) => {
    const { session, text, title } = rows[place] ?? {}
    return JSON.stringify({ id: String(place), title, text, session })
  })
  return { source: `${folder}/rows.txt`, format: 'jsonl', text: lines.join('\n'), root }
}

/** Ingests the visible rows of each document. A document without visible rows is retired. */
const changeOf = (set: QuestionSet, documents: ReadonlyArray<RowDocument>, timeline: Timeline): Omit<Request.IngestRequest, 'brain'> => {
  const visible = documents.map((document) => ({ document, places: document.places.filter(timeline.isThere) }))
  return {
    documents: visible.flatMap(({ document, places }) => (places.length === 0 ? [] : [documentWith(set, document, places)])),
    folders: visible.flatMap(({ document, places }) => (places.length === 0 ? [{ root, below: document.folder }] : [])),
    prune: true,
  }
}

export interface Timeline {
  /**
   * Places whose visibility changed since the last call, in the order of their times. `time` never goes back; undefined is the end.
   * In a set without times the first call returns every place.
   */
  readonly advance: (time: number | undefined) => ReadonlyArray<number>
  readonly isThere: (place: number) => boolean
}

export const timelineOf = (set: QuestionSet): Timeline => {
  const there = new Set<number>()
  const moments = momentsOf(set)
  let next = 0
  const advance = (time = Number.POSITIVE_INFINITY): ReadonlyArray<number> => {
    const before = new Set<number>()
    const touched = new Set<number>()
    for (let moment = moments[next]; moment !== undefined && isPast(moment, time); moment = moments[++next]) {
      if (!touched.has(moment.place) && there.has(moment.place)) before.add(moment.place)
      touched.add(moment.place)
      if (moment.appears) there.add(moment.place)
      else there.delete(moment.place)
    }
    return [...touched].filter((place) => before.has(place) !== there.has(place))
  }
  return { advance, isThere: (place) => there.has(place) }
}

interface Moment {
  readonly at: number
  readonly place: number
  readonly appears: boolean
}

/**
 * True if the moment is before `time`, as in `isVisible`: a question at the time of a row does not see it, and a question at its end does
 * not see it any more.
 */
const isPast = ({ appears, at }: Moment, time: number): boolean => (appears ? at < time : at <= time)

/** Returns the moments by time; at the same time rows disappear before others appear. */
const momentsOf = (set: QuestionSet): ReadonlyArray<Moment> => {
  if (!isTimed(set)) return set.rows.map((_, place) => ({ at: Number.NEGATIVE_INFINITY, place, appears: true }))
  const moments = set.rows.flatMap(
    ({ time = Number.NEGATIVE_INFINITY, until }, place): ReadonlyArray<Moment> => [
      { at: time, place, appears: true },
      ...(until === undefined ? [] : [{ at: until, place, appears: false }]),
    ],
  )
  return moments.sort((one, other) => one.at - other.at || Number(one.appears) - Number(other.appears) || one.place - other.place)
}
