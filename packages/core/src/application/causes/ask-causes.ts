/** Asks a model about one window of a document, and records what counts of its answer with its edges in one commit. */
import * as Effect from 'effect/Effect'
import { type CauseWindow, nextWindow } from '../../domain/causes/cause-windows.ts'
import { type CausesOffer, causesTask, followedCauses, maySend } from '../../domain/causes/causes-call.ts'
import { passageText } from '../../domain/causes/causes-prompt.ts'
import type { EventData } from '../../domain/events/brain-event.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { OpenBrain } from '../brain/brain.ts'
import type { Bodies } from '../ingest/known-sources.ts'
import { askAndRecord, type ModelMeans } from '../model/ask-model.ts'
import type { CausesStop } from '../operations/ingest.ts'
import type { IngestRequest } from '../requests.ts'
import type { OrderedDocument } from './document-order.ts'

/** A call as it was recorded. */
export interface CausesCall {
  /** Number of edges that were linked. */
  readonly linked: number
  readonly answered: EventData<'ModelAnswered'>
  /** The fault, and what to do. */
  readonly detail: string | undefined
}

/** `done`: everything of the document was asked about. Otherwise the reason why no call may be made. */
export type NoCall = 'done' | CausesStop

/** Returns the passages of a document that may be sent now. */
export const sendable = ({ passages }: OrderedDocument, { graph }: Pick<BrainState, 'graph'>): ReadonlyArray<NodeNumber> =>
  passages.filter((node) => maySend(graph, node))

/** Returns a window with the texts that a model gets of it. */
export const offerOf = Effect.fnUntraced(function* (
  source: SourceNumber,
  window: CauseWindow,
  { graph }: Pick<BrainState, 'graph'>,
  bodies: Bodies,
) {
  const refsOf = (node: NodeNumber) => [graph.node(node)?.title, graph.node(node)?.text] as const
  const said = yield* bodies(window.flatMap(({ node }) => refsOf(node).flatMap((ref) => ref ?? [])))
  const bodyOf = (ref: ContentRef | undefined) => (ref === undefined ? '' : (said.get(ref) ?? ''))
  const text = (node: NodeNumber) => {
    const [title, passage] = refsOf(node)
    return passageText(bodyOf(title), bodyOf(passage))
  }
  const texts = new Map(
    window.flatMap(({ node }) => {
      const ref = graph.node(node)?.text
      return ref === undefined ? [] : [[node, ref] as const]
    }),
  )
  return { source, window, texts, text } satisfies CausesOffer
})

/** Asks about the next window of a document. */
export const askNext = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: IngestRequest,
  document: OrderedDocument,
  means: ModelMeans,
) {
  const asking = {
    request,
    durability: 'power' as const,
    offer: Effect.fnUntraced(function* ({ access, state }: { readonly access: { readonly bodies: Bodies }; readonly state: BrainState }) {
      const window = nextWindow(sendable(document, state), (node) => state.causes.asked.has(node))
      return window === undefined ? undefined : yield* offerOf(document.source, window, state, access.bodies)
    }),
  }
  const called = yield* askAndRecord(brain, causesTask, means, asking, followedCauses)
  if ('unasked' in called) {
    const { unasked } = called
    // There is a model, and nobody else waits for it within a run.
    return unasked === 'no-offer' || unasked === 'no-model' || unasked === 'busy' ? 'done' : unasked
  }
  const answered = called.recorded.find((event) => event.type === 'ModelAnswered')?.data
  if (answered === undefined) return yield* Effect.die(new Error('the end of a call is recorded'))
  const linked = called.recorded.filter(({ type }) => type === 'EdgeLinked').length
  return { linked, answered, detail: called.detail } satisfies CausesCall
})
