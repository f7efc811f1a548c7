/** Reads the recorded questions of a brain with the verdicts on their turns, and ranks questions on a state without recording them. */
import * as Effect from 'effect/Effect'
import type { BrainEventOf } from '../../domain/events/brain-event.ts'
import type { ContentRef, NodeNumber, Position, TurnNumber } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { isVouchedBy } from '../../domain/projections/owners-words.ts'
import { type Evidence, rankMemories } from '../../domain/recall/recall.ts'
import { units } from '../../domain/strength.ts'
import { noHints, nothingNear } from '../../domain/walk/text-evidence.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/contents.ts'
import { forEachEvent } from '../brain/read-row.ts'

/** A verdict on a memory of a turn. */
export interface RecordedVerdict {
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
    else if (event.type === 'FeedbackGiven') judge(draft, event)
  })
  return [...turns.values()] as ReadonlyArray<RecordedQuestion>
})

const judge = ({ verdicts }: Draft, { data, position }: BrainEventOf<'FeedbackGiven'>): void => {
  const value = units(data.outcome)
  if (value !== 0) for (const node of data.nodes) verdicts.set(node, { position, node, value })
  for (const node of data.instead ?? []) verdicts.set(node, { position, node, value: 1 })
}

/** A recorded question with its text, and those of the questions that it goes on with, newest first. */
export interface ReadQuestion extends RecordedQuestion {
  readonly text: string
  readonly texts: ReadonlyArray<string>
}

/** Adds the texts of questions. One that was erased, or goes on with an erased one, is left out. */
export const readQuestions = Effect.fnUntraced(function* (brain: OpenBrain, questions: ReadonlyArray<RecordedQuestion>) {
  const bodies = yield* keptBodies(
    brain,
    questions.flatMap(({ before, question }) => [question, ...before]),
  )
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
  return rankMemories({ ...asked, isVouched: isVouchedBy(owner) }).ranking
}
