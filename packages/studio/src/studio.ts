/**
 * The command `crabtrail studio`: serves the page until it is interrupted.
 *
 * Only plain values and streams cross the border to the command line: the two are published as separate bundles, each with its own copy of every
 * library.
 */

import { InvalidRequest } from '@crabtrail/core'
import {
  type ExitCode,
  endOf,
  exits,
  type Failure,
  type FlagsOf,
  Output,
  openingOf,
  type RunCall,
  type Surroundings,
  studio as studioCommand,
  withChoice,
  withSettings,
} from 'crabtrail'
import * as Effect from 'effect/Effect'
import { exportPage } from './file/export-page.ts'
import { pageAssets } from './server/assets.ts'
import { serve } from './server/serve.ts'

/** Runs the command and prints its address or its failure. Resolves to the exit code. `signal` ends the server and closes the memory. */
export const studio = async (call: RunCall, surroundings: Surroundings, signal: AbortSignal): Promise<ExitCode> =>
  endOf(await Effect.runPromiseExit(served(call, surroundings), { signal }), call.everywhere, exits.done, surroundings)

type Flags = FlagsOf<typeof studioCommand.shape>

const served = (call: RunCall, surroundings: Surroundings): Effect.Effect<ExitCode, Failure> =>
  withSettings(call.everywhere, surroundings, (settings) =>
    Effect.gen(function* () {
      // The parser has checked the flags against the shape of the command.
      const { export: file, port = 0, session, write = false, yes = false } = call.flags as Flags
      const { shape } = studioCommand
      const opening = yield* openingOf({ shape, words: call.words, flags: call.flags, everywhere: call.everywhere }, settings)
      const { warn, write: say } = yield* Output
      if (file === undefined && (session !== undefined || yes)) {
        return yield* new InvalidRequest({ field: session === undefined ? 'yes' : 'session', problem: 'it belongs to --export FILE' })
      }
      if (port > 65_535) return yield* new InvalidRequest({ field: 'port', problem: `there is no port ${port}: the last one is 65535` })
      const memory = yield* opening.memory
      // A brain that is not there is said here, and not on the page.
      yield* memory.tags(settings.brain === undefined ? {} : { brain: settings.brain })
      const assets = yield* Effect.promise(pageAssets)
      if (file !== undefined) {
        if (write)
          return yield* new InvalidRequest({ field: 'write', problem: 'a file cannot change a memory; leave out --write or --export' })
        return yield* exportPage(memory, assets, {
          file,
          session,
          yes,
          inBrain: settings.brain === undefined ? {} : { brain: settings.brain },
        })
      }
      const carrying = { memory: Effect.succeed(memory), brain: settings.brain, write }
      yield* Effect.acquireUseRelease(
        Effect.tryPromise({ try: () => serve(port, assets, carrying), catch: (cause) => portTaken(port, cause) }),
        ({ url }) =>
          Effect.andThen(
            say(`${url}\n`),
            Effect.andThen(warn('crabtrail: open this address in a browser of this machine; Ctrl-C ends the studio'), Effect.never),
          ),
        ({ close }) => Effect.promise(close),
      )
      return exits.done
    }).pipe(Effect.mapError(withChoice(call.everywhere, settings)), Effect.interruptible, Effect.scoped),
  )

const portTaken = (port: number, cause: unknown): InvalidRequest => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
  return new InvalidRequest({ field: 'port', problem: `${port} cannot be listened on (${code}): name another one, or none` })
}
