/**
 * The description of an operation: its request, its answer and its errors as Schemas, and what help, reference and layers need to know.
 *
 * Everything that stands between a caller and a program is made from it: types, checks, the `Memory` service, the messages of the worker
 * thread, the reference page. A description imports no program, so that help and reference load none.
 */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type * as Schema from 'effect/Schema'
import * as SchemaAST from 'effect/SchemaAST'
import type * as SchemaIssue from 'effect/SchemaIssue'
import * as SchemaParser from 'effect/SchemaParser'
import { Abandoned, BrainExists, IdempotencyConflict, StoreUnavailable, WrongExpectedPosition } from '../ports/store-errors.ts'
import { Ambiguous, IntegrityBroken, InvalidRequest, NewerLog, NotFound } from '../request-errors.ts'
import type { FieldNotes } from './fields.ts'

/**
 * The brain that an operation runs on. `none`: it finds brains by itself or needs none. Else it is the brain that the request names; one that
 * does not exist is refused (`refuse`), created (`create`), or imagined, which stores nothing (`imagine`).
 */
export type BrainNeed = 'none' | 'refuse' | 'create' | 'imagine'

export interface Operation {
  /** For help and reference, with its full stop. */
  readonly sentence: string
  /** False: no request of it appends to a log or changes a store. */
  readonly writes: boolean
  readonly brain: BrainNeed
  /** Where the need depends on the request: `brain` is then the need of most requests. */
  readonly brainFor?: (request: never) => BrainNeed
  readonly request: Schema.Codec<unknown, unknown> & { readonly fields: Schema.Struct.Fields }
  readonly answer: Schema.Codec<unknown, unknown>
  readonly errors: ReadonlyArray<Schema.Codec<Error, unknown>>
}

/** Keeps the exact types of a description: they are the types of its requests, answers and errors. */
export const operation = <const Described extends Operation>(described: Described): Described => described

/** The errors that any request can meet; `BrainExists` where another process creates the same brain meanwhile. */
export const readErrors = [InvalidRequest, NotFound, Ambiguous, IntegrityBroken, NewerLog, StoreUnavailable, BrainExists] as const

/** The errors of requests that append to a log. */
export const writeErrors = [...readErrors, WrongExpectedPosition, IdempotencyConflict, Abandoned] as const

/**
 * The check of a request against a Schema. The decoder is compiled once; a check of a recall takes some microseconds. It changes nothing: the
 * program gets the request as it came, because the digest of a keyed request is taken from that.
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
}

/** The first field that is wrong, by its path (`asker.channel`, `hits[2].text`), and the words for it. */
const problemIn = (issue: SchemaIssue.Issue, asked: unknown): { readonly field: string; readonly problem: string } => {
  const found = leafOf({ path: [], issue })
  const field = found.path.reduce<string>(
    (before, part) => (typeof part === 'number' ? `${before}[${part}]` : before === '' ? String(part) : `${before}.${String(part)}`),
    '',
  )
  return { field: field === '' ? 'request' : field, problem: wordsFor(found, valueAt(asked, found.path)) }
}

/** Of the members of a union, the one that fits furthest says what is wrong. */
const leafOf = ({ issue, path }: Place): Place => {
  switch (issue._tag) {
    case 'Pointer':
      return leafOf({ path: [...path, ...issue.path], issue: issue.issue })
    case 'Filter':
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

const wordsFor = ({ issue }: Place, value: unknown): string => {
  if (issue._tag === 'MissingKey') return 'it is missing'
  if (issue._tag === 'InvalidValue')
    return String(issue.annotations?.['message'] ?? issue.annotations?.['expected'] ?? 'it is out of range')
  if (issue._tag !== 'InvalidType' && issue._tag !== 'AnyOf') return 'it cannot be read'
  const choices = choicesOf(issue.ast)
  if (choices !== undefined && typeof value === 'string')
    return `there is no ${JSON.stringify(value.slice(0, 80))}; choose one of ${choices.join(', ')}`
  return `it is ${kindOf(value)}; give ${expectedIn(issue.ast) ?? 'something else'}`
}

/** The words of a closed list; absent where anything else is allowed. */
export const choicesOf = (ast: SchemaAST.AST): ReadonlyArray<string> | undefined => {
  if (SchemaAST.isLiteral(ast)) return [String(ast.literal)]
  if (!SchemaAST.isUnion(ast)) return undefined
  const choices = ast.types.map(choicesOf)
  return choices.every((one) => one !== undefined) ? choices.flat() : undefined
}

/** The kind of value that a Schema takes, with its bounds: `a text of 1 to 512 bytes`. */
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
  /** How a command line takes it: a switch, a number, a text, or several texts. */
  readonly form: 'switch' | 'whole' | 'decimal' | 'text' | 'list'
  readonly optional: boolean
  readonly description: string | undefined
  /** The words it can be; absent where it is no word of a closed list. */
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

/** An object names its fields, a list those of its objects; a value that may be `null` says so. */
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
