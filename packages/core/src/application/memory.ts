/** The memory as plugin, command line and studio use it. Its methods take and give plain JSON values, so it can stand behind a worker thread. */
import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { LoggedEvent, WatchRequest } from './operations/history.ts'
import type { AnswerOf, ErrorOf, OperationName, RequestOf } from './operations/operations.ts'
import type { CommitGate } from './ports/event-store.ts'

/** Any error of any operation. */
export type MemoryError = ErrorOf<OperationName>

/**
 * One method for each operation. `recall` asks `gate`, if it is given, just before its commit (see {@link CommitGate}); the other methods
 * ignore it.
 */
export type MemoryMethods = {
  readonly [Name in OperationName]: (request: RequestOf<Name>, gate?: CommitGate) => Effect.Effect<AnswerOf<Name>, ErrorOf<Name>>
}
export type MemoryMethod = OperationName

/** Methods of the memory for a caller in the same thread. */
export interface MemoryHere extends MemoryMethods {
  /**
   * Waits for events. The returned effect gives those that are committed next, at least one, each once and in order, whoever commits them.
   * It reads only when it is run, so a slow reader delays nobody and loses nothing.
   */
  readonly watch: (request: WatchRequest) => Effect.Effect<WatchedEvents, MemoryError>
}
export type WatchedEvents = Effect.Effect<ReadonlyArray<LoggedEvent>, MemoryError>

export class Memory extends Context.Service<Memory, MemoryHere>()('@crabtrail/core/Memory') {}
