/** The day of the clock where the command line runs, as in 2026-11-28: people say "yesterday" by their own clock. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'

export const todayHere = Effect.map(Clock.currentTimeMillis, (milliseconds) => {
  const now = new Date(milliseconds)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
})
