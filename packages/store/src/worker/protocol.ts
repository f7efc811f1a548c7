/**
 * The messages between the host's thread and the worker: plain values that survive a structured clone.
 *
 * Requests and answers are plain JSON by their descriptions. Errors are encoded by their Schemas, so that the host gets the same class with
 * the same fields that the program failed with.
 */

import {
  type AnswerOf,
  type EmbeddedKind,
  type EmbedderFailure,
  type ModelFailure,
  type ModelQuestion,
  type ModelReply,
  type OperationName,
  operationErrors,
  type RequestOf,
} from '@crabtrail/core'
import * as Schema from 'effect/Schema'
import type { SentChoice } from '../store-choice.ts'

/** Data that the worker gets at its start. */
export interface WorkerPlace {
  readonly store: SentChoice
  readonly busyTimeoutMs: number
  /** True to never write a byte of the database, which must exist. */
  readonly readOnly: boolean
  /** Settings for its entry file, as values that survive a structured clone; see `serveStore`. */
  readonly settings?: object
}

/** `open` opens the store and does nothing else, so that a first turn does not wait for it. */
export type WorkerMethod = OperationName | 'open'
export type WorkerRequestOf<Method extends WorkerMethod> = Method extends OperationName ? RequestOf<Method> : Readonly<Record<never, never>>
export type WorkerAnswerOf<Method extends WorkerMethod> = Method extends OperationName ? AnswerOf<Method> : undefined

export type WorkerCall<Method extends WorkerMethod = WorkerMethod> = {
  readonly [One in Method]: { readonly method: One; readonly request: WorkerRequestOf<One> }
}[Method]

export type WorkerRequest = WorkerCall & {
  readonly _tag: 'Request'
  readonly id: number
  readonly word: CommitWord
  /** The id of the host's model when the request was posted; absent where it has none of its own. */
  readonly model?: string | undefined
}
export type HostMessage = WorkerRequest | { readonly _tag: 'Close' }

/** The thread ended, or could not be started. `untouched`: it is certain that the request changed nothing. */
export class WorkerGone extends Schema.TaggedError<WorkerGone>()('WorkerGone', { why: Schema.String, untouched: Schema.Boolean }) {
  override get message() {
    return `the memory's thread cannot be reached: ${this.why}`
  }
}

/** The queue of requests is full; `pending` is its length. */
export class WorkerBusy extends Schema.TaggedError<WorkerBusy>()('WorkerBusy', { pending: Schema.Int }) {
  override get message() {
    return `${this.pending} requests wait for the memory already: ask again when it has caught up`
  }
}

/** The deadline passed. `untouched`: the request was not begun, and will not be. */
export class DeadlinePassed extends Schema.TaggedError<DeadlinePassed>()('DeadlinePassed', {
  method: Schema.String,
  deadlineMs: Schema.Number,
  untouched: Schema.Boolean,
}) {
  override get message() {
    return `${this.method} did not answer within ${this.deadlineMs} ms: ${this.untouched ? 'it was not begun' : 'it is still under way'}`
  }
}

/** The host stopped waiting before the worker came to the request. */
export class RequestDropped extends Schema.TaggedError<RequestDropped>()('RequestDropped', {}) {
  override get message() {
    return 'the caller no longer waited; the store was not touched'
  }
}

/** A bug: an error that no operation describes. */
export class Defect extends Schema.TaggedError<Defect>()('Defect', { problem: Schema.String }) {
  override get message() {
    return this.problem
  }
}

const failures = [...operationErrors, WorkerGone, WorkerBusy, DeadlinePassed, RequestDropped, Defect] as const
const Failure = Schema.Union(failures)

/** Every error that a request to the thread can end with. */
export type WorkerFailure = typeof Failure.Type
export type EncodedFailure = typeof Failure.Encoded

/** The end of a request: its answer, or why there is none. */
export type Settled<Answer = unknown, Failure = WorkerFailure> =
  | { readonly _tag: 'Answered'; readonly answer: Answer }
  | { readonly _tag: 'Failed'; readonly error: Failure }

export type WorkerReply = { readonly id: number } & Settled<unknown, EncodedFailure>

/** The worker asks the host's model, because only the host's thread can call it. `ask` is the number of the question. */
export interface Asks {
  readonly _tag: 'Asks'
  readonly ask: number
  /** The id of the request that needs the answer; absent where none does. */
  readonly request?: number | undefined
  readonly question: ModelQuestion
  readonly deadlineMs: number
}

/** The host's answer to a question. A failure has a reason and no text, because the text of an error may repeat the question. */
export type Told = { readonly _tag: 'Told'; readonly ask: number } & (
  | { readonly reply: ModelReply; readonly failure?: never }
  | { readonly reply?: never; readonly failure: ModelFailure }
)

/** A thread asks its host's embedding provider for vectors. */
export interface AsksVectors {
  readonly _tag: 'AsksVectors'
  readonly ask: number
  /** As in {@link Asks}. */
  readonly request: number | undefined
  readonly texts: ReadonlyArray<string>
  readonly kind: EmbeddedKind
}

/** Nobody waits for these vectors any more. */
export interface GivesUp {
  readonly _tag: 'GivesUp'
  readonly ask: number
  /** True where the provider took too long, which is a failure of it; false where its answer is not wanted any more. */
  readonly isLate: boolean
}

/** A failure has no text, as in {@link Told}. */
export type ToldVectors = { readonly _tag: 'ToldVectors'; readonly ask: number } & (
  | { readonly made: { readonly id: string; readonly vectors: ReadonlyArray<Float32Array> }; readonly failure?: never }
  | { readonly made?: never; readonly failure: EmbedderFailure }
)

export type WorkerMessage = WorkerReply | Asks | AsksVectors | GivesUp

export const encodeFailure: (failure: WorkerFailure) => EncodedFailure = Schema.encodeSync(Failure)
export const decodeFailure: (encoded: EncodedFailure) => WorkerFailure = Schema.decodeSync(Failure)

/**
 * True if the same request may succeed later: the store or its thread was out of reach, and the request itself is fine. A new error does
 * not compile without an entry here.
 */
const mayPass: Readonly<Record<WorkerFailure['_tag'], boolean>> = {
  StoreUnavailable: true,
  WrongExpectedPosition: true,
  WorkerGone: true,
  WorkerBusy: true,
  DeadlinePassed: false,
  RequestDropped: false,
  Defect: false,
  Abandoned: false,
  Ambiguous: false,
  BadImport: false,
  BrainExists: false,
  StaleBranch: false,
  TagExists: false,
  IdempotencyConflict: false,
  IntegrityBroken: false,
  InvalidRequest: false,
  MostlyGone: false,
  NewerLog: false,
  NotFound: false,
}

export const isOutOfReach = ({ _tag }: WorkerFailure): boolean => mayPass[_tag]

/**
 * Recognises failures by their tag: one worker serves several copies of this module, and the copy that opened it made the classes of its
 * errors.
 */
export const isWorkerFailure = (error: unknown): error is WorkerFailure =>
  error instanceof Error && '_tag' in error && typeof error._tag === 'string' && Object.hasOwn(mayPass, error._tag)

/*
 * The commit word: four bytes that both threads share, one for each request. It decides between a worker that is about to commit and a host
 * that stops waiting. After a commit, the worker notes in it that it asks a routing model, so that the host waits longer.
 *
 * Guarantee: of {@link enterCommit} and {@link abandon} on one word, at most one ever returns true, whatever the timing.
 */

export type CommitWord = SharedArrayBuffer

const open = 0
const committing = 1
const abandoned = 2
/** As `committing`, and a routing model is asked. */
const asking = 3
const unwanted = 4

export const openWord = (): CommitWord => new SharedArrayBuffer(4)

/**
 * Called by the worker just before COMMIT: true if it may commit. It is idempotent, because an attempt that fails afterwards may be
 * repeated, and because a recall that asks a routing model commits twice.
 */
export const enterCommit = (word: CommitWord): boolean => move(word, committing) || stateOf(word) >= asking

/** Called by the worker when it begins to wait for a routing model. Only a request that has committed can ask; otherwise nothing changes. */
export const beginAsking = (word: CommitWord): void => void Atomics.compareExchange(new Int32Array(word), 0, committing, asking)

/** Called by the host that no longer waits for a recall which asks a model: the call of the model then ends. */
export const stopAsking = (word: CommitWord): void => {
  const view = new Int32Array(word)
  if (Atomics.compareExchange(view, 0, asking, unwanted) === asking) Atomics.notify(view, 0)
}

/** Resolves when the host no longer waits for a recall that asks a model, or when {@link endWatch} is called. */
export const watchAsking = (word: CommitWord): Promise<unknown> => {
  const watched = Atomics.waitAsync(new Int32Array(word), 0, asking)
  return watched.async ? watched.value : Promise.resolve()
}

/** Ends every {@link watchAsking} of this request, so that none outlives it. */
export const endWatch = (word: CommitWord): void => void Atomics.notify(new Int32Array(word), 0)

export const isUnwanted = (word: CommitWord): boolean => stateOf(word) === unwanted

/** Called by the host: true if the request is called off. False means that the worker is committing, and its answer follows. */
export const abandon = (word: CommitWord): boolean => move(word, abandoned)

export const isAbandoned = (word: CommitWord): boolean => stateOf(word) === abandoned

export const isUntouched = (word: CommitWord): boolean => stateOf(word) === open

/** True from the moment when the request began to wait for a routing model. */
export const isAsking = (word: CommitWord): boolean => stateOf(word) >= asking

const stateOf = (word: CommitWord): number => Atomics.load(new Int32Array(word), 0)

const move = (word: CommitWord, to: number): boolean => {
  const before = Atomics.compareExchange(new Int32Array(word), 0, open, to)
  return before === open || before === to
}
