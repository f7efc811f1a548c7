/** Teaches the memory: verdicts on recalls, strengths set by hand, the learner, and taking learning back. */
import * as Schema from 'effect/Schema'
import { refusals, verdicts } from '../../domain/events/learning-events.ts'
import { edgeKinds, reviews } from '../../domain/graph.ts'
import { outcomeRange } from '../../domain/learning/movement-policy.ts'
import { limits } from '../limits.ts'
import { ChangedSettings } from './brains.ts'
import {
  dryRun,
  expecting,
  finite,
  inBrain,
  inSession,
  keyed,
  NodeText,
  optional,
  PositionText,
  required,
  shownText,
  speaker,
  TurnText,
  whole,
  writing,
} from './operation.ts'
import { Question } from './recall.ts'
import { SupersededChange } from './superseding.ts'

const teacher = { ...inBrain, ...speaker, ...inSession, ...keyed }

const Verdict = Schema.Literals(verdicts)

/** Message that an agent answers while it gives the verdict: the turn of its recall, and the words of the message. */
const Answering = Schema.Struct({ turn: Schema.optionalKey(Schema.String), message: Schema.optionalKey(Schema.String) })

export const FeedbackRequest = Schema.Struct({
  ...teacher,
  ...expecting,
  verdict: required(Verdict, 'The verdict.', { argument: 'VERDICT' }),
  turn: optional(TurnText, 'The recall that is meant: `t17` or `17`.', {
    absent:
      'the newest turn of the session that showed one of the nodes; without nodes success, partial and correction are shared among its last turns, and any other verdict is on its newest',
    value: 'TURN',
  }),
  context: optional(
    Question,
    'The question that the verdict is about: the newest turn of the session that asked it and showed one of the nodes is meant, and its kind of question learns. In place of `turn`.',
    { value: 'TEXT' },
  ),
  answering: optional(
    Answering,
    'The message that an agent answers while it says so. The memory then chooses the turn among the last of the session, even if the named turn did not show the nodes.',
    { host: true },
  ),
  nodes: required(Schema.Array(NodeText), 'The memories it is about.', { option: 'node', value: 'NODE' }),
  instead: optional(Schema.Array(NodeText), 'The memories that would have been right.', { value: 'NODE' }),
  outcome: optional(finite, 'How good it was, from -1 to 1.', { absent: 'as the verdict says', value: 'X' }),
  tier: optional(Schema.Literals(['agent', 'conscious']), 'Whose word it is: conscious is that of a person.', {
    absent: 'conscious',
    value: 'TIER',
  }),
  text: optional(shownText(limits.feedbackTextBytes), 'A free text beside it.'),
}).check(
  Schema.makeFilter(({ context, instead = [], nodes, outcome, turn, verdict }) => {
    if (context !== undefined && turn !== undefined) return { path: ['context'], issue: 'name the question or the turn, not both' }
    const named = nodes.length + instead.length
    if (named > limits.nodesNamed) return { path: ['nodes'], issue: `${named} are named; at most ${limits.nodesNamed}` }
    const [least, most] = outcomeRange(verdict)
    if (outcome === undefined || (outcome >= least && outcome <= most)) return undefined
    return { path: ['outcome'], issue: `${outcome} is out of range: ${verdict} has one from ${least} to ${most}` }
  }),
)
export type FeedbackRequest = typeof FeedbackRequest.Type

/** A strength that moved, in units. */
export const EdgeChange = Schema.Struct({
  edge: Schema.String,
  source: Schema.String,
  target: Schema.String,
  kind: Schema.Literals(edgeKinds),
  from: Schema.Number,
  to: Schema.Number,
})
export type EdgeChange = typeof EdgeChange.Type

/** A utility that moved, in units. */
export const UtilityChange = Schema.Struct({ node: Schema.String, from: Schema.Number, to: Schema.Number })
export type UtilityChange = typeof UtilityChange.Type

/** A praised memory that gains nothing. */
export const UngainedNode = Schema.Struct({
  node: Schema.String,
  review: optional(
    Schema.Literals(reviews),
    'How its text stands with the owner, where it was to wait for a yes. Absent: others wrote it, and the owner does not trust it.',
  ),
})
export type UngainedNode = typeof UngainedNode.Type

const learned = { adjustments: Schema.Array(EdgeChange), utility: Schema.Array(UtilityChange) }

export const FeedbackAnswer = Schema.Struct({
  brain: Schema.String,
  feedback: Schema.String,
  turn: required(Schema.NullOr(Schema.String), '`null`: it named none and was shared.'),
  earlier: optional(
    Schema.Struct({
      question: required(Schema.NullOr(Schema.String), 'What was asked in the turn that it is on; `null`: it was erased.'),
      newest: required(Schema.String, 'The newest turn of the session, which did not give the memories.'),
    }),
    'Present where it named no turn and the newest one of the session did not give the memories: it is on the newest one that did.',
  ),
  shares: optional(
    Schema.Array(Schema.Struct({ turn: Schema.String, share: Schema.Number })),
    'The turns among which a shared verdict was divided, and the share of each in units, newest first.',
  ),
  verdict: Verdict,
  applied: required(Verdict, 'The verdict that the profile makes of it.'),
  ...learned,
  superseded: optional(Schema.Array(SupersededChange), 'The memories that it superseded or lets hold again. Absent where none is.'),
  ungained: optional(
    Schema.Array(UngainedNode),
    'The memories that it praised and that gain nothing by it, because a model may not be given them. Absent where there are none.',
  ),
  refused: optional(Schema.Literals(refusals), 'Why it moved no strength and no utility, when it did not.'),
  position: Schema.Int,
})
export type FeedbackAnswer = typeof FeedbackAnswer.Type

export const feedback = writing({
  sentence: 'Records a verdict on a recall, and learns from it and from all before it before it answers.',
  brain: 'refuse',
  request: FeedbackRequest,
  answer: FeedbackAnswer,
})

export const StrengthRequest = Schema.Struct({
  ...teacher,
  ...expecting,
  source: required(NodeText, 'The memory that the edge leaves from.', { argument: 'SRC' }),
  target: required(NodeText, 'The memory that it leads to.', { argument: 'DST' }),
  value: required(
    Schema.Number,
    'The strength in units that a walk reads from the one to the other: the sum of all edges between them, within the bounds of the profile. Below zero it suppresses.',
    { argument: 'VALUE' },
  ),
  kind: optional(Schema.Literals(edgeKinds), 'The kind of the edge that takes the change. Only a kind that learns can be set.', {
    absent: 'learned',
    value: 'KIND',
  }),
})
export type StrengthRequest = typeof StrengthRequest.Type

export const StrengthAnswer = Schema.Struct({
  brain: Schema.String,
  ...EdgeChange.fields,
  read: required(
    Schema.Struct({ from: Schema.Number, to: Schema.Number }),
    'What a walk read from the one to the other, and what it reads now: the sum of all edges between the two, within the bounds.',
  ),
  position: Schema.Int,
})
export type StrengthAnswer = typeof StrengthAnswer.Type

export const strength = writing({
  sentence:
    'Sets by hand the strength that a walk reads from one memory to another; one edge takes the change, and is linked first where it does not exist.',
  brain: 'refuse',
  request: StrengthRequest,
  answer: StrengthAnswer,
})

export const LearnRequest = Schema.Struct({
  ...inBrain,
  most: optional(whole(1), 'Learns from so many facts; the answer says how many are left.', { absent: 'from all' }),
})
export type LearnRequest = typeof LearnRequest.Type

export const LearnAnswer = Schema.Struct({
  brain: Schema.String,
  facts: required(Schema.Int, 'Facts that were learned from.'),
  ...learned,
  position: Schema.Int,
  backlog: required(Schema.Int, 'Facts that are left.'),
})
export type LearnAnswer = typeof LearnAnswer.Type

export const learn = writing({
  sentence: 'Learns from the facts that wait for the learner.',
  brain: 'refuse',
  request: LearnRequest,
  answer: LearnAnswer,
})

const Moved = Schema.Struct({ edges: Schema.Array(EdgeChange), utilities: Schema.Array(UtilityChange) })
const Scored = Schema.Struct({ node: Schema.String, score: Schema.Number })

/** A recorded question whose ranking changes, with its newest turn and the first memories. */
export const ChangedRanking = Schema.Struct({
  question: Schema.String,
  turn: Schema.String,
  before: Schema.Array(Scored),
  after: Schema.Array(Scored),
})
export type ChangedRanking = typeof ChangedRanking.Type

/** A memory with the number of its doubts before and after. */
const DoubtChange = Schema.Struct({ node: Schema.String, from: Schema.Int, to: Schema.Int })

/** True: the owner trusts its text. */
const TrustChange = Schema.Struct({ node: Schema.String, from: Schema.Boolean, to: Schema.Boolean })

/** How a text stood with the owner, and how it stands; `null`: it is to wait for no yes. */
export const ReviewChange = Schema.Struct({
  node: Schema.String,
  from: Schema.NullOr(Schema.Literals(reviews)),
  to: Schema.NullOr(Schema.Literals(reviews)),
})
export type ReviewChange = typeof ReviewChange.Type

/** The fields of an answer that tell what stands otherwise beside values. */
export const marks = {
  doubts: optional(Schema.Array(DoubtChange), 'The memories that lose or regain a doubt. Absent where none does.'),
  superseded: optional(Schema.Array(SupersededChange), 'The memories that hold again, or are superseded again. Absent where none is.'),
  trust: optional(
    Schema.Array(TrustChange),
    'The memories that the owner’s trust is taken from or given back to, outside the queue. Absent where there is none.',
  ),
  reviews: optional(
    Schema.Array(ReviewChange),
    'The memories of which the owner’s yes or no is taken back, or is in force again: with `to` of `waits` they wait for it. Absent where none is.',
  ),
}

/** The fields of an answer that hold the restored values; after a dry run, the values and rankings that would change. */
export const restoring = {
  restored: optional(Moved, 'The strengths and utilities that moved. Absent after a dry run.'),
  would: optional(Moved, 'The strengths and utilities that would move. Only after a dry run.'),
  rankings: optional(
    Schema.Array(ChangedRanking),
    'After a dry run: those of the last 100 recorded questions whose ranking would change, with the first five memories before and after.',
  ),
  ...marks,
}

export const RollbackRequest = Schema.Struct({
  ...teacher,
  to: required(PositionText, 'The position whose strengths and utilities are restored.', { option: 'to', value: 'POS' }),
  ...dryRun,
})
export type RollbackRequest = typeof RollbackRequest.Type

export const RollbackAnswer = Schema.Struct({
  brain: Schema.String,
  to: required(Schema.Int, 'The end of the commit that it went back to.'),
  rounded: optional(Schema.String, 'Set when the position that was asked for lies inside a commit.'),
  before: optional(Schema.Int, 'The position right before it: a rollback to it takes this one back. Absent after a dry run.'),
  ...restoring,
  back: optional(
    Schema.Array(Schema.String),
    'Kinds of question that died or were merged since then and are back, and memories that an unlearning retired since. Absent where there are none.',
  ),
  out: optional(
    Schema.Array(Schema.String),
    'Kinds of question that were dead at that position and are again, and memories that were unlearned there. Absent where there are none.',
  ),
  promotion: optional(
    Schema.Int,
    'The position of the newest promotion since then whose settings stay in force: `promote` with `undo` takes it back.',
  ),
  settings: optional(
    ChangedSettings,
    'Settings that differ from those at that position, `from` then to `to` now: they stay in force. Absent where none does.',
  ),
  position: Schema.Int,
})
export type RollbackAnswer = typeof RollbackAnswer.Type

export const rollback = writing({
  sentence: 'Restores every learned strength and utility of an earlier position, and its kinds of question; documents and verdicts stay.',
  brain: 'refuse',
  request: RollbackRequest,
  answer: RollbackAnswer,
})
