/** A command: from parsed words and flags to requests and the exit code. It prints its own answer. */
import type * as Effect from 'effect/Effect'
import type { CommandShape, FlagsOf, WordsOf } from './arguments/command-shape.ts'
import type { ExitCode, Failure } from './failures.ts'
import type { Opening } from './opening.ts'
import type { Output } from './render/output.ts'

export interface Input<S extends CommandShape> {
  readonly words: WordsOf<S>
  readonly flags: FlagsOf<S>
  /** Spread into every request. Empty unless a brain was named. */
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

/** The fields with a value, because requests leave out what was not given. The cast is safe: the filter removes every undefined. */
export const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>
