/** The day on which a request is made: people say "yesterday" by their own clock, so the edge names the day of its time zone. */

import { type Day, dayOfIso, dayOfTime, isoDay } from '@crabtrail/text/days/calendar'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'

/** Returns the day that a request names, or else that of the clock in UTC. */
export const todayOf = ({ today }: { readonly today?: string | undefined }): Effect.Effect<Day> => {
  const named = today === undefined ? undefined : dayOfIso(today)
  return named === undefined ? Effect.map(Clock.currentTimeMillis, dayOfTime) : Effect.succeed(named)
}

/** Returns the day of a time, in milliseconds UTC, as in 2026-11-28, in a zone that is so many minutes behind UTC. The edge alone knows its zone. */
export const localDay = (milliseconds: number, minutesBehind: number): string => isoDay(dayOfTime(milliseconds - 60_000 * minutesBehind))
