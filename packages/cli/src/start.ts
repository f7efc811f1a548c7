/** Runs a command to the end of the process: its store closed, its exit code set, whatever happened. */
import { homedir } from 'node:os'
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
import { Output, outputOf, standardOutput } from './render/output.ts'
import { plain } from './render/plain.ts'
import { configPath, readConfig } from './settings/config-file.ts'
import { settingsOf } from './settings/settings.ts'

type Run = Extract<Call, { readonly ask: 'run' }>

/** How a shell tells that a process was asked to end. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

export const start = (call: Run): void => {
  // A write that fails tells its own caller; without a listener it would end the process as well.
  process.stdout.on('error', () => {})
  const fiber = Effect.runFork(program(call))
  let asked: keyof typeof signals | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      asked ??= signal
      fiber.interruptUnsafe()
    })
  }
  fiber.addObserver((exit) => {
    process.exitCode = ended(exit, call.everywhere, asked === undefined ? exits.done : signals[asked])
  })
}

const program = (call: Run): Effect.Effect<ExitCode, Failure> =>
  Effect.gen(function* () {
    const settings = yield* settingsNow(call.everywhere)
    const output = outputOf({ json: call.everywhere.json, quiet: settings.quiet, color: settings.color }, process)
    const opening = yield* openingOf(call, settings)
    return yield* dispatch(call, settings.brain).pipe(
      Effect.provideService(Output, output),
      Effect.provideService(Opening, opening),
      Effect.mapError(withChoice(call, settings)),
    )
  }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))

const settingsNow = Effect.fnUntraced(function* (everywhere: Everywhere) {
  const { env } = process
  const home = homedir()
  const path = configPath(env, home)
  return yield* Effect.fromResult(
    settingsOf(everywhere, { env, home, folder: process.cwd(), config: yield* readConfig(path), configPath: path }),
  )
})

/** Tells what went wrong, if anything. A command that was interrupted without being asked to had nobody left to read it. */
const ended = (exit: Exit.Exit<ExitCode, Failure>, { json, debug }: Everywhere, interrupted: number): number => {
  if (exit._tag === 'Success') return exit.value
  if (Cause.hasInterruptsOnly(exit.cause)) return interrupted
  if (debug) process.stderr.write(`${plain(tellable(Cause.pretty(exit.cause)))}\n`)
  const failure = exit.cause.reasons.find(Cause.isFailReason)?.error
  const isUnwritable = failure?._tag === 'FileRefused' && failure.path === standardOutput
  complain(failure === undefined ? defectComplaint(Cause.squash(exit.cause)) : complaintOf(failure), json && !isUnwritable)
  return failure === undefined ? exits.refused : exitCodes[failure._tag]
}
