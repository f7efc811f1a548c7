/** Judges what a brain would have learned by a time: how it ranks the questions that were judged after that, as NDCG@10. */
import * as Effect from 'effect/Effect'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { isRecallable } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { Evidence } from '../../domain/recall/recall.ts'
import { mean, pairedInterval } from '../../domain/undo/bootstrap.ts'
import { ndcg10 } from '../../domain/undo/tuning.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { gatherEvidence } from '../recall/evidence.ts'
import { derive, endBefore } from './derive.ts'
import { type ReadQuestion, rankedOn, readQuestions, recordedQuestions } from './recorded-questions.ts'

/** Questions of one part that are ranked at most: the newest. */
export const judgedMost = 200

export interface Judged extends ReadQuestion {
  readonly good: ReadonlySet<NodeNumber>
}

/** Returns the turns with at least one good memory, oldest first. */
export const judgedQuestions = Effect.fnUntraced(function* (brain: OpenBrain, out: ReadonlySet<Position>) {
  const all = yield* recordedQuestions(brain, out)
  const judged = yield* readQuestions(
    brain,
    all.filter(({ verdicts }) => verdicts.size > 0),
  )
  return judged.flatMap((one): ReadonlyArray<Judged> => {
    const good = new Set([...one.verdicts.values()].flatMap(({ node, value }) => (value > 0 ? [node] : [])))
    return good.size === 0 ? [] : [{ ...one, good }]
  })
})

interface Learned {
  readonly state: BrainState
  readonly asked: ReadonlyArray<{ readonly evidence: Evidence; readonly good: ReadonlySet<NodeNumber> }>
}

export interface LearnedBy {
  readonly out: ReadonlySet<Position>
  /** The settings to learn by from the first event on; undefined for those of the time. */
  readonly under: Profile | undefined
  /** The settings to look questions up by. */
  readonly profile: Profile
}

/** Learns from everything before the first of these turns, and looks the newest of their questions up there. */
export const learnBefore = Effect.fnUntraced(function* (
  brain: OpenBrain,
  turns: ReadonlyArray<Judged>,
  { out, profile, under }: LearnedBy,
) {
  const to = yield* endBefore(brain, turns[0]?.position ?? 1)
  const { state } = yield* derive(brain, { out, profile: under, to })
  const asked: Array<Learned['asked'][number]> = []
  for (const { day, good, text, texts } of turns.slice(-judgedMost)) {
    const known = new Set([...good].filter((node) => isRecallable(state.graph, node)))
    const then = { today: day, before: texts }
    if (known.size > 0) asked.push({ evidence: yield* gatherEvidence(brain, state.graph, profile, text, to, then), good: known })
    yield* Effect.yieldNow
  }
  return { state, asked } satisfies Learned
})

/** Returns NDCG@10 of each question that was looked up. */
export const scoresOf = ({ asked, state }: Learned, profile: Profile): ReadonlyArray<number> =>
  asked.map(({ evidence, good }) => {
    const ranking = rankedOn(state, profile, evidence)
    return ndcg10(
      ranking.slice(0, 10).map(({ node }) => node),
      good,
    )
  })

/** Makes the judge of these turns: under each profile it learns from everything before the first of them. */
export const judge = Effect.fnUntraced(function* (brain: OpenBrain, turns: ReadonlyArray<Judged>, out: ReadonlySet<Position>) {
  const learned = new Map<string, Learned>()
  yield* Effect.yieldNow
  return Effect.fnUntraced(function* (profile: Profile) {
    const key = learningKey(profile)
    const known = learned.get(key) ?? (yield* learnBefore(brain, turns, { out, under: profile, profile }))
    // The state of the settings in force is kept, and that of the last profile: a search varies walks around these two.
    for (const older of [...learned.keys()].slice(1)) learned.delete(older)
    learned.set(key, known)
    const scores = scoresOf(known, profile)
    yield* Effect.yieldNow
    return scores
  })
})
/** Returns NDCG@10 of each judged question under a profile. */
export type Judge = Effect.Success<ReturnType<typeof judge>>

/** Settings of walks and contexts change nothing that is learned from recorded walks, and nothing that the indexes find. */
const learningKey = ({ context: _, walk: __, ...learning }: Profile): string => canonicalJson(learning)

/** Compares the scores of the same questions before and after, with the paired 95 % interval of the mean gain. */
export const compareScores = (before: ReadonlyArray<number>, after: ReadonlyArray<number>) => {
  const gains = after.map((one, i) => one - (before[i] ?? 0))
  return { questions: gains.length, before: mean(before), after: mean(after), gain: mean(gains), interval: pairedInterval(gains) }
}
