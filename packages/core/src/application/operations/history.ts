/** Reads the past: the log, a memory as it was, and why something was recalled, is not recalled, or is as strong as it is. */
import * as Schema from 'effect/Schema'
import { implicitSignals } from '../../domain/events/learning-events.ts'
import { absenceReasons, skipReasons } from '../../domain/events/turn-events.ts'
import { missedReasons, notRecalledReasons } from '../../domain/history/not-recalled.ts'
import { limits } from '../limits.ts'
import { TagExists } from '../request-errors.ts'
import { besideProfile } from './brains.ts'
import { RoutingWhy } from './model.ts'
import {
  asOf,
  expecting,
  inBrain,
  inSession,
  keyed,
  NodeText,
  optional,
  PositionText,
  reading,
  required,
  speaker,
  TurnText,
  tagName,
  whole,
  writing,
} from './operation.ts'
import { Dropped, Guardrail, PathStep, Worked } from './recall.ts'
import { ShownAround, ShownEdge } from './shown-edge.ts'
import { Doubt, doubts, ShownNode, TracedLife } from './shown-node.ts'
import { inPlaceOf, supersededBy } from './superseding.ts'

const eventFields = {
  type: optional(Schema.String, 'Only events of this type, as `StrengthAdjusted`.', { value: 'TYPE' }),
  turn: optional(Schema.String, 'Only events of this turn.', { value: 'TURN' }),
  session: optional(Schema.String, 'Only events of this session: its key, or its number as `s17`.', { value: 'NAME' }),
  actor: optional(Schema.String, 'Only events of commits by this speaker.', { value: 'NAME' }),
  node: optional(NodeText, 'Only events about this memory.', { value: 'NODE' }),
  edge: optional(Schema.String, 'Only events about this edge.', { value: 'EDGE' }),
}
export type EventsAsked = Schema.Struct.Type<typeof eventFields>

const names = optional(Schema.Boolean, 'Adds the names of memories and edges.', { host: true })

export const LogRequest = Schema.Struct({
  ...inBrain,
  ...eventFields,
  from: optional(PositionText, 'The first position.', { absent: 'the first event', value: 'POS' }),
  to: optional(PositionText, 'The last position.', { absent: 'the last event', value: 'POS' }),
  limit: optional(whole(1, limits.logEvents), 'The most events: the newest that match.', { absent: '1000', value: 'N' }),
  walks: optional(Schema.Boolean, 'False leaves out the single steps of walks.', { absent: 'true', host: true }),
  names,
})
export type LogRequest = typeof LogRequest.Type

export const LoggedEvent = Schema.Struct({
  position: Schema.Int,
  type: Schema.String,
  at: Schema.String,
  actor: Schema.String,
  session: Schema.NullOr(Schema.String),
  cause: Schema.NullOr(Schema.Int),
  turn: Schema.NullOr(Schema.String),
  origin: Schema.NullOr(Schema.String),
  data: required(Schema.Record(Schema.String, Schema.Unknown), 'As stored: numbers, closed words and references.'),
  names: optional(
    Schema.Record(Schema.String, Schema.Array(Schema.String)),
    'Present where the request asks for names: the fields of `data` that hold nodes or edges, by their names of now.',
  ),
})
export type LoggedEvent = typeof LoggedEvent.Type

export const LogAnswer = Schema.Struct({
  brain: Schema.String,
  position: Schema.Int,
  events: Schema.Array(LoggedEvent),
  more: required(Schema.Boolean, 'True when older matches were left out by `limit`.'),
})
export type LogAnswer = typeof LogAnswer.Type

export const log = reading({
  sentence: 'Lists the events of the log.',
  brain: 'refuse',
  request: LogRequest,
  answer: LogAnswer,
})

/** Request to watch the log. Its answers come one after the other, so it is no operation: only a caller in the same thread can use it. */
export const WatchRequest = Schema.Struct({
  ...inBrain,
  ...eventFields,
  from: optional(PositionText, 'The first event that may be told.', { absent: 'the next one that is committed', value: 'POS' }),
  names,
})
export type WatchRequest = typeof WatchRequest.Type

/** Edges of a memory that are shown where the request does not say. */
export const edgesShown = 1_000

export const ShowRequest = Schema.Struct({
  ...inBrain,
  what: optional(
    Schema.String,
    'A memory: its id as printed, a unique beginning of it, or path#heading. An edge: its id, or SRC>KIND>DST.',
    { absent: 'the brain', argument: 'NODE|EDGE' },
  ),
  limit: optional(
    whole(1, 10_000),
    'The most edges of the memory, with the neighbours that they lead to: the strongest, whichever way they pull.',
    {
      absent: String(edgesShown),
      value: 'N',
    },
  ),
  around: optional(
    whole(1, 2_000),
    'Also gives the part of the graph within two hops of the memory, for a picture: at most so many nodes.',
    {
      host: true,
    },
  ),
  digest: optional(Schema.Boolean, 'Also gives the digest where a node or an edge is asked for: it reads the whole graph.'),
  at: asOf,
})
export type ShowRequest = typeof ShowRequest.Type

export const ShowAnswer = Schema.Struct({
  brain: Schema.String,
  position: Schema.Int,
  digest: required(
    Schema.NullOr(Schema.String),
    'SHA-256 over the whole graph, in hexadecimal. Null where a node or an edge was asked for, and no digest.',
  ),
  profile: Schema.String,
  settings: besideProfile,
  backlog: Schema.Int,
  counts: required(
    Schema.Struct({
      nodes: Schema.Int,
      edges: Schema.Int,
      turns: Schema.Int,
      feedbacks: required(Schema.Int, 'Feedbacks that were ever given, with those that were taken back.'),
      said: required(Schema.Int, 'Verdicts that people gave in their sessions, without those that were taken back.'),
      sessions: Schema.Int,
      waiting: optional(Schema.Int, 'Memories that wait for the owner’s yes. Absent for none.'),
    }),
    'Counts of the whole brain.',
  ),
  nodes: required(Schema.Array(ShownNode), 'The node that was asked for, and the neighbours that the edges lead to.'),
  edges: required(Schema.Array(ShownEdge), 'By rising number. Of a node with more than `limit` edges, the strongest.'),
  degree: optional(Schema.Int, 'All edges of the node that was asked for, listed or not. Absent where none was asked for.'),
  around: optional(ShownAround, 'The part of the graph around the node. Absent where it was not asked for.'),
  changed: optional(
    Schema.String,
    'The day on which the node that was asked for got the text that it has: 2026-11-23, of UTC. Absent where none was asked for.',
  ),
  traced: optional(TracedLife, 'The life of the node that was asked for, as the log has it. Absent where none was asked for.'),
})
export type ShowAnswer = typeof ShowAnswer.Type

export const show = reading({
  sentence: 'Shows a memory or an edge with its neighbours, or the size and the digest of the brain.',
  brain: 'refuse',
  request: ShowRequest,
  answer: ShowAnswer,
})

export const WhyRequest = Schema.Struct({
  ...inBrain,
  turn: required(TurnText, 'The turn: `t17` or `17`.', { argument: 'TURN' }),
  node: optional(NodeText, 'A memory that it recalled, or any other: then why it was not recalled.', { argument: 'NODE' }),
  verbatim: optional(Schema.Boolean, 'Also gives the context, word for word as it was put before the model.'),
  at: asOf,
})
export type WhyRequest = typeof WhyRequest.Type

/** One event behind a strength or a utility. */
export const BlameStep = Schema.Struct({
  position: Schema.Int,
  type: Schema.String,
  at: Schema.String,
  from: Schema.Number,
  to: Schema.Number,
  delta: Schema.Number,
  cause: Schema.NullOr(Schema.Int),
  verdict: Schema.NullOr(Schema.String),
  aboutOther: optional(
    Schema.Literal(true),
    'Present where the verdict was about another memory than the one that the edge leads to or whose utility it is.',
  ),
  feedback: Schema.NullOr(Schema.String),
  turn: Schema.NullOr(Schema.String),
  actor: Schema.String,
  session: required(Schema.NullOr(Schema.String), 'The session in which it was said: `s3`; `null` where it was said in none.'),
  sessionKey: required(Schema.NullOr(Schema.String), 'The key of that session; `null` where it was erased.'),
  reason: Schema.String,
  said: optional(
    Schema.String,
    'The message or note that came with the verdict, or the tools that showed what nobody said. Absent where there was none, or it was erased.',
  ),
  parts: optional(
    Schema.Array(
      Schema.Struct({
        signal: Schema.Literals(implicitSignals),
        weight: Schema.Number,
        value: Schema.Number,
        turn: required(Schema.String, 'The turn in which it was observed.'),
      }),
    ),
    'The signals that the outcome sums up, weight by value, where nobody said it.',
  ),
})
export type BlameStep = typeof BlameStep.Type

const ExplainedStep = Schema.Struct({ ...PathStep.fields, history: Schema.Array(BlameStep) })

const utilityHistory = required(Schema.Array(BlameStep), 'The events behind the utility; empty while it is 1, as at birth.')

export const WhyItem = Schema.Struct({
  node: Schema.String,
  title: Schema.String,
  score: Schema.Number,
  included: Schema.Boolean,
  seed: Schema.NullOr(Schema.Struct({ score: Schema.Number, from: Schema.String })),
  path: required(Schema.Array(ExplainedStep), 'From the seed to the memory, with the strengths of that moment and the events behind each.'),
  inhibitedBy: required(Schema.NullOr(ExplainedStep), 'The edge that took most from it.'),
  utility: required(Schema.Number, 'The factor of its score at that moment.'),
  utilityHistory,
  doubts,
  supersededBy,
  inPlaceOf,
})
export type WhyItem = typeof WhyItem.Type

const { channel: _channel, ...way } = PathStep.fields

/** An edge that did not bring a memory, and why. */
export const Way = Schema.Struct({ ...way, reason: Schema.Literals([...skipReasons, ...missedReasons]) })

/** Explanation why a memory that was asked for was not recalled. */
export const WhyNot = Schema.Struct({
  node: Schema.String,
  title: Schema.String,
  reason: required(Schema.Literals([...notRecalledReasons, 'no-memory']), '`no-memory`: the turn went on without.'),
  words: required(
    Schema.NullOr(Schema.Array(Schema.String)),
    'Words of the question that it has, as they stand there; `null` when the question was erased.',
  ),
  place: required(
    Schema.NullOr(Schema.Int),
    'Its place in the whole ranking, of which a turn keeps the beginning; `null` when it was not in it.',
  ),
  score: Schema.Number,
  utility: Schema.Number,
  utilityHistory,
  ways: required(Schema.Array(Way), 'The edges that lead to it, none of which brought it.'),
  against: optional(BlameStep, 'The newest verdict that weakened what keeps it back. Absent where none does.'),
})
export type WhyNot = typeof WhyNot.Type

export const WhyAnswer = Schema.Struct({
  brain: Schema.String,
  turn: Schema.String,
  question: Schema.String,
  at: Schema.String,
  position: Schema.Int,
  engine: Schema.String,
  kernel: required(
    Schema.Struct({ SEQ: Schema.Number, SIM: Schema.Number, CAUSE: Schema.Number }),
    'The weights of edges for a question of its kind, by family: in sequence, alike, of cause.',
  ),
  cues: Schema.Array(Schema.Struct({ node: Schema.String, question: Schema.String, alike: Schema.Number })),
  items: required(Schema.Array(WhyItem), 'Where a memory is asked for, that one; then all that follows is about it alone.'),
  not: optional(WhyNot, 'Set when the memory that is asked for was not recalled.'),
  skipped: Schema.Array(
    Schema.Struct({
      ...way,
      reason: Schema.Literals(skipReasons),
      against: optional(
        Schema.Struct({ at: Schema.String, verdict: Schema.String }),
        'Of a negative edge: the newest verdict on its target that weakened it before the turn. Absent where there is none.',
      ),
    }),
  ),
  dropped: Schema.Array(Dropped),
  context: optional(
    Schema.Struct({ text: Schema.String, tokens: Schema.Int }),
    'Only if it was asked for: the context, rendered again. Contents that were erased since are missing from it.',
  ),
  guardrails: optional(Schema.Array(Guardrail), 'What it was told not to say or do again, as it stood then. Absent: nothing.'),
  situation: optional(Schema.String, 'What the session was busy with, in a few words. Absent: nothing was out of the ordinary.'),
  worked: optional(
    Worked,
    'What had worked before for the memories of its ranking and for its kind of question, as it stood then. Absent: nothing.',
  ),
  absent: optional(Schema.Literals(absenceReasons), 'Set when the turn went on without memory.'),
  routing: optional(RoutingWhy, 'What a routing model was asked, and what it said. Absent for a turn without a walk.'),
  backlog: Schema.Int,
})
export type WhyAnswer = typeof WhyAnswer.Type

export const why = reading({
  sentence: 'Explains a recall: the edges and the events that brought each memory, or kept one away.',
  brain: 'refuse',
  request: WhyRequest,
  answer: WhyAnswer,
})

export const BlameRequest = Schema.Struct({
  ...inBrain,
  edge: required(Schema.String, 'The edge: `e17`, or SRC>KIND>DST.', { argument: 'EDGE' }),
  at: asOf,
})
export type BlameRequest = typeof BlameRequest.Type

export const BlameAnswer = Schema.Struct({
  brain: Schema.String,
  edge: Schema.String,
  source: Schema.String,
  target: Schema.String,
  kind: Schema.String,
  first: Schema.Number,
  strength: Schema.Number,
  history: Schema.Array(BlameStep),
  doubts: optional(Schema.Array(Doubt), 'The doubts about its target, the newest last. Absent where there are none.'),
  backlog: Schema.Int,
  position: Schema.Int,
})
export type BlameAnswer = typeof BlameAnswer.Type

export const blame = reading({
  sentence: 'Explains the strength of an edge, event by event.',
  brain: 'refuse',
  request: BlameRequest,
  answer: BlameAnswer,
})

export const TagRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  ...inSession,
  ...keyed,
  ...expecting,
  name: required(tagName, 'The name: letters, digits, dots, dashes and underscores.', { argument: 'NAME' }),
  at: optional(PositionText, 'The position that it names.', { absent: 'now', value: 'POS' }),
})
export type TagRequest = typeof TagRequest.Type

export const TagAnswer = Schema.Struct({
  brain: Schema.String,
  name: Schema.String,
  at: required(Schema.Int, 'The position that it names.'),
  position: Schema.Int,
})
export type TagAnswer = typeof TagAnswer.Type

export const tag = writing(
  {
    sentence: 'Names a position, so that `tag:NAME` stands for it wherever a position is asked.',
    brain: 'refuse',
    request: TagRequest,
    answer: TagAnswer,
  },
  TagExists,
)

export const Tagged = Schema.Struct({
  name: Schema.String,
  at: required(Schema.Int, 'The position that it names.'),
  time: required(Schema.NullOr(Schema.String), 'The time of the commit at that position; `null` for 0, which is before the first event.'),
})
export type Tagged = typeof Tagged.Type

export const TagsAnswer = Schema.Struct({
  brain: Schema.String,
  position: Schema.Int,
  tags: required(Schema.Array(Tagged), 'By the position that they name, then by name.'),
})
export type TagsAnswer = typeof TagsAnswer.Type

export const TagsRequest = Schema.Struct({ ...inBrain, at: asOf })
export type TagsRequest = typeof TagsRequest.Type

export const tags = reading({
  sentence: 'Lists the named positions.',
  brain: 'refuse',
  request: TagsRequest,
  answer: TagsAnswer,
})
