/**
 * Measures learning: a memory is asked the train questions, hears a verdict on each five questions later, and is asked the test questions.
 *
 * A verdict is about the first ten rows: which were used, which were not relevant, and as a correction which row was missing.
 */
import { scoresOf } from '../../packages/eval/src/scores.ts'
import type { LearningSystem } from './adapter.mjs'
import { create } from './adapter.mjs'
import { delay, hashed, type LearningQuestion, type LearningSet } from './learning-set.ts'

const shownMost = 10
const depth = 20

/** All questions are asked within minutes: the limits on growth within an hour and a session would end it. */
const unhurried = { 'growth.perHour': 100_000, 'growth.perSession': 100_000 }

export interface Played {
  /** What the memory learns by; absent: `balanced`. */
  readonly profile?: string
  /** Other names of rows, by their ids; absent: none. */
  readonly aliases?: ReadonlyMap<string, ReadonlyArray<string>> | undefined
  /** Gets the system with all verdicts delivered, before it closes. */
  readonly finish?: (system: LearningSystem) => Promise<void>
}

export interface Teaching {
  /** Verdicts name only rows that were shown. */
  readonly shownOnly?: boolean
  /** Share of the questions with an inverted verdict, always the same questions. */
  readonly noise?: number
  /** The test questions are learned from as well. */
  readonly goesOn?: boolean
  /** New questions become cues. */
  readonly grows?: boolean
  /** Train questions that are asked again at the end, at most; 400 if absent. */
  readonly againMost?: number
}

export interface Asked {
  readonly rankings: ReadonlyMap<LearningQuestion, ReadonlyArray<string>>
  /** The first train questions without every third word, asked at the end; empty for a timed set and where no verdict is given. */
  readonly again: ReadonlyMap<LearningQuestion, ReadonlyArray<string>>
}

/** Asks all questions of the set. `taught` undefined: no verdict is given. */
export const askAll = async (
  set: LearningSet,
  taught: Teaching | undefined,
  { aliases, finish = async () => undefined, profile = 'balanced' }: Played = {},
): Promise<Asked> => {
  const system = await create({
    dataset: set.name,
    aliases,
    profile,
    ...(taught?.grows === true ? { grows: true, settings: unhurried } : {}),
  })
  const rows = rowsOverTime(set, system)
  const rankings = new Map<LearningQuestion, ReadonlyArray<string>>()
  const again = new Map<LearningQuestion, ReadonlyArray<string>>()
  const waiting: Array<() => Promise<void>> = []
  const ask = (id: string, text: string, { scope }: LearningQuestion) => system.recall({ id, text, scope, k: depth })
  const deliver = async (left: number) => {
    while (waiting.length > left) await waiting.shift()?.()
  }
  try {
    for (const question of set.questions) {
      if (question.split === 'test' && taught?.goesOn !== true) await deliver(0)
      await rows.advance(question.time)
      const ranking = await ask(question.id, question.question, question)
      rankings.set(question, ranking)
      if (taught === undefined || (question.split === 'test' && taught.goesOn !== true)) continue
      waiting.push(() => system.feedback(verdictOn(question, ranking.slice(0, shownMost), taught)))
      await deliver(delay)
    }
    if (!set.isTimed && taught !== undefined && taught.goesOn !== true)
      for (const question of set.questions.filter(({ split }) => split === 'train').slice(0, taught.againMost ?? 400))
        again.set(question, await ask(`${question.id}#2`, shortened(question), question))
    await deliver(0)
    await finish(system)
    return { rankings, again }
  } finally {
    await system.close()
  }
}

const verdictOn = ({ goldIds, id }: LearningQuestion, shown: ReadonlyArray<string>, { noise = 0, shownOnly = false }: Teaching) => {
  const right = shown.filter((row) => goldIds.includes(row))
  const wrong = shown.filter((row) => !goldIds.includes(row))
  if (hashed(`noise ${id}`) % 1000 < noise * 1000) {
    const turned = Math.max(1, right.length)
    return { id, used: wrong.slice(0, turned), missed: [], wrong: [...right, ...wrong.slice(turned)] }
  }
  return { id, used: right, missed: shownOnly ? [] : goldIds.filter((row) => !shown.includes(row)), wrong }
}

const shortened = ({ id, question }: LearningQuestion): string =>
  question
    .split(/\s+/)
    .filter((_, at) => (at + hashed(id)) % 3 !== 0)
    .join(' ')

/** Adds and removes rows as their times come. */
const rowsOverTime = ({ corpus, isTimed }: LearningSet, system: LearningSystem) => {
  const moments = corpus.flatMap((row) => [
    { at: row.time ?? 0, comes: true, row },
    ...(row.until === undefined ? [] : [{ at: row.until, comes: false, row }]),
  ])
  if (isTimed) moments.sort((one, other) => one.at - other.at || Number(one.comes) - Number(other.comes))
  let next = 0
  const advance = async (time = 0) => {
    const from = next
    for (let moment = moments[next]; moment !== undefined; moment = moments[++next])
      if (isTimed && (moment.comes ? moment.at >= time : moment.at > time)) break
    const passed = moments.slice(from, next)
    const come = passed.flatMap(({ comes, row }) => (comes ? [row] : []))
    const gone = passed.flatMap(({ comes, row }) => (comes ? [] : [row.id]))
    if (come.length > 0) await system.add(come)
    if (gone.length > 0) await system.remove(gone)
  }
  return { advance }
}

const ndcg = (ranking: ReadonlyArray<string>, { goldIds }: LearningQuestion): number => {
  const places = new Map(ranking.map((row, at) => [row, at]))
  return scoresOf(
    ranking.map((_, at) => at),
    new Set(goldIds.map((row, i) => places.get(row) ?? depth + i)),
  ).ndcg10
}

export interface Subset {
  readonly n: number
  /** Mean NDCG@10, times 100. */
  readonly off: number
  readonly on: number
}

export interface Gain extends Subset {
  /** Half of the 95 % confidence interval of `on` minus `off`. */
  readonly interval: number
  /** `seen`: a right row was right for a train question. `seenAndFar`: of these, no train question is similar. */
  readonly seen: Subset
  readonly unseen: Subset
  readonly seenAndFar: Subset
}

export const gainOf = (set: LearningSet, off: Asked, on: Asked): Gain => {
  const train = set.questions.filter(({ split }) => split === 'train')
  const known = new Set(train.flatMap(({ goldIds }) => goldIds))
  const test = set.questions.filter(({ split }) => split === 'test')
  const isSeen = ({ goldIds }: LearningQuestion) => goldIds.some((row) => known.has(row))
  const isFar = (question: LearningQuestion) => set.earlier.get(question)?.split !== 'train'
  const differences = test.map((question) => 100 * (scored(on, question) - scored(off, question)))
  const whole = subset(test, off, on)
  const spread = differences.reduce((sum, one) => sum + (one - (whole.on - whole.off)) ** 2, 0) / Math.max(1, differences.length)
  return {
    ...whole,
    interval: 1.96 * Math.sqrt(spread / Math.max(1, differences.length)),
    seen: subset(test.filter(isSeen), off, on),
    unseen: subset(
      test.filter((question) => !isSeen(question)),
      off,
      on,
    ),
    seenAndFar: subset(
      test.filter((question) => isSeen(question) && isFar(question)),
      off,
      on,
    ),
  }
}

/** The gain of each test question, in NDCG@10 × 100. */
export const gainsByQuestion = ({ questions }: LearningSet, off: Asked, on: Asked): ReadonlyArray<number> =>
  questions.flatMap((question) => (question.split === 'test' ? [100 * (scored(on, question) - scored(off, question))] : []))

const scored = ({ rankings }: Asked, question: LearningQuestion): number => ndcg(rankings.get(question) ?? [], question)

const subset = (questions: ReadonlyArray<LearningQuestion>, off: Asked, on: Asked): Subset => {
  const mean = (asked: Asked) => (100 * questions.reduce((sum, one) => sum + scored(asked, one), 0)) / Math.max(1, questions.length)
  return { n: questions.length, off: mean(off), on: mean(on) }
}

/** Share of the wrong rows among the first five of a similar earlier question that are among the first five again, and the number of questions. */
export const wrongAgain = (set: LearningSet, { rankings }: Asked): { readonly share: number; readonly n: number } => {
  const shares = [...set.earlier].flatMap(([question, before]) => {
    const wrong = (rankings.get(before) ?? []).slice(0, 5).filter((row) => !before.goldIds.includes(row) && !question.goldIds.includes(row))
    const shown = (rankings.get(question) ?? []).slice(0, 5)
    return wrong.length === 0 ? [] : [wrong.filter((row) => shown.includes(row)).length / wrong.length]
  })
  return { n: shares.length, share: shares.reduce((sum, one) => sum + one, 0) / Math.max(1, shares.length) }
}

/**
 * Returns the share of wrong rows among the first five that are there again, and recall@5, for the questions asked twice. Both times 100.
 */
export const secondAsk = ({ again, rankings }: Asked): { readonly wrong: number; readonly recall5: number } => {
  let [wrong, repeated, found] = [0, 0, 0]
  for (const [question, ranking] of again) {
    const shown = new Set(ranking.slice(0, 5))
    for (const row of (rankings.get(question) ?? []).slice(0, 5)) {
      if (question.goldIds.includes(row)) continue
      wrong++
      if (shown.has(row)) repeated++
    }
    found += question.goldIds.filter((row) => shown.has(row)).length / question.goldIds.length
  }
  return { wrong: (100 * repeated) / Math.max(1, wrong), recall5: (100 * found) / Math.max(1, again.size) }
}
