/** Writes docs/reference/events.md from the declarations of the events, so that the page cannot say anything else than the code. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type EventType, eventDefinitions, isEventType } from '../packages/core/src/domain/events/brain-event.ts'
import { contentEvents } from '../packages/core/src/domain/events/content-events.ts'
import { controlEvents } from '../packages/core/src/domain/events/control-events.ts'
import * as fields from '../packages/core/src/domain/events/event-definition.ts'
import { feedbackEvents } from '../packages/core/src/domain/events/feedback-events.ts'
import { learningEvents } from '../packages/core/src/domain/events/learning-events.ts'
import { routingEvents } from '../packages/core/src/domain/events/routing-events.ts'
import { sessionEvents } from '../packages/core/src/domain/events/session-events.ts'
import { turnEvents } from '../packages/core/src/domain/events/turn-events.ts'
import { markdownTable } from './markdown-table.ts'

export const eventsPage = new URL('../docs/reference/events.md', import.meta.url)

const families = [
  ['The brain and its settings', 'control-events.ts', controlEvents],
  ['Who takes part', 'session-events.ts', sessionEvents],
  ['What the memory consists of', 'content-events.ts', contentEvents],
  ['A turn', 'turn-events.ts', turnEvents],
  ['Asking a model for the way', 'routing-events.ts', routingEvents],
  ['What was said about a recall', 'feedback-events.ts', feedbackEvents],
  ['What was concluded', 'learning-events.ts', learningEvents],
] as const

/** One event, one sentence; those of one family in the order of its file. */
const says: Readonly<Record<EventType, string>> = {
  BrainCreated: 'A brain begins, with the complete settings that it learns by and their digest.',
  ProfileChanged: 'Other settings are in force from here on.',
  EmbedderChanged: 'Another embedder is in force from here on, with its dimension and its calibrated cosine thresholds, rising.',
  ExperimentArmAssigned: 'A session belongs to one arm of an experiment.',
  BrainForked: 'This brain began as a copy of another one, up to the position and hash that are named.',
  BrainPromoted: 'A branch, at the position and hash that are named, is what this brain goes on from.',
  TagCreated: 'A position has a name.',
  MaintenanceRequested: 'Upkeep was asked for: the tasks are named.',
  RollbackRequested: 'Learning is to be as it was at `to`, a commit end; `through` is the newest fact whose effects stand at or before it.',
  UnlearnRequested:
    'The facts at the positions in `signals` are to count no more; `nodes` are retired with them. What was selected is said by number, or by origin.',
  UnlearnWithdrawn: 'The unlearning asked for at position `request` no longer stands.',

  ActorNamed: 'Somebody spoke for the first time and has a number.',
  SessionStarted: 'A conversation began and has a number; its kind says whether what is said in it teaches.',
  SessionEnded: 'A conversation ended.',
  HeartbeatObserved: 'The host looked around by itself; `tags` are what it saw.',

  SourceAdded:
    'A document, note or transcript was read for the first time. `digest` names the digest of its text: a change is seen without it. `root` names the folder it was found in.',
  SourceRevised: 'A source says something else now, or is there again. A `root` that is absent stays as it was.',
  SourceRenamed: 'The same text stands under another key, or in another folder.',
  SourceRetired: 'A source is not there any more.',
  BatchStored:
    'One of several commits that a run reads documents in with. With the last one the links of all are joined; until then some may be missing.',
  NodeAdded:
    'A memory began. Where it comes from is the origin in the envelope. `links` names the targets of its links as they are written.',
  NodeRevised: 'A memory says something else now; fields that are absent stay as they were.',
  NodeUntitled: 'A memory has no title any more.',
  NodeMerged: 'A memory became part of another one.',
  NodeRetired: 'A memory is no longer recalled.',
  NodeRestored: 'A retired or merged memory is there again.',
  NodeProtected: 'A memory is kept from dying, or no longer.',
  NodeTrusted: 'The owner lets a memory that others wrote be put before a model, or no longer.',
  NodeDoubted:
    'Somebody said in a conversation that it is otherwise, and no other memory holds what he said. It is given with his words beside it until it says something else or its owner confirms it.',
  DoubtLifted: 'A doubt no longer stands: what was learned was taken back.',
  NodePromoted: 'A memory passed its probation.',
  EdgeLinked: 'One memory leads to another; `strength` is the first strength of the edge.',
  EdgePruned: 'An edge is not walked any more; it keeps its strength.',
  EdgeRestored: 'A pruned edge is walked again.',
  ContentErased: 'The listed contents are gone for good: bodies, random bytes, fingerprints, index rows. The chain of hashes stays valid.',

  TurnStarted: 'A question was asked, with the budgets that its walk may not exceed, and where and by whom as far as a host said so.',
  SeedsSelected:
    'Where the walk began: every seed with its score and where it came from, and the cues that resemble the question with how much.',
  NoveltyAssessed: 'How new the question was, by which tests, and what follows for growing a cue.',
  NodeFired: 'A memory was reached, with the energy it fired with; `edge` is the one that brought most, absent for a seed.',
  NodeInhibited: 'A negative edge took energy from a memory.',
  EdgeFollowed: 'An edge was followed: its strength at that moment and what it carried to its target.',
  EdgeSkipped: 'An edge was looked at and not followed, and why.',
  ContextBundled:
    'What came of it: `nodes` is the beginning of the ranking with its scores; `included` of them went before the model, in that order; `context` proves the text.',
  TurnCompleted:
    'How the turn ended, as the host saw it, and which memories its reply `drew` on, with the share of each in nano-units. Version 1 did not say what it drew on.',
  RecallSkipped: 'The turn went on without memory. `skippedAt` is when; the event may have been appended later.',

  RoutingRequested:
    'A model is about to be asked which edges to follow; this stands in the log before the answer, so that a crash never asks twice.',
  RoutingDecided: 'What the model answered, what it cost in billionths of a US dollar, or why the rule decided instead.',

  FeedbackGiven:
    'Somebody judged a recall: the verdict given and what the profile makes of it, an outcome in nano-units from −1 to 1, on which memories, and which would have been right instead; how it came (`given`), and which part each memory takes (`shares`). Version 1 said neither.',
  OutcomeGiven:
    'Somebody said how it went, of no turn in particular: which turns of the session it may be about, newest first, with the cue of each and how close what was said is to it. The learner shares it among them. A correction that was heard and is about no memory names no turn and gives its `reason`; version 1 had none.',
  StrengthSet: 'Somebody set the strength of an edge by hand.',

  FeedbackAttributed:
    'Which turns get which share of a feedback, in nano-units that sum to one; or why it teaches nothing. Version 1 had two reasons less.',
  StrengthAdjusted: 'An edge got stronger or weaker: `to − from` is what happened, `asked` what the rule wanted before the bounds.',
  UtilityAdjusted: 'A memory is judged better or worse, apart from the ways that lead to it.',
  StrengthsDecayed:
    'Every linked edge of the named kinds last used before turn `cutoff` is multiplied by `factor` (nano-units), rounded, and stops at `floor`. What was followed or is new was used; where `spares` says `spoken`, also what was linked again or moved by a word. Version 1 spared the `followed`. The one event whose fold computes.',
  StrengthsRestored: 'Strengths and utilities were put back; the request that asked for it is the cause.',
}

/** The whole page. */
export const eventsReference = (): string => {
  const written = writtenEvents()
  return [
    '# Events',
    '',
    'Made by `tools/events-reference.ts` from the declarations in `packages/core/src/domain/events`; a test keeps it up to date.',
    '',
    `Event format 1: ${Object.keys(says).length} types. All of them are declared, so that later parts of the program need no other format;`,
    `${written.size} of them are written by the program as it is now, the others are marked “not written yet”.`,
    '',
    ...envelope,
    ...families.flatMap(([title, file, definitions]) => [
      '',
      `## ${title}`,
      '',
      `Declared in \`${file}\`.`,
      ...Object.keys(definitions)
        .filter(isEventType)
        .flatMap((type) => section(type, written.has(type))),
    ]),
    '',
  ].join('\n')
}

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
    ['number', 'the number of a node, an edge, a turn …, from 1; in `signals` and `request` a position'],
    ['position', 'a position, 0 before the first event'],
    ['count, ms', 'a whole number from 0; milliseconds'],
    ['nano', 'a whole number of nano-units, 10⁻⁹'],
    ['reference', '64 hex digits that name a content: sha256 over 16 random bytes and the body'],
    ['word, hex', 'a word of a closed vocabulary; a digest of closed things, never of a text'],
  ]),
  '',
  'Lists of one event run side by side. No field is ever `null`: what is absent is left out.',
]

const section = (type: EventType, written: boolean): ReadonlyArray<string> => {
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
    `${nature === 'fact' ? 'Fact' : 'Effect'}, version ${version}${written ? '' : ', not written yet'}. ${says[type]}`,
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
  [fields.Numbers, 'list of numbers'],
  [fields.AnyPosition, 'position'],
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

/** Types that a decider makes: the only place where events come from. */
const writtenEvents = (): ReadonlySet<string> => {
  const domain = new URL('../packages/core/src/domain/', import.meta.url)
  const rooms = ['learning', 'decay', 'growth', 'hearing', 'ingest', 'recording', 'erasure', 'profiles'].map(
    (room) => new URL(`${room}/`, domain),
  )
  const sources = rooms.flatMap((room) => readdirSync(room).flatMap((name) => (isSource(name) ? [new URL(name, room)] : [])))
  const text = sources.map((source) => readFileSync(source, 'utf8')).join('\n')
  return new Set([...text.matchAll(/type: '(\w+)'/g)].flatMap(([, type = '']) => (isEventType(type) ? [type] : [])))
}

const isSource = (name: string): boolean => name.endsWith('.ts') && !name.endsWith('.test.ts')

if (import.meta.main) writeFileSync(eventsPage, eventsReference())
