/** What every signal begins with: drafts for its contents, its key if it may be repeated, the position it expects if it names one. */
import * as Effect from 'effect/Effect'
import { InvalidRequest } from '../request-errors.ts'
import type { Keyed } from '../requests.ts'
import type { OpenBrain } from './brain.ts'
import { commandKey, type KeyedMethod } from './command-key.ts'
import { contentDrafts } from './content-drafts.ts'

export const beginSignal = Effect.fnUntraced(function* (brain: OpenBrain, method: KeyedMethod, request: Keyed) {
  const { expected } = request
  if (expected !== undefined && !(Number.isSafeInteger(expected) && expected >= 0)) {
    return yield* new InvalidRequest({ field: 'expected', problem: `${expected} is no position` })
  }
  const drafts = yield* contentDrafts
  const command = yield* commandKey(brain, method, request)
  return { brain, drafts, ...(command === undefined ? {} : { command }), ...(expected === undefined ? {} : { expected }) }
})
