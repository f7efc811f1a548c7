/** A command: its shape, and its run from parsed words and flags to requests and the exit code. It prints its own answer. */

import type { MemoryHere } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type { CommandShape, FlagsOf, WordsOf } from '../calls/shape.ts'
import { type ExitCode, exits, type Failure } from '../failures.ts'
import { type Opening, openMemory } from '../memory.ts'
import { type Output, present, report } from '../render/output.ts'
import type { Page } from '../render/page.ts'

export interface Input<S extends CommandShape> {
  readonly words: WordsOf<S>
  readonly flags: FlagsOf<S>
  /** Spread into every request. Empty unless a brain was named. */
  readonly inBrain: { readonly brain?: string }
}

export type Run<S extends CommandShape> = (input: Input<S>) => Effect.Effect<ExitCode, Failure, Opening | Output>

export interface Command<S extends CommandShape> {
  readonly shape: S
  readonly run: Run<S>
}

/** A command of this shape that `run` executes. */
export const command =
  <const S extends CommandShape>(shape: S) =>
  (run: Run<S>): Command<S> => ({ shape, run })

/** Asks the memory once and prints the answer. */
export const printAnswer = <A>(
  request: (memory: MemoryHere) => Effect.Effect<A, Failure>,
  render: (answer: A, page: Page) => ReadonlyArray<string>,
): Effect.Effect<ExitCode, Failure, Opening | Output> =>
  Effect.gen(function* () {
    yield* present(yield* request(yield* openMemory), render)
    return exits.done
  })

/** Changes the memory once and prints the answer. With `--quiet` it prints nothing, unless it is a dry run, whose purpose is the answer. */
export const printChange = <A>(
  request: (memory: MemoryHere) => Effect.Effect<A, Failure>,
  render: (answer: A, page: Page) => ReadonlyArray<string>,
  dryRun?: true,
): Effect.Effect<ExitCode, Failure, Opening | Output> =>
  dryRun
    ? printAnswer(request, render)
    : Effect.gen(function* () {
        yield* report(yield* request(yield* openMemory), render)
        return exits.done
      })

type Given<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K]
} & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The fields with a value, because requests leave out what was not given. The cast is safe: the filter removes every undefined. */
export const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>
