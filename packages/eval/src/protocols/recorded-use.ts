/**
 * Measures from the log of a brain what its verdicts make of the memories that its turns gave, beside what retrieval alone would have given
 * (S4.107). Writes nothing and asks no model.
 *
 * Retrieval alone is the same recall with 0 hops, just before its turn: no edge is followed. What superseded another memory stays so: it is what the
 * notes say. A memory that nobody judged in a turn counts on neither side: verdicts say nothing of it.
 */
import { type Answer, type MemoryMethods, percentilesOf } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { logUpTo } from './event-pages.ts'

export interface RecordedUse {
  readonly brain: string
  readonly position: number
  /** Turns that gave something, and those of them that are measured: the newest that were judged and whose question is there. */
  readonly turns: number
  readonly measured: number
  readonly memory: Arm
  readonly alone: Arm
  /** Mean difference of the precision by turn, memory − alone, over the turns in which both gave something judged, with its 95 % interval. */
  readonly difference: { readonly turns: number; readonly mean: number; readonly interval: number }
  readonly corrections: Corrections
}

export interface Arm {
  /** Of the memories given that were judged, the share that was right, 0 to 1. */
  readonly precision: number
  /** Of the memories that were right, given or not, the share that was given, 0 to 1. */
  readonly found: number
  /** Of all memories given in turns that ended well, judged or not, the share that was right, 0 to 1. */
  readonly afterSuccess: number
  /** Mean tokens of a context. */
  readonly tokens: number
  /** Milliseconds of a recall of these questions as the brain is now. */
  readonly latencyMs: { readonly p50: number; readonly p95: number }
}

/** Verdicts that something was wrong, by the number of turns since the turn that they are about. */
export interface Corrections {
  readonly verdicts: number
  readonly within1: number
  readonly within3: number
  readonly within5: number
  /** Corrections for each turn that gave something. */
  readonly perTurn: number
}

/** Measures the newest `most` turns: each asks its question three times. */
export const recordedUse = Effect.fnUntraced(function* (memory: MemoryMethods, inBrain: { readonly brain?: string }, most: number) {
  const { brain, position } = yield* memory.stats(inBrain)
  const log = logUpTo(memory, { brain, names: true }, position)
  const started = yield* log('TurnStarted')
  const begun = new Map(started.map(({ position: at, turn }) => [turn, at]))
  const given = (yield* log('ContextBundled')).filter(({ data }) => numbersIn(data['included']).length > 0)
  const feedback = yield* log('FeedbackGiven')
  const judgements = judgedIn(feedback)
  const ends = new Map((yield* log('TurnCompleted')).map(({ data, turn }) => [turn, data['outcome']]))
  const asked = given.filter(({ turn }) => judgements.has(turn)).slice(-most)
  const measured: Array<MeasuredTurn> = []
  for (const { data, names, turn } of asked) {
    const { question } = yield* memory.why({ brain, turn: turn ?? '' })
    if (question.startsWith('erased:')) continue
    const before = String((begun.get(turn) ?? 1) - 1)
    const alone = yield* memory.recall({ brain, question, at: before, hops: 0 })
    const now = yield* memory.recall({ brain, question, record: false })
    const aloneNow = yield* memory.recall({ brain, question, record: false, hops: 0 })
    measured.push({
      judged: judgements.get(turn) ?? nothingJudged,
      isSuccess: ends.get(turn) === 'success',
      memory: { given: names?.['included'] ?? [], tokens: Number(data['tokens']), latencyMs: now.latencyMs },
      alone: { given: alone.context.items, tokens: alone.context.tokens, latencyMs: aloneNow.latencyMs },
    })
  }
  const corrections = correctionsIn(feedback, started, given.length)
  return { brain, position, turns: given.length, ...compared(measured), corrections } satisfies RecordedUse
})

interface Judged {
  readonly right: ReadonlySet<string>
  readonly wrong: ReadonlySet<string>
}

const nothingJudged: Judged = { right: new Set(), wrong: new Set() }

const numbersIn = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Returns what the verdicts on each turn say of memories. The newest verdict on a memory counts. */
const judgedIn = (feedback: ReadonlyArray<Answer.LoggedEvent>): ReadonlyMap<string | null, Judged> => {
  const verdicts = new Map<string | null, Map<string, boolean>>()
  for (const { data, names, turn } of feedback) {
    const known = verdicts.get(turn) ?? new Map<string, boolean>()
    verdicts.set(turn, known)
    for (const node of names?.['nodes'] ?? []) known.set(node, Number(data['outcome']) > 0 || data['applied'] === 'used')
    for (const node of names?.['instead'] ?? []) known.set(node, true)
  }
  const saying = (known: ReadonlyMap<string, boolean>, isRight: boolean) =>
    new Set([...known].flatMap(([node, right]) => (right === isRight ? [node] : [])))
  return new Map([...verdicts].map(([turn, known]) => [turn, { right: saying(known, true), wrong: saying(known, false) }]))
}

const correctionsIn = (
  feedback: ReadonlyArray<Answer.LoggedEvent>,
  started: ReadonlyArray<Answer.LoggedEvent>,
  turns: number,
): Corrections => {
  const places = new Map(started.map(({ turn }, place) => [turn, place]))
  const delays: Array<number> = []
  let begun = 0
  for (const { data, position, turn } of feedback) {
    while ((started[begun]?.position ?? Number.POSITIVE_INFINITY) <= position) begun++
    if (turn !== null && Number(data['outcome']) < 0) delays.push(begun - (places.get(turn) ?? -1) - 1)
  }
  const within = (most: number) => delays.filter((delay) => delay <= most).length
  const perTurn = turns === 0 ? 0 : delays.length / turns
  return { verdicts: delays.length, within1: within(1), within3: within(3), within5: within(5), perTurn }
}

/* Compares what a turn gave with what retrieval alone would have given. Pure. */

export interface Given {
  readonly given: ReadonlyArray<string>
  readonly tokens: number
  readonly latencyMs: number
}

export interface MeasuredTurn {
  readonly judged: Judged
  readonly isSuccess: boolean
  readonly memory: Given
  readonly alone: Given
}

export const compared = (turns: ReadonlyArray<MeasuredTurn>): Pick<RecordedUse, 'alone' | 'difference' | 'measured' | 'memory'> => {
  const precisions = turns.flatMap(({ alone, judged, memory }) => {
    const [one, other] = [precisionIn(memory, judged), precisionIn(alone, judged)]
    return one === undefined || other === undefined ? [] : [one - other]
  })
  const mean = average(precisions)
  const spread = precisions.length < 2 ? 0 : precisions.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (precisions.length - 1)
  const interval = precisions.length < 2 ? 0 : 1.96 * Math.sqrt(spread / precisions.length)
  const armOf = (of: 'memory' | 'alone') => arm(turns.map(({ [of]: given, isSuccess, judged }) => ({ ...given, isSuccess, judged })))
  return {
    measured: turns.length,
    memory: armOf('memory'),
    alone: armOf('alone'),
    difference: { turns: precisions.length, mean, interval },
  }
}

const average = (numbers: ReadonlyArray<number>): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length

/** Undefined where nothing that was given was judged. */
const precisionIn = ({ given }: Given, { right, wrong }: Judged): number | undefined => {
  const judged = given.filter((node) => right.has(node) || wrong.has(node))
  return judged.length === 0 ? undefined : judged.filter((node) => right.has(node)).length / judged.length
}

const arm = (turns: ReadonlyArray<Given & Pick<MeasuredTurn, 'isSuccess' | 'judged'>>): Arm => {
  const count = (of: ReadonlyArray<(typeof turns)[number]>, counts: (node: string, judged: Judged) => boolean) =>
    of.reduce((sum, { given, judged }) => sum + given.filter((node) => counts(node, judged)).length, 0)
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
  const right = count(turns, (node, judged) => judged.right.has(node))
  const ended = turns.filter(({ isSuccess }) => isSuccess)
  const { p50 = 0, p95 = 0 } = percentilesOf(turns.map(({ latencyMs }) => latencyMs)) ?? {}
  return {
    precision: share(
      right,
      count(turns, (node, judged) => judged.right.has(node) || judged.wrong.has(node)),
    ),
    found: share(
      right,
      turns.reduce((sum, { judged }) => sum + judged.right.size, 0),
    ),
    afterSuccess: share(
      count(ended, (node, judged) => judged.right.has(node)),
      count(ended, () => true),
    ),
    tokens: average(turns.map(({ tokens }) => tokens)),
    latencyMs: { p50, p95 },
  }
}
