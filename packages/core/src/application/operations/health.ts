/** Proves and examines a memory: its log, its store, its learning, and the work of this process. */
import * as Schema from 'effect/Schema'
import { alarms } from '../../domain/history/learning-health.ts'
import { countNames } from '../counters.ts'
import { besideProfile } from './brains.ts'
import { AliasesStats, JudgingStats, ModelStats, RoutingStats } from './model.ts'
import { inBrain, optional, PositionText, reading, required, writing } from './operation.ts'

export const VerifyRequest = Schema.Struct({
  ...inBrain,
  rederive: optional(Schema.Boolean, 'Derives every effect again from its fact and the settings of its time, and compares.'),
})
export type VerifyRequest = typeof VerifyRequest.Type

export const VerifyCheck = Schema.Struct({
  name: Schema.String,
  ok: Schema.Boolean,
  detail: Schema.String,
  position: optional(Schema.Int, 'The position of the first broken commit.'),
})
export type VerifyCheck = typeof VerifyCheck.Type

export const VerifyAnswer = Schema.Struct({
  brain: Schema.String,
  ok: Schema.Boolean,
  commits: Schema.Int,
  events: Schema.Int,
  position: Schema.Int,
  digest: Schema.String,
  checks: Schema.Array(VerifyCheck),
})
export type VerifyAnswer = typeof VerifyAnswer.Type

export const verify = reading({
  sentence: 'Proves the log: its hashes, its contents, the index and the state that follow from it.',
  brain: 'none',
  request: VerifyRequest,
  answer: VerifyAnswer,
})

export const DoctorRequest = Schema.Struct({
  ...inBrain,
  rebuildIndex: optional(Schema.Boolean, 'Builds the text index anew before it looks.', { option: 'rebuild-index' }),
  rebuildSnapshots: optional(Schema.Boolean, 'Writes the snapshots and the index of the log anew before it looks.', {
    option: 'rebuild-snapshots',
  }),
})
export type DoctorRequest = typeof DoctorRequest.Type

export const DoctorFinding = Schema.Struct({ name: Schema.String, ok: Schema.Boolean, detail: Schema.String })
export type DoctorFinding = typeof DoctorFinding.Type

export const DoctorAnswer = Schema.Struct({ place: Schema.String, ok: Schema.Boolean, findings: Schema.Array(DoctorFinding) })
export type DoctorAnswer = typeof DoctorAnswer.Type

export const doctor = writing({
  sentence: 'Examines the store and its brains, and says what is wrong and what to do.',
  brain: 'none',
  looks: ({ rebuildIndex, rebuildSnapshots }: DoctorRequest): boolean => rebuildIndex !== true && rebuildSnapshots !== true,
  request: DoctorRequest,
  answer: DoctorAnswer,
})

/** Counts by name since the process began; names that end in `Ms` are milliseconds, in `Bytes` bytes. See `counters.ts`. */
export const CountersAnswer = Schema.Record(Schema.Literals(countNames), Schema.Number)
export type CountersAnswer = typeof CountersAnswer.Type

/** The state of learning, and what is wrong with it. See `domain/history/learning-health.ts`. */
export const LearningAnswer = Schema.Struct({
  edges: required(Schema.Int, 'Linked edges of kinds that learn and have a strength.'),
  tiers: required(
    Schema.Struct({ reflex: Schema.Number, habitual: Schema.Number, dormant: Schema.Number, negative: Schema.Number }),
    'Shares of them, 0 to 1.',
  ),
  recalls: required(
    Schema.Struct({
      turns: Schema.Int,
      shown: required(Schema.Int, 'Memories that were put before the model, each time counted.'),
      entropy: required(
        Schema.Number,
        'Entropy of the memories shown, as a share of its most: 1 where each differs, 0 where all are the same.',
      ),
      mostShown: required(Schema.Number, 'The share of the memory that was shown most often.'),
    }),
    'The newest recalls; turns without memory do not count.',
  ),
  oscillating: required(
    Schema.Struct({ edges: Schema.Int, some: Schema.Array(Schema.String) }),
    'Edges whose last movements went both ways again and again: how many, and the names of some.',
  ),
  halfLife: required(
    Schema.Struct({ turns: Schema.NullOr(Schema.Number), halved: Schema.Int, standing: Schema.Int }),
    'Median number of turns until half of what a verdict moved was gone, among the movements of which it is.',
  ),
  inhibition: required(
    Schema.Struct({ mean: Schema.Number, recalls: Schema.Int }),
    'What negative edges took in the newest recalls: the mean score a recall, and the number of recalls in which they took any.',
  ),
  attribution: required(
    Schema.Struct({ reached: Schema.Int, drawnOn: Schema.Int, precision: Schema.NullOr(Schema.Number) }),
    'The memories that verdicts on the newest turns praised or blamed, and those of them that the reply of the turn drew on; `precision` is their share. Verdicts inferred from the reply itself do not count.',
  ),
  deadWeight: required(
    Schema.Number,
    'Share of the edges with a strength that none of the newest recalls followed; 0 while there are fewer than `health.turns`.',
  ),
  alarms: Schema.Array(Schema.Literals(alarms)),
})
export type LearningAnswer = typeof LearningAnswer.Type

export const VectorsAnswer = Schema.Struct({
  embedder: Schema.String,
  dimension: required(Schema.Int, 'Numbers of a vector.'),
  vectors: required(Schema.Int, 'Memories that have one.'),
  missing: required(Schema.Int, 'Memories that are recalled and lack one.'),
  refused: required(Schema.Int, 'Those of them of whose text the embedder made nothing in this process.'),
  followedTo: required(Schema.Int, 'The position at which none was missing last, as this process knows; 0 for never.'),
  inForce: required(Schema.Boolean, 'True where questions are compared with them: the log says so once none was missing.'),
  failure: optional(
    Schema.Struct({ reason: Schema.String, times: Schema.Int }),
    'Calls of this process one after the other that gave nothing, and why the last did not.',
  ),
})
export type VectorsAnswer = typeof VectorsAnswer.Type

export const StatsRequest = Schema.Struct({
  ...inBrain,
  at: optional(PositionText, 'As it was at that position; the store and this process are always those of now.', {
    absent: 'now',
    value: 'POS',
  }),
  series: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 50 })),
    'How the strengths were spread at so many positions, from the first to that one. Reads the whole log.',
    { value: 'N' },
  ),
})
export type StatsRequest = typeof StatsRequest.Type

export const GrowthAnswer = Schema.Struct({
  cues: required(Schema.Int, 'Live cues that growth made.'),
  onProbation: required(Schema.Int, 'Those of them on probation.'),
  made: required(Schema.Int, 'Cues that questions made, those that came back included.'),
  seen: required(Schema.Int, 'Questions whose cue was there.'),
  refused: required(Schema.Record(Schema.String, Schema.Int), 'New questions that made no cue, by the reason.'),
  verdicts: required(Schema.Record(Schema.String, Schema.Int), 'Questions by the verdict on their novelty.'),
  promoted: required(Schema.Int, 'Grown cues that passed their probation.'),
  died: required(Schema.Int, 'Grown cues that died.'),
  churn: required(Schema.Number, 'Memories that came or went in the last seven days, as a share of those that live.'),
})
export type GrowthAnswer = typeof GrowthAnswer.Type
const Superseding = Schema.Struct({
  superseded: required(Schema.Int, 'Live memories that another one supersedes now, in part or as a whole.'),
  byRule: required(Schema.Record(Schema.String, Schema.Int), 'How many of these supersessions follow from each rule.'),
  withoutHolder: required(
    Schema.Int,
    'Superseded memories of which nothing that may be given holds the place: they are given with a mark.',
  ),
  lifted: required(Schema.Int, 'Supersessions that were ended: said again, taken back, rolled back or erased.'),
  kept: required(Schema.Int, 'Live memories that keep what the owner said in a conversation.'),
})

const CapturedAnswer = Schema.Struct({
  all: required(Schema.Int, 'Captured so far.'),
  onProbation: required(Schema.Int, 'Neither used enough to stay nor dead.'),
  died: required(Schema.Int, 'Dead, for nothing used them.'),
  junk: required(Schema.NullOr(Schema.Number), 'The share of all that died; `null` where nothing was captured.'),
})

const PercentilesAnswer = Schema.Struct({
  count: Schema.Int,
  p50: required(Schema.Number, 'The median: half of all are at or below it.'),
  p95: required(Schema.Number, '95 % of all are at or below it.'),
})

/** Each is absent where the newest turns have none of it. */
const TakenAnswer = Schema.Struct({
  turnMs: optional(PercentilesAnswer, 'Milliseconds of a turn, as the host counts them.'),
  skipMs: optional(PercentilesAnswer, 'Milliseconds that turns waited which then went on without memory.'),
  contextTokens: optional(PercentilesAnswer, 'Tokens of the memories that were given.'),
  fired: optional(PercentilesAnswer, 'Memories that a recall visited.'),
  steps: optional(PercentilesAnswer, 'The most edges on the way to one of them.'),
  callMs: optional(PercentilesAnswer, 'Milliseconds of a call of a language model.'),
  callTokens: optional(PercentilesAnswer, 'Tokens of a call, in and out.'),
  callNanoUsd: optional(PercentilesAnswer, 'Cost of a call in billionths of a US dollar.'),
  callsATurn: optional(PercentilesAnswer, 'Calls that a recall made.'),
})

const TimedAnswer = Schema.Struct({ all: Schema.Int, late: Schema.Int })

const SpreadAnswer = Schema.Struct({
  position: Schema.Int,
  edges: required(Schema.Int, 'Edges that learned.'),
  deciles: required(
    Schema.Array(Schema.Number),
    'The least of their strengths, the nine that part them into ten groups of one size, and the greatest; empty without an edge.',
  ),
})

export const StatsAnswer = Schema.Struct({
  brain: Schema.String,
  position: Schema.Int,
  profile: Schema.String,
  settings: besideProfile,
  counts: Schema.Record(Schema.String, Schema.Number),
  eventsByType: Schema.Record(Schema.String, Schema.Int),
  bytesPerEvent: Schema.Number,
  learning: LearningAnswer,
  taken: required(TakenAnswer, 'What the newest turns took. A turn without a recall counts from the oldest of the newest recalls on.'),
  late: required(
    Schema.Struct({ recalls: TimedAnswer, calls: TimedAnswer }),
    'Of the newest recalls those that missed the deadline of their reply, and of the calls of a routing model those that missed their own.',
  ),
  series: optional(Schema.Array(SpreadAnswer), 'How the strengths were spread, oldest first. Only where it was asked for.'),
  growth: GrowthAnswer,
  superseding: Superseding,
  routing: required(RoutingStats, 'What a routing model was worth.'),
  model: required(ModelStats, 'What a language model was asked, and what it cost.'),
  judging: optional(JudgingStats, 'What judging messages would cost. Absent for an earlier position.'),
  aliases: optional(AliasesStats, 'Memories with other names, and what naming the rest would cost. Absent for an earlier position.'),
  store: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Number])),
  captured: required(CapturedAnswer, 'Memories that were captured from conversations.'),
  waiting: required(Schema.Int, 'Memories that wait for the owner’s yes.'),
  backlog: Schema.Int,
  vectors: optional(VectorsAnswer, 'Absent where this process has no embedder.'),
  counters: required(CountersAnswer, 'Of the process that answers, from its start on.'),
})
export type StatsAnswer = typeof StatsAnswer.Type

export const stats = reading({
  sentence: 'Counts a brain: events, bytes, learning, vectors.',
  brain: 'refuse',
  request: StatsRequest,
  answer: StatsAnswer,
})

/** The state of the embedder of this process, as far as it is known without reading anything. */
export const EmbedderAnswer = Schema.Struct({
  id: Schema.String,
  brains: required(
    Schema.Array(
      Schema.Struct({
        brain: Schema.String,
        vectors: required(Schema.Int, 'Memories that have a vector.'),
        missing: required(
          Schema.Int,
          'Memories that still lack one, without those of whose text the embedder makes nothing. Under a new embedder none is compared until it is 0.',
        ),
      }),
    ),
    'The open brains whose vectors were needed or made.',
  ),
  failure: optional(
    Schema.Struct({ reason: Schema.String, detail: Schema.String, times: Schema.Int }),
    'Calls one after the other that gave nothing; why the last did not, and what to do.',
  ),
})
export type EmbedderAnswer = typeof EmbedderAnswer.Type

/** What a brain still has to do, as far as it is known without reading anything. */
export const BehindAnswer = Schema.Struct({
  brain: Schema.String,
  backlog: required(Schema.Int, 'Facts that are not learned from yet.'),
  waiting: required(Schema.Int, 'Messages and notes that wait for the judgement of a language model.'),
  modelCalls: required(Schema.Int, 'Calls of a language model so far.'),
  pausedUntil: optional(Schema.String, 'No model is asked before that time, because calls failed.'),
  isHeldBack: required(Schema.Boolean, 'True where nothing follows from judgements, because too many are said to change something.'),
})
export type BehindAnswer = typeof BehindAnswer.Type

const counts = Object.fromEntries(countNames.map((name) => [name, Schema.Number])) as Readonly<
  Record<(typeof countNames)[number], typeof Schema.Number>
>

export const WorkAnswer = Schema.Struct({
  ...counts,
  embedder: optional(EmbedderAnswer, 'Absent where this process has no embedder.'),
  behind: required(Schema.Array(BehindAnswer), 'What the open brains still have to do.'),
})
export type WorkAnswer = typeof WorkAnswer.Type

export const counters = reading({
  sentence: 'Counts the work of this process since its start; opens nothing and reads nothing.',
  brain: 'none',
  request: Schema.Struct({}),
  answer: WorkAnswer,
})
