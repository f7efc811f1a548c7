/** Fields that requests are made of, with their bounds, and the fields that many requests share. */
import * as Schema from 'effect/Schema'
import { utf8Length } from '../../domain/documents/utf8-length.ts'
import { actorKinds, sessionKinds } from '../../domain/events/session-events.ts'
import { origins } from '../../domain/node.ts'
import { repair } from '../../domain/text/repair.ts'
import { limits } from '../limits.ts'

/** How a field is told to people, and where it stands on a command line. */
export interface FieldNotes {
  /** How an absent value is read: `cli`, or a clause. */
  readonly absent?: string
  readonly unit?: string
  /** The name of the argument that it is on a command line: `QUESTION`. Absent: it is an option. */
  readonly argument?: string
  /** The name of the option where it is not the field's. */
  readonly option?: string
  /** The name of the option's value in a usage line: `TOKENS`. */
  readonly value?: string
  /** True: only a host has it to say; no command line offers it. */
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

/** A memory as a request names it. */
export const NodeText = Schema.String.annotate({ expected: 'a memory: its id as printed, or a unique beginning of it' })

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

/** At most `most` items. */
export const list = <S extends Schema.Constraint>(item: S, most: number) =>
  Schema.Array(item).check(
    Schema.makeFilter((items: ReadonlyArray<unknown>) => (items.length > most ? `there are ${items.length}; at most ${most}` : undefined), {
      expected: `a list of at most ${most}`,
      arbitraryConstraint: { maxLength: most },
      toJsonSchema: () => ({ maxItems: most }),
    }),
  )

/** A position as people give it: `1234`, `2026-11-20T10:00:00Z` (the last one not after it), `tag:NAME` or `-100` (events back). */
export const PositionText = Schema.String.annotate({ expected: 'a position: 1234, a time, tag:NAME or -100 (events back)' })
export type PositionText = typeof PositionText.Type

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

// Types of what programs share.
export type InBrain = Schema.Struct.Type<typeof inBrain>
export type Speaker = Schema.Struct.Type<typeof speaker>
export type InSession = Schema.Struct.Type<typeof inSession>
export type Keyed = Schema.Struct.Type<typeof keyed & typeof expecting>
export type Ensuring = Schema.Struct.Type<typeof ensuring>
