/** Makes a brain, and lists the brains of the store. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { BrainsAnswer, InitAnswer } from '../answers.ts'
import { catchUp, openBrain } from '../brain/brain.ts'
import { forkOf } from '../brain/branches.ts'
import { fingerprintWith } from '../brain/contents.ts'
import { profileAsked } from '../brain/profile-in-force.ts'
import { restoreFold } from '../brain/snapshots.ts'
import { namesOf } from '../naming/names.ts'
import { isoTime } from '../naming/speakers.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type BrainRecord, EventStore } from '../ports/event-store.ts'
import { BrainExists, type StoreUnavailable } from '../ports/store-errors.ts'
import type { IntegrityBroken, NewerLog } from '../request-errors.ts'
import type { BrainsRequest, InitRequest } from '../requests.ts'
import { chooseBrain, createBrain } from './open-brains.ts'

export const init = Effect.fnUntraced(function* (request: InitRequest) {
  const key = yield* chooseBrain(request.brain === undefined ? { brain: 'default' } : request, 'create')
  const store = yield* EventStore
  if ((yield* store.brain(key)) !== undefined) return yield* new BrainExists({ brain: key })
  const profile = yield* profileAsked(request)
  yield* createBrain(key, request, profile)
  const record = yield* store.brain(key)
  return { brain: key, position: record?.position ?? 0, profile: profile.name } satisfies InitAnswer
})

export const brains = Effect.fnUntraced(function* ({ below }: BrainsRequest) {
  const store = yield* EventStore
  const all = yield* store.brains
  const listed = yield* Effect.forEach(
    below === undefined ? all : all.filter(({ brain }) => below.some((beginning) => brain.startsWith(beginning))),
    Effect.fnUntraced(function* (record) {
      const read = yield* Effect.result(listedOf(record))
      if (Result.isSuccess(read)) return read.success
      // A brain that cannot be read is listed with its problem, and the others are listed too.
      if (!isBroken(read.failure)) return yield* read.failure
      const { at, brain: key, position } = record
      return { key, position, profile: 'unknown', at: isoTime(at), problem: read.failure.message }
    }),
  )
  return { brains: listed } satisfies BrainsAnswer
})

/** Reads what is listed of a brain: its settings at the end of its log, and the parent of a branch from its first commit. */
const listedOf = Effect.fnUntraced(function* ({ at, brain: key, fingerprintKey, position }: BrainRecord) {
  const crypto = yield* Cryptography
  const brain = openBrain(key, fingerprintKey, fingerprintWith(crypto, fingerprintKey), yield* restoreFold(key))
  yield* catchUp(brain)
  const { about, inForce } = brain.state.settings
  const said = about === undefined ? undefined : (yield* namesOf(brain, [about]))(about)
  const fork = yield* forkOf(key)
  return {
    key,
    position,
    profile: inForce?.profile ?? 'none',
    at: isoTime(at),
    ...(fork === undefined ? {} : { branchOf: fork.parent ?? 'erased' }),
    ...(said === undefined ? {} : { about: said }),
  }
})

const isBroken = (failure: IntegrityBroken | NewerLog | StoreUnavailable): boolean =>
  failure._tag !== 'StoreUnavailable' || failure.reason === 'corrupt'
