import * as Effect from 'effect/Effect'
import { afterEach, expect, test } from 'vitest'
import { parseCall, type RunCall } from './calls/parse.ts'
import { type ExitCode, exits, type Refusal } from './failures.ts'
import { start } from './run.ts'

afterEach(() => {
  process.exitCode = undefined
})

const call = parseCall(['brains']) as RunCall
const signalled = Effect.sync(() => process.emit('SIGTERM', 'SIGTERM'))
const codeAfter = async (program: Effect.Effect<ExitCode, Refusal>) => {
  await start(call, () => program)
  return process.exitCode
}

test('a signal is heard from before the first step of a command', async () => {
  expect(await codeAfter(Effect.andThen(signalled, Effect.interruptible(Effect.never)))).toBe(143)
  expect(process.listenerCount('SIGTERM')).toBe(0)
})

test('a signal while a command that is done closes leaves its exit code', async () => {
  const closing = Effect.addFinalizer(() => Effect.andThen(Effect.andThen(Effect.yieldNow, signalled), Effect.yieldNow))

  expect(await codeAfter(Effect.scoped(Effect.interruptible(Effect.as(closing, exits.conflict))))).toBe(exits.conflict)
})

test('the first of two signals gives the exit code', async () => {
  const both = Effect.andThen(
    signalled,
    Effect.sync(() => process.emit('SIGHUP', 'SIGHUP')),
  )

  expect(await codeAfter(Effect.andThen(both, Effect.interruptible(Effect.never)))).toBe(143)
})
