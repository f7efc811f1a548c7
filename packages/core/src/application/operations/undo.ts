/** Takes back what some signals taught, and withdraws such requests. */
import * as Schema from 'effect/Schema'
import { verdicts } from '../../domain/events/learning-events.ts'
import { origins, reviews } from '../../domain/graph.ts'
import { dryRun, inBrain, inSession, keyed, optional, PositionText, required, speaker, TurnText, text, writing } from './operation.ts'
import { AliasSides } from './shown-node.ts'
import { restoring } from './teaching.ts'

/** The fields of the speaker. The command line has them for its own, because `--session` and `--origin` select here. */
const teacher = {
  ...speaker,
  ...inSession,
  ...keyed,
  origin: optional(Schema.Literals(origins), 'The trust in the one who asks.', { absent: 'owner', host: true }),
  session: optional(text(), 'The conversation in which it is asked.', { absent: 'cli', host: true }),
}

export const UnlearnRequest = Schema.Struct({
  ...inBrain,
  ...teacher,
  ofSession: optional(text(), 'Everything that was taught in this session: its key, or its number as `s17`.', {
    option: 'session',
    value: 'NAME',
  }),
  ofTurn: optional(TurnText, 'Everything that was said of this turn: `t17` or `17`.', { option: 'turn', value: 'TURN' }),
  ofFeedback: optional(text(), 'One verdict: `f17` or `17`.', { option: 'feedback', value: 'FEEDBACK' }),
  ofOrigin: optional(Schema.Literals(origins), 'Everything that speakers of this origin taught.', { option: 'origin', value: 'ORIGIN' }),
  ofActor: optional(text(), 'Everything that this speaker taught.', { option: 'actor', value: 'NAME' }),
  ofJudge: optional(
    text(),
    'Everything that followed from the judgements of one model: its name as `stats` and `hear` print it, with `@` and the name of the prompt behind it for those of one prompt.',
    { option: 'judge', value: 'MODEL[@PROMPT]' },
  ),
  since: optional(PositionText, 'Only what was said after this position.', { value: 'POS' }),
  until: optional(PositionText, 'Only what was said up to this position.', { absent: 'now', value: 'POS' }),
  withNodes: optional(
    Schema.Boolean,
    'Also retires the memories that come from the selection alone. What is kept of the words of its signals is retired in any case.',
    { option: 'with-nodes' },
  ),
  undo: optional(PositionText, 'Withdraws the request at this position: its signals teach again.', { value: 'POS' }),
  ...dryRun,
})
export type UnlearnRequest = typeof UnlearnRequest.Type

const taken = {
  brain: Schema.String,
  request: required(
    Schema.NullOr(Schema.Int),
    'The position of the request, by which it is withdrawn; `null` after a dry run, and where nothing had to be done.',
  ),
  signals: required(Schema.Array(Schema.Int), 'The positions of the signals that it takes out, or that teach again.'),
  elsewhere: optional(
    Schema.Int,
    'How many of them another unlearning takes out as well: these were out before, or stay out. Absent for none.',
  ),
  ...restoring,
  aliases: optional(
    AliasSides,
    'The aliases that memories regain and lose. Absent where none does, and where a repeated request is answered again.',
  ),
  nodes: required(Schema.Array(Schema.String), 'The memories that were retired with them, or are back.'),
  idle: optional(Schema.Literal(true), 'Present where it changes nothing.'),
  position: Schema.Int,
}

export const UnlearnAnswer = Schema.Struct(taken)
export type UnlearnAnswer = typeof UnlearnAnswer.Type

export const unlearn = writing({
  sentence: 'Takes back what was learned from some signals; what was learned from all others stays.',
  brain: 'refuse',
  request: UnlearnRequest,
  answer: UnlearnAnswer,
})

export const UndoRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  ...inSession,
  ...keyed,
  at: optional(
    PositionText,
    'Where its owner looked, as the `position` of a dry run: nothing is taken back if by now that would be something else.',
    { absent: 'now', value: 'POS' },
  ),
  ...dryRun,
})
export type UndoRequest = typeof UndoRequest.Type

const TakenSignal = Schema.Struct({
  position: Schema.Int,
  at: Schema.String,
  feedback: Schema.NullOr(Schema.String),
  verdict: Schema.NullOr(Schema.Literals(verdicts)),
  turn: Schema.NullOr(Schema.String),
  question: Schema.optionalKey(Schema.String),
  edge: Schema.NullOr(Schema.String),
  value: Schema.optionalKey(Schema.Number),
  review: optional(Schema.Literals(reviews), 'The decision about a memory that waited. Absent where it is none.'),
  nodes: Schema.Array(Schema.String),
})

export const UndoAnswer = Schema.Struct({
  ...taken,
  took: required(
    TakenSignal,
    'What it takes back: a verdict with its turn, question and memories, or the edge that was set by hand, with its ends and value. Of several verdicts the first. No question: it was erased.',
  ),
  also: optional(
    Schema.Array(TakenSignal),
    'The other verdicts that it takes back, because they said some of the same of the same turn, in whatever session. Absent for none.',
  ),
  still: optional(
    Schema.Array(Schema.String),
    'The verdicts that say some of the same and teach on, or teach now in its place. Absent for none; unlearn takes one out by `ofFeedback`.',
  ),
})
export type UndoAnswer = typeof UndoAnswer.Type

export const undo = writing({
  sentence: 'Takes back the last verdict, strength by hand or review that was said in this session and still teaches.',
  brain: 'refuse',
  request: UndoRequest,
  answer: UndoAnswer,
})
