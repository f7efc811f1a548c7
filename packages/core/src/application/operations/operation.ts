/**
 * The description of an operation: its request, its answer and its errors as Schemas, and what help, reference and layers need to know.
 *
 * Everything between a caller and a program is made from it: types, checks, the `Memory` service, the messages of the worker thread, the
 * reference page. A description imports no program, so that help and reference load none.
 */

import { dayOfIso } from '@crabtrail/text/days/calendar'
import { repair, utf8Length } from '@crabtrail/text/languages/unicode'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import * as SchemaAST from 'effect/SchemaAST'
import type * as SchemaIssue from 'effect/SchemaIssue'
import * as SchemaParser from 'effect/SchemaParser'
import { actorKinds, sessionKinds } from '../../domain/events/session-events.ts'
import { origins } from '../../domain/graph.ts'
import { limits } from '../limits.ts'
import { Abandoned, BrainExists, IdempotencyConflict, StoreUnavailable, WrongExpectedPosition } from '../ports/store-errors.ts'
import { Ambiguous, IntegrityBroken, InvalidRequest, NewerLog, NotFound } from '../request-errors.ts'

/**
 * The brain that an operation runs on. `none`: it finds brains by itself or needs none. Else it is the brain that the request names; one that
 * does not exist is refused (`refuse`), created (`create`), or imagined, which stores nothing (`imagine`).
 */
export type BrainNeed = 'none' | 'refuse' | 'create' | 'imagine'

export interface Operation {
  /** Sentence for help and reference, with its full stop. */
  readonly sentence: string
  /** False if no request of the operation appends to a log or changes a store. */
  readonly writes: boolean
  readonly brain: BrainNeed
  /** Returns the need of a request, where it depends on the request. `brain` is then the need of most requests. */
  readonly brainFor?: (request: never) => BrainNeed
  /** True for a request that writes nothing although others of the operation do. One with `dryRun` never writes, and need not be named here. */
  readonly looks?: (request: never) => boolean
  readonly request: Schema.Codec<unknown, unknown> & { readonly fields: Schema.Struct.Fields }
  readonly answer: Schema.Codec<unknown, unknown>
  readonly errors: ReadonlyArray<Schema.Codec<Error, unknown>>
}

/** The errors that any request can meet; `BrainExists` where another process creates the same brain meanwhile. */
const readErrors = [InvalidRequest, NotFound, Ambiguous, IntegrityBroken, NewerLog, StoreUnavailable, BrainExists] as const

/** The errors of requests that append to a log. */
const writeErrors = [...readErrors, WrongExpectedPosition, IdempotencyConflict, Abandoned] as const

type Described = Omit<Operation, 'writes' | 'errors'>

/** Describes an operation that appends nothing and changes no store. Keeps the exact types of the description: they are those of requests and answers. */
export const reading = <const D extends Described>(described: D) => ({ ...described, writes: false as const, errors: readErrors })

/** Describes an operation that appends to a log or changes a store, with the errors that it alone can meet. */
export const writing = <const D extends Described, const E extends Operation['errors']>(described: D, ...ownErrors: E) => ({
  ...described,
  writes: true as const,
  errors: [...writeErrors, ...ownErrors] as const,
})

/**
 * Returns a function that checks requests against a Schema. The decoder is compiled once; a check of a recall takes some microseconds. It
 * changes nothing: the program gets the request as it came, because the digest of a keyed request is taken from that.
 */
export const checkOf = (request: Schema.Codec<unknown, unknown>): ((asked: unknown) => Effect.Effect<void, InvalidRequest>) => {
  const decode = SchemaParser.decodeUnknownResult(request)
  return (asked) =>
    Effect.suspend(() => {
      const decoded = decode(asked)
      return Result.isSuccess(decoded) ? Effect.void : Effect.fail(new InvalidRequest(problemIn(decoded.failure, asked)))
    })
}

interface Place {
  readonly path: ReadonlyArray<PropertyKey>
  readonly issue: SchemaIssue.Issue
  /** The words of the failed check that say what a value must be. */
  readonly expected?: unknown
}

/** Finds the first wrong field, by its path (`asker.channel`, `hits[2].text`), and describes the problem. */
const problemIn = (issue: SchemaIssue.Issue, asked: unknown): { readonly field: string; readonly problem: string } => {
  const found = leafOf({ path: [], issue })
  const field = found.path.reduce<string>(
    (before, part) => (typeof part === 'number' ? `${before}[${part}]` : before === '' ? String(part) : `${before}.${String(part)}`),
    '',
  )
  return { field: field === '' ? 'request' : field, problem: wordsFor(found, valueAt(asked, found.path)) }
}

/** Finds the innermost issue. Of the members of a union it takes the one that fits furthest. */
const leafOf = ({ issue, path }: Place): Place => {
  switch (issue._tag) {
    case 'Pointer':
      return leafOf({ path: [...path, ...issue.path], issue: issue.issue })
    case 'Filter':
      return { expected: issue.filter.annotations?.['expected'], ...leafOf({ path, issue: issue.issue }) }
    case 'Encoding':
      return leafOf({ path, issue: issue.issue })
    case 'Composite':
      return leafOf({ path, issue: issue.issues[0] })
    case 'AnyOf': {
      const members = issue.issues.map((one) => leafOf({ path, issue: one }))
      return members.filter((one) => one.path.length > path.length && one.issue._tag !== 'MissingKey')[0] ?? { path, issue }
    }
    default:
      return { path, issue }
  }
}

const wordsFor = ({ expected, issue }: Place, value: unknown): string => {
  if (issue._tag === 'MissingKey') return 'it is missing'
  if (issue._tag === 'InvalidValue') {
    const told = issue.annotations?.['message'] ?? issue.annotations?.['expected']
    return String(
      told ?? (typeof expected === 'string' ? `${JSON.stringify(value).slice(0, 80)} is not ${expected}` : 'it is out of range'),
    )
  }
  if (issue._tag !== 'InvalidType' && issue._tag !== 'AnyOf') return 'it cannot be read'
  const choices = choicesOf(issue.ast)
  if (choices !== undefined && typeof value === 'string')
    return `there is no ${JSON.stringify(value.slice(0, 80))}; choose one of ${choices.join(', ')}`
  return `it is ${kindOf(value)}; give ${expectedIn(issue.ast) ?? 'something else'}`
}

/** Returns the words of a closed list; undefined if any other value is allowed. */
export const choicesOf = (ast: SchemaAST.AST): ReadonlyArray<string> | undefined => {
  if (SchemaAST.isLiteral(ast)) return [String(ast.literal)]
  if (!SchemaAST.isUnion(ast)) return undefined
  const choices = ast.types.map(choicesOf)
  return choices.every((one) => one !== undefined) ? choices.flat() : undefined
}

/** Describes the kind of value that a Schema takes, with its bounds: `a text of 1 to 512 bytes`. */
const expectedIn = (ast: SchemaAST.AST): string | undefined => {
  const written = SchemaAST.resolve(ast)?.['expected']
  if (typeof written === 'string') return written
  const choices = choicesOf(ast)
  if (choices !== undefined) return choices.length === 1 ? `${choices[0]}` : `one of ${choices.join(', ')}`
  if (SchemaAST.isBoolean(ast)) return 'true or false'
  if (SchemaAST.isString(ast)) return 'a text'
  if (SchemaAST.isNumber(ast)) return 'a number'
  if (SchemaAST.isArrays(ast)) return 'a list'
  return SchemaAST.isObjects(ast) ? 'an object' : undefined
}

const kindOf = (value: unknown): string => {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return 'a list'
  return { string: 'a text', number: `the number ${String(value)}` }[typeof value as string] ?? 'an object'
}

const valueAt = (asked: unknown, path: ReadonlyArray<PropertyKey>): unknown =>
  path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? (value as Readonly<Record<PropertyKey, unknown>>)[part] : undefined),
    asked,
  )

/** A field of a request or an answer, as help, reference and command lines need it. */
export interface DescribedField extends FieldNotes {
  readonly name: string
  /** The kind of value, with its bounds. */
  readonly kind: string
  /** Form on a command line: a switch, a number, a text, or several texts. */
  readonly form: 'switch' | 'whole' | 'decimal' | 'text' | 'list'
  readonly optional: boolean
  readonly description: string | undefined
  /** Allowed words, if the field is a word of a closed list. */
  readonly choices: ReadonlyArray<string> | undefined
}

export const describedFields = ({ ast }: Pick<Schema.Top, 'ast'>): ReadonlyArray<DescribedField> =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name, type }) => describedField(String(name), type)) : []

const describedField = (name: string, ast: SchemaAST.AST): DescribedField => {
  const { description, notes } = (ast.context?.annotations ?? {}) as { readonly description?: string; readonly notes?: FieldNotes }
  return { ...notes, name, kind: kindIn(ast), form: formOf(ast), optional: SchemaAST.isOptional(ast), description, choices: choicesOf(ast) }
}

const formOf = (ast: SchemaAST.AST): DescribedField['form'] => {
  if (SchemaAST.isBoolean(ast)) return 'switch'
  if (SchemaAST.isNumber(ast)) return SchemaAST.resolve(ast)?.['integer'] === true ? 'whole' : 'decimal'
  return SchemaAST.isArrays(ast) ? 'list' : 'text'
}

/** Describes the kind of a field. An object names its fields, a list those of its objects; a value that may be `null` says so. */
const kindIn = (ast: SchemaAST.AST): string => {
  if (SchemaAST.isUnion(ast) && ast.types.some(SchemaAST.isNull)) {
    const others = ast.types.filter((one) => !SchemaAST.isNull(one))
    return `${others.map(kindIn).join(' or ')}, or null`
  }
  const kind = expectedIn(ast) ?? 'any JSON value'
  const held = SchemaAST.isArrays(ast) ? ast.rest[0] : ast
  const names = held === undefined || !SchemaAST.isObjects(held) ? [] : held.propertySignatures.map(({ name }) => `\`${String(name)}\``)
  return names.length === 0 ? kind : `${kind}${held === ast ? ' with' : ', each with'} ${names.join(', ')}`
}

/** The tags of the errors of an operation, in the order of the alphabet. */
export const errorTags = ({ errors }: Pick<Operation, 'errors'>): ReadonlyArray<string> =>
  errors.map(({ ast }) => SchemaAST.resolveIdentifier(ast) ?? 'Error').sort()

/* Fields that requests are made of, with their bounds, and the fields that many requests share. */

/** Notes on how a field is described to people, and on its place on a command line. */
export interface FieldNotes {
  /** Meaning of an absent value: `cli`, or a clause. */
  readonly absent?: string
  readonly unit?: string
  /** The name of the argument on a command line: `QUESTION`. If it is absent, the field is an option. */
  readonly argument?: string
  /** The name of the option, if it differs from that of the field. */
  readonly option?: string
  /** The name of the option's value in a usage line: `TOKENS`. */
  readonly value?: string
  /** True if only a host can give the field; no command line offers it. */
  readonly host?: true
}

export const required = <S extends Schema.Top>(schema: S, description: string, notes: FieldNotes = {}): S['Rebuild'] =>
  Schema.annotateKey<S>({ description, notes })(schema)

export const optional = <S extends Schema.Top>(schema: S, description: string, notes: FieldNotes = {}): Schema.optionalKey<S> =>
  Schema.annotateKey<Schema.optionalKey<S>>({ description, notes })(Schema.optionalKey(schema))

/** A text of 1 to `bytes` bytes of UTF-8. */
export const text = (bytes: number = limits.idBytes) => bounded(1, bytes)

/** A text of at most `bytes` bytes of UTF-8, which may be empty. */
export const anyText = (bytes: number) => bounded(0, bytes)

const bounded = (least: 0 | 1, bytes: number) =>
  Schema.String.check(
    Schema.makeFilter((value: string) => textProblem(value, least, bytes), {
      expected: `a text of ${least === 0 ? 'at most' : '1 to'} ${bytes} bytes`,
      arbitraryConstraint: { minLength: least, maxLength: bytes },
      toJsonSchema: () => ({ ...(least === 0 ? {} : { minLength: 1 }), maxLength: bytes }),
    }),
  )

const textProblem = (value: string, least: 0 | 1, most: number): string | undefined => {
  if (value.length < least) return 'it is empty'
  const bytes = utf8Length(value)
  return bytes > most ? `it has ${bytes} bytes; at most ${most}` : undefined
}

/** A text that shows something: 1 to `bytes` bytes, and not spaces and characters without a width alone. */
export const shownText = (bytes: number) =>
  text(bytes).check(
    Schema.makeFilter((value: string) => (repair(value).text.trim() === '' ? 'it is empty' : undefined), {
      expected: `a text of 1 to ${bytes} bytes`,
    }),
  )

const tagNamed = 'a name of at most 64 letters, digits, dots, dashes and underscores that begins with a letter or digit'

/** The name of a tag, as it stands behind `tag:`. The same letters are the same name, however they are composed. */
export const tagName = Schema.String.check(
  Schema.makeFilter(
    (name: string) =>
      /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(name.normalize('NFC'))
        ? undefined
        : `${JSON.stringify(name.slice(0, 80))} is not ${tagNamed}`,
    { expected: tagNamed },
  ),
)

/**
 * A text that names something in the brain. Its form is only stated, for the JSON Schema of a tool. The program that looks the name up checks
 * it, so that the error can say what there is.
 */
const nameText = (expected: string, form: { readonly minLength: number; readonly maxLength: number } | { readonly pattern: string }) =>
  Schema.String.check(Schema.makeFilter<string>(() => undefined, { expected, toJsonSchema: () => form }))

/** A memory as a request names it. */
export const NodeText = nameText('a memory: its id as printed, or a unique beginning of it', { minLength: 1, maxLength: limits.idBytes })

/** A turn as a request names it: `t17` or `17`. */
export const TurnText = nameText('a text', { pattern: '^t?[1-9][0-9]*$' })

/** A whole number from `least` to `most`, both included. */
export const whole = (least: number, most: number = Number.MAX_SAFE_INTEGER) => {
  const expected = most === Number.MAX_SAFE_INTEGER ? `a whole number from ${least}` : `a whole number from ${least} to ${most}`
  return Schema.Number.check(
    Schema.makeFilter(
      (value: number) => (Number.isSafeInteger(value) && value >= least && value <= most ? undefined : `${value} is not ${expected}`),
      {
        expected,
        integer: true,
        arbitraryConstraint: { number: 'integer', minimum: least, maximum: most },
        toJsonSchema: () => ({ type: 'integer', minimum: least, ...(most === Number.MAX_SAFE_INTEGER ? {} : { maximum: most }) }),
      },
    ),
  )
}

/** Any number but NaN and the infinite ones. */
export const finite = Schema.Number.check(
  Schema.makeFilter((value: number) => (Number.isFinite(value) ? undefined : `${value} is not a number that can be counted with`), {
    expected: 'a number',
    arbitraryConstraint: { number: 'finite' },
  }),
)

/** A list of at most `most` items. */
export const list = <S extends Schema.Constraint>(item: S, most: number) =>
  Schema.Array(item).check(
    Schema.makeFilter((items: ReadonlyArray<unknown>) => (items.length > most ? `there are ${items.length}; at most ${most}` : undefined), {
      expected: `a list of at most ${most}`,
      arbitraryConstraint: { maxLength: most },
      toJsonSchema: () => ({ maxItems: most }),
    }),
  )

/**
 * A position as people give it: `1234`, `2026-11-20T10:00:00Z` (the last one not after it), `yesterday` (the beginning of that day in UTC),
 * `-100` (events back), `tag:NAME`, `t17` or `session:NAME` (their first event).
 */
export const PositionText = Schema.String.annotate({
  expected: 'a position: 1234, a time, yesterday, -100 (events back), tag:NAME, t17 or session:NAME',
})
export type PositionText = typeof PositionText.Type

/** The position of a request that reads. */
export const asOf = optional(PositionText, 'As it was at that position.', { absent: 'now', value: 'POS' })

const dayExpected = 'a day from 1970 to 2199, such as 2026-11-28'

/** A day as people write it for programs. */
const DayText = Schema.String.check(
  Schema.isPattern(/^(?:19[7-9]\d|2[01]\d\d)-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, { expected: dayExpected }),
  Schema.makeFilter((value: string) => (dayOfIso(value) === undefined ? `${JSON.stringify(value)} is not ${dayExpected}` : undefined), {
    expected: dayExpected,
  }),
)

/** The day by which words such as "yesterday" are understood. */
export const onDay = {
  today: optional(DayText, 'The day on which it is said, by which words such as “yesterday” are understood.', {
    absent: 'the day of the clock',
    value: 'DAY',
  }),
}

export const inBrain = {
  brain: optional(Schema.String, 'The brain.', { absent: 'the only one of the store, or local/main/default', value: 'KEY' }),
}

export const speaker = {
  actor: optional(text(), 'The name of the one who speaks.', { absent: 'cli', host: true }),
  actorKind: optional(Schema.Literals(actorKinds), 'The kind of the one who speaks.', { absent: 'owner', host: true }),
  origin: optional(Schema.Literals(origins), 'The trust in what is said: where it comes from.', { absent: 'owner', value: 'ORIGIN' }),
}

export const inSession = {
  session: optional(text(), 'The conversation it belongs to. The first signal under a key begins it.', { absent: 'cli', value: 'NAME' }),
  sessionKind: optional(Schema.Literals(sessionKinds), 'The kind of the conversation.', {
    absent: 'cli for the session cli, else interactive',
    host: true,
  }),
  agent: optional(text(), 'The agent of the conversation.', { host: true }),
  workspace: optional(text(), 'The workspace of the conversation.', { host: true }),
  channel: optional(text(), 'The channel of the conversation.', { host: true }),
}

export const keyed = {
  key: optional(text(), 'Makes it safe to repeat: the same request with this key gives the recorded answer and appends nothing.', {
    value: 'KEY',
  }),
}

export const expecting = {
  expected: optional(
    whole(0),
    'The position the log is at. When somebody wrote since, nothing is appended and the request fails (exit code 4).',
    {
      option: 'expect',
      value: 'POS',
    },
  ),
}

export const ensuring = {
  ensure: optional(
    Schema.Boolean,
    'True creates the brain that is named if it does not exist. False creates none, not even the default brain of an empty store.',
    { absent: 'the default brain alone is created', host: true },
  ),
}

export const dryRun = {
  dryRun: optional(Schema.Boolean, 'Tells what it would do, and changes nothing.', { option: 'dry-run' }),
}

// Types of the fields that programs share.
export type InBrain = Schema.Struct.Type<typeof inBrain>
export type Speaker = Schema.Struct.Type<typeof speaker>
export type InSession = Schema.Struct.Type<typeof inSession>
export type Keyed = Schema.Struct.Type<typeof keyed & typeof expecting>
export type Ensuring = Schema.Struct.Type<typeof ensuring>
