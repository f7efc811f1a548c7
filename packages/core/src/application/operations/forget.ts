/** Erases contents for good. */
import * as Schema from 'effect/Schema'
import { dryRun, inBrain, optional, required, speaker, text, writing } from './operation.ts'
import { AliasOf } from './shown-node.ts'

/** The kinds of things that can be erased. */
export const forgetScopes = ['node', 'source', 'session', 'turn', 'subject'] as const

/** The ways to say what is erased: a scope, or a name whose scope the memory finds. */
const forgetWays = [...forgetScopes, 'name'] as const

/** Request to erase. It belongs to no session, so that a session can be erased whole. */
export const ForgetRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  node: optional(text(), 'A memory: its id as printed, a unique beginning of it, or `erased:17`.', { value: 'NODE' }),
  source: optional(text(), 'A document by its key, with all that was ever read from it.', { value: 'KEY' }),
  session: optional(text(), 'A conversation by its key, or as `s17`: what was asked and said in it.', { value: 'NAME' }),
  turn: optional(text(), 'A turn: `t17` or `17`. What was asked and said there, and by whom.', { value: 'TURN' }),
  subject: optional(text(), 'Words that stand together, as a name, a number or a sentence: everything that says them.', { value: 'WORDS' }),
  name: optional(
    text(),
    'A document, a memory, a turn (`t17`) or a conversation (`s17`) by its name; where nothing has that name, everything that says these words.',
    { value: 'NAME' },
  ),
  selection: optional(
    text(64),
    'Erases only if the same memories and documents would go as in the dry run that gave this selection. Else it erases nothing and answers as a dry run.',
    { value: 'SELECTION' },
  ),
  ...dryRun,
}).check(
  Schema.makeFilter((request) => {
    const named = forgetWays.filter((scope) => request[scope] !== undefined)
    if (named.length === 1) return undefined
    const found = named.length === 0 ? 'none is' : `${named.join(' and ')} are`
    return { path: ['node'], issue: `name one of ${forgetWays.join(', ')}; ${found} named` }
  }),
)
export type ForgetRequest = typeof ForgetRequest.Type

/** A thing whose contents are erased. A dry run gives its name; after the erasure it has its number alone. */
export const ForgottenThing = Schema.Struct({
  what: Schema.Literals(['node', 'source', 'session', 'turn', 'feedback', 'call', 'actor', 'edge', 'brain']),
  name: Schema.String,
  contents: Schema.Int,
  title: optional(Schema.String, 'The title of a memory. Of a dry run; a kind of question has none.'),
  begins: optional(Schema.String, 'The first words of a memory, at most 120 characters. Of a dry run.'),
})
export type ForgottenThing = typeof ForgottenThing.Type

export const ForgetAnswer = Schema.Struct({
  brain: Schema.String,
  scope: Schema.Literals(forgetScopes),
  contents: required(Schema.Int, 'Contents that were erased, or would be.'),
  selection: optional(Schema.String, 'Names the memories and documents that would go, as they are now. Of a dry run.'),
  changed: optional(
    Schema.Literal(true),
    'Present if the selection of the request no longer names what would go: nothing was erased, but in the branches of `erased`, and this is a dry run.',
  ),
  erased: optional(
    Schema.Array(Schema.Struct({ brain: Schema.String, contents: Schema.Int })),
    'With `changed`: the branches in which it was erased before the change came. Absent: none.',
  ),
  forgotten: Schema.Array(ForgottenThing),
  aliases: optional(
    Schema.Array(AliasOf),
    'The aliases that would go, of memories that go or stay; at most 100. Of a dry run. Absent for none.',
  ),
  allAliases: optional(Schema.Int, 'How many there are, if more than are listed.'),
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
