/** The day on which a request is made: the day that it names, or else that of the clock in UTC. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { type Day, dayOfIso, dayOfTime } from '../../domain/days/calendar.ts'

export const todayOf = ({ today }: { readonly today?: string | undefined }): Effect.Effect<Day> => {
  const named = today === undefined ? undefined : dayOfIso(today)
  return named === undefined ? Effect.map(Clock.currentTimeMillis, dayOfTime) : Effect.succeed(named)
}
