/** Judges what a brain would have learned by a time: how it ranks the questions that were judged after that, as NDCG@10. */
import * as Effect from 'effect/Effect'
import { canonicalJson } from '../../domain/canonical-json.ts'
import type { BrainEventOf } from '../../domain/events/brain-event.ts'
import { isRecallable } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, Position, TurnNumber } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { vouchingOf } from '../../domain/projections/standing.ts'
import { type Evidence, rankMemories } from '../../domain/recall/recall.ts'
import { units } from '../../domain/strength.ts'
import { mean, ndcg10, pairedInterval } from '../../domain/undo/evaluation.ts'
import { noHints, nothingNear } from '../../domain/walk/text-evidence.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { forEachEvent } from '../brain/commit-row.ts'
import { keptBodies } from '../brain/contents.ts'
import { endBefore } from '../history/past-ranking.ts'
import { gatherEvidence } from '../recall/evidence.ts'
import { derive } from './derive.ts'

/** Questions of one part that are ranked at most: the newest. */
export const judgedMost = 200

interface Judged extends ReadQuestion {
  readonly good: ReadonlySet<NodeNumber>
}

/** Returns the turns with at least one good memory, oldest first. */
export const judgedQuestions = Effect.fnUntraced(function* (brain: OpenBrain, out: ReadonlySet<Position>) {
  const judged = (yield* recordedQuestions(brain, out)).filter(({ verdicts }) => verdicts.size > 0)
  return (yield* readQuestions(brain, judged)).flatMap((one): ReadonlyArray<Judged> => {
    const good = new Set([...one.verdicts.values()].flatMap(({ node, value }) => (value > 0 ? [node] : [])))
    return good.size === 0 ? [] : [{ ...one, good }]
  })
})

interface LearnedBy {
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
  const asked: Array<{ readonly evidence: Evidence; readonly good: ReadonlySet<NodeNumber> }> = []
  for (const { day, good, text, texts } of turns.slice(-judgedMost)) {
    const known = new Set([...good].filter((node) => isRecallable(state.graph, node)))
    const then = { today: day, before: texts }
    if (known.size > 0) asked.push({ evidence: yield* gatherEvidence(brain, state.graph, profile, text, to, then), good: known })
    yield* Effect.yieldNow
  }
  return { state, asked }
})
type Learned = Effect.Success<ReturnType<typeof learnBefore>>

/** Returns NDCG@10 of each question that was looked up. */
export const scoresOf = ({ asked, state }: Learned, profile: Profile): ReadonlyArray<number> =>
  asked.map(({ evidence, good }) => {
    const first = rankedOn(state, profile, evidence).slice(0, 10)
    const nodes = first.map(({ node }) => node)
    return ndcg10(nodes, good)
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

/* Reads the recorded questions of a brain with the verdicts on their turns, and ranks questions on a state without recording them. */

/** A verdict on a memory of a turn. */
interface RecordedVerdict {
  readonly position: Position
  readonly node: NodeNumber
  /** From −1 to 1. */
  readonly value: number
}

export interface RecordedQuestion {
  readonly turn: TurnNumber
  readonly position: Position
  readonly question: ContentRef
  /** The day on which it was asked; undefined where none was recorded. */
  readonly day: number | undefined
  /** The questions that it goes on with, newest first. */
  readonly before: ReadonlyArray<ContentRef>
  /** The beginning of its ranking. */
  readonly shown: ReadonlyArray<NodeNumber>
  /** The newest verdict on each memory, in the order in which the memories were judged first. A memory that was named instead has value 1. */
  readonly verdicts: ReadonlyMap<NodeNumber, RecordedVerdict>
}

type Draft = { -readonly [K in keyof RecordedQuestion]: RecordedQuestion[K] } & { verdicts: Map<NodeNumber, RecordedVerdict> }

/** Turns that are kept at most: the newest. */
const turnsKept = 20_000

/** Returns the turns that asked a question, oldest first. Verdicts at the positions in `out` do not count. */
export const recordedQuestions = Effect.fnUntraced(function* (brain: OpenBrain, out: ReadonlySet<Position>) {
  const turns = new Map<TurnNumber, Draft>()
  yield* forEachEvent(brain, 1, brain.state.position, (event) => {
    if (event.turn === undefined) return
    const { position, turn } = event
    if (event.type === 'TurnStarted') {
      const { continues = [], day, question } = event.data
      const before = continues.flatMap((one) => turns.get(one)?.question ?? [])
      turns.set(turn, { turn, position, question, day, before, shown: [], verdicts: new Map() })
      for (const oldest of turns.keys()) {
        if (turns.size <= turnsKept) break
        turns.delete(oldest)
      }
    }
    const draft = turns.get(turn)
    if (draft === undefined || out.has(position)) return
    if (event.type === 'ContextBundled') draft.shown = event.data.nodes
    else if (event.type === 'FeedbackGiven') noteVerdict(draft, event)
  })
  return [...turns.values()] as ReadonlyArray<RecordedQuestion>
})

const noteVerdict = ({ verdicts }: Draft, { data, position }: BrainEventOf<'FeedbackGiven'>): void => {
  const value = units(data.outcome)
  // What nobody said never takes the place of what somebody did.
  if (data.about === 'observed') {
    for (const node of data.nodes) if (!verdicts.has(node)) verdicts.set(node, { position, node, value })
  } else if (value !== 0) for (const node of data.nodes) verdicts.set(node, { position, node, value })
  for (const node of data.instead ?? []) verdicts.set(node, { position, node, value: 1 })
}

/** A recorded question with its text, and those of the questions that it goes on with, newest first. */
export interface ReadQuestion extends RecordedQuestion {
  readonly text: string
  readonly texts: ReadonlyArray<string>
}

/** Adds the texts of questions. One that was erased, or goes on with an erased one, is left out. */
export const readQuestions = Effect.fnUntraced(function* (brain: OpenBrain, questions: ReadonlyArray<RecordedQuestion>) {
  const refs = questions.flatMap(({ before, question }) => [question, ...before])
  const bodies = yield* keptBodies(brain, refs)
  return questions.flatMap((one): ReadonlyArray<ReadQuestion> => {
    const text = bodies.get(one.question)
    const texts = one.before.flatMap((ref) => bodies.get(ref) ?? [])
    return text === undefined || texts.length < one.before.length ? [] : [{ ...one, text, texts }]
  })
})

/**
 * Ranks a question on a state: words and edges, without vectors, hints and session. No model is called, and the same state and settings give
 * the same ranking to the bit.
 */
export const rankedOn = ({ graph, owner }: BrainState, settings: Profile, evidence: Evidence) => {
  const hints = { ...noHints, goesOnWith: noHints.hits }
  const asked = { graph, settings, engine: settings.engine, evidence, near: nothingNear, hints }
  return rankMemories({ ...asked, ...vouchingOf(owner) }).ranking
}
