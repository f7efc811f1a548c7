/** A command from its settings to its exit code: its store closed, what went wrong told. */
import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import type * as Exit from 'effect/Exit'
import * as Logger from 'effect/Logger'
import type { Call, Everywhere } from './arguments/call.ts'
import { dispatch } from './dispatch.ts'
import { tellable } from './documents/tellable.ts'
import { type ExitCode, exitCodes, exits, type Failure } from './failures.ts'
import { openingOf, withChoice } from './memory-layer.ts'
import { Opening } from './opening.ts'
import { complain } from './render/complain.ts'
import { complaintOf, defectComplaint } from './render/complaint.ts'
import { Output, outputOf, type Streams, standardOutput } from './render/output.ts'
import { calledAs } from './render/pasteable.ts'
import { plain } from './render/plain.ts'
import { configPath, readConfig } from './settings/config-file.ts'
import { settingsOf } from './settings/settings.ts'
import type { Surroundings } from './surroundings.ts'

export type Run = Extract<Call, { readonly ask: 'run' }>

export const runCall = (call: Run, surroundings: Surroundings): Effect.Effect<ExitCode, Failure> =>
  Effect.gen(function* () {
    const settings = yield* settingsIn(surroundings, call.everywhere)
    const { json } = call.everywhere
    const output = outputOf({ json, quiet: settings.quiet, color: settings.color, calledAs: calledAs(call.everywhere) }, surroundings)
    const opening = yield* openingOf(call, settings)
    return yield* dispatch(call, settings.brain).pipe(
      Effect.provideService(Output, output),
      Effect.provideService(Opening, opening),
      Effect.mapError(withChoice(call, settings)),
    )
  }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))

const settingsIn = Effect.fnUntraced(function* ({ env, folder, home }: Surroundings, everywhere: Everywhere) {
  const path = configPath(env, home)
  return yield* Effect.fromResult(settingsOf(everywhere, { env, home, folder, config: yield* readConfig(path), configPath: path }))
})

/** Tells what went wrong, if anything. A command that was interrupted without being asked to had nobody left to read it. */
export const endOf = (exit: Exit.Exit<ExitCode, Failure>, { json, debug }: Everywhere, interrupted: number, streams: Streams): number => {
  if (exit._tag === 'Success') return exit.value
  if (Cause.hasInterruptsOnly(exit.cause)) return interrupted
  if (debug) streams.stderr.write(`${plain(tellable(Cause.pretty(exit.cause)))}\n`)
  const failure = exit.cause.reasons.find(Cause.isFailReason)?.error
  const isUnwritable = failure?._tag === 'FileRefused' && failure.path === standardOutput
  complain(failure === undefined ? defectComplaint(Cause.squash(exit.cause)) : complaintOf(failure), json && !isUnwritable, streams)
  return failure === undefined ? exits.refused : exitCodes[failure._tag]
}
