import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { expect, test } from 'vitest'
import { callModel } from './ask-model.ts'

test('the time of a call is that of the model, not of the wait for its turn afterwards', async () => {
  const before = 1_000
  let now = before
  const takes = (ms: number) =>
    Effect.sync(() => {
      now += ms
    })
  const clock = Effect.map(
    Clock.Clock,
    (real): Clock.Clock => ({
      ...real,
      sleep: () => Effect.never,
      currentTimeMillis: Effect.sync(() => now),
      currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
    }),
  )
  const model = {
    id: 'test/timed',
    forget: Effect.void,
    ask: () => Effect.as(takes(40), { text: '{}', tokensIn: 1, tokensOut: 1 }),
  }
  const means = {
    model,
    modelMs: 60_000,
    unwanted: Effect.never,
    outside: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.tap(effect, takes(5_000)),
  }

  const asked = callModel(means, 'routing', { system: 's', user: 'u', form: {} }, 10)
  const { at, latencyMs } = await Effect.runPromise(Effect.flatMap(clock, (hand) => Effect.provideService(asked, Clock.Clock, hand)))

  expect([latencyMs, at]).toEqual([40, before + 40])
})
