/** Runs a command to the end of the process: its exit code set, whatever happened. */
import { homedir } from 'node:os'
import * as Effect from 'effect/Effect'
import { exits } from './failures.ts'
import { endOf, type Run, runCall } from './run-call.ts'

/** How a shell tells that a process was asked to end. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

export const start = (call: Run): void => {
  const { env, stderr, stdout } = process
  // A write that fails tells its own caller; without a listener it would end the process as well.
  stdout.on('error', () => {})
  const fiber = Effect.runFork(runCall(call, { env, home: homedir(), folder: process.cwd(), stdout, stderr }))
  let asked: keyof typeof signals | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      asked ??= signal
      fiber.interruptUnsafe()
    })
  }
  fiber.addObserver((exit) => {
    process.exitCode = endOf(exit, call.everywhere, asked === undefined ? exits.done : signals[asked], process)
  })
}
