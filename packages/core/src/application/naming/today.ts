/** The day on which a request is made: people say "yesterday" by their own clock, so the edge names the day of its time zone. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { type Day, dayOfIso, dayOfTime } from '../../domain/days/calendar.ts'

/** Returns the day that a request names, or else that of the clock in UTC. */
export const todayOf = ({ today }: { readonly today?: string | undefined }): Effect.Effect<Day> => {
  const named = today === undefined ? undefined : dayOfIso(today)
  return named === undefined ? Effect.map(Clock.currentTimeMillis, dayOfTime) : Effect.succeed(named)
}

/** Returns the day of a time, in milliseconds UTC, in the time zone of this process, as in 2026-11-28. For the command line and a host alone. */
export const localDay = (milliseconds: number): string => {
  const now = new Date(milliseconds)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
