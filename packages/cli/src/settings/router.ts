/** Reads the choice of a router, and loads the router that it names. */

import { InvalidRequest, type Router } from '@crabtrail/core'
import { type RouterChoice as Choice, routerOf as routerChosen, routerChoice as routerWritten } from '@crabtrail/models/router-choice'
import * as Effect from 'effect/Effect'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'

/** The environment variable of the key. A key is read from nowhere else. */
export const routerKey = 'OPENAI_API_KEY'

interface Written {
  readonly text: string
  /** Name of the setting in a complaint. */
  readonly field: string
}

/** Reads `none` or `URL#MODEL`. A complaint never repeats the text, because it may contain a key. */
export const routerChoice = ({ field, text }: Written, key: string | undefined): Result.Result<Choice, InvalidRequest> =>
  Result.mapError(
    routerWritten(text, key === undefined || key === '' ? undefined : Redacted.make(key)),
    (problem) => new InvalidRequest({ field, problem }),
  )

/** Longest time, in milliseconds, that a question may wait: a large model that is loaded first takes minutes. */
const routerMsMax = 600_000

/** Reads how long a question waits for the router, in milliseconds. */
export const routerTime = ({ field, text }: Written): Result.Result<number, InvalidRequest> => {
  const ms = /^\d{1,6}$/.test(text) ? Number(text) : 0
  const problem = `it is no whole number of milliseconds from 1 to ${routerMsMax}`
  return ms >= 1 && ms <= routerMsMax ? Result.succeed(ms) : Result.fail(new InvalidRequest({ field, problem }))
}

/** Loads the router without making any request. Address and model were checked before, so only the key can be refused here. */
export const routerOf = (choice: Choice): Effect.Effect<Router['Service'] | undefined, InvalidRequest> =>
  Effect.mapError(routerChosen(choice), ({ detail }) => new InvalidRequest({ field: `$${routerKey}`, problem: detail }))
