/** The host's embedding provider as an embedder of the worker: texts and vectors are messages between the threads, and both sides of them stand here. */
import type { MessagePort } from 'node:worker_threads'
import { type EmbeddedKind, Embedder, EmbedderFailed, type EmbedderFailure, embedderLimits, refusedTexts } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { AnsweredRequest } from './host-connection.ts'
import type { AsksVectors, GivesUp, ToldVectors } from './protocol.ts'

/** Vectors of unit length, with the id of the provider and model that made them. */
export interface HostVectors {
  readonly id: string
  readonly vectors: ReadonlyArray<Float32Array>
}

/**
 * Asks the provider of the host. It should give up at `signal`; a later answer is dropped. The reason of the signal is a `TimeoutError` where the
 * provider took too long, and an `AbortError` where nobody waits any more.
 */
export type HostEmbedder = (texts: ReadonlyArray<string>, kind: EmbeddedKind, signal: AbortSignal) => Promise<HostVectors>

/** The host makes no vectors as it is set up; the words of the error are its own and may be shown. */
export class NoHostEmbedder extends Error {}

/** Milliseconds after which a call that nobody gave up ends by itself. */
const callMs = 60_000
/** Texts of one call of the host. */
const batchTexts = 64
/** What the first call embeds, to find out the dimension: no text of anybody. */
const firstText = 'memory'

/** Makes the embedder of the host after a first call, which finds its id and dimension. Made once for each port. */
export const connectEmbedder = (port: Pick<MessagePort, 'on' | 'postMessage'>) => {
  const waiting = new Map<number, (told: ToldVectors) => void>()
  let last = 0
  port.on('message', (message: ToldVectors | { readonly _tag: string }) => {
    if (isTold(message)) waiting.get(message.ask)?.(message)
  })
  /** Undefined where no answer comes within `ms` milliseconds. */
  const told = (
    texts: ReadonlyArray<string>,
    kind: EmbeddedKind,
    request: number | undefined,
    ms: number,
  ): Effect.Effect<ToldVectors | undefined> =>
    Effect.suspend(() => {
      last += 1
      const ask = last
      const giveUp = (isLate: boolean) =>
        Effect.sync(() => {
          if (waiting.delete(ask)) port.postMessage({ _tag: 'GivesUp', ask, isLate } satisfies GivesUp)
        })
      const answer = Effect.callback<ToldVectors>((resume) => {
        waiting.set(ask, (vectors) => {
          waiting.delete(ask)
          resume(Effect.succeed(vectors))
        })
        port.postMessage({ _tag: 'AsksVectors', ask, request, texts, kind } satisfies AsksVectors)
        return giveUp(false)
      })
      return Effect.raceFirst(answer, Effect.as(Effect.andThen(Effect.sleep(ms), giveUp(true)), undefined))
    })
  const vectorsOf = Effect.fnUntraced(function* (name: string, texts: ReadonlyArray<string>, kind: EmbeddedKind, ms: number) {
    const answer = yield* told(texts, kind, yield* AnsweredRequest, ms)
    if (answer === undefined) return yield* failed(name, 'slow')
    return answer.failure === undefined ? answer.made : yield* failed(name, answer.failure)
  })
  return Effect.fnUntraced(function* (firstMs: number): Effect.fn.Return<Embedder['Service'], EmbedderFailed> {
    const first = yield* vectorsOf('host', [firstText], 'document', Math.min(firstMs, callMs))
    const { id } = first
    const dimension = first.vectors[0]?.length ?? 0
    if (first.vectors.length !== 1 || dimension < 1 || dimension > embedderLimits.dimension) return yield* failed(id, 'badAnswer')
    return Embedder.of({
      id,
      dimension,
      embed: Effect.fnUntraced(function* (texts, kind) {
        const refused = refusedTexts(id, texts)
        if (refused !== undefined) return yield* refused
        const vectors: Float32Array[] = []
        for (let at = 0; at < texts.length; at += batchTexts) {
          const batch = texts.slice(at, at + batchTexts)
          const made = yield* vectorsOf(id, batch, kind, callMs)
          if (made.id !== id) return yield* changed(id)
          if (made.vectors.length !== batch.length) return yield* failed(id, 'badAnswer')
          vectors.push(...made.vectors)
        }
        return vectors.every(({ length }) => length === dimension) ? vectors : yield* failed(id, 'wrongDimension')
      }),
    })
  })
}

const isTold = (message: { readonly _tag: string }): message is ToldVectors => message._tag === 'ToldVectors'

const failed = (embedder: string, reason: EmbedderFailure): Effect.Effect<never, EmbedderFailed> =>
  Effect.fail(new EmbedderFailed({ embedder, reason, detail: details[reason] ?? details.failing, retryable: reason !== 'misconfigured' }))

const changed = (embedder: string): Effect.Effect<never, EmbedderFailed> => {
  const detail = 'the host has another embedding provider or model since: restart the gateway, and all notes get vectors of that one'
  return Effect.fail(new EmbedderFailed({ embedder, reason: 'misconfigured', detail, retryable: false }))
}

const details: Readonly<Partial<Record<EmbedderFailure, string>> & { readonly failing: string }> = {
  failing: 'the call of the host’s embedding provider failed: see whether the host can reach it and whether its key holds',
  slow: 'the host’s embedding provider did not answer in time: allow more time (deadlineMs), or choose a faster one',
  badAnswer: 'the host’s embedding provider gave no vectors for the texts: choose a model for embeddings',
  wrongDimension: 'the host’s embedding provider gives vectors of another length since: restart the gateway',
  misconfigured: 'this host makes no vectors as it is set up: name an embedding provider in its settings, then restart it',
}

/* The host's side. */

/** Answers one thread; `heard` takes a message of it, and says whether it was one of these. Never rejects; a failure repeats nothing of the error. */
export const embedderFor = (embedder: HostEmbedder | undefined, thread: { readonly postMessage: (told: ToldVectors) => void }) => {
  const tell = (told: ToldVectors) => thread.postMessage(told)
  const underWay = new Map<number, AbortController>()
  return {
    ask: async ({ ask, kind, texts }: AsksVectors): Promise<void> => {
      const about = { _tag: 'ToldVectors', ask } as const
      if (embedder === undefined) return tell({ ...about, failure: 'misconfigured' })
      const mine = new AbortController()
      underWay.set(ask, mine)
      try {
        const made = await embedder(texts, kind, AbortSignal.any([mine.signal, AbortSignal.timeout(callMs)]))
        if (!mine.signal.aborted) tell({ ...about, made })
      } catch (error) {
        if (!mine.signal.aborted) tell({ ...about, failure: error instanceof NoHostEmbedder ? 'misconfigured' : 'failing' })
      } finally {
        underWay.delete(ask)
      }
    },
    giveUp: ({ ask, isLate }: Pick<GivesUp, 'ask' | 'isLate'>): void =>
      underWay.get(ask)?.abort(isLate ? new DOMException('the provider took too long', 'TimeoutError') : undefined),
  }
}
