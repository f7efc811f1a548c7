/**
 * Serialises access to a store: operations run one by one, and a holder makes all others wait. A store that answers at once is served so.
 *
 * An operation is synchronous, so it runs at once if the turnstile is free. Operations of the holder run within its hold, through whatever
 * service they reach the store; otherwise the holder would wait for itself. If too many callers wait, the next one is refused as busy.
 */
import {
  type Append,
  type BrainKey,
  type BrainRecord,
  ContentStore,
  ErasureStore,
  EventStore,
  type LockedBrain,
  limits,
  SearchIndex,
  SegmentStore,
  SnapshotStore,
  type StorePorts,
  type StoreUnavailable,
  VectorStore,
  waitingLine,
} from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as Result from 'effect/Result'
import { lostRace, type Refusal } from './failures.ts'

/** Runs in one step and returns its outcome; never waits. */
export type Operation<A, E> = () => Effect.Effect<A, E>

export interface Turnstile {
  readonly pass: <A, E>(operation: Operation<A, E>) => Effect.Effect<A, E | StoreUnavailable>
  /**
   * Enters, runs the body and leaves, whether the body succeeds, fails, dies or is interrupted. If leaving fails after a success, that
   * failure is the outcome; otherwise the outcome of the body stands.
   */
  readonly hold: <A, E, R, E2>(body: Effect.Effect<A, E, R>, door: Door<E2>) => Effect.Effect<A, E | E2 | StoreUnavailable, R>
}

export interface Door<E> {
  readonly enter: Operation<void, E>
  readonly leave: (succeeded: boolean) => Effect.Effect<void, E>
}

/** Holds that the running fiber is part of, of this store and of others. */
const Holding = Context.Reference<ReadonlyArray<object>>('@crabtrail/store/Holding', { defaultValue: () => [] })

/** `place`: name of the store in the message to a refused caller. */
export const makeTurnstile = (place: string, waitingMax: number = limits.requestsWaiting): Turnstile => {
  const line = waitingLine(place, waitingMax)
  let holder: object | undefined
  const isHolder = (mine: ReadonlyArray<object>): boolean => holder !== undefined && mine.includes(holder)

  const pass: Turnstile['pass'] = (operation) =>
    Effect.suspend(() =>
      holder === undefined
        ? operation()
        : Effect.flatMap(Holding, (mine) => (isHolder(mine) ? operation() : line.alone(Effect.suspend(operation)))),
    )

  const held = <A, E, R, E2>(outer: ReadonlyArray<object>, body: Effect.Effect<A, E, R>, door: Door<E2>): Effect.Effect<A, E | E2, R> =>
    Effect.uninterruptibleMask((restore) => {
      const token = {}
      return Effect.suspend(() => {
        holder = token
        return door.enter()
      }).pipe(
        Effect.andThen(Effect.exit(restore(Effect.provideService(body, Holding, [...outer, token])))),
        Effect.flatMap(
          (exit): Effect.Effect<A, E | E2> =>
            Exit.isSuccess(exit) ? Effect.as(door.leave(true), exit.value) : Effect.andThen(Effect.exit(door.leave(false)), exit),
        ),
        Effect.ensuring(
          Effect.sync(() => {
            holder = undefined
          }),
        ),
      )
    })

  const hold: Turnstile['hold'] = (body, door) =>
    Effect.flatMap(Holding, (mine) =>
      isHolder(mine)
        ? Effect.die(new Error('a store that is locked cannot be locked again by what holds the lock'))
        : line.alone(held(mine, body, door)),
    )

  return { pass, hold }
}

/* The services of a store that answers at once. */

/** A service whose methods answer at once, and throw what prevents an answer. */
export type Direct<Service> = {
  readonly [Name in keyof Service]: Service[Name] extends (...asked: infer Asked) => Effect.Effect<infer Answer, StoreUnavailable>
    ? (...asked: Asked) => Answer
    : never
}

type Events = EventStore['Service']
type Erasure = ErasureStore['Service']
type ServedLog = Pick<Events, 'brain' | 'read' | 'tail' | 'recorded' | 'commands' | 'archived' | 'archive'>
type ServedErasure = Pick<Erasure, 'owned' | 'wordsOnlyIn' | 'erase' | 'unbury'>
type ServedIndex = Omit<SearchIndex['Service'], 'readAhead'>

/** Runs an operation when it is its turn. */
export type Ask = <A>(run: () => A) => Effect.Effect<A, StoreUnavailable>

export interface DirectStore {
  readonly place: string
  /** Returns the failure of the store that an error stands for, or undefined for a bug, which dies. */
  readonly failureOf: (cause: unknown) => StoreUnavailable | undefined
  /** Begin and end of the transaction in which a brain is locked. */
  readonly begin: () => void
  readonly end: (keep: boolean) => void
  readonly log: Direct<ServedLog> & {
    readonly brains: () => ReadonlyArray<BrainRecord>
    readonly append: (append: Append) => Result.Result<void, Refusal>
  }
  readonly contents: Direct<ContentStore['Service']>
  readonly index: Direct<ServedIndex>
  readonly segments: Direct<SegmentStore['Service']>
  readonly snapshots: Direct<SnapshotStore['Service']>
  readonly vectors: Direct<VectorStore['Service']>
  readonly erasure: Direct<ServedErasure>
  readonly facts: (ask: Ask) => Pick<Events, 'checkpoint' | 'fault' | 'intact' | 'describe'>
  readonly files: (ask: Ask) => Pick<Erasure, 'finish' | 'copies'>
}

/**
 * Makes the services of a store that answers at once. Their methods are found by name, so each must be a field of its object: a method of a class
 * would be missing.
 */
export const directStore = (store: DirectStore): Context.Context<StorePorts> => {
  const { contents, log, place } = store
  const { hold, pass } = makeTurnstile(place)
  // This is the only place that catches errors of the engine. A cause that is not a failure of the environment is a bug and dies.
  const settle = <A, E>(run: () => Result.Result<A, E>): Effect.Effect<A, E | StoreUnavailable> => {
    try {
      return Effect.fromResult(run())
    } catch (cause) {
      const failure = store.failureOf(cause)
      return failure === undefined ? Effect.die(cause) : Effect.fail(failure)
    }
  }
  const tell = <A, E>(run: () => Result.Result<A, E>) => pass(() => settle(run))
  const ask: Ask = (run) => tell(() => Result.succeed(run()))
  const served =
    (run: (...asked: ReadonlyArray<unknown>) => unknown) =>
    (...asked: ReadonlyArray<unknown>) =>
      ask(() => run(...asked))
  const serve = <Service>(direct: Direct<Service>) =>
    Object.fromEntries(Object.entries(direct).map(([name, run]) => [name, served(run as never)])) as Service
  const lockedBrain = (brain: BrainKey): LockedBrain => ({
    tail: (from, limit, key) => ask(() => log.tail(brain, from, limit, key)),
    find: (kind, fingerprint) => ask(() => contents.find(brain, kind, fingerprint)),
    findAll: (kind, fingerprints) => ask(() => contents.findAll(brain, kind, fingerprints)),
    bodies: (refs) => ask(() => contents.bodies(brain, refs)),
    append: (append) => tell(() => Result.mapError(log.append(append), (refusal) => lostRace(refusal, log.brain(brain)))),
  })
  const door: Door<StoreUnavailable> = {
    enter: () => settle(() => Result.succeed(store.begin())),
    leave: (succeeded) => settle(() => Result.succeed(store.end(succeeded))),
  }
  const events: Events = {
    ...serve<ServedLog>(log),
    ...store.facts(ask),
    place,
    brains: ask(() => log.brains()),
    append: (append) => tell(() => log.append(append)),
    locked: (brain, body) => hold(body(lockedBrain(brain)), door),
  }
  return Context.make(EventStore, events).pipe(
    Context.add(ContentStore, serve<ContentStore['Service']>(contents)),
    Context.add(SearchIndex, serve<ServedIndex>(store.index)),
    Context.add(SegmentStore, serve<SegmentStore['Service']>(store.segments)),
    Context.add(SnapshotStore, serve<SnapshotStore['Service']>(store.snapshots)),
    Context.add(VectorStore, serve<VectorStore['Service']>(store.vectors)),
    Context.add(ErasureStore, { ...serve<ServedErasure>(store.erasure), ...store.files(ask), unreached: [] }),
  )
}
