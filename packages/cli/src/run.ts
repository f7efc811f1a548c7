/** Runs a parsed call: reads the settings, opens the store, runs the command, closes the store, and sets the exit code. */

import { createRequire, findPackageJSON } from 'node:module'
import { homedir } from 'node:os'
import { pathToFileURL } from 'node:url'
import { hidePassword } from '@crabtrail/store/store-choice'
import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import type * as Exit from 'effect/Exit'
import * as Fiber from 'effect/Fiber'
import * as Logger from 'effect/Logger'
import type { RunCall } from './calls/parse.ts'
import { commandTable } from './calls/table.ts'
import type { Command } from './commands/command.ts'
import { tellable } from './documents/whole-file.ts'
import { type ExitCode, exitCodeOf, exits, type Failure, FileRefused, PackageMissing, type Refusal } from './failures.ts'
import { Opening, openingOf, sayable, withChoice } from './memory.ts'
import { complain, complaintOf, defectComplaint, Output, outputOf, type Streams, standardOutput } from './render/output.ts'
import { calledAs, plain } from './render/page.ts'
import { configPath, readConfig } from './settings/config-file.ts'
import { type Everywhere, type Settings, settingsOf } from './settings/settings.ts'
import type { HostProgram, Surroundings } from './surroundings.ts'

const meantIn = (given: Everywhere, host: HostProgram | undefined): Everywhere =>
  host === undefined
    ? given
    : {
        ...given,
        store: given.store ?? host.store,
        host: given.host ?? (given.brain === undefined ? host.agent : undefined),
        embedder: given.embedder ?? host.embedder,
        model: given.model ?? host.model,
      }

export const runCall = (call: RunCall, surroundings: Surroundings): Effect.Effect<ExitCode, Failure> => {
  const { command, flags, words } = call
  if (isForwarded(command)) return forward({ ...call, command }, surroundings)
  const { run, shape }: Command = commandTable[command]
  const everywhere = meantIn(call.everywhere, surroundings.host)
  return withSettings(call.everywhere, surroundings, (settings) =>
    Effect.gen(function* () {
      const opening = yield* openingOf({ shape, words, flags, everywhere }, settings)
      return yield* run({ words, flags, inBrain: settings.brain === undefined ? {} : { brain: settings.brain } }).pipe(
        Effect.provideService(Opening, opening),
        Effect.mapError(withChoice(everywhere, settings)),
      )
    }).pipe(Effect.interruptible, Effect.scoped),
  )
}

type Forwarded = (call: RunCall, surroundings: Surroundings, signal: AbortSignal) => Promise<ExitCode>

/** The optional packages of some commands, and what each exports. No other command loads them. */
const packages = {
  eval: { name: '@crabtrail/eval', program: 'evaluate' },
  studio: { name: '@crabtrail/studio', program: 'studio' },
} as const

type ForwardedCommand = keyof typeof packages

const isForwarded = (command: string): command is ForwardedCommand => Object.hasOwn(packages, command)

/** Runs a command in its package. `from`: URL of the module whose packages are searched. */
export const forward = (
  call: RunCall & { readonly command: ForwardedCommand },
  surroundings: Surroundings,
  from: string = import.meta.url,
): Effect.Effect<ExitCode, PackageMissing> =>
  Effect.gen(function* () {
    const { name, program } = packages[call.command]
    const path = yield* Effect.try({
      try: () => createRequire(findPackageJSON(name, from) ?? from).resolve(name),
      catch: () => new PackageMissing({ command: call.command, package: name }),
    })
    const loaded = yield* Effect.promise((): Promise<Readonly<Record<string, Forwarded>>> => import(pathToFileURL(path).href))
    return yield* Effect.interruptible(
      Effect.promise((signal) => loaded[program]?.(call, surroundings, signal) ?? Promise.reject(new Error(`${name} has no ${program}`))),
    )
  })

/** Runs a program with the settings of this process and an output that follows them. */
export const withSettings = <A, E, R>(
  everywhere: Everywhere,
  surroundings: Surroundings,
  program: (settings: Settings) => Effect.Effect<A, E, R>,
) =>
  Effect.gen(function* () {
    const settings = yield* settingsIn(surroundings, everywhere)
    const manner = {
      json: everywhere.json,
      quiet: settings.quiet,
      color: settings.color,
      calledAs: calledAs(sayable(everywhere, settings.store), surroundings.host?.program),
    }
    return yield* Effect.provideService(program(settings), Output, outputOf(manner, surroundings))
  }).pipe(Effect.provide(Logger.layer([])))

const settingsIn = Effect.fnUntraced(function* ({ env, folder, home, host }: Surroundings, everywhere: Everywhere) {
  const path = configPath(env, home)
  return yield* Effect.fromResult(
    settingsOf(meantIn(everywhere, host), { env, home, folder, config: yield* readConfig(path), configPath: path, hostBrain: host?.brain }),
  )
})

/**
 * Returns the exit code of a finished call, and prints a failure.
 *
 * `interrupted` is the code of an interrupted call; without a signal, the reader of standard output closed it.
 */
export const endOf = <Code extends number>(
  exit: Exit.Exit<ExitCode, Refusal>,
  { json, debug }: Everywhere,
  interrupted: Code,
  streams: Streams,
): ExitCode | Code => {
  if (exit._tag === 'Success') return exit.value
  if (Cause.hasInterruptsOnly(exit.cause)) return interrupted
  if (debug) streams.stderr.write(`${plain(hidePassword(tellable(Cause.pretty(exit.cause))))}\n`)
  const failure = exit.cause.reasons.find(Cause.isFailReason)?.error
  const isUnwritable = failure instanceof FileRefused && failure.path === standardOutput
  complain(failure === undefined ? defectComplaint(Cause.squash(exit.cause)) : complaintOf(failure), json && !isUnwritable, streams)
  return failure === undefined ? exits.refused : exitCodeOf(failure)
}

/** Exit codes that shells use for an interrupted process. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
const signalNames = Object.keys(signals) as ReadonlyArray<keyof typeof signals>

/** The writer handles a failed write; an unhandled event would end the process. */
const ignored = (): void => {}

/**
 * Runs a call in this process and sets its exit code. A signal interrupts the command, and the call still closes its store. A command that has
 * printed its answer is done: a signal while its store closes does not change its exit code. Never rejects.
 *
 * `run` says by `Effect.interruptible` what a signal may interrupt.
 */
export const start = async (
  call: RunCall,
  run: (call: RunCall, surroundings: Surroundings) => Effect.Effect<ExitCode, Refusal>,
  around: Pick<Surroundings, 'host'> & Partial<Pick<Surroundings, 'env'>> = {},
): Promise<void> => {
  const { env, stderr, stdout } = process
  stdout.off('error', ignored).on('error', ignored)
  let fiber: Fiber.Fiber<ExitCode, Refusal> | undefined
  let received: keyof typeof signals | undefined
  const interrupt = (signal: NodeJS.Signals) => {
    received ??= signal as keyof typeof signals
    fiber?.interruptUnsafe()
  }
  // Before the fork: a command runs up to its first wait within it, and a signal without a listener ends the process with its store open.
  for (const signal of signalNames) process.once(signal, interrupt)
  const program = run(call, { env, home: homedir(), folder: process.cwd(), stdout, stderr, ...around })
  fiber = Effect.runFork(program, { uninterruptible: true })
  if (received !== undefined) fiber.interruptUnsafe()
  const exit = await Effect.runPromise(Fiber.await(fiber))
  for (const signal of signalNames) process.off(signal, interrupt)
  process.exitCode = endOf(exit, call.everywhere, received === undefined ? exits.done : signals[received], process)
}
