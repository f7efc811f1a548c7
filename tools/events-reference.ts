/** Writes docs/reference/events.md from the declarations of the events, so that the page cannot say anything else than the code. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type EventType, eventDefinitions, isEventType } from '../packages/core/src/domain/events/brain-event.ts'
import { contentEvents } from '../packages/core/src/domain/events/content-events.ts'
import * as fields from '../packages/core/src/domain/events/event-definition.ts'
import { feedbackEvents, learningEvents } from '../packages/core/src/domain/events/learning-events.ts'
import { modelEvents } from '../packages/core/src/domain/events/model-events.ts'
import { controlEvents, sessionEvents } from '../packages/core/src/domain/events/session-events.ts'
import { turnEvents } from '../packages/core/src/domain/events/turn-events.ts'
import * as identity from '../packages/core/src/domain/identity.ts'
import { markdownTable } from './markdown-table.ts'

export const eventsPage = new URL('../docs/reference/events.md', import.meta.url)

const families = [
  ['The brain and its settings', 'session-events.ts', controlEvents],
  ['Who takes part', 'session-events.ts', sessionEvents],
  ['What the memory consists of', 'content-events.ts', contentEvents],
  ['A turn', 'turn-events.ts', turnEvents],
  ['Asking a language model', 'model-events.ts', modelEvents],
  ['What was said about a recall', 'learning-events.ts', feedbackEvents],
  ['What was concluded', 'learning-events.ts', learningEvents],
] as const

/** What each event says, in one or two sentences; those of one family in the order of its file. */
const says: Readonly<Record<EventType, string>> = {
  BrainCreated: 'A brain begins, with its complete settings and their digest.',
  ProfileChanged: 'Other settings are in force from here on.',
  BrainDescribed: 'The owner says what the brain is for.',
  EmbedderChanged: 'Another embedder is in force from here on, with its dimension and the cosine thresholds that came with it, rising.',
  BandsCalibrated:
    'The bands of novelty were measured on the brain’s own text, by words or by the vectors of an embedder, or are given up.',
  ConfidenceCalibrated:
    'The bar of confidence was measured by messages about other things, and holds until the settings change. `messages` is the number of those of which a memory has a word; `memories` is how many the brain had then.',
  ExperimentArmAssigned: 'A session belongs to one arm of an experiment.',
  BrainForked:
    'This brain was derived from the facts of another one, up to position `at`, whose newest commit has the hash. `changed` are the settings that differ from those in force there, `excluded` the signals that were left out, by their positions there. `silent` are the ends of turns in this log that teach nothing, because they were left out. `settings`: whether the same settings hold from the first event on. `walks`: whether its walks were done again.',
  BrainPromoted:
    'The memory goes on from what a branch knows, a replay of it up to here; `at` and `hash` are the end of the branch. `signals` count no longer; the settings are in force from here on. Evidence: mean NDCG@10 on the held-out questions before and after, and the 95 % interval of the gain. `UnlearnWithdrawn` takes it back.',
  TagCreated: 'A position has a name.',
  MaintenanceRequested: 'Somebody or the memory itself asked for maintenance: decay, pruning, death, merging. `tasks` names what runs.',
  RollbackRequested:
    'Learning returns to its state at `to`, the end of a commit. `through` is the newest fact whose effects stand at or before it.',
  UnlearnRequested:
    'The facts at the positions in `signals` count no longer; `nodes` are retired with them. The selection is a list of numbers, an origin, or a part of the log.',
  UnlearnWithdrawn: 'The unlearning or promotion at position `request` no longer stands.',

  ActorNamed: 'A speaker got a number: somebody spoke for the first time.',
  SessionStarted: 'A conversation began and got a number. Its kind decides whether messages in it teach.',
  SessionEnded: 'A conversation ended.',
  HeartbeatObserved: 'The host had a heartbeat; `tags` are the areas that it named.',

  SourceAdded:
    'A document, note or transcript was read for the first time. `digest` names the digest of its text, so that a change is noticed without the text. `root` names the folder in which it was found.',
  SourceRevised: 'The text of a source changed, or a retired source is back. Without `root` the folder stays.',
  SourceRenamed: 'The text of a source stands under another key, or in another folder.',
  SourceRetired: 'A source is no longer there.',
  BatchStored:
    'One of the commits in which a run stores its documents. The last one joins the links of all; until then some links may be missing.',
  NodeAdded: 'A memory was added. Its origin stands in the envelope. `links` names the targets of its links as the document writes them.',
  NodeRevised:
    'A memory changed. Absent fields stay as they were; without any, the same note was said again. A `day` of -1: it has none any more. With `source`, its text was found in another document than before.',
  NodeUntitled: 'A memory lost its title.',
  NodeMerged: 'A memory became part of another one.',
  NodeRetired: 'A memory is no longer recalled.',
  NodeRestored: 'A retired or merged memory is recalled again.',
  NodeProtected: 'The owner protects a memory from decay and death, or ends the protection.',
  NodeTrusted: 'The owner allows that a memory written by others is put before a model, or takes that back.',
  NodeReviewed: 'A text that a model or others brought waits for the owner’s yes, or the owner approves or refuses it.',
  NodeDoubted:
    'Its owner called a memory wrong in a conversation. The memory is given with the day and his words beside it, or with the day alone where they say no more, until its text changes or he confirms it. `part` is the stretch of its text that is meant.',
  DoubtLifted: 'A doubt ended because the verdict behind it was taken back, or because a later message says that the memory holds.',
  NodeSuperseded:
    'Another memory states what is true now of what this one states. `part` is the stretch of the text that is meant, `feedback` that of the person who said so. Decided once; it ends when the memory gets another text.',
  SupersessionLifted: 'A memory is no longer superseded by another one.',
  AliasesNamed:
    'Somebody names other words for a memory: questions that it answers. `by`: a person, its document, or a model in the call of that number; they take the place of what the same one named before. Without `names` and `call` they are taken back; with a `call` alone the model found none. They end when the memory gets another text.',
  NodePromoted: 'A memory passed its probation: it was right for a question, or the owner noted the same.',
  EdgeLinked: 'An edge was made; `strength` is its first strength.',
  EdgePruned: 'An edge is no longer walked; it keeps its strength.',
  EdgeRestored: 'A pruned edge is walked again.',
  ContentErased:
    'The listed contents were erased for good: bodies, random bytes, fingerprints, index rows. The chain of hashes stays valid.',

  TurnStarted: 'A question was asked: the budgets of its walk, and, as far as the host said it, where and by whom.',
  SeedsSelected:
    'The nodes at which the walk starts, each with its score and its source, and the cues that resemble the question, each with its similarity.',
  NoveltyAssessed:
    'How new the question is: similarities in nano-units, the tests it passed and failed, the verdict, and what came of it. `cue` was made by this turn, or was there and is seen again.',
  NodeFired: 'The walk reached a memory. `energy` is what it fired with; `edge` brought most of it and is absent for a seed.',
  NodeInhibited: 'A negative edge took energy from a memory.',
  EdgeFollowed: 'The walk followed an edge: its strength at that moment, and the energy that it carried to its target.',
  EdgeSkipped: 'The walk looked at an edge and did not follow it, with the reason.',
  ContextBundled:
    'The result of the turn: `nodes` is the beginning of the ranking with its scores, `included` are those put before the model, in that order; `context` proves the text.',
  TurnCompleted: 'How the turn ended according to the host, and the memories on which its reply `drew`, each with its share in nano-units.',
  RecallSkipped:
    'The turn went on without memory. `skippedAt` is the time; the event may have been appended later. `deadlineMs` is how long it might have waited for the memory, where it waited.',

  ModelAsked:
    'A language model is about to be asked for a `task`: `routing` asks which memories of a recall to follow and to drop, `causes` which passages of one document are causes of others. The event stands in the log before the model is asked, so that a crash never asks twice; that of a recall reserves the number of its turn. `call` counts the calls of the brain. `offered` are the memories of a recall, with `pointers`, the edges by which they can be followed, 0 for none; or the passages of the document `source` that are asked about for the first time with this text, with `beside`, their neighbours that were asked about before. `template` and `digest` name the instruction, `prompt` proves the whole of what was sent. Tokens and cost are the most that all requests of the call may take.',
  ModelAnswered:
    'The end of a call: its tokens, its time and its cost in billionths of a US dollar, and the reason why there is no answer that counts. Where no server said what a call without an answer took, tokens and cost are those of the messages of one request; for a `timeout` and a `crash` they are the most that the call may take. `over`: the call broke its budget; `pausedUntil`: no model is asked before that time. What follows from the answer stands in the same commit.',
  RouteChosen:
    'What counted of the answer of a routing model: the followed pointers, the dropped memories, the attention in nano-units, and the factors of the families of edges. Absent where the rule decided instead.',
  CausesNamed:
    'What counted of the causes that a model named among `passages`: parallel lists of causes, their effects and the confidence in nano-units. The edges that follow stand in the same commit.',
  MessageWaits: 'The message that is the question of the turn waits to be judged by a model; with `over` it waits no longer.',
  NotesWait: 'Notes that were read in wait to be judged by a model beside older ones; with `over` they wait no longer.',
  MessageJudged:
    'What a model judged that a message of the owner, or a `note` that was read in, does to a memory: `old` is a stretch of the text of `candidate`, `new` one of the message. `became` says what followed, in the same commit; `refused` names the gate that it did not pass. Where something followed it has a feedback number, by which it is taken back, and `kept` is the memory that keeps the message. It moves no strength.',

  FeedbackGiven:
    'Somebody judged a recall. `verdict` was given, `applied` is its meaning under the profile, `outcome` is in nano-units from −1 to 1, `nodes` are the judged memories, `instead` the right ones. `given` says how the verdict came, `shares` which part of the outcome each memory takes. Where `about` is `observed`, nobody judged: `outcome` is the sum of `weights` by `values` of the signals in `parts`, each observed in the turn beside it in `seen`, and `text` names the tools that showed them.',
  OutcomeGiven:
    'Somebody judged a result without naming a turn. `turns` are the candidates, newest first, each with the cue of its question and its closeness to the words said; the learner shares the outcome among them. A heard correction that is about no memory names no turn and has a `reason`.',
  StrengthSet: 'Somebody set the strength of an edge by hand.',

  FeedbackAttributed:
    'The share of each turn in a feedback, in nano-units that sum to one, or the reason why the feedback teaches nothing.',
  StrengthAdjusted: 'The strength of an edge changed by `to − from`; `asked` is the change that the rule computed before the bounds.',
  UtilityAdjusted: 'The utility of a memory changed. Its edges stay as they are.',
  StrengthsDecayed:
    'Every linked edge of the named kinds that was last used before turn `cutoff` is multiplied by `factor` (nano-units), rounded, and stops at `floor`. Following an edge uses it, and so does making it; where `spares` is `spoken`, linking it again or moving it by a verdict does too. The one event whose fold computes.',
  StrengthsRestored: 'Strengths and utilities were put back; the cause is the request that asked for it.',
  TurnRestated:
    'What counts for a turn after an unlearning: the verdicts that taught, and what an agent used. It replaces what was known of the turn.',
  LearningRestated:
    'The other values that count after an unlearning where they differ from before: the owner’s last words, replacements, the counts of the caps, and when edges were last renewed.',
}

/** Capabilities that are designed and not built yet. */
type Capability = 'experiments' | 'growth' | 'guardrails' | 'time machine'

/** Events that nothing makes yet. */
const reservedEvents: Partial<Record<EventType, Capability>> = {
  ExperimentArmAssigned: 'experiments',
}

/** Values that nothing gives to a field yet; without values, the field itself is always absent. */
const reservedValues: ReadonlyArray<readonly [type: EventType, field: string, values: ReadonlyArray<string>, capability: Capability]> = [
  ['NodeAdded', 'nodeType', ['guardrail'], 'guardrails'],
  ['NodeAdded', 'nodeType', ['diagnostic'], 'growth'],
  ['SeedsSelected', 'sources', ['symbolic', 'forced'], 'growth'],
  ['ContextBundled', 'guardrails', [], 'guardrails'],
]

/** Fields of answers that always have the same value, as the code writes it. */
const reservedAnswers: ReadonlyArray<readonly [answer: string, written: string, capability: Capability]> = [
  ['RecallAnswer.guardrails', 'guardrails: []', 'guardrails'],
]

/** The whole page. */
export const eventsReference = (): string =>
  [
    '# Events',
    '',
    'Made by `tools/events-reference.ts` from the declarations in `packages/core/src/domain/events`; a test keeps it up to date.',
    '',
    `Event format 1: ${Object.keys(says).length} types. The product writes ${Object.keys(says).length - Object.keys(reservedEvents).length} of them; the others are [reserved](#reserved).`,
    '',
    ...envelope,
    ...families.flatMap(([title, file, definitions]) => [
      '',
      `## ${title}`,
      '',
      `Declared in \`${file}\`.`,
      ...Object.keys(definitions)
        .filter(isEventType)
        .flatMap((type) => section(type)),
    ]),
    '',
    ...reserved(),
    '',
  ].join('\n')

const envelope = [
  '## What every event has',
  '',
  '- `position`: number; its place in the log of its brain, from 1. It is the event’s id.',
  '- `type`, `version`: which schema its data fits.',
  '- `turn`: number, may be absent; the recall it belongs to.',
  '- `cause`: number, may be absent; an earlier position, for an effect that of the fact it follows from.',
  '- `origin`: `owner`, `agent`, `untrusted` or `system`, may be absent; who a memory or a verdict comes from.',
  '- of its commit: `at` (whole milliseconds UTC), `actor` (number, 0 is the program itself), `session` (number, may be absent).',
  '',
  'A **fact** happened in the world. An **effect** is what the learner concluded from one and can be derived again.',
  '',
  'Types of fields:',
  '',
  ...markdownTable([
    ['type', 'is'],
    ['node, edge, turn …', 'the number of a node, an edge, a turn …, from 1'],
    ['number', 'a number of another kind, from 1'],
    ['position', 'a position in the log; in `at` and `to` 0 is before the first event'],
    ['count, ms', 'a whole number from 0; milliseconds'],
    ['nano', 'a whole number of nano-units, 10⁻⁹'],
    ['reference', '64 hex digits that name a content: sha256 over 16 random bytes and the body'],
    ['word, hex', 'a word of a closed vocabulary; a digest of closed things, never of a text'],
  ]),
  '',
  'Lists of one event run side by side. No field is ever `null`: what is absent is left out.',
]

const section = (type: EventType): ReadonlyArray<string> => {
  const { data, nature, references, version } = eventDefinitions[type]
  const contents: fields.References = references
  const lines = Object.entries<Field>(data.fields).map(([name, field]) => {
    const reference = contents[name]
    const notes = [
      typeOf(field),
      ...(isOptional(field) ? ['may be absent'] : []),
      ...(reference === undefined ? [] : [`${reference[0]} of ${reference[1] === 'brain' ? 'the brain' : `its ${reference[1]}`}`]),
    ]
    return `- \`${name}\`: ${notes.join('; ')}`
  })
  return [
    '',
    `### ${type}`,
    '',
    `${nature === 'fact' ? 'Fact' : 'Effect'}, version ${version}${reservedEvents[type] === undefined ? '' : ', reserved'}. ${says[type]}`,
    '',
    ...lines,
  ]
}

/** As much of a schema as this page reads. */
interface Field {
  readonly ast: Ast
  /** Of an optional or branded one: what it was made from. */
  readonly schema?: Field
}

interface Ast {
  readonly _tag: string
  readonly literal?: unknown
  readonly types?: ReadonlyArray<Ast>
  readonly elements?: ReadonlyArray<Ast>
  readonly rest?: ReadonlyArray<Ast>
  readonly checks?: ReadonlyArray<{ readonly annotations?: { readonly expected?: string | undefined } | undefined }> | undefined
  readonly context?: { readonly isOptional: boolean } | undefined
}

const isOptional = ({ ast }: Field): boolean => ast.context?.isOptional === true

const named: ReadonlyMap<Field, string> = new Map<Field, string>([
  [fields.Numbered, 'number'],
  [identity.NodeNumber, 'node'],
  [fields.Nodes, 'list of nodes'],
  [identity.EdgeNumber, 'edge'],
  [fields.Edges, 'list of edges'],
  [identity.SourceNumber, 'source'],
  [identity.SessionNumber, 'session'],
  [identity.ActorNumber, 'actor'],
  [identity.TurnNumber, 'turn'],
  [fields.Turns, 'list of turns'],
  [identity.FeedbackNumber, 'feedback'],
  [identity.Position, 'position'],
  [fields.EventPosition, 'position'],
  [fields.EventPositions, 'list of positions'],
  [fields.Count, 'count'],
  [fields.NanoUnits, 'nano'],
  [fields.NanoList, 'list of nanos'],
  [fields.Milliseconds, 'ms'],
  [fields.Ref, 'reference'],
  [fields.Refs, 'list of references'],
  [fields.Hex, 'hex'],
  [fields.Word, 'word'],
  [fields.Words, 'list of words'],
])

const typeOf = (field: Field): string => named.get(field) ?? (field.schema && named.get(field.schema)) ?? shapeOf(field.ast)

const shapeOf = ({ _tag, checks, elements = [], literal, rest = [], types = [] }: Ast): string => {
  const [every] = rest
  if (_tag === 'Literal') return `\`${String(literal)}\``
  if (_tag === 'Union') return types.map(shapeOf).join(', ')
  if (_tag === 'Arrays' && every !== undefined) return `list of: ${shapeOf(every)}`
  if (_tag === 'Arrays') return `[${elements.map(shapeOf).join(', ')}]`
  if (_tag === 'Objects') return 'JSON object'
  const limits = checks?.map(({ annotations }) => annotations?.expected ?? '').filter((text) => text.startsWith('a value between'))
  const last = limits?.at(-1)?.replace('a value ', '')
  if (_tag === 'Number' && last === `between 0 and ${Number.MAX_SAFE_INTEGER}`) return 'count'
  if (_tag === 'Number' && last === `between 1 and ${Number.MAX_SAFE_INTEGER}`) return 'number'
  if (_tag === 'Number' && last !== undefined) return `whole number ${last}`
  throw new Error(`tools/events-reference.ts has no words for a field of ${_tag}: give it some`)
}

/** What is declared and not made yet. Fails where the code makes it after all, or makes less than the page says. */
const reserved = (): ReadonlyArray<string> => {
  const code = productCode()
  for (const type of Object.keys(says).filter(isEventType)) {
    if (code.includes(`type: '${type}'`) === type in reservedEvents) {
      throw new Error(
        `tools/events-reference.ts: ${type} ${type in reservedEvents ? 'is made: take it out of' : 'is not made: put it into'} reservedEvents`,
      )
    }
  }
  for (const [type, field, values] of reservedValues) checkReserved(code, type, field, values)
  for (const [answer, written] of reservedAnswers) {
    if (!code.includes(written))
      throw new Error(`tools/events-reference.ts: ${answer} is not always the same: take it out of reservedAnswers`)
  }
  return [
    '## Reserved',
    '',
    'Nothing makes these yet. Each belongs to a capability that is designed and not built.',
    '',
    ...markdownTable([
      ['event or field', 'values', 'capability'],
      ...Object.entries(reservedEvents).map(([type, capability]) => [`\`${type}\``, '', capability]),
      ...reservedValues.map(([type, field, values, capability]) => [
        `\`${type}.${field}\``,
        values.length === 0 ? 'always absent' : values.map((value) => `\`${value}\``).join(', '),
        capability,
      ]),
      ...reservedAnswers.map(([answer, written, capability]) => [
        `\`${answer}\``,
        `always \`${written.replace(/^\w+: /, '')}\``,
        capability,
      ]),
    ]),
    '',
    'A learning kind of edge can be set by hand at any time: `crabtrail strength SRC DST VALUE --kind causal`.',
  ]
}

const checkReserved = (code: string, type: EventType, field: string, values: ReadonlyArray<string>): void => {
  const declared = Object.entries<Field>(eventDefinitions[type].data.fields).find(([name]) => name === field)?.[1]
  const shape = declared === undefined ? undefined : typeOf(declared)
  for (const value of values) {
    if (shape?.includes(`\`${value}\``) !== true) throw new Error(`tools/events-reference.ts: ${type}.${field} has no ${value}`)
    if (code.includes(`${field}: '${value}'`)) throw new Error(`tools/events-reference.ts: ${type}.${field} can be ${value}`)
  }
  if (shape === undefined) throw new Error(`tools/events-reference.ts: ${type} has no ${field}`)
}

/** The sources of the core without the declarations of the events, whose guards name each type. */
const productCode = (): string => {
  const core = new URL('../packages/core/src/', import.meta.url)
  return readdirSync(core, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('domain/events/'))
    .map((path) => readFileSync(new URL(path, core), 'utf8'))
    .join('\n')
}

if (import.meta.main) writeFileSync(eventsPage, eventsReference())
