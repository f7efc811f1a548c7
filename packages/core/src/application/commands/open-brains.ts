/** The brains of a store that this process has open: each folded once, one signal at a time, judged in order. Makes and lists brains. */

import type * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import * as Semaphore from 'effect/Semaphore'
import { decide, decideStep } from '../../domain/decide.ts'
import { placed } from '../../domain/events/codec/event-codec.ts'
import {
  type BrainKey,
  type ContentRef,
  defaultBrain,
  type NodeNumber,
  parseBrainKey,
  type SessionNumber,
  systemActor,
  type TurnNumber,
} from '../../domain/identity.ts'
import type { SeenCall } from '../../domain/implicit-feedback/seen-calls.ts'
import { shownReply } from '../../domain/judging/judge-prompt.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { balanced } from '../../domain/profiles/profiles.ts'
import { type BrainState, foldEvent } from '../../domain/projections/brain-fold.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import type { BrainsAnswer, InitAnswer } from '../answers.ts'
import { catchUp, type OpenBrain, openBrain } from '../brain/brain.ts'
import { forkOf, openLevel } from '../brain/branches.ts'
import { cleanText, contentDrafts, fingerprintWith, keyDigest } from '../brain/contents.ts'
import { KeptVectors } from '../brain/kept-vectors.ts'
import { profileAsked, settingsDigest } from '../brain/profile-in-force.ts'
import { restoreFold } from '../brain/snapshots.ts'
import { limits } from '../limits.ts'
import { isoTime, namesOf } from '../naming/names.ts'
import { Cryptography } from '../ports/cryptography.ts'
import type { Embedder } from '../ports/embedder.ts'
import { type BrainRecord, EventStore } from '../ports/event-store.ts'
import type { LanguageModel } from '../ports/language-model.ts'
import { BrainExists, StoreUnavailable } from '../ports/store-errors.ts'
import { type IntegrityBroken, InvalidRequest, type NewerLog, NotFound } from '../request-errors.ts'
import type { BrainsRequest, Ensuring, InBrain, InitRequest, Keyed, Speaker } from '../requests.ts'
import { appendFirst } from './append.ts'
import { keepIndex } from './index-upkeep.ts'
import { speakerName } from './run-command.ts'

/* Runs one request at a time, in the order of their arrival, and refuses one while too many wait: they are held in memory. */

export interface WaitingLine {
  /** Runs the effect alone. If it is refused, nothing of it has run. */
  readonly alone: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreUnavailable, R>
  /** Within `alone`: lets the next request go first while the effect runs, and goes on when it is its turn again. */
  readonly outside: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** `place` is named in the refusal. `waitingMax` counts the waiting requests, without the one that runs. */
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
    outside: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.uninterruptibleMask((restore) => Effect.andThen(door.release(1), Effect.ensuring(restore(effect), door.take(1)))),
  }
}

const crowded = (place: string, waitingMax: number) => {
  const detail = `${waitingMax} requests wait for it already: ask again when some of them are answered, and fewer at once`
  return new StoreUnavailable({ reason: 'busy', place, detail, retryable: true })
}

export interface Held {
  readonly brain: OpenBrain
  readonly line: WaitingLine
}

export type RecallEnd = 'Turn' | 'Before' | 'Wanted' | 'JudgementPending' | 'Forgotten' | 'Failed'

export interface OpenBrains {
  readonly held: Map<BrainKey, Held>
  /** Embedder that makes the vectors. If it is absent, no vectors are made or compared. */
  readonly embedder: Embedder['Service'] | undefined
  /** Model that chooses among habitual edges. If it is absent, the rule decides. */
  readonly model: LanguageModel['Service'] | undefined
  /** Calls of the model under way in this process, by the key of their recall, with what ends with each. */
  readonly calls: Map<string, Deferred.Deferred<RecallEnd>>
  /** How much was erased of each brain when the model was asked last: it then forgets its answers. */
  readonly erasures: Map<BrainKey, number>
  readonly judging: JudgingOrders
  readonly seen: SeenCalls
  /** Memories about whose aliases no model is asked again soon. No log has them, so a restart loses them. */
  readonly unnamed: Map<BrainKey, PassedOver>
}

/** Memories that a model is not asked about again soon, with the text that they had. */
export type PassedOver = Map<NodeNumber, { readonly text: ContentRef | undefined; readonly because: PassedBecause; readonly day: number }>

/** It holds a secret; the call about it had no answer about it; no server took the call about it. */
type PassedBecause = 'secret' | 'unanswered' | 'untaken'

export const openBrains = (embedder?: Embedder['Service'], model?: LanguageModel['Service']): OpenBrains => ({
  held: new Map(),
  embedder,
  model,
  calls: new Map(),
  erasures: new Map(),
  judging: new Map(),
  seen: new Map(),
  unnamed: new Map(),
})

/** Runs an effect of a request on an open brain while other requests have the brain. The next command is level with the log again. */
export const outsideOf =
  (open: OpenBrains, brain: OpenBrain) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const held = open.held.get(brain.key)
    return held?.brain === brain ? held.line.outside(effect) : effect
  }

/** Action for a brain that does not exist: make the default brain of an empty store, only imagine it (nothing is stored), or refuse. */
type Missing = 'create' | 'imagine' | 'refuse'

/** Runs `use` on the brain that a request means, level with the log. Other requests of this process wait meanwhile. */
export const withBrain = <A, E, R>(
  open: OpenBrains,
  request: InBrain & Speaker & Ensuring & Partial<Keyed>,
  missing: Missing,
  use: (brain: OpenBrain) => Effect.Effect<A, E, R>,
) =>
  Effect.gen(function* () {
    const key = yield* chooseBrain(request, missing)
    const { brain, line } = yield* hold(open, key, missing, request)
    const crypto = yield* Cryptography
    const command = request.key === undefined ? undefined : keyDigest(crypto, brain, request.key)
    return yield* line.alone(Effect.andThen(catchUp(brain, undefined, command), use(brain)))
  })

/** Returns the key that the request gives, or the only brain of the store, or the default one. */
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
    const hint = `${store.place} holds no brain yet; make one with init or ingest`
    return yield* new NotFound({ what: 'brain', name: defaultBrain, hint })
  }
  const problem = `the store has several; choose one of ${known.map((one) => one.brain).join(', ')}`
  return yield* new InvalidRequest({ field: 'brain', problem })
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
  const brain = openBrain(key, fingerprintKey, fingerprintWith(crypto, fingerprintKey), yield* restoreFold(key))
  const made: Held = { brain, line: lineAt(store.place) }
  if (open.embedder !== undefined) brain.vectors = new KeptVectors(open.embedder)
  yield* keepIndex(brain)
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

/** Returns a brain as it would be made. Nothing of it is stored. */
const imagined = (crypto: Cryptography['Service'], key: BrainKey): OpenBrain => {
  const fingerprintKey = crypto.randomHex(32)
  const brain = openBrain(key, fingerprintKey, fingerprintWith(crypto, fingerprintKey))
  const { events } = decideStep({ _tag: 'CreateBrain', digest: '' }, brain.state, balanced)
  for (const event of events) foldEvent(brain.fold, placed(event, 1, { at: 0, actor: systemActor }))
  return brain
}

/** Reads the fingerprint key of a brain that another process made meanwhile. */
const fingerprintKeyOf = Effect.fnUntraced(function* (key: BrainKey) {
  const store = yield* EventStore
  const record = yield* store.brain(key)
  return record?.fingerprintKey ?? (yield* new BrainExists({ brain: key }))
})

/** Refuses a name that looks like a secret: the store keeps the name of a brain for good and shows it in every list of brains. */
export const checkBrainName = Effect.fnUntraced(function* (key: BrainKey) {
  if ((yield* cleanText(key)).text !== key)
    return yield* new InvalidRequest({ field: 'brain', problem: 'it holds what looks like a secret: name it otherwise' })
})

/** Appends a brain's first commit. Answers with its fingerprint key. */
const createBrain = Effect.fnUntraced(function* (key: BrainKey, speaker: Speaker, profile: Profile) {
  yield* checkBrainName(key)
  const crypto = yield* Cryptography
  const drafts = yield* contentDrafts
  const fingerprintKey = crypto.randomHex(32)
  const empty = openBrain(key, fingerprintKey, fingerprintWith(crypto, fingerprintKey))
  const { kind, name: given } = speakerName(speaker)
  const { text: name } = yield* cleanText(given)
  const by = { actor: { known: undefined, name: drafts.add(name), kind }, session: undefined, origin: speaker.origin ?? 'owner' } as const
  const digest = yield* settingsDigest(profile)
  yield* appendFirst(empty, Result.getOrThrow(decide({ _tag: 'CreateBrain', by, digest }, empty.state, profile)), drafts)
  return fingerprintKey
})

export type JudgingOrders = Map<BrainKey, JudgingOrder>

interface HeldReply {
  readonly text: string
  /** How many contents were erased of the brain when it was said: a later erasure may be about its words. */
  readonly erased: number
}

export interface JudgingOrder {
  /** While a message is judged, the next one waits. */
  readonly one: Semaphore.Semaphore
  /** Replies by their turns, the newest last. A model is shown each with the message behind it. No log has them, so a restart loses them. */
  readonly replies: Map<TurnNumber, HeldReply>
  /** The call under way: the memories that it may change, and a signal of its end. Undefined while no model is asked. */
  underWay: { readonly offered: ReadonlySet<NodeNumber>; readonly ended: Deferred.Deferred<void> } | undefined
}

export const orderOf = (judging: JudgingOrders, { key }: OpenBrain): JudgingOrder => {
  const order = judging.get(key) ?? { one: Semaphore.makeUnsafe(1), replies: new Map(), underWay: undefined }
  judging.set(key, order)
  return order
}

const repliesMost = 64

export const holdReply = (judging: JudgingOrders, brain: OpenBrain, turn: TurnNumber, text: string): void => {
  const { replies } = orderOf(judging, brain)
  replies.delete(turn)
  replies.set(turn, { text: text.slice(0, shownReply), erased: brain.state.erased.size })
  for (const oldest of [...replies.keys()].slice(0, -repliesMost)) replies.delete(oldest)
}

/** Returns what was answered in a turn; undefined where it is not held, or something was erased since. */
export const heldReply = (
  replies: JudgingOrder['replies'] | undefined,
  turn: TurnRecord | undefined,
  { erased }: BrainState,
): string | undefined => {
  const held = replies?.get(turn?.turn ?? 0)
  return held?.erased === erased.size ? held.text : undefined
}

/* The calls of tools of recent turns, which later calls may take back. No log has them, so a restart loses them. */

interface HeldCalls {
  readonly calls: ReadonlyArray<SeenCall>
  /** How many contents were erased of the brain when they were made: a later erasure may be about their words. */
  readonly erased: number
}
export type SeenCalls = Map<BrainKey, Map<SessionNumber, ReadonlyArray<HeldCalls>>>

const [turnsSeen, sessionsSeen] = [32, 32]
/** Most calls that are held of a session, and most characters of what they printed and were called with. */
export const [callsSeen, charactersSeen] = [512, 200_000]

/** Holds the calls of a turn of a session, as the newest. */
export const holdCalls = (seen: SeenCalls, { key, state }: OpenBrain, session: SessionNumber, calls: ReadonlyArray<SeenCall>): void => {
  if (calls.length === 0) return
  const sessions = seen.get(key) ?? new Map<SessionNumber, ReadonlyArray<HeldCalls>>()
  seen.set(key, sessions)
  const turns = newestWithin([...(sessions.get(session) ?? []), { calls, erased: state.erased.size }])
  sessions.delete(session)
  sessions.set(session, turns)
  for (const oldest of [...sessions.keys()].slice(0, -sessionsSeen)) sessions.delete(oldest)
}

/** Returns the newest turns that are within the limits. The newest one is held whole: its calls are bounded where they are heard. */
const newestWithin = (turns: ReadonlyArray<HeldCalls>): ReadonlyArray<HeldCalls> => {
  let [first, calls, characters] = [turns.length, 0, 0]
  for (const turn of turns.slice(-turnsSeen).toReversed()) {
    calls += turn.calls.length
    characters += turn.calls.reduce((sum, call) => sum + charactersOf(call), 0)
    if (first < turns.length && (calls > callsSeen || characters > charactersSeen)) break
    first--
  }
  return turns.slice(first)
}

const charactersOf = ({ commands = [], output = '', path = '' }: SeenCall): number =>
  output.length + path.length + commands.reduce((sum, command) => sum + JSON.stringify(command).length, 0)

/** Returns the calls of earlier turns of a session, oldest first; those before an erasure are gone. */
export const heldCalls = (seen: SeenCalls, { key, state }: OpenBrain, session: SessionNumber): ReadonlyArray<SeenCall> =>
  (seen.get(key)?.get(session) ?? []).flatMap(({ calls, erased }) => (erased === state.erased.size ? calls : []))

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
  const brain = yield* openLevel(key, fingerprintKey)
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
