/**
 * Asks a small language model one bounded question and returns its text. The model decides nothing by itself: its text is read by the
 * domain, which takes only what was offered.
 *
 * Guarantees: a call answers or fails within its deadline, its repetitions included. It sends at most three requests. A failure contains
 * nothing that was sent, nothing of the answer, and no key.
 */
import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import * as Schema from 'effect/Schema'
import { requestsMost } from '../../domain/model/model-call.ts'

/** Limits of one call, for every model and every task. */
export const modelLimits = {
  messages: 8,
  /** UTF-16 code units of all messages together. */
  characters: 64_000,
  /** Tokens of one answer. */
  tokens: 4_096,
  /** UTF-16 code units of one answer; a longer one is refused. */
  answerCharacters: 64_000,
  idCharacters: 256,
  /** Requests that one call sends: the first one and its repetitions (S3.54). */
  requests: requestsMost,
} as const

export interface ModelMessage {
  readonly role: 'system' | 'user'
  readonly content: string
}

export interface ModelQuestion {
  readonly messages: ReadonlyArray<ModelMessage>
  /** Most tokens of the answer. */
  readonly tokens: number
  /** The form of the answer. A server that does not know it answers without, so the reader still has to be tolerant. */
  readonly form: { readonly name: string; readonly schema: object }
}

export interface ModelReply {
  readonly text: string
  /** Tokens that were paid for: as the server reports them, else as the core estimates them. 0 for a remembered answer. */
  readonly tokensIn: number
  readonly tokensOut: number
  /** The cost in US dollars as the host counts it; absent where it does not, or counts none: then the prices in the settings hold. */
  readonly costUsd?: number | undefined
}

/**
 * Returns the tokens that a server or a host reports; undefined for what is no count, or more than any question within {@link modelLimits} and its
 * answer have: a wrong count must not use up a budget for ever.
 */
export const reportedTokens = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1_000_000 ? value + 0 : undefined

/** Returns the cost in US dollars that a host reports; undefined for what is no cost of a call within {@link modelLimits}. */
export const reportedCost = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= 1_000 ? value + 0 : undefined

/** The reasons why a server gives no answer, whatever it is asked for. */
export const serverFailures = [
  /** No server answers at the address. */
  'unreachable',
  /** The server answers and refuses the request: key, model, address or text. */
  'refused',
  /** The server asks for fewer requests. */
  'rateLimited',
  /** The server reports an error of its own, or breaks the connection off. */
  'failing',
  /** No answer within the deadline. */
  'slow',
  /** An invalid answer: cut short, too long, without what was asked for, or not in the agreed form. */
  'badAnswer',
  /** What is asked is above a limit. */
  'tooLong',
  /** The settings cannot work. */
  'misconfigured',
] as const

export type ModelFailure = (typeof serverFailures)[number]

/** There is no answer. `detail` says what is wrong and what to do. */
export class ModelFailed extends Schema.TaggedError<ModelFailed>()('ModelFailed', {
  model: Schema.String,
  reason: Schema.Literals(serverFailures),
  detail: Schema.String,
  /** True if the same call may succeed later without any change. */
  retryable: Schema.Boolean,
  /** Tokens that the server reports all the same. */
  usage: Schema.optionalKey(Schema.Struct({ tokensIn: Schema.Int, tokensOut: Schema.Int })),
}) {
  override get message() {
    return `${this.model}: ${this.detail}`
  }
}

export class LanguageModel extends Context.Service<
  LanguageModel,
  {
    /** Server and model, printable. It is recorded with every call. */
    readonly id: string
    /** Answers within `deadlineMs` milliseconds, or fails with `slow`. An interruption closes the connection. */
    readonly ask: (question: ModelQuestion, deadlineMs: number) => Effect.Effect<ModelReply, ModelFailed>
    /** Drops every remembered answer. Called after an erasure, because an answer may repeat what was sent. */
    readonly forget: Effect.Effect<void>
  }
>()('@crabtrail/core/LanguageModel') {}
