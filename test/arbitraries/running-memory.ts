/** The real memory over the in-memory store, with a clock and randomness that follow from nothing but what is done to it. Answers at once. */
import {
  BrainKey,
  type CommitRow,
  type Cryptography,
  commitsPerRead,
  EventStore,
  layerMemory,
  layerRedactor,
  Memory,
  type MemoryError,
  type MemoryMethods,
  type Redactor,
  type StorePorts,
} from '@crabtrail/core'
import { layerInMemory } from '@crabtrail/store/in-memory'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as ManagedRuntime from 'effect/ManagedRuntime'
import * as Result from 'effect/Result'
import { decodeCommit } from '../../packages/core/src/domain/events/codec/event-codec.ts'
import { layerSeededCryptography } from '../contracts/seeded-cryptography.ts'
import { handClock } from '../models/hand-clock.ts'
import type { Log } from './log.ts'

export const brain = BrainKey.make('local/main/default')

type Ports = Memory | StorePorts | Cryptography | Redactor

export interface RunningMemory {
  /** A refusal is a failure; a defect throws. */
  readonly ask: <A>(use: (memory: MemoryMethods) => Effect.Effect<A, MemoryError>) => Result.Result<A, MemoryError>
  readonly run: <A, E>(effect: Effect.Effect<A, E, Ports>) => A
  /** Moves the clock, backwards if need be. */
  readonly wait: (milliseconds: number) => void
  /** Milliseconds UTC. */
  readonly now: () => number
  readonly rows: () => ReadonlyArray<CommitRow>
  readonly log: () => Log
  /** Returns the log behind a position. */
  readonly since: (position: number) => Log
}

export const runningMemory = (): RunningMemory => {
  const ports = Layer.mergeAll(Layer.fresh(layerInMemory), layerSeededCryptography(1), layerRedactor)
  const runtime = ManagedRuntime.make(Layer.provideMerge(Layer.fresh(layerMemory), ports))
  const clock = handClock()
  const run = <A, E>(effect: Effect.Effect<A, E, Ports>): A => runtime.runSync(Effect.provideService(effect, Clock.Clock, clock))
  const rows = () => run(Effect.flatMap(EventStore, (store) => store.read(brain, 1, commitsPerRead)))
  return {
    run,
    rows,
    ask: (use) => run(Effect.result(Effect.flatMap(Memory, use))),
    wait: (milliseconds) => {
      clock.now += milliseconds
    },
    now: () => clock.now,
    log: () => decodeRows(rows()),
    since: (position) => decodeRows(run(Effect.flatMap(EventStore, (store) => store.read(brain, position + 1, commitsPerRead)))),
  }
}

/** The events of stored rows, each in its place. */
const decodeRows = (rows: ReadonlyArray<CommitRow>): Log =>
  rows.flatMap(({ actor, at, body, count, first, session }) =>
    Result.getOrThrow(decodeCommit(body, first, count, session === undefined ? { at, actor } : { at, actor, session })),
  )
