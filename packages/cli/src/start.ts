/** Runs a call in this process and sets its exit code. Signals interrupt the call; it still closes its store. */
import { homedir } from 'node:os'
import * as Effect from 'effect/Effect'
import type { RunCall } from './arguments/call.ts'
import { type ExitCode, exits, type Refusal } from './failures.ts'
import { endOf } from './run-call.ts'
import type { Surroundings } from './surroundings.ts'

/** Exit codes that shells use for an interrupted process. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

export const start = (call: RunCall, run: (call: RunCall, surroundings: Surroundings) => Effect.Effect<ExitCode, Refusal>): void => {
  const { env, stderr, stdout } = process
  // The writer handles a failed write; an unhandled event would end the process.
  stdout.on('error', () => {})
  const fiber = Effect.runFork(run(call, { env, home: homedir(), folder: process.cwd(), stdout, stderr }))
  let received: keyof typeof signals | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      received ??= signal
      fiber.interruptUnsafe()
    })
  }
  fiber.addObserver((exit) => {
    process.exitCode = endOf(exit, call.everywhere, received === undefined ? exits.done : signals[received], process)
  })
}
