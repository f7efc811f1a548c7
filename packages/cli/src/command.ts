/** What a command is: what was understood of the call, to requests, to the exit code; what it answers it prints itself. */
import type * as Effect from 'effect/Effect'
import type { CommandShape, FlagsOf, WordsOf } from './arguments/command-shape.ts'
import type { ExitCode, Failure } from './failures.ts'
import type { Opening } from './opening.ts'
import type { Output } from './render/output.ts'

export interface Input<S extends CommandShape> {
  readonly words: WordsOf<S>
  readonly flags: FlagsOf<S>
  /** Spread into every request: which brain is meant, if one was named. */
  readonly inBrain: { readonly brain?: string }
}

export type Run<S extends CommandShape> = (input: Input<S>) => Effect.Effect<ExitCode, Failure, Opening | Output>

export interface Module<S extends CommandShape> {
  readonly run: Run<S>
}

type Given<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K]
} & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The fields that have a value: a request leaves out what nobody said. The cast says what the filter did. */
export const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>
