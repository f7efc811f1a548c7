/** Finds the brain that is to be proven. */
import * as Effect from 'effect/Effect'
import { catchUp, openBrain } from '../brain/brain.ts'
import { fingerprintWith } from '../brain/content-drafts.ts'
import { chooseBrain } from '../brain/open-brains.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { EventStore } from '../ports/event-store.ts'
import { NotFound } from '../request-errors.ts'
import type { VerifyRequest } from '../requests.ts'
import { verify } from './verify.ts'

/** A broken log cannot be followed, so nothing is opened: verify reads for itself. */
export const verifyBrain = Effect.fnUntraced(function* (request: VerifyRequest) {
  const key = yield* chooseBrain(request, 'refuse')
  const store = yield* EventStore
  const crypto = yield* Cryptography
  const record = yield* store.brain(key)
  if (record === undefined) return yield* new NotFound({ what: 'brain', name: key, hint: `${store.place} has no such brain` })
  const { fingerprintKey } = record
  const brain = openBrain(key, fingerprintKey, fingerprintWith(crypto, fingerprintKey))
  yield* Effect.ignore(catchUp(brain))
  return yield* verify(brain, request)
})
