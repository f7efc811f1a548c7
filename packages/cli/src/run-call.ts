/** Runs a parsed call: reads the settings, opens the store, runs the command, closes the store. */
import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import type * as Exit from 'effect/Exit'
import * as Logger from 'effect/Logger'
import type { Everywhere, RunCall } from './arguments/call.ts'
import { dispatch } from './dispatch.ts'
import { tellable } from './documents/tellable.ts'
import { type ExitCode, exitCodeOf, exits, type Failure, FileRefused, type Refusal } from './failures.ts'
import { forward } from './forward.ts'
import { openingOf, withChoice } from './memory-layer.ts'
import { Opening } from './opening.ts'
import { complain } from './render/complain.ts'
import { complaintOf, defectComplaint } from './render/complaint.ts'
import { Output, outputOf, type Streams, standardOutput } from './render/output.ts'
import { calledAs } from './render/pasteable.ts'
import { plain } from './render/plain.ts'
import { configPath, readConfig } from './settings/config-file.ts'
import { type Settings, settingsOf } from './settings/settings.ts'
import type { Surroundings } from './surroundings.ts'

export const runCall = (call: RunCall, surroundings: Surroundings): Effect.Effect<ExitCode, Failure> => {
  const { command } = call
  if (command === 'eval') return forward(call, surroundings)
  return withSettings(call.everywhere, surroundings, (settings) =>
    Effect.gen(function* () {
      const opening = yield* openingOf(call, settings)
      return yield* dispatch(command, call, settings.brain).pipe(
        Effect.provideService(Opening, opening),
        Effect.mapError(withChoice(call, settings)),
      )
    }).pipe(Effect.scoped),
  )
}

/** Runs a program with the settings of this process and an output that follows them. */
export const withSettings = <A, E, R>(
  everywhere: Everywhere,
  surroundings: Surroundings,
  program: (settings: Settings) => Effect.Effect<A, E, R>,
) =>
  Effect.gen(function* () {
    const settings = yield* settingsIn(surroundings, everywhere)
    const manner = { json: everywhere.json, quiet: settings.quiet, color: settings.color, calledAs: calledAs(everywhere) }
    return yield* Effect.provideService(program(settings), Output, outputOf(manner, surroundings))
  }).pipe(Effect.provide(Logger.layer([])))

const settingsIn = Effect.fnUntraced(function* ({ env, folder, home }: Surroundings, everywhere: Everywhere) {
  const path = configPath(env, home)
  return yield* Effect.fromResult(settingsOf(everywhere, { env, home, folder, config: yield* readConfig(path), configPath: path }))
})

/**
 * The exit code of a finished call. A failure is printed.
 *
 * `interrupted` is the code of a call that was interrupted; without a signal that is a reader that closed standard output.
 */
export const endOf = <Code extends number>(
  exit: Exit.Exit<ExitCode, Refusal>,
  { json, debug }: Everywhere,
  interrupted: Code,
  streams: Streams,
): ExitCode | Code => {
  if (exit._tag === 'Success') return exit.value
  if (Cause.hasInterruptsOnly(exit.cause)) return interrupted
  if (debug) streams.stderr.write(`${plain(tellable(Cause.pretty(exit.cause)))}\n`)
  const failure = exit.cause.reasons.find(Cause.isFailReason)?.error
  const isUnwritable = failure instanceof FileRefused && failure.path === standardOutput
  complain(failure === undefined ? defectComplaint(Cause.squash(exit.cause)) : complaintOf(failure), json && !isUnwritable, streams)
  return failure === undefined ? exits.refused : exitCodeOf(failure)
}
