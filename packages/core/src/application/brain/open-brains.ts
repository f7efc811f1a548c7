/** The brains of a store that this process has open: each folded once, one signal at a time. */

import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import * as Semaphore from 'effect/Semaphore'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { decide, decideStep } from '../../domain/decide.ts'
import { placed } from '../../domain/events/codec/event-codec.ts'
import { type BrainKey, defaultBrain, parseBrainKey, systemActor } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { balanced } from '../../domain/profiles/profiles.ts'
import { foldEvent } from '../../domain/projections/brain-fold.ts'
import { limits } from '../limits.ts'
import { Cryptography } from '../ports/cryptography.ts'
import type { Embedder } from '../ports/embedder.ts'
import { EventStore } from '../ports/event-store.ts'
import { BrainExists, StoreUnavailable } from '../ports/store-errors.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'
import type { Ensuring, InBrain, Speaker } from '../requests.ts'
import { keepIndex } from '../text-index/index-upkeep.ts'
import { KeptVectors } from '../vectors/kept-vectors.ts'
import { appendFirst } from './append.ts'
import { catchUp, type OpenBrain, openBrain } from './brain.ts'
import { cleanText, contentDrafts, fingerprintWith } from './content-drafts.ts'
import { speakerName } from './participants.ts'
import { restoreFold } from './snapshots.ts'

/*
 * Lets one pass at a time, in the order in which they came, and turns away whoever finds too many waiting.
 *
 * What waits holds its request in memory. So a caller that asks faster than the store writes is told so, while those ahead are served.
 */

export interface WaitingLine {
  /** Runs alone. Whoever is turned away has run nothing. */
  readonly alone: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreUnavailable, R>
}

/** `place` is named by the refusal; `waitingMax` counts those who wait, not the one that runs. */
export const waitingLine = (place: string, waitingMax: number): WaitingLine => {
  const door = Semaphore.makeUnsafe(1)
  let inside = 0
  return {
    alone: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.uninterruptibleMask((restore): Effect.Effect<A, E | StoreUnavailable, R> => {
        if (inside > waitingMax) return Effect.fail(crowded(place, waitingMax))
        inside++
        return Effect.ensuring(
          restore(door.withPermits(1)(effect)),
          Effect.sync(() => {
            inside--
          }),
        )
      }),
  }
}

const crowded = (place: string, waitingMax: number) =>
  new StoreUnavailable({
    reason: 'busy',
    place,
    detail: `${waitingMax} requests wait for it already: ask again when some of them are answered, and fewer at once`,
    retryable: true,
  })

export interface Held {
  readonly brain: OpenBrain
  readonly line: WaitingLine
}

/** What the memory keeps between requests. */
export interface OpenBrains {
  readonly held: Map<BrainKey, Held>
  /** Whose vectors are made and compared; absent: none are. */
  readonly embedder: Embedder['Service'] | undefined
}

export const openBrains = (embedder?: Embedder['Service']): OpenBrains => ({ held: new Map(), embedder })

/** What to do about a brain that is not there: make the default one of a store that has none, only imagine it, or say so. */
export type Missing = 'create' | 'imagine' | 'refuse'

/** Runs `use` on the brain a request means, level with the log, alone in this process. */
export const withBrain = <A, E, R>(
  open: OpenBrains,
  request: InBrain & Speaker & Ensuring,
  missing: Missing,
  use: (brain: OpenBrain) => Effect.Effect<A, E, R>,
) =>
  Effect.gen(function* () {
    const key = yield* chooseBrain(request, missing)
    const { brain, line } = yield* hold(open, key, missing, request)
    return yield* line.alone(Effect.andThen(catchUp(brain), use(brain)))
  })

/** The key a request gave, or the only brain of the store, or the default one. */
export const chooseBrain = Effect.fnUntraced(function* ({ brain, ensure }: InBrain & Ensuring, missing: Missing) {
  if (brain !== undefined) {
    const parsed = parseBrainKey(brain)
    return Result.isSuccess(parsed) ? parsed.success : yield* new InvalidRequest({ field: 'brain', problem: parsed.failure })
  }
  const store = yield* EventStore
  const known = yield* store.brains
  const [only] = known
  if (known.length === 1 && only !== undefined) return only.brain
  if (known.some((one) => one.brain === defaultBrain) || (known.length === 0 && missing !== 'refuse' && ensure !== false))
    return defaultBrain
  if (known.length === 0) {
    return yield* new NotFound({
      what: 'brain',
      name: defaultBrain,
      hint: `${store.place} holds no brain yet; make one with init or ingest`,
    })
  }
  return yield* new InvalidRequest({
    field: 'brain',
    problem: `the store has several; choose one of ${known.map((one) => one.brain).join(', ')}`,
  })
})

const hold = Effect.fnUntraced(function* (open: OpenBrains, key: BrainKey, missing: Missing, request: InBrain & Speaker & Ensuring) {
  const held = open.held.get(key)
  if (held !== undefined) return held
  const store = yield* EventStore
  const crypto = yield* Cryptography
  const mayCreate =
    missing !== 'refuse' && request.ensure !== false && (request.ensure === true || request.brain === undefined || key === defaultBrain)
  const record = yield* store.brain(key)
  if (record === undefined && !mayCreate) return yield* absentBrain(key)
  if (record === undefined && missing === 'imagine') return { brain: imagined(crypto, key), line: lineAt(store.place) }
  const fingerprintKey =
    record?.fingerprintKey ?? (yield* createBrain(key, request, balanced).pipe(Effect.catchTag('BrainExists', () => fingerprintKeyOf(key))))
  const from = yield* restoreFold(key)
  const made: Held = {
    brain: openBrain(key, fingerprintKey, fingerprintWith(crypto, fingerprintKey), from),
    line: lineAt(store.place),
  }
  if (open.embedder !== undefined) made.brain.vectors = new KeptVectors(open.embedder)
  yield* keepIndex(made.brain)
  // Another request of this process may have opened it meanwhile: there is one fold for all.
  const first = open.held.get(key) ?? made
  open.held.set(key, first)
  return first
})

const lineAt = (place: string): WaitingLine => waitingLine(place, limits.requestsWaiting)

export const absentBrain = Effect.fnUntraced(function* (key: BrainKey) {
  const { place } = yield* EventStore
  return yield* new NotFound({ what: 'brain', name: key, hint: `${place} has no such brain; make it with init --brain ${key}` })
})

/** A brain as it would be made, of which nothing is stored. */
const imagined = (crypto: Cryptography['Service'], key: BrainKey): OpenBrain => {
  const fingerprintKey = crypto.randomHex(32)
  const brain = openBrain(key, fingerprintKey, fingerprintWith(crypto, fingerprintKey))
  const { events } = decideStep({ _tag: 'CreateBrain', digest: '' }, brain.state, balanced)
  for (const event of events) foldEvent(brain.fold, placed(event, 1, { at: 0, actor: systemActor }))
  return brain
}

/** Another process made the brain meanwhile: its key counts. */
const fingerprintKeyOf = Effect.fnUntraced(function* (key: BrainKey) {
  const store = yield* EventStore
  const record = yield* store.brain(key)
  return record?.fingerprintKey ?? (yield* new BrainExists({ brain: key }))
})

/** Of a brain that is about to be made: its key stands in the store for good, and in every list of brains. */
export const checkBrainName = Effect.fnUntraced(function* (key: BrainKey) {
  if ((yield* cleanText(key)).text !== key)
    return yield* new InvalidRequest({ field: 'brain', problem: 'it holds what looks like a secret: name it otherwise' })
})

/** Appends a brain's first commit. Answers with its fingerprint key. */
export const createBrain = Effect.fnUntraced(function* (key: BrainKey, speaker: Speaker, profile: Profile) {
  yield* checkBrainName(key)
  const crypto = yield* Cryptography
  const drafts = yield* contentDrafts
  const fingerprintKey = crypto.randomHex(32)
  const empty = openBrain(key, fingerprintKey, fingerprintWith(crypto, fingerprintKey))
  const { kind, name: given } = speakerName(speaker)
  const { text: name } = yield* cleanText(given)
  const by = { actor: { known: undefined, name: drafts.add(name), kind }, session: undefined, origin: speaker.origin ?? 'owner' } as const
  const digest = crypto.sha256(canonicalJson(profile))
  yield* appendFirst(empty, Result.getOrThrow(decide({ _tag: 'CreateBrain', by, digest }, empty.state, profile)), drafts)
  return fingerprintKey
})
