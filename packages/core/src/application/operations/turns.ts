/**
 * Records what a host reports about conversations and turns: that a conversation began or ended, what the host saw, and how a turn went.
 */
import * as Schema from 'effect/Schema'
import { unattributedReasons } from '../../domain/events/learning-events.ts'
import { judgedEnds, judgedVerdicts, judgeGates } from '../../domain/events/model-events.ts'
import { endReasons } from '../../domain/events/session-events.ts'
import { absenceReasons, turnOutcomes, unaskedReasons } from '../../domain/events/turn-events.ts'
import { unapproved } from '../../domain/graph.ts'
import { limits } from '../limits.ts'
import { NoteBackground } from './ingest.ts'
import {
  anyText,
  ensuring,
  finite,
  inBrain,
  inSession,
  keyed,
  list,
  onDay,
  optional,
  required,
  speaker,
  TurnText,
  text,
  whole,
  writing,
} from './operation.ts'
import { Question } from './recall.ts'

const signal = { ...inBrain, ...speaker, ...inSession, ...keyed }

export const SessionRequest = Schema.Struct({
  ...ensuring,
  ...signal,
  event: Schema.Literals(['started', 'ended']),
  reason: optional(Schema.Literals(endReasons), 'Why it ended.', { absent: 'closed' }),
})
export type SessionRequest = typeof SessionRequest.Type

export const SessionAnswer = Schema.Struct({
  brain: Schema.String,
  session: required(Schema.NullOr(Schema.String), '`s3`; `null` where none was open.'),
  position: Schema.Int,
})
export type SessionAnswer = typeof SessionAnswer.Type

export const session = writing({
  sentence: 'Records that a conversation began or ended; every other signal begins one by itself where none is open under its key.',
  brain: 'create',
  request: SessionRequest,
  answer: SessionAnswer,
})

export const HeartbeatRequest = Schema.Struct({
  ...ensuring,
  ...signal,
  tags: required(list(text(), limits.tags), 'The subjects that the host saw.'),
})
export type HeartbeatRequest = typeof HeartbeatRequest.Type

export const HeartbeatAnswer = Schema.Struct({ brain: Schema.String, session: Schema.String, position: Schema.Int })
export type HeartbeatAnswer = typeof HeartbeatAnswer.Type

export const heartbeat = writing({
  sentence: 'Records the subjects that the host saw when it looked around by itself; the next recalls prefer memories of them.',
  brain: 'create',
  request: HeartbeatRequest,
  answer: HeartbeatAnswer,
})

export const SkipRequest = Schema.Struct({
  ...ensuring,
  ...signal,
  reason: Schema.Literals(absenceReasons),
  skippedAt: required(finite, 'When the turn went on without memory.', { unit: 'milliseconds UTC' }),
  waitedMs: required(finite, 'How long the host had waited.', { unit: 'milliseconds' }),
  deadlineMs: optional(finite, 'How long the host might have waited. Absent: it waited for nothing.', { unit: 'milliseconds' }),
  turn: optional(Schema.String, 'The recall whose answer came too late to be used. Absent: the turn has no other record.'),
})
export type SkipRequest = typeof SkipRequest.Type

export const SkipAnswer = Schema.Struct({ brain: Schema.String, turn: Schema.String, position: Schema.Int })
export type SkipAnswer = typeof SkipAnswer.Type

export const skip = writing({
  sentence: 'Records a turn that went on without memory.',
  brain: 'create',
  request: SkipRequest,
  answer: SkipAnswer,
})

export const ToolUse = Schema.Struct({ name: text(), calls: whole(0), failures: whole(0) })
export type ToolUse = typeof ToolUse.Type

const byRecallKey = 'The key that its recall, or the record of its absence, was asked with.'

export const ToolReport = Schema.Struct({ tool: text(), text: anyText(limits.errorBytes) })
export type ToolReport = typeof ToolReport.Type

const Digest = Schema.String.check(Schema.isMaxLength(64))

export const ToolCall = Schema.Struct({
  tool: text(),
  failed: optional(Schema.Boolean, 'True for a call that failed.', { absent: 'false' }),
  text: optional(Schema.String, 'What it was called with.'),
  command: optional(Schema.String, 'The line of a tool that runs commands.'),
  output: optional(Schema.String.check(Schema.isMaxLength(limits.outputCharacters)), 'The beginning of what it printed.'),
  path: optional(anyText(limits.pathBytes), 'The file that it reads or writes.'),
  added: optional(Digest, 'Digest of the text that a file was written with, or that an edit put in. Equal texts have equal digests.'),
  removed: optional(Digest, 'Digest of the text that an edit took out. Absent: the file was written whole.'),
  read: optional(Digest, 'Digest of the whole text that was read from the file.'),
})
export type ToolCall = typeof ToolCall.Type

const CapturedTurn = Schema.Struct({
  said: optional(anyText(limits.capturedBytes), 'What the owner said.'),
  reply: optional(anyText(limits.capturedBytes), 'What the agent replied.'),
  background: optional(NoteBackground, 'The words that the agent had read and heard before it replied.'),
}).annotate({ description: 'The texts of a turn that are kept as memories.' })

const AnsweredTurn = Schema.Struct({
  text: anyText(limits.capturedBytes),
  background: optional(NoteBackground, 'The words that the agent had read and heard before it replied.'),
}).annotate({ description: 'What was replied.' })

export const CompleteRequest = Schema.Struct({
  ...signal,
  turn: optional(TurnText, 'The turn: `t17` or `17`. It or `recallKey` is given.', { value: 'TURN' }),
  recallKey: optional(Schema.String, byRecallKey),
  outcome: required(Schema.Literals(turnOutcomes), 'How the turn ended.', { option: 'outcome', value: 'OUTCOME' }),
  durationMs: required(finite, 'How long the turn took.', { unit: 'milliseconds' }),
  tools: optional(list(ToolUse, limits.tools), 'The tools that were called, each once.'),
  errors: optional(
    list(ToolReport, limits.errors),
    'What failed calls reported, the last one last. Only the kind of each error is kept, without its secrets, paths and numbers.',
  ),
  steps: optional(
    list(text(), limits.steps),
    'The tools in the order of their calls that succeeded. Of a turn that ended well the order is kept, for the next question of its kind.',
  ),
  calls: optional(
    list(ToolCall, limits.calls),
    'The calls of tools in a turn of the owner, in order, also where there was none: what they show of memories is an outcome that nobody has to say. The calls of a conversation are held in memory for a while, and not kept.',
    { host: true },
  ),
  captured: optional(
    CapturedTurn,
    'Given: what was said in a turn that ended well becomes memories on probation, without questions and secrets, so many a day.',
    { host: true },
  ),
  answered: optional(
    AnsweredTurn,
    'Given: the beginning of the reply is held in memory, and a model that judges the next message is shown it. Nothing of it is kept, and nothing that repeats others’ text is shown.',
    { host: true },
  ),
  ...onDay,
  messages: optional(list(text(), limits.messages), 'Ids of the messages of the host.'),
  reply: optional(Schema.String, 'The reply. It is searched for what was used, and not kept.', { value: 'TEXT' }),
  toolTexts: optional(
    Schema.Array(Schema.String),
    'The texts that tools were called with. They are searched for what was used, and not kept.',
  ),
}).check(
  Schema.makeFilter(({ calls = [], reply = '', toolTexts = [], tools = [] }) => {
    const names = tools.map(({ name }) => name)
    const twice = names.find((name, i) => names.indexOf(name) !== i)
    if (twice !== undefined) return { path: ['tools'], issue: `${JSON.stringify(twice)} is named twice` }
    const called = calls.flatMap(({ command = '', text: given = '' }) => [command, given])
    const characters = [reply, ...toolTexts, ...called].reduce((sum, one) => sum + one.length, 0)
    if (characters <= limits.replyCharacters) return undefined
    return {
      path: ['reply'],
      issue: `it has ${characters} characters with what tools were called with; at most ${limits.replyCharacters}`,
    }
  }),
)
export type CompleteRequest = typeof CompleteRequest.Type

export const CompleteAnswer = Schema.Struct({
  brain: Schema.String,
  turn: Schema.String,
  used: required(Schema.Array(Schema.String), 'Memories that the reply or a tool call used, by id.'),
  before: optional(Schema.Literal(true), 'The turn had ended before, and nothing of this request is recorded.'),
  position: Schema.Int,
})
export type CompleteAnswer = typeof CompleteAnswer.Type

export const complete = writing({
  sentence: 'Records how a turn ended and, at the agent’s tier, which memories it used; learning follows by `learn`.',
  brain: 'refuse',
  request: CompleteRequest,
  answer: CompleteAnswer,
})

const keepsFacts = optional(Schema.Boolean, 'Keeps what a message states and no memory holds, as a memory on probation.', { host: true })

export const HearRequest = Schema.Struct({
  ...signal,
  text: required(Question, 'The message.', { argument: 'MESSAGE' }),
  recallKey: optional(
    Schema.String,
    `The turn that the message is the question of; the verdict is on the turn before it. With \`meanwhile\` the turn in which it was said. ${byRecallKey}`,
  ),
  meanwhile: optional(
    Schema.Boolean,
    'The message was said while a reply was being written. Its words alone deny none: its writer may mean that one or the one before.',
    { host: true },
  ),
  reply: optional(Question, 'What was answered to the message before. A model that judges sees its beginning; it is not kept.', {
    value: 'TEXT',
  }),
  judge: optional(Schema.Boolean, 'False: no model is asked what the message does to the memories near it.', {
    absent: 'true',
    option: 'no-judge',
  }),
  later: optional(Schema.Boolean, 'A message that is the question of a turn waits: the next `judge` asks about it, with others.', {
    host: true,
  }),
  keep: keepsFacts,
  ...onDay,
})
export type HearRequest = typeof HearRequest.Type

const Judged = Schema.Struct({
  verdict: Schema.Literals(judgedVerdicts),
  candidate: required(Schema.NullOr(Schema.String), 'The memory that the message is about.'),
  old: required(Schema.NullOr(Schema.String), 'The words of that memory that are meant.'),
  new: required(Schema.NullOr(Schema.String), 'The words of the message that say what holds.'),
  confidence: Schema.Number,
  became: required(Schema.Literals(judgedEnds), 'What followed.'),
  refused: optional(Schema.Literals(judgeGates), 'Why nothing followed, although the message says something of a memory.'),
  feedback: optional(Schema.String, 'The number by which it is taken back.'),
  kept: optional(Schema.String, 'The memory that keeps the message.'),
  review: optional(
    Schema.Literals(unapproved),
    'The memory that keeps the message waits for the owner’s yes, and what it changes with it: see `review`. Or he refused it, and nothing changes.',
  ),
  model: required(Schema.String, 'The model that judged.'),
  turn: optional(Schema.String, 'The turn of which the message is the question.'),
  note: optional(Schema.String, 'The note that was judged in place of a message.'),
})

export const HearAnswer = Schema.Struct({
  brain: Schema.String,
  feedback: required(
    Schema.NullOr(Schema.String),
    'The correction that was heard and is about memories; `null` where it is about none, or nothing was sure.',
  ),
  turn: Schema.NullOr(Schema.String),
  reason: required(Schema.NullOr(Schema.Literals(unattributedReasons)), 'Why a correction that was heard is about no memory.'),
  doubted: required(Schema.Array(Schema.String), 'Memories that are given with a mark from now on: their owner called them wrong.'),
  superseded: required(Schema.Array(Schema.String), 'Memories with words that no longer hold.'),
  judged: optional(Judged, 'What a model judged. Absent: none was asked, or none gave an answer that counts.'),
  detail: optional(
    Schema.String,
    'Why the model that was asked gave no answer, and what to do. Then the message is heard by its words alone.',
  ),
  waits: optional(Schema.Literal(true), 'The message waits to be judged.'),
  made: optional(Schema.String, 'The memory that the message became, or was already, because it states something that is new.'),
  position: Schema.Int,
})
export type HearAnswer = typeof HearAnswer.Type

export const hear = writing({
  sentence:
    'Takes the next message of a person as a verdict on the turn before, if it says that the answer was wrong; learning follows by `learn`.',
  brain: 'refuse',
  request: HearRequest,
  answer: HearAnswer,
})

export const JudgeRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  session: optional(text(), 'Judges the messages of this conversation alone.', { value: 'NAME' }),
  when: optional(
    Schema.Literals(['message', 'rest']),
    'The moment. `message`: right after one was said; nothing is asked where much of the budget of the day is used up.',
    { absent: 'rest', host: true },
  ),
  keep: keepsFacts,
  ...onDay,
})
export type JudgeRequest = typeof JudgeRequest.Type

export const JudgeAnswer = Schema.Struct({
  brain: Schema.String,
  judged: required(Schema.Array(Judged), 'What was judged, the oldest message first.'),
  calls: Schema.Int,
  left: required(Schema.Int, 'Messages that wait.'),
  notesLeft: optional(Schema.Int, 'Notes that were read in and wait. Absent: none.'),
  unasked: optional(
    Schema.Literals(['later', ...unaskedReasons]),
    'Why no model is asked about those. `later`: much of the budget of the day is used up.',
  ),
  detail: optional(Schema.String, 'What was wrong with the last call, and what to do. Absent: it was answered.'),
  position: Schema.Int,
})
export type JudgeAnswer = typeof JudgeAnswer.Type

export const judge = writing({
  sentence:
    'Asks a model what waiting messages, and notes that were read in, do to the memories near them, several in one call, and records what follows.',
  brain: 'refuse',
  request: JudgeRequest,
  answer: JudgeAnswer,
})

export const JudgeAgainRequest = Schema.Struct({
  ...inBrain,
  session: optional(text(), 'The messages of this conversation alone.', { value: 'NAME' }),
  limit: optional(whole(1, 1_000), 'The most messages, the newest ones.', { absent: '50', value: 'N' }),
  saveAs: optional(
    text(),
    'Keeps the branch as a brain of this name; tenant and agent that it leaves out are those of the brain itself. Absent: nothing is kept.',
    { value: 'BRAIN' },
  ),
})
export type JudgeAgainRequest = typeof JudgeAgainRequest.Type

const JudgedAgain = Schema.Struct({
  turn: required(Schema.NullOr(Schema.String), 'The turn of which the message is the question; `null` for a message without one.'),
  feedback: optional(Schema.String, 'The number by which the former judgement is taken back. Absent: nothing followed from it.'),
  message: Schema.String,
  before: required(Schema.NullOr(Judged), 'The recorded judgement; `null` where no answer counted.'),
  after: required(Schema.NullOr(Judged), 'The new one; `null` where no answer counts.'),
  differs: Schema.Boolean,
})

export const JudgeAgainAnswer = Schema.Struct({
  brain: Schema.String,
  judged: required(
    Schema.Array(JudgedAgain),
    'The messages that a model was asked about, the oldest first. Compared are verdict, memory, words and what followed; not the confidence, and not what a gate of the moment decided (`gone`, `held`, `known`, `overtaken`).',
  ),
  differ: Schema.Int,
  equal: Schema.Int,
  unanswered: required(Schema.Int, 'Messages that the model was asked about without an answer that counts.'),
  erased: required(Schema.Int, 'Judged messages whose words were erased. They are passed over.'),
  unkept: required(Schema.Int, 'Judged messages whose words were never kept: they are the question of no turn, and nothing followed.'),
  passedOver: required(Schema.Int, 'Messages that no memory is near any more, or that do not fit into a question.'),
  older: required(Schema.Int, 'Judged messages before the newest ones that `limit` takes. Their judgements stay as they are.'),
  left: required(Schema.Int, 'Messages that no model was asked about any more; `unasked` says why. They have no judgement in the branch.'),
  unasked: optional(Schema.Literals(unaskedReasons), 'Why no model was asked about those that are left.'),
  detail: optional(Schema.String, 'What was wrong with the last call without an answer, and what to do.'),
  saved: optional(Schema.Struct({ brain: Schema.String, position: Schema.Int }), 'With `saveAs`: the branch, and the end of its log.'),
  position: required(Schema.Int, 'The end of the log of the brain itself, to which nothing is added.'),
})
export type JudgeAgainAnswer = typeof JudgeAgainAnswer.Type

export const judgeAgain = writing({
  sentence:
    'Asks a model about recorded messages once more, in a branch without their former judgements, and compares. Without `saveAs` nothing is written.',
  brain: 'refuse',
  request: JudgeAgainRequest,
  answer: JudgeAgainAnswer,
})
