/** Compares positions of the log, finds the event that changed a ranking, and explains why a memory is not recalled. */
import * as Schema from 'effect/Schema'
import { unapproved } from '../../domain/graph.ts'
import { notGivenReasons } from '../../domain/history/not-recalled.ts'
import { limits } from '../limits.ts'
import { BlameStep, Way } from './history.ts'
import { asOf, inBrain, list, NodeText, onDay, optional, PositionText, reading, required, whole } from './operation.ts'
import { Question } from './recall.ts'
import { AliasSides, Doubt } from './shown-node.ts'
import { SupersededNode, supersededBy } from './superseding.ts'
import { EdgeChange, UtilityChange } from './teaching.ts'

/* Parts of several answers. */

/** A position with the time of the last commit at or before it. */
const Moment = Schema.Struct({
  position: Schema.Int,
  at: required(Schema.NullOr(Schema.String), '`null` for position 0.'),
  isCommitEnd: required(Schema.Boolean, 'False for a position inside a commit: no answer was ever given from there.'),
})

/** The next step of whoever reads the answer. */
const Next = Schema.Struct({
  says: required(Schema.String, 'One sentence.'),
  commands: required(
    Schema.Array(Schema.Array(Schema.String)),
    'The commands that do it, in order, each as words without the name of the program.',
  ),
})
export type Next = typeof Next.Type

/** A change by one event that can move a ranking. */
const Mover = Schema.Struct({
  position: Schema.Int,
  type: Schema.String,
  at: Schema.String,
  of: required(Schema.Literals(['edge', 'node', 'settings']), 'What the event changed.'),
  name: required(Schema.String, 'The edge as SRC>KIND>DST, the id of the node, or the name of the profile.'),
  from: required(Schema.NullOr(Schema.Number), 'The strength or the utility before; `null` where the event changed neither.'),
  to: Schema.NullOr(Schema.Number),
  cause: required(Schema.NullOr(Schema.Int), 'The position of the fact behind it.'),
  verdict: Schema.NullOr(Schema.String),
  feedback: Schema.NullOr(Schema.String),
  turn: Schema.NullOr(Schema.String),
  actor: required(Schema.String, 'Who caused it.'),
  session: Schema.NullOr(Schema.String),
})
export type Mover = typeof Mover.Type

/* diff */

export const DiffRequest = Schema.Struct({
  ...inBrain,
  a: required(PositionText, 'The position that is compared.', { argument: 'A' }),
  b: optional(PositionText, 'The position that it is compared with.', { argument: 'B', absent: 'now' }),
  question: optional(list(Question, limits.questionsCompared), 'Compares the rankings of this question as well.', { value: 'QUESTION' }),
  questions: optional(Schema.Boolean, 'Compares the rankings of the questions that were recorded between the two, newest first.'),
  limit: optional(whole(1, limits.changesListed), 'The most entries of each list, the largest change first.', { absent: '20', value: 'N' }),
  ...onDay,
})
export type DiffRequest = typeof DiffRequest.Type

const DiffNode = Schema.Struct({
  node: Schema.String,
  title: Schema.String,
  review: optional(
    Schema.Literals(unapproved),
    'At the second position it waits for the owner’s yes, or the owner refused it. Absent: neither.',
  ),
})
const { from: _from, to: _to, ...edgeName } = EdgeChange.fields
const DiffEdge = Schema.Struct({ ...edgeName, strength: Schema.Number })
const DoubtOf = Schema.Struct({ node: Schema.String, ...Doubt.fields })

const RankedPlace = Schema.Struct({
  node: Schema.String,
  title: Schema.String,
  score: Schema.Number,
  given: required(Schema.Boolean, 'True where a model would be given it.'),
})

const MovedPlace = Schema.Struct({
  node: Schema.String,
  title: Schema.String,
  from: required(Schema.NullOr(Schema.Int), 'Its place before, from 1; `null` where it was not found.'),
  to: required(Schema.NullOr(Schema.Int), 'Its place after.'),
  events: required(
    Schema.Array(Schema.Int),
    'The positions of the events that changed its own text, utility or way. Empty where others moved past it.',
  ),
})

const ComparedRanking = Schema.Struct({
  question: Schema.String,
  before: required(Schema.Array(RankedPlace), 'The ranking at A, as a recall lists it.'),
  after: required(Schema.Array(RankedPlace), 'The ranking at B.'),
  moved: required(Schema.Array(MovedPlace), 'The memories of the two lists with another place, the furthest moved first.'),
  events: required(
    Schema.Array(Mover),
    'The events between A and B on the edges and nodes of the two walks: first those of the memories that moved, the largest change first.',
  ),
  eventCount: Schema.Int,
  approximate: optional(Schema.String, 'Why a ranking may differ from the one that was given then.'),
})
export type ComparedRanking = typeof ComparedRanking.Type

export const DiffAnswer = Schema.Struct({
  brain: Schema.String,
  position: required(Schema.Int, 'The end of the log.'),
  a: Moment,
  b: Moment,
  between: required(
    Schema.Struct({
      events: Schema.Int,
      turns: Schema.Int,
      feedbacks: required(Schema.Int, 'Verdicts that were given between the two and stand at the later one.'),
      takenBack: optional(Schema.Int, 'Verdicts that were taken back between the two, whenever they were given. Absent: none was.'),
    }),
    'Events, turns and verdicts from the one position to the other.',
  ),
  counts: required(
    Schema.Record(Schema.String, Schema.Int),
    'The entries of each list, also of those that `limit` left out: `nodesAdded`, `edgesChanged` and so on.',
  ),
  nodes: required(
    Schema.Struct({ added: Schema.Array(DiffNode), removed: Schema.Array(DiffNode), revised: Schema.Array(DiffNode) }),
    'Memories that are live at B alone, at A alone, and at both with another text, title or id.',
  ),
  states: Schema.Array(Schema.Struct({ node: Schema.String, from: Schema.String, to: Schema.String })),
  cues: required(
    Schema.Struct({ added: Schema.Array(DiffNode), removed: Schema.Array(DiffNode) }),
    'Kinds of questions, each with the question it was made of.',
  ),
  edges: required(
    Schema.Struct({ added: Schema.Array(DiffEdge), removed: Schema.Array(DiffEdge), changed: Schema.Array(EdgeChange) }),
    'Edges that are linked at B alone, at A alone, and at both with another strength.',
  ),
  utilities: Schema.Array(UtilityChange),
  trust: required(
    Schema.Array(Schema.Struct({ node: Schema.String, from: Schema.Boolean, to: Schema.Boolean })),
    'True: may be put before a model.',
  ),
  doubts: Schema.Struct({ added: Schema.Array(DoubtOf), removed: Schema.Array(DoubtOf) }),
  superseded: required(
    Schema.Struct({ added: Schema.Array(SupersededNode), removed: Schema.Array(SupersededNode) }),
    'Memories that another one supersedes at B alone, and at A alone.',
  ),
  aliases: required(AliasSides, 'Aliases that memories have at B alone, and at A alone.'),
  settings: Schema.Array(Schema.Struct({ setting: Schema.String, from: Schema.Unknown, to: Schema.Unknown })),
  rankings: optional(Schema.Array(ComparedRanking), 'Set where questions were given or `questions` is true.'),
  questionsLeft: optional(Schema.Int, 'The recorded questions that were not compared: only the newest are. Absent for none.'),
})
export type DiffAnswer = typeof DiffAnswer.Type

export const diff = reading({
  sentence: 'Compares two positions: what differs in the memory and in the rankings of questions, and which events moved them.',
  brain: 'refuse',
  request: DiffRequest,
  answer: DiffAnswer,
})

/* bisect */

export const BisectRequest = Schema.Struct({
  ...inBrain,
  question: required(Question, 'The question.', { argument: 'QUESTION' }),
  node: required(NodeText, 'The memory.', { value: 'NODE' }),
  rank: optional(whole(1, 1_000), 'It counts as recalled at this place or before it.', { absent: 'as many as a recall lists', value: 'R' }),
  present: optional(Schema.Boolean, 'Finds the event from which it is recalled.'),
  absent: optional(Schema.Boolean, 'Finds the event from which it is recalled no more.'),
  from: optional(PositionText, 'The position to begin at.', {
    absent:
      'before the first event; with `absent`, before the newest turn that recalled it, best one that asked the same; where none did, before its text last went or changed',
    value: 'POS',
  }),
  to: optional(PositionText, 'The position to end at.', { absent: 'now', value: 'POS' }),
  ...onDay,
}).check(
  Schema.makeFilter(({ absent, present }) =>
    present === true && absent === true ? { path: ['absent'], issue: 'it contradicts present: give one of the two' } : undefined,
  ),
)
export type BisectRequest = typeof BisectRequest.Type

/** The place of the memory at one position. */
const Sighting = Schema.Struct({
  position: Schema.Int,
  place: required(Schema.NullOr(Schema.Int), 'Its place in the whole ranking, from 1; `null` where it was not found.'),
  score: Schema.NullOr(Schema.Number),
  recalled: required(Schema.Boolean, 'True where the place is at most `rank`.'),
})
export type Sighting = typeof Sighting.Type

const Cause = Schema.Struct({
  position: Schema.Int,
  type: Schema.String,
  at: Schema.String,
  actor: Schema.String,
  session: Schema.NullOr(Schema.String),
  sessionKey: required(Schema.NullOr(Schema.String), '`null` where it was erased.'),
  verdict: Schema.NullOr(Schema.String),
  feedback: Schema.NullOr(Schema.String),
  turn: Schema.NullOr(Schema.String),
  question: required(Schema.NullOr(Schema.String), 'The question of the turn; `null` where there is none or it was erased.'),
  said: required(Schema.NullOr(Schema.String), 'The text beside the verdict.'),
})

export const BisectAnswer = Schema.Struct({
  brain: Schema.String,
  question: Schema.String,
  node: Schema.String,
  title: Schema.String,
  rank: Schema.Int,
  ends: required(Schema.Struct({ from: Sighting, to: Sighting }), 'The two ends. Where they agree, nothing is searched.'),
  position: required(Schema.NullOr(Schema.Int), 'The position of the event; `null` where none was found.'),
  event: required(Schema.NullOr(Mover), 'The event from which it holds.'),
  cause: required(Schema.NullOr(Cause), 'The fact behind the event, or the event itself where it is a fact.'),
  before: Schema.NullOr(Sighting),
  after: Schema.NullOr(Sighting),
  steps: required(Schema.Array(Sighting), 'The positions that were looked at, in order, without the two ends.'),
  note: required(Schema.String, 'What the answer does not say.'),
  next: Next,
})
export type BisectAnswer = typeof BisectAnswer.Type

export const bisect = reading({
  sentence: 'Finds an event from which a question recalls a memory, or recalls it no more, by halving the log.',
  brain: 'refuse',
  request: BisectRequest,
  answer: BisectAnswer,
})

/* whyNot */

export const WhyNotRequest = Schema.Struct({
  ...inBrain,
  question: required(Question, 'The question. It is not recorded.', { argument: 'QUESTION' }),
  node: required(NodeText, 'The memory.', { argument: 'NODE' }),
  at: asOf,
  ...onDay,
})
export type WhyNotRequest = typeof WhyNotRequest.Type

export const WhyNotAnswer = Schema.Struct({
  brain: Schema.String,
  position: Schema.Int,
  question: Schema.String,
  node: Schema.String,
  title: Schema.String,
  reason: required(Schema.Literals(notGivenReasons), '`given`: it is recalled, and a model would be given it.'),
  detail: required(Schema.String, 'The reason as one sentence, with its numbers.'),
  words: required(Schema.Array(Schema.String), 'Words of the question that it has, as they stand there.'),
  place: required(Schema.NullOr(Schema.Int), 'Its place in the whole ranking; `null` when it is not in it.'),
  listed: required(Schema.Boolean, 'True where a recall lists it, whether or not a model would be given it.'),
  score: Schema.Number,
  utility: Schema.Number,
  ways: required(Schema.Array(Way), 'Edges that lead to it and were not followed, the strongest first.'),
  events: required(Schema.Array(BlameStep), 'The events behind its utility and the edges that take from it, in order.'),
  against: optional(BlameStep, 'The newest verdict that weakened what keeps it back. Absent where none does.'),
  supersededBy,
  next: Next,
  backlog: Schema.Int,
  approximate: optional(Schema.String, 'Why the answer may differ from that of then.'),
})
export type WhyNotAnswer = typeof WhyNotAnswer.Type

export const whyNot = reading({
  sentence: 'Explains why a question does not recall a memory, or why a model is not given it, and what would bring it.',
  brain: 'refuse',
  request: WhyNotRequest,
  answer: WhyNotAnswer,
})
