/**
 * Asks a model about one window of a document: the request is recorded first, then the model is asked while other requests go on, and what
 * counts of its answer is recorded with its edges in one commit.
 */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { type CauseWindow, nextWindow } from '../../domain/causes/cause-windows.ts'
import { readCauses } from '../../domain/causes/causes-answer.ts'
import { type CausesEnd, maySend, type RecordedCauses } from '../../domain/causes/causes-call.ts'
import {
  type CausesPrompt,
  causesForm,
  causesInstruction,
  causesPrompt,
  causesTemplate,
  passageText,
} from '../../domain/causes/causes-prompt.ts'
import type { RoutingFallback } from '../../domain/events/session-events.ts'
import type { ContentRef, NodeNumber } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { forbidden } from '../../domain/routing/routing-call.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { beginSignal, runCommand } from '../brain/run-command.ts'
import type { Bodies } from '../ingest/known-sources.ts'
import type { CausesStop } from '../operations/ingest.ts'
import { Cryptography } from '../ports/cryptography.ts'
import type { IngestRequest } from '../requests.ts'
import { askModel, forgetErased, type ModelMeans, type RoutingMeans } from '../routing/ask-model.ts'
import type { OrderedDocument } from './document-order.ts'

/** A call as it was recorded. */
export interface CausesCall extends RecordedCauses {
  /** Why there was no answer; undefined where there was one. */
  readonly fallback: RoutingFallback | undefined
  /** The fault, and what to do. */
  readonly detail: string | undefined
  /** Tokens of both directions. */
  readonly tokens: number
}

/** `done`: everything of the document was asked about. Otherwise the reason why no call may be made. */
export type NoCall = 'done' | CausesStop

/** The next question, over the state of an attempt. */
interface Asked {
  readonly window: CauseWindow
  readonly prompt: CausesPrompt
  readonly settings: Profile
  /** The texts of the window that the model gets. */
  readonly texts: ReadonlyMap<NodeNumber, ContentRef>
}

/** Returns the passages of a document that may be sent now. */
export const sendable = ({ passages }: OrderedDocument, { graph }: Pick<BrainState, 'graph'>): ReadonlyArray<NodeNumber> =>
  passages.filter((node) => maySend(graph, node))

/** Returns the longest question about a window that the settings allow. */
export const questionAbout = Effect.fnUntraced(function* (
  window: CauseWindow,
  { graph }: Pick<BrainState, 'graph'>,
  { routing }: Pick<Profile, 'routing'>,
  bodies: Bodies,
) {
  const refsOf = (node: NodeNumber) => [graph.node(node)?.title, graph.node(node)?.text] as const
  const said = yield* bodies(window.flatMap(({ node }) => refsOf(node).flatMap((ref) => ref ?? [])))
  const bodyOf = (ref: ContentRef | undefined) => (ref === undefined ? '' : (said.get(ref) ?? ''))
  const text = (node: NodeNumber) => {
    const [title, passage] = refsOf(node)
    return passageText(bodyOf(title), bodyOf(passage))
  }
  return causesPrompt(window, text, routing.tokensIn)
})

/**
 * Asks about the next window of a document. An interruption waits until the call is over and recorded, so what was paid for is kept: that
 * takes at most the deadline of a call.
 */
export const askNext = (brain: OpenBrain, request: IngestRequest, document: OrderedDocument, means: RoutingMeans) =>
  Effect.uninterruptible(askOnce(brain, request, document, means))

const askOnce = Effect.fnUntraced(function* (brain: OpenBrain, request: IngestRequest, document: OrderedDocument, means: RoutingMeans) {
  const crypto = yield* Cryptography
  const signal = yield* beginSignal(brain, request)
  const { drafts } = signal
  const model = drafts.add(means.model.id)
  const asked: { next: Asked | NoCall } = { next: 'done' }
  yield* runCommand(signal, {
    durability: 'power',
    gather: Effect.fnUntraced(function* ({ access, profile, state }) {
      asked.next = yield* toAsk(document, state, profile, access.bodies)
      if (typeof asked.next === 'string') return undefined
      const { prompt, window } = asked.next
      const sealed = drafts.seal(`${prompt.system}\n\n${prompt.user}`)
      const digest = crypto.sha256(causesInstruction)
      const { source } = document
      return {
        _tag: 'RequestCauses' as const,
        source,
        window,
        model,
        template: causesTemplate,
        digest,
        prompt: sealed,
        tokens: prompt.tokens,
      }
    }),
  })
  const { next } = asked
  if (typeof next === 'string') return next
  yield* forgetErased(brain, means)
  const { detail, ...end } = yield* answered(next, means)
  const recorded = yield* recordEnd(brain, request, { source: document.source, window: next.window, texts: next.texts, ...end })
  return { ...recorded, detail }
})

const toAsk = Effect.fnUntraced(function* (document: OrderedDocument, state: BrainState, settings: Profile, bodies: Bodies) {
  const window = nextWindow(sendable(document, state), (node) => state.causes.asked.has(node))
  if (window === undefined) return 'done' as const
  const stopped = forbidden(state, settings.routing, yield* Clock.currentTimeMillis)
  if (stopped !== undefined && stopped !== 'no-model' && stopped !== 'busy') return stopped
  const prompt = yield* questionAbout(window, state, settings, bodies)
  const texts = new Map(
    window.flatMap(({ node }) => {
      const text = state.graph.node(node)?.text
      return text === undefined ? [] : [[node, text] as const]
    }),
  )
  return prompt === undefined ? ('no-room' as const) : { window, prompt, settings, texts }
})

/** Asks about a window, and reads the answer. */
const answered = Effect.fnUntraced(function* ({ prompt, settings, window }: Asked, means: ModelMeans) {
  const form = { name: 'causes', schema: causesForm }
  const { latencyMs, reply } = yield* askModel(means, prompt, settings.routing.tokensOut, form)
  const nothing = { pairs: [], refused: 0, latencyMs, detail: undefined }
  if (Result.isFailure(reply)) return { ...nothing, ...reply.failure }
  const { text, tokensIn, tokensOut } = reply.success
  const read = readCauses(text, window)
  if (Result.isFailure(read)) return { ...nothing, fallback: read.failure, tokensIn, tokensOut }
  return { ...nothing, ...read.success, fallback: undefined, tokensIn, tokensOut }
})

const recordEnd = Effect.fnUntraced(function* (brain: OpenBrain, request: IngestRequest, end: CausesEnd) {
  const signal = yield* beginSignal(brain, request)
  const { answer } = yield* runCommand(signal, {
    durability: 'power',
    gather: () => Effect.succeed({ _tag: 'NameCauses' as const, ...end }),
  })
  const recorded = answer ?? { linked: 0, refused: end.refused, costNanoUsd: 0 }
  return { ...recorded, fallback: end.fallback, tokens: end.tokensIn + end.tokensOut } satisfies Omit<CausesCall, 'detail'>
})
