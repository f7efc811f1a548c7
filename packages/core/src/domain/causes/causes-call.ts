/**
 * The task of naming causes: what a model is asked about a window of passages, and the edges that follow from its answer.
 *
 * A pair is linked in both directions with one strength (S1.30): habitual + slope · weight · confidence, as other edges from documents.
 */
import type { NewEvent } from '../events/brain-event.ts'
import { type GraphView, isRecallable, isSearched } from '../graph.ts'
import type { ContentRef, EdgeNumber, NodeNumber, SourceNumber } from '../identity.ts'
import type { FollowedAnswer } from '../model/model-call.ts'
import type { ModelTask } from '../model/model-task.ts'
import { ingestStrength, type Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { units } from '../strength.ts'
import type { CauseWindow } from './cause-windows.ts'
import { type CausesRead, causesPrompt, type NamedCause, type OfferedWindow, readCauses } from './causes-prompt.ts'

/** True for a passage that may be sent to a model: it is recalled by its text, and its text may be put before a model. */
export const maySend = (graph: GraphView, node: NodeNumber): boolean =>
  isRecallable(graph, node) && isSearched(graph.typeOf(node)) && graph.isTrusted(node)

/** A window of a document, over one state of the brain. */
export interface CausesOffer extends OfferedWindow {
  readonly source: SourceNumber
  /** The texts that the model gets. */
  readonly texts: ReadonlyMap<NodeNumber, ContentRef>
}

export const causesTask: ModelTask<CausesOffer, CausesRead> = {
  name: 'causes',
  limits: ({ routing }) => routing,
  prompt: causesPrompt,
  subject: ({ source, window }) => ({ source, offered: passagesOf(window, true), beside: passagesOf(window, false) }),
  read: (text, { window }) => readCauses(text, window),
}

const passagesOf = (window: CauseWindow, areNew: boolean): ReadonlyArray<NodeNumber> =>
  window.filter(({ isNew }) => isNew === areNew).map(({ node }) => node)

/**
 * Returns the record of the named causes, and the edges that follow from them. While the model was asked, a passage can have changed: a pair
 * that does not stand in the texts of now is refused.
 */
export const followedCauses =
  ({ pairs: named }: CausesRead, { source, texts, window }: CausesOffer) =>
  ({ graph }: BrainState, profile: Profile): FollowedAnswer => {
    const isSame = (node: NodeNumber) => graph.node(node)?.text === texts.get(node) && maySend(graph, node)
    const pairs = named.filter(({ cause, effect }) => isSame(cause) && isSame(effect))
    const data = {
      source,
      passages: passagesOf(window, true),
      causes: pairs.map(({ cause }) => cause),
      effects: pairs.map(({ effect }) => effect),
      confidence: pairs.map(({ confidence }) => confidence),
    }
    return { events: [{ type: 'CausesNamed', data }, ...causalEdges(pairs, graph, profile)], refused: named.length - pairs.length }
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
