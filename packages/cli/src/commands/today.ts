/** The day by which the one who types says "yesterday": that of the clock, in the time zone of this process. */
import { localDay } from '@crabtrail/core'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'

/** Returns a request with the day that it names, or else that of the clock. */
export const onDay = <Request extends { readonly today?: string | undefined }>(request: Request) =>
  Effect.map(Clock.currentTimeMillis, (now) => ({ ...request, today: request.today ?? localDay(now, new Date(now).getTimezoneOffset()) }))
