/** Erases contents for good. */
import * as Schema from 'effect/Schema'
import { dryRun, inBrain, optional, required, speaker, text, writing } from './operation.ts'

/** The five ways to say what is erased. */
export const forgetScopes = ['node', 'source', 'session', 'turn', 'subject'] as const

/** Request to erase. It belongs to no session, so that a session can be erased whole. */
export const ForgetRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  node: optional(text(), 'A memory: its id as printed, a unique beginning of it, or `erased:17`.', { value: 'NODE' }),
  source: optional(text(), 'A document by its key, with all that was ever read from it.', { value: 'KEY' }),
  session: optional(text(), 'A conversation by its key, or as `s17`: what was asked and said in it.', { value: 'NAME' }),
  turn: optional(text(), 'A turn: `t17` or `17`. What was asked and said there, and by whom.', { value: 'TURN' }),
  subject: optional(text(), 'Words that stand together, as a name, a number or a sentence: everything that says them.', { value: 'WORDS' }),
  ...dryRun,
}).check(
  Schema.makeFilter((request) => {
    const named = forgetScopes.filter((scope) => request[scope] !== undefined)
    if (named.length === 1) return undefined
    const found = named.length === 0 ? 'none is' : `${named.join(' and ')} are`
    return { path: ['node'], issue: `name one of ${forgetScopes.join(', ')}; ${found} named` }
  }),
)
export type ForgetRequest = typeof ForgetRequest.Type

/** A thing whose contents are erased. A dry run gives its name; after the erasure it has its number alone. */
export const ForgottenThing = Schema.Struct({
  what: Schema.Literals(['node', 'source', 'session', 'turn', 'feedback', 'actor', 'edge', 'brain']),
  name: Schema.String,
  contents: Schema.Int,
})
export type ForgottenThing = typeof ForgottenThing.Type

export const ForgetAnswer = Schema.Struct({
  brain: Schema.String,
  scope: Schema.Literals(forgetScopes),
  contents: required(Schema.Int, 'Contents that were erased, or would be.'),
  forgotten: Schema.Array(ForgottenThing),
  places: required(
    Schema.Array(Schema.Struct({ place: Schema.String, rows: Schema.Int, bytes: Schema.Int })),
    'The places where something was erased, or would be, and how much of it.',
  ),
  returns: optional(
    Schema.Array(Schema.String),
    'The memories that hold again, or would: only erased words of the owner stated otherwise. Absent: none.',
  ),
  branches: optional(
    Schema.Array(Schema.Struct({ brain: Schema.String, contents: Schema.Int })),
    'The brains that a replay of this one was saved as and that had copies: what was erased in each, or would be.',
  ),
  unreachable: required(Schema.Array(Schema.Struct({ place: Schema.String, why: Schema.String })), 'Copies that the memory cannot erase.'),
  unfinished: optional(
    Schema.String,
    'Why the files of the store may still hold bytes of it; they are removed as soon as that is over. Absent: they hold none.',
  ),
  position: Schema.Int,
})
export type ForgetAnswer = typeof ForgetAnswer.Type

export const forget = writing({
  sentence: 'Erases contents for good: the log keeps its shape, and a thing is known by its number from then on.',
  brain: 'refuse',
  request: ForgetRequest,
  answer: ForgetAnswer,
})
