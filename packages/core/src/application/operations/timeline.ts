/** Reads the course of a log: its sessions, its turns one by one, and how dense it is from one position to another. */
import * as Schema from 'effect/Schema'
import { absenceReasons, turnOutcomes } from '../../domain/events/turn-events.ts'
import { limits } from '../limits.ts'
import { asOf, inBrain, optional, PositionText, reading, required, TurnText, whole } from './operation.ts'

export const SessionsRequest = Schema.Struct({
  ...inBrain,
  at: asOf,
  limit: optional(whole(1, limits.logEvents), 'The most sessions.', { absent: '20', value: 'N' }),
})
export type SessionsRequest = typeof SessionsRequest.Type

export const ListedSession = Schema.Struct({
  session: required(Schema.String, 'Its number, as `s17`.'),
  key: required(Schema.NullOr(Schema.String), '`null` where it was erased.'),
  kind: Schema.String,
  ended: Schema.Boolean,
  turns: required(Schema.Int, 'Turns that began in it, with or without memory.'),
  verdicts: required(
    Schema.Int,
    'Verdicts on memories and answers that were given in it or found in its replies and stand: none that an unlearning, an undo or a rollback took back.',
  ),
  wrong: required(Schema.Int, 'Those of the verdicts that are against what they are about, as `wrong` and `not-relevant`.'),
  takenBack: optional(Schema.Int, 'Verdicts of it that were taken back, and are none of `verdicts`. Absent: none was.'),
  signals: required(Schema.Int, 'Verdicts, outcomes, strengths set by hand and trust that were said in it and still teach.'),
  uses: required(Schema.Int, 'Those of them that were found in replies and that nobody said.'),
  last: required(
    Schema.NullOr(Schema.Struct({ at: Schema.String, position: Schema.Int, verdict: Schema.NullOr(Schema.String) })),
    'The newest of the signals; `null` where there is none.',
  ),
})
export type ListedSession = typeof ListedSession.Type

export const SessionsAnswer = Schema.Struct({
  brain: Schema.String,
  position: Schema.Int,
  sessions: required(Schema.Array(ListedSession), 'First those that taught, the last to teach first; then the others, the newest first.'),
  more: required(Schema.Int, 'The sessions that were left out by `limit`.'),
})
export type SessionsAnswer = typeof SessionsAnswer.Type

export const sessions = reading({
  sentence: 'Lists the sessions: their turns and verdicts, and how much of what was said in each still teaches.',
  brain: 'refuse',
  request: SessionsRequest,
  answer: SessionsAnswer,
})

const turnsMost = 200

export const TurnsRequest = Schema.Struct({
  ...inBrain,
  before: optional(TurnText, 'Only turns before this one: the next page begins before the last turn of the page before.', {
    absent: 'from the newest',
    value: 'TURN',
  }),
  session: optional(Schema.String, 'Only turns of this session: its key, or its number as `s17`.', { value: 'NAME' }),
  limit: optional(whole(1, turnsMost), 'The most turns.', { absent: '20', value: 'N' }),
  at: optional(PositionText, 'As it was at that position: later turns and verdicts are left out.', { absent: 'now', value: 'POS' }),
})
export type TurnsRequest = typeof TurnsRequest.Type

export const ListedTurn = Schema.Struct({
  turn: required(Schema.String, 'Its number, as `t17`.'),
  position: required(Schema.Int, 'Of its first event.'),
  end: required(Schema.Int, 'Of the last event of its recall: as of there the turn is the newest.'),
  at: Schema.String,
  session: required(Schema.NullOr(Schema.String), 'The number of its session, as `s17`; `null` without one.'),
  question: required(Schema.NullOr(Schema.String), 'The question; `null` where it was erased, or none was recorded.'),
  given: required(Schema.Int, 'Memories that were put before the model.'),
  absent: optional(Schema.Literals(absenceReasons), 'Set when the turn went on without memory.'),
  outcome: optional(Schema.Literals(turnOutcomes), 'How it ended. Absent: that was not told.'),
  drew: optional(Schema.Int, 'Memories that its reply drew on. Absent: that was not told.'),
  verdicts: required(
    Schema.Record(Schema.String, Schema.Int),
    'How often each verdict that stands was given on it, as `used` or `wrong`; also one on the session that the turn shares.',
  ),
  takenBack: optional(
    Schema.Record(Schema.String, Schema.Int),
    'How often each verdict on it was taken back by an unlearning, an undo or a rollback. Absent: none was.',
  ),
})
export type ListedTurn = typeof ListedTurn.Type

export const TurnsAnswer = Schema.Struct({
  brain: Schema.String,
  position: Schema.Int,
  turns: required(Schema.Array(ListedTurn), 'The newest first.'),
  more: required(Schema.Boolean, 'True where older turns were left out by `limit`.'),
})
export type TurnsAnswer = typeof TurnsAnswer.Type

export const turns = reading({
  sentence: 'Lists the turns, newest first: what was asked, what was given, and what was said of it.',
  brain: 'refuse',
  request: TurnsRequest,
  answer: TurnsAnswer,
})

const bucketsMost = 1_000

/** The counts of a bucket. Each counts the commits that have an event of its kind. */
export const densities = ['turns', 'verdicts', 'facts', 'learning', 'growth', 'forgetting'] as const
export type Density = (typeof densities)[number]

/** The kinds of marks on a time line. */
export const markKinds = ['tag', 'rollback', 'unlearn', 'withdrawn', 'erasure', 'settings', 'promoted'] as const
export type MarkKind = (typeof markKinds)[number]

export const TimelineRequest = Schema.Struct({
  ...inBrain,
  from: optional(PositionText, 'The first position.', { absent: 'the first event', value: 'POS' }),
  to: optional(PositionText, 'The last position.', { absent: 'the last event', value: 'POS' }),
  buckets: optional(whole(1, bucketsMost), 'Parts of equal length that it is divided into.', { absent: '60', value: 'N' }),
})
export type TimelineRequest = typeof TimelineRequest.Type

export const TimelineAnswer = Schema.Struct({
  brain: Schema.String,
  position: required(Schema.Int, 'The end of the log.'),
  from: Schema.Int,
  to: Schema.Int,
  buckets: required(
    Schema.Array(
      Schema.Struct({
        from: required(Schema.Int, 'Its first position.'),
        at: required(Schema.String, 'The time of that position.'),
        ...(Object.fromEntries(densities.map((name) => [name, Schema.Int])) as Record<Density, typeof Schema.Int>),
      }),
    ),
    'The parts in order. Each counts the commits that began in it: those with a turn, a verdict, a change of what is known, of what was learned, of cues, or a forgetting.',
  ),
  marks: required(
    Schema.Array(
      Schema.Struct({
        position: Schema.Int,
        kind: Schema.Literals(markKinds),
        name: optional(Schema.String, 'The name of a tag.'),
      }),
    ),
    'Single events that divide the past into a before and an after, in order; the newest 1,000 of them.',
  ),
})
export type TimelineAnswer = typeof TimelineAnswer.Type

export const timeline = reading({
  sentence: 'Counts what happened along the log, and names the events that divide it.',
  brain: 'refuse',
  request: TimelineRequest,
  answer: TimelineAnswer,
})
