/** Lists what waits for the owner's yes, and takes his yes or no. */
import * as Schema from 'effect/Schema'
import { origins, reviews } from '../../domain/graph.ts'
import { limits } from '../limits.ts'
import {
  dryRun,
  inBrain,
  inSession,
  list,
  NodeText,
  optional,
  PositionText,
  required,
  shownText,
  speaker,
  whole,
  writing,
} from './operation.ts'

const decisions = ['approve', 'refuse'] as const

export const ReviewRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  ...inSession,
  decision: optional(Schema.Literals(decisions), 'A yes or a no to the memories that are named.', {
    argument: 'DECISION',
    absent: 'what waits is listed',
  }),
  nodes: optional(list(NodeText, limits.nodesNamed), 'The memories that are meant.', { argument: 'NODE' }),
  limit: optional(whole(1, 1_000), 'The most memories that are listed.', { absent: '20', value: 'N' }),
  after: optional(NodeText, 'Goes on with a list behind this memory.', { value: 'NODE' }),
  lately: optional(whole(1, 100), 'Also lists the decisions that were made last: at most so many.', { host: true }),
  all: optional(Schema.Boolean, 'All that wait are meant.'),
  at: optional(
    PositionText,
    'Lists what waited at that position. Of a decision: where its owner looked; what came, or got another text or another effect since, is not decided.',
    { absent: 'now', value: 'POS' },
  ),
  ...dryRun,
}).check(
  Schema.makeFilter(({ after, all = false, decision, dryRun = false, lately, limit, nodes = [] }) => {
    if (decision === undefined) {
      if (nodes.length > 0) return { path: ['decision'], issue: 'say approve or refuse before the memories' }
      const [given] = Object.entries({ all, dryRun }).flatMap(([field, isGiven]) => (isGiven ? [field] : []))
      return given === undefined ? undefined : { path: [given], issue: 'it belongs to a decision: say approve or refuse' }
    }
    if (all && nodes.length > 0) return { path: ['all'], issue: 'name the memories, or mean all of them, not both' }
    if (!all && nodes.length === 0) return { path: ['nodes'], issue: `name at least one memory to ${decision}, or mean all that wait` }
    const [other] = Object.entries({ after, lately, limit }).flatMap(([field, value]) => (value === undefined ? [] : [field]))
    return other === undefined ? undefined : { path: [other], issue: 'it belongs to the list, and not to a decision' }
  }),
)
export type ReviewRequest = typeof ReviewRequest.Type

const WaitingChange = Schema.Struct({
  node: Schema.String,
  was: required(Schema.NullOr(Schema.String), 'The words of that memory that are meant; `null`: all of them.'),
})

/** A memory that waits, with where it comes from. */
export const WaitingNode = Schema.Struct({
  node: Schema.String,
  from: required(Schema.String, 'What brought it: the document that it stands in, else the one who said it.'),
  origin: required(
    Schema.Literals(origins),
    '`agent`: a model wrote it. `untrusted`: others did. `owner`: a model chose what of his words is kept.',
  ),
  text: required(shownText(limits.nodeTextBytes), 'Its text as a model would be given it. Empty where it was erased.'),
  since: required(Schema.NullOr(Schema.String), 'Since when it waits; `null` where the log does not say.'),
  changes: optional(
    Schema.Array(WaitingChange),
    'What is recorded that it takes the place of, and does from the yes on. Absent where there is none.',
  ),
  session: required(Schema.NullOr(Schema.String), 'The session in which it was said: `s3`; `null` for none.'),
})
export type WaitingNode = typeof WaitingNode.Type

/** A decision that stands. */
const LatelyDecided = Schema.Struct({
  node: Schema.String,
  review: Schema.Literals(reviews),
  at: Schema.String,
  position: required(
    Schema.Int,
    'Its place in the log: `unlearn` of what was said there alone takes it back, and the memory is as it was before.',
  ),
})
export type LatelyDecided = typeof LatelyDecided.Type

const DecidedNode = Schema.Struct({ node: Schema.String, review: Schema.Literals(reviews) })

export const ReviewAnswer = Schema.Struct({
  brain: Schema.String,
  waiting: required(Schema.Array(WaitingNode), 'What waits, the oldest first; of a decision what still waits then.'),
  count: required(Schema.Int, 'All that wait, listed or not.'),
  lately: optional(
    Schema.Array(LatelyDecided),
    'The decisions that stand, the newest first, one for each memory. Absent where they were not asked for.',
  ),
  decided: optional(Schema.Array(DecidedNode), 'How the memories that were named, or all that waited, stand now. Absent for a list.'),
  would: optional(Schema.Array(DecidedNode), 'How they would stand. Only after a dry run, in place of `decided`.'),
  beside: optional(
    Schema.Array(Schema.String),
    'Others that wait in the document of which the first passage was named: the name of a document means that passage alone. Absent where none does.',
  ),
  position: Schema.Int,
})
export type ReviewAnswer = typeof ReviewAnswer.Type

export const review = writing({
  sentence: 'Lists what a model or others brought and what waits for the owner’s yes, or takes his yes or no.',
  brain: 'refuse',
  looks: ({ decision }: ReviewRequest) => decision === undefined,
  request: ReviewRequest,
  answer: ReviewAnswer,
})
