/** Makes a brain, and lists those there are. */
import * as Effect from 'effect/Effect'
import type { BrainsAnswer, InitAnswer } from '../answers.ts'
import { isoTime } from '../naming/speakers.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { EventStore } from '../ports/event-store.ts'
import { BrainExists } from '../ports/store-errors.ts'
import type { InitRequest } from '../requests.ts'
import { catchUp, openBrain } from './brain.ts'
import { fingerprintWith } from './content-drafts.ts'
import { chooseBrain, createBrain } from './open-brains.ts'
import { checkNames } from './participants.ts'

export const init = Effect.fnUntraced(function* (request: InitRequest) {
  yield* checkNames(request)
  const key = yield* chooseBrain(request.brain === undefined ? { brain: 'default' } : request, 'create')
  const store = yield* EventStore
  if ((yield* store.brain(key)) !== undefined) return yield* new BrainExists({ brain: key })
  yield* createBrain(key, request, request.profile)
  const record = yield* store.brain(key)
  return { brain: key, position: record?.position ?? 0, profile: request.profile ?? 'balanced' } satisfies InitAnswer
})

export const brains = Effect.gen(function* () {
  const store = yield* EventStore
  const crypto = yield* Cryptography
  const listed = yield* Effect.forEach(
    yield* store.brains,
    Effect.fnUntraced(function* ({ at, brain: key, fingerprintKey, position }) {
      const brain = openBrain(key, fingerprintKey, fingerprintWith(crypto, fingerprintKey))
      yield* catchUp(brain)
      return { key, position, profile: brain.state.registers.settings?.profile ?? 'none', at: isoTime(at) }
    }),
  )
  return { brains: listed } satisfies BrainsAnswer
})
