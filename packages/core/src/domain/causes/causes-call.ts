/**
 * Records a call of a model that names causes: the request before it is made, and afterwards its answer with the edges that follow from it.
 *
 * A pair is linked in both directions with one strength (S1.30): habitual + slope · weight · confidence, as other edges from documents.
 */
import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import type { RoutingFallback } from '../events/session-events.ts'
import { type GraphView, isRecallable, isSearched } from '../graph.ts'
import type { ContentRef, EdgeNumber, NodeNumber, SourceNumber } from '../identity.ts'
import { ingestStrength } from '../ingest/ingest-edges.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { callCost } from '../routing/routing-cost.ts'
import { units } from '../strength.ts'
import type { CauseWindow } from './cause-windows.ts'
import type { CausesRead, NamedCause } from './causes-answer.ts'

/** True for a passage that may be sent to a model: it is recalled by its text, and its text may be put before a model. */
export const maySend = (graph: GraphView, node: NodeNumber): boolean =>
  isRecallable(graph, node) && isSearched(graph.typeOf(node)) && graph.isTrusted(node)

export interface CausesRequest {
  readonly source: SourceNumber
  readonly window: CauseWindow
  readonly model: ContentRef
  readonly template: string
  readonly digest: string
  readonly prompt: ContentRef
  /** Estimated tokens of the messages. */
  readonly tokens: number
}

/** Records that a model is about to be asked about a window, and the most that this may cost. */
export const decideCausesRequest = (
  { digest, model, prompt, source, template, tokens, window }: CausesRequest,
  _: BrainState,
  { routing }: Profile,
): Decision<void> => {
  const { tokensOut } = routing
  const most = { tokens, tokensOut, costNanoUsd: callCost(tokens, tokensOut, routing) }
  const beside = window.filter(({ isNew }) => !isNew).map(({ node }) => node)
  const data = { source, passages: newIn(window), beside, model, template, digest, prompt, ...most }
  return Result.succeed({ events: [{ type: 'CausesRequested', data }], answer: undefined })
}

const newIn = (window: CauseWindow): ReadonlyArray<NodeNumber> => window.filter(({ isNew }) => isNew).map(({ node }) => node)

/** The end of a call. `tokensIn` and `tokensOut` are as the server counts them. */
export interface CausesEnd extends CausesRead {
  readonly source: SourceNumber
  /** The window that was asked about, with the text of each passage then. */
  readonly window: CauseWindow
  readonly texts: ReadonlyMap<NodeNumber, ContentRef>
  /** The reason why there is no answer; undefined where there is one. */
  readonly fallback: RoutingFallback | undefined
  readonly tokensIn: number
  readonly tokensOut: number
  readonly latencyMs: number
}

export interface RecordedCauses {
  /** Number of edges that were linked. */
  readonly linked: number
  readonly refused: number
  readonly costNanoUsd: number
}

/**
 * Records the answer and links its pairs. While the model was asked, a passage can have changed: a pair that does not stand in the texts of
 * now is refused.
 */
export const decideCausesNamed = (end: CausesEnd, state: BrainState, profile: Profile): Decision<RecordedCauses> => {
  const { graph } = state
  const isSame = (node: NodeNumber) => graph.node(node)?.text === end.texts.get(node) && maySend(graph, node)
  const pairs = end.pairs.filter(({ cause, effect }) => isSame(cause) && isSame(effect))
  const { fallback, latencyMs, source, tokensIn, tokensOut, window } = end
  const data: EventData<'CausesNamed'> = {
    source,
    passages: newIn(window),
    causes: pairs.map(({ cause }) => cause),
    effects: pairs.map(({ effect }) => effect),
    confidence: pairs.map(({ confidence }) => confidence),
    refused: end.refused + end.pairs.length - pairs.length,
    tokensIn,
    tokensOut,
    costNanoUsd: callCost(tokensIn, tokensOut, profile.routing),
    latencyMs,
    outcome: fallback === undefined ? 'answered' : 'fell-back',
    ...(fallback === undefined ? {} : { fallback }),
  }
  const links = causalEdges(pairs, graph, profile)
  const answer = { linked: links.length, refused: data.refused, costNanoUsd: data.costNanoUsd }
  return Result.succeed({ events: [{ type: 'CausesNamed', data }, ...links], answer })
}

/** Returns an edge each way for every pair of enough confidence, without those that are linked already. */
const causalEdges = (pairs: ReadonlyArray<NamedCause>, graph: GraphView, profile: Profile): ReadonlyArray<NewEvent> => {
  const { cause: weight, causeLeast } = profile.ingest
  let number: EdgeNumber = graph.edges
  return pairs
    .filter(({ confidence }) => units(confidence) >= causeLeast)
    .flatMap(({ cause, confidence, effect }) => {
      const strength = ingestStrength(profile, weight * units(confidence))
      const ways = [
        [cause, effect],
        [effect, cause],
      ] as const
      return ways
        .filter(([source, target]) => !isCausalLinked(graph, source, target))
        .map(([source, target]): NewEvent => {
          const data = { edge: ++number, source, target, kind: 'causal', strength, reason: 'model' } as const
          return { type: 'EdgeLinked', data }
        })
    })
}

const isCausalLinked = (graph: GraphView, source: NodeNumber, target: NodeNumber): boolean =>
  graph.between(source, target).some((edge) => graph.kindOf(edge) === 'causal' && graph.isLinked(edge))

/**
 * Returns the prunings that follow from changes of documents: an edge that a model made for a former text of a passage goes. It is a
 * withdrawal, so no rollback brings it back. Edges that a person linked stay.
 */
export const withdrawnCauses = (
  changes: ReadonlyArray<NewEvent>,
  { causes, graph }: Pick<BrainState, 'causes' | 'graph'>,
): ReadonlyArray<NewEvent> => {
  const revised = new Set(changes.flatMap(({ data, type }) => (type === 'NodeRevised' && data.text !== undefined ? [data.node] : [])))
  if (revised.size === 0) return []
  return [...causes.made]
    .filter((edge) => graph.isLinked(edge) && (revised.has(graph.sourceOf(edge)) || revised.has(graph.targetOf(edge))))
    .map((edge) => ({ type: 'EdgePruned', data: { edge, reason: 'source' } }))
}
