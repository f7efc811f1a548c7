/** A command: its shape, and its run from a parsed call to requests and the exit code. It prints its own answer. */

import {
  type AnswerOf,
  type DescribedField,
  describedFields,
  localDay,
  type MemoryHere,
  type MemoryMethods,
  type OperationName,
  operations,
  type RequestOf,
} from '@crabtrail/core'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { type ExitCode, exits, type Failure } from '../failures.ts'
import { type Opening, openMemory } from '../memory.ts'
import { type Output, present, report } from '../render/output.ts'
import type { Render } from '../render/page.ts'
import type { FlagValue, WordValue } from '../shapes/assign.ts'
import { flagOf, optionOf, positionalOf, requestOf } from '../shapes/request-fields.ts'
import type { CommandShape, Flag, FlagsOf, WordsOf } from '../shapes/shape.ts'

/** A parsed call. The parser gave words and flags the types that the shape declares. */
export interface Parsed {
  readonly words: Readonly<Record<string, WordValue>>
  readonly flags: Readonly<Record<string, FlagValue>>
  /** The brain, to be spread into every request. It is empty unless a brain was named. */
  readonly inBrain: { readonly brain?: string }
}

export interface Input<S extends Pick<CommandShape, 'flags' | 'positionals'>> extends Pick<Parsed, 'inBrain'> {
  readonly words: WordsOf<S>
  readonly flags: FlagsOf<S>
}

type Run<In> = (input: In) => Effect.Effect<ExitCode, Failure, Opening | Output>

export interface Command<S extends CommandShape = CommandShape> {
  readonly shape: S
  readonly run: Run<Parsed>
}

export const command =
  <const S extends CommandShape>(shape: S) =>
  (run: Run<Input<S>>): Command<S> => ({ shape, run: (parsed) => run(parsed as Input<S>) })

/** The shape of a command that makes a request. `positionals` and `flags` are those that belong to the terminal only. */
interface OwnShape extends Omit<CommandShape, 'flags' | 'positionals'> {
  readonly positionals?: CommandShape['positionals']
  readonly flags?: CommandShape['flags']
  /** Fields with which the command writes nothing. */
  readonly reads?: ReadonlyArray<string>
  /** Fields with which a command that reads writes. */
  readonly writes?: ReadonlyArray<string>
  /** The field that a surplus word most likely belongs to. */
  readonly meant?: string
  /** Fields that a surplus word of this form belongs to instead. */
  readonly forms?: Readonly<Record<string, RegExp>>
}

type RequestPart<Name extends OperationName, Field> = { readonly brain?: string } & Pick<
  RequestOf<Name>,
  Extract<keyof RequestOf<Name>, Field>
>

interface OwnInput<S extends OwnShape, Request> {
  readonly request: Request
  readonly words: WordsOf<{ readonly positionals: S['positionals'] extends CommandShape['positionals'] ? S['positionals'] : readonly [] }>
  readonly flags: FlagsOf<{
    // biome-ignore lint/complexity/noBannedTypes: a shape without flags of its own
    readonly flags: S['flags'] extends CommandShape['flags'] ? S['flags'] : {}
  }>
}

/** Makes a command that requests the operation. The named fields are its arguments and options, with their sentences and bounds. */
export const asking =
  <const Name extends OperationName, const Field extends Extract<keyof RequestOf<Name>, string>, const S extends OwnShape>(
    name: Name,
    fields: ReadonlyArray<Field>,
    own: S,
  ) =>
  (run: Run<OwnInput<S, RequestPart<Name, Field>>>): Command => {
    const all: ReadonlyMap<string, DescribedField> = new Map(describedFields(operations[name].request).map((field) => [field.name, field]))
    const used = fields.flatMap((field) => all.get(field) ?? [])
    const { flags = {}, forms = {}, meant, positionals = [], reads = [], writes = [], ...shape }: OwnShape = own
    const options = used.filter(({ argument }) => argument === undefined)
    const writesIn = ({ name }: DescribedField): Pick<Flag, 'writes'> => (writes.includes(name) ? { writes: true } : {})
    const flagIn = (field: DescribedField): Flag => ({
      ...flagOf(field),
      ...(reads.includes(field.name) ? { reads: true } : {}),
      ...writesIn(field),
      ...(field.name === meant ? { meant: true } : {}),
      ...(forms[field.name] === undefined ? {} : { form: forms[field.name] }),
    })
    return {
      shape: {
        ...shape,
        positionals: [
          ...used.flatMap((field) =>
            field.argument === undefined ? [] : [{ ...positionalOf({ ...field, argument: field.argument }), ...writesIn(field) }],
          ),
          ...positionals,
        ],
        flags: { ...Object.fromEntries(options.map((field) => [optionOf(field), flagIn(field)])), ...flags },
      },
      run: ({ flags, inBrain, words }) =>
        // The shape is made from the fields, so the parser gave them the types of the request.
        run({ request: { ...inBrain, ...requestOf(used, { flags, words }) }, flags, words } as OwnInput<S, RequestPart<Name, Field>>),
    }
  }

/** Makes a command of one request that prints the answer. With `--quiet` a change prints nothing, unless it is a dry run. */
export const answering =
  <const Name extends OperationName, const Field extends Extract<keyof RequestOf<Name>, string>>(
    name: Name,
    fields: ReadonlyArray<Field>,
    { exit, ...own }: OwnShape & { readonly exit?: (answer: AnswerOf<Name>) => ExitCode },
  ) =>
  (rendering: (request: RequestPart<Name, Field>) => Render<AnswerOf<Name>>): Command =>
    asking(
      name,
      fields,
      own,
    )(({ request }) =>
      Effect.gen(function* () {
        const memory: MemoryMethods = yield* openMemory
        const given: { readonly dryRun?: boolean; readonly today?: string } & typeof request = request
        // The shape has every field without which there is no request.
        const whole = (fields.some((field) => field === 'today') ? yield* onDay(given) : given) as unknown as RequestOf<Name>
        const answer: AnswerOf<Name> = yield* memory[name](whole)
        const isReading = own.access === 'read' && !(own.writes ?? []).some((field) => Object.hasOwn(given, field))
        const print = isReading || given.dryRun === true ? present : report
        yield* print(answer, rendering(request))
        return exit === undefined ? exits.done : exit(answer)
      }),
    )

/** Asks the memory once and prints the answer; `print` is `report` for a change. */
export const printAnswer = <A>(
  request: (memory: MemoryHere) => Effect.Effect<A, Failure>,
  render: Render<A>,
  print: typeof present = present,
): Effect.Effect<ExitCode, Failure, Opening | Output> =>
  openMemory.pipe(
    Effect.flatMap(request),
    Effect.flatMap((answer) => print(answer, render)),
    Effect.as(exits.done),
  )

/** Returns a request with the day that it names, or else that of the clock in the time zone of this process: that of who says "yesterday". */
export const onDay = <Request extends { readonly today?: string | undefined }>(request: Request) =>
  Effect.map(Clock.currentTimeMillis, (now) => ({ ...request, today: request.today ?? localDay(now, new Date(now).getTimezoneOffset()) }))

/** Returns the fields that have a value. */
export const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>

type Given<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K]
} & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}
