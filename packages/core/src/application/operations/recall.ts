/** Answers a question from the memory. */
import * as Schema from 'effect/Schema'
import { guardrailReasons } from '../../domain/context/guardrail.ts'
import {
  absenceReasons,
  bandSources,
  birthRefusals,
  chatKinds,
  dropReasons,
  followChannels,
  noveltyMeasures,
  noveltyVerdicts,
} from '../../domain/events/turn-events.ts'
import { unapproved } from '../../domain/graph.ts'
import { limits } from '../limits.ts'
import { RoutingAnswer } from './model.ts'
import {
  anyText,
  type BrainNeed,
  ensuring,
  expecting,
  inBrain,
  inSession,
  keyed,
  list,
  onDay,
  optional,
  PositionText,
  required,
  shownText,
  speaker,
  text,
  whole,
  writing,
} from './operation.ts'

/** A question, or anything else that a person says to an agent. */
export const Question = shownText(limits.questionBytes)

/** A passage that another search of the host found. */
export const SearchHit = Schema.Struct({
  source: required(text(), 'The key of the document.'),
  text: text(limits.nodeTextBytes),
  from: optional(Schema.Number, 'The first line.'),
  to: optional(Schema.Number, 'The last line.'),
})
export type SearchHit = typeof SearchHit.Type

/** The asker and the chat of a question, as the host names them. */
export const Asker = Schema.Struct({
  chatKind: Schema.Literals(chatKinds),
  channel: Schema.optionalKey(anyText(limits.idBytes)),
  chat: Schema.optionalKey(anyText(limits.idBytes)),
  sender: Schema.optionalKey(anyText(limits.idBytes)),
})
export type Asker = typeof Asker.Type

const similarity = Schema.Number.check(
  Schema.makeFilter((value: number) => (value >= 0 && value <= 1 ? undefined : `${value} is not a number from 0 to 1`), {
    expected: 'a number from 0 to 1',
    arbitraryConstraint: { number: 'finite', minimum: 0, maximum: 1 },
    toJsonSchema: () => ({ type: 'number', minimum: 0, maximum: 1 }),
  }),
)

export const RecallRequest = Schema.Struct({
  ...ensuring,
  ...inBrain,
  ...speaker,
  ...inSession,
  ...keyed,
  ...expecting,
  question: required(Question, 'The question.', { argument: 'QUESTION' }),
  ...onDay,
  engine: optional(Schema.Literals(['route', 'spread']), 'How the graph is walked: by tiers (route), or as energy that spreads.', {
    absent: 'as the profile says',
    value: 'ENGINE',
  }),
  limit: optional(whole(1, 1_000), 'The most memories that are listed.', { absent: '10', value: 'N' }),
  budget: optional(whole(0, 100_000), 'The most that the context may have, in tokens.', {
    absent: 'as the profile says',
    value: 'TOKENS',
  }),
  seeds: optional(whole(1, 256), 'The walk starts at this many of the best texts.', { absent: 'as the profile says', value: 'N' }),
  hops: optional(whole(0, 8), 'The walk follows paths of at most this many edges.', { absent: 'as the profile says', value: 'N' }),
  heartbeat: optional(
    list(text(), limits.tags),
    'The subjects that the host is busy with: as a heartbeat just before, in the commit of the turn. Without effect where nothing is recorded.',
    { value: 'TAG' },
  ),
  at: optional(PositionText, 'Answers as the memory would have answered at that position, and records nothing.', { value: 'POS' }),
  record: optional(Schema.Boolean, 'False: records nothing; no turn, no hints, no session.', {
    absent: 'true',
    option: 'no-record',
  }),
  autoNeurogenesis: optional(
    Schema.Boolean,
    'Lets the question become a cue if it is new to the memory. What would have been made is recorded otherwise.',
    { absent: 'false', option: 'auto-neurogenesis' },
  ),
  autoMaxPerSession: optional(whole(0, 1_000_000), 'The most cues that a session makes.', {
    absent: 'as the profile says',
    option: 'auto-max-per-session',
    value: 'N',
  }),
  autoWindow: optional(whole(0, 100_000), 'The turns for which a question like one that became a cue makes none.', {
    absent: 'as the profile says',
    option: 'auto-window',
    value: 'TURNS',
  }),
  autoKnownThreshold: optional(similarity, 'The similarity, from 0 to 1, from which on a question is known.', {
    absent: 'as the profile says',
    option: 'auto-known-threshold',
    value: 'SIMILARITY',
  }),
  hits: optional(
    list(SearchHit, limits.hits),
    'Hits of another search of the host in this session since the last recall. They are weak seeds, unless they are on another subject.',
    { host: true },
  ),
  files: optional(
    list(text(limits.pathBytes), limits.filesTouched),
    'Files that tools of this session touched since the last recall, the newest first. Their names tell of the situation; their folders are not kept.',
    { host: true },
  ),
  changed: optional(list(text(limits.pathBytes), limits.filesTouched), 'Those of them that were written, the newest first.', {
    host: true,
  }),
  inPrompt: optional(
    anyText(limits.promptBytes),
    'The text that the host puts into the prompt by itself. A memory that stands in it word for word is not given again. It is not recorded.',
    { host: true },
  ),
  asker: optional(Asker, 'The asker and the chat. Absent where no host names them, as on the command line.', { host: true }),
})
export type RecallRequest = typeof RecallRequest.Type

/** One edge on the way to a memory, as it was then. */
export const PathStep = Schema.Struct({
  edge: Schema.String,
  source: Schema.String,
  target: Schema.String,
  kind: Schema.String,
  strength: Schema.Number,
  channel: Schema.Literals(followChannels),
})
export type PathStep = typeof PathStep.Type

export const RecalledItem = Schema.Struct({
  node: Schema.String,
  title: Schema.String,
  content: Schema.String,
  score: Schema.Number,
  source: Schema.NullOr(Schema.String),
  why: Schema.String,
  path: Schema.Array(PathStep),
  parts: Schema.Struct({ seed: Schema.Number, path: Schema.Number, inhibition: Schema.Number, utility: Schema.Number }),
  behind: optional(
    Schema.Struct({ node: Schema.String, because: Schema.Literals(['said-above', 'not-visited', 'newer']) }),
    'Why it stands behind a memory that scores less. Absent where none above scores less.',
  ),
  supersededBy: optional(
    Schema.Array(Schema.String),
    'The memories that state now what it stated, in part or as a whole, the newest last. Absent: none.',
  ),
  review: optional(
    Schema.Literals(unapproved),
    'It waits for the owner’s yes, or the owner refused it: no model is given it. Absent: neither.',
  ),
})
export type RecalledItem = typeof RecalledItem.Type

export const Dropped = Schema.Struct({ node: Schema.String, reason: Schema.Literals(dropReasons) })

/** The signs that confidence is summed from; `domain/recall/confidence.ts` says what each is. */
const Signs = Schema.Struct({
  words: Schema.Number,
  missing: Schema.Number,
  lead: Schema.Number,
  named: Schema.Number,
  asks: Schema.Number,
  unknown: Schema.Number,
  dated: Schema.Number,
  size: Schema.Number,
  aliased: Schema.Number,
  meaning: Schema.optionalKey(Schema.Number),
})

/** A line of the context apart from its memories, and how it came about. */
export const Guardrail = Schema.Struct({
  node: required(Schema.String, 'The memory that it is about.'),
  because: required(
    Schema.Literals(guardrailReasons),
    '`replaced`: the owner named another memory instead; `superseded`: another one holds what is true now; `denied`: a message said that it is wrong; `blamed`: a verdict on such a question; `fixed`: it got over such an error.',
  ),
  text: optional(Schema.String, 'The line. Absent where the turn is explained later.'),
  feedback: optional(Schema.String, 'The feedback that said so.'),
  position: optional(Schema.Int, 'The position of the verdict that said so.'),
})
export type Guardrail = typeof Guardrail.Type

/** What worked before for the memories of a question and for its kind. */
export const Worked = Schema.Struct({
  tools: required(
    Schema.Array(Schema.Struct({ tool: Schema.String, memory: Schema.String, strength: Schema.Number })),
    'Tools that succeeded where a memory was in the context, with the strongest edge to each.',
  ),
  procedures: required(
    Schema.Array(Schema.Struct({ node: Schema.String, steps: Schema.String })),
    'What was done, in which order, for questions of its kind.',
  ),
})

/** How new the question is. Only a recorded recall assesses it. */
const Novelty = Schema.Struct({
  verdict: required(
    Schema.Literals([...noveltyVerdicts, 'off']),
    'How new the question is. `off`: it was not assessed, because nothing is recorded or the settings say so.',
  ),
  by: optional(Schema.Literals(noveltyMeasures), 'What was compared.'),
  bands: optional(
    Schema.Literals(bandSources),
    'Whose bands decided. `other-embedder`: those of the settings, because the measured ones are of another embedder. Absent: those of the settings.',
  ),
  top1: optional(Schema.Number, 'The similarity of the nearest memory.'),
  top2: optional(Schema.Number, 'That of the second.'),
  tail: optional(Schema.Number, 'The mean of ranks 2 to 5.'),
  rel: optional(Schema.Number, 'How far the nearest stands out.'),
  passed: optional(Schema.Array(Schema.String), 'The tests that the question passed.'),
  failed: optional(Schema.Array(Schema.String), 'Those that it failed.'),
  created: optional(Schema.Boolean, 'True where the question became a cue.'),
  cue: optional(Schema.String, 'The cue that was made, or that was there and is seen again.'),
  refused: optional(Schema.Literals(birthRefusals), 'Why a new question made no cue.'),
})

export const RecallAnswer = Schema.Struct({
  brain: Schema.String,
  turn: required(Schema.NullOr(Schema.String), '`null` when nothing was recorded.'),
  position: Schema.Int,
  items: Schema.Array(RecalledItem),
  context: Schema.Struct({
    text: Schema.String,
    items: Schema.Array(Schema.String),
    tokens: Schema.Int,
    dropped: Schema.Array(Dropped),
  }),
  guardrails: required(
    Schema.Array(Guardrail),
    'What was corrected for such a question and must not be said or done again; also in the text of the context.',
  ),
  novelty: Novelty,
  routing: RoutingAnswer,
  latencyMs: Schema.Number,
  backlog: required(Schema.Int, 'Facts that the learner has still to learn from.'),
  skipped: optional(Schema.Literals(absenceReasons), 'Why the turn went on without memory.'),
  approximate: optional(Schema.String, 'Why an answer about the past may differ from the one that was given then.'),
  confidence: optional(
    Schema.Struct({
      score: Schema.Number,
      signs: Signs,
      memories: required(
        Schema.Array(Schema.Struct({ node: Schema.String, score: Schema.Number, signs: Signs })),
        'The first memories of the ranking, each with its own confidence.',
      ),
    }),
    'Only if nothing is recorded: the confidence in the surest memory, which is given from 0 on, and the signs it is summed from.',
  ),
})
export type RecallAnswer = typeof RecallAnswer.Type

const looks = ({ at, record }: RecallRequest): boolean => record === false || at !== undefined

/** A recall that records nothing creates no brain. */
const brainFor = (request: RecallRequest): BrainNeed => (looks(request) ? 'refuse' : 'create')

export const recall = writing({
  sentence: 'Answers a question from the memory and records how: one turn, one commit, before the answer is given.',
  brain: 'create',
  brainFor,
  looks,
  request: RecallRequest,
  answer: RecallAnswer,
})
