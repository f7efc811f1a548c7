/**
 * Asks a model which passages of the documents of a run are causes of others near them, and tells what the calls will take before the first one.
 *
 * Guarantees: passages are asked about once, whatever ends a run, until they get another text. Nothing is sent that no model may be given.
 */

import * as Effect from 'effect/Effect'
import {
  type CausesOffer,
  type CauseWindow,
  causesPrompt,
  causesTask,
  followedCauses,
  maySend,
  nextWindow,
  passageText,
  windowsOf,
} from '../../domain/causes/causes-call.ts'
import { isLive, mayBeInjected, type Origin } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../../domain/identity.ts'
import type { IngestedDocument } from '../../domain/ingest/ingested-document.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { IngestAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { storedAccess } from '../brain/brain.ts'
import { contentDrafts } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import type { Attempt } from '../commands/run-command.ts'
import { askInTurn, estimateOf, rehearsedCalls } from '../documents/asked-in-turn.ts'
import { changedDocument } from '../documents/changed-documents.ts'
import { type Bodies, knownSources, othersMarks } from '../documents/known-sources.ts'
import type { MatchedDocument } from '../documents/matching.ts'
import { askAndRecord, type ModelAround, ModelPace, modelMeansOf } from '../model/ask-model.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { IngestRequest } from '../requests.ts'

/** Refuses a request for causes or aliases in a process that asks no model. A dry run asks none. */
export const mayAskModel = Effect.fnUntraced(function* (
  model: ModelAround['model'],
  { aliases, causes, dryRun }: Pick<IngestRequest, 'aliases' | 'causes' | 'dryRun'>,
) {
  const { modelMs } = yield* ModelPace
  if ((causes !== true && aliases !== true) || dryRun === true || (model !== undefined && modelMs > 0)) return
  const field = causes === true ? 'causes' : 'aliases'
  return yield* new InvalidRequest({
    field,
    problem: `this process has no language model to ask: give it one (--model), or leave ${field} out`,
  })
})

type CausesAnswer = NonNullable<IngestAnswer['causes']>

/** Returns the field of the answer; nothing where causes are not asked for. `interrupted` is told what was done so far. */
export const nameCauses = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: IngestRequest,
  documents: ReadonlyArray<MatchedDocument>,
  around: ModelAround,
  interrupted: (causes: CausesAnswer) => Effect.Effect<void>,
) {
  if (request.causes !== true) return {}
  if (request.dryRun === true) {
    const expected = yield* estimatedAhead(brain, documents, request.origin ?? 'owner')
    return { causes: { ...rehearsedCalls(expected), edges: 0 } satisfies CausesAnswer }
  }
  const { means } = yield* modelMeansOf(around)
  if (means === undefined) return {}
  const ordered = (yield* documentsInOrder(brain, documents)).filter(({ passages }) => passages.length > 1)
  let edges = 0
  const asked = yield* askInTurn({
    brain,
    task: 'causes',
    things: ordered,
    estimate: yield* estimated(brain, ordered),
    ask: (document) => {
      const offer = ({ access, state }: Attempt) => {
        const window = nextWindow(sendable(document, state), (node) => state.causes.asked.has(node))
        return window === undefined ? Effect.undefined : offerOf(document.source, window, state, access.bodies)
      }
      return askAndRecord(brain, causesTask, means, { request, durability: 'power', offer }, ({ offer: window, read }) =>
        Effect.succeed(followedCauses(read, window)),
      )
    },
    left: () => leftOf(brain, ordered),
    heard: ({ type }) => {
      if (type === 'EdgeLinked') edges++
    },
    interrupted: (soFar) => interrupted({ ...soFar, edges }),
  })
  return { causes: { ...asked, edges } satisfies CausesAnswer }
})

/** Returns the number of calls that are not made. */
const leftOf = (brain: OpenBrain, documents: ReadonlyArray<OrderedDocument>): number =>
  documents.reduce((sum, document) => sum + [...windowsOf(sendable(document, brain.state), isAskedIn(brain))].length, 0)

export interface OrderedDocument {
  readonly source: SourceNumber
  readonly passages: ReadonlyArray<NodeNumber>
}

/** Returns stored passages in the order of the text, which is not that of their numbers. A document that changed since is left out. */
export const documentsInOrder = Effect.fnUntraced(function* (brain: OpenBrain, documents: ReadonlyArray<MatchedDocument>) {
  const { bodies } = yield* storedAccess(brain)
  const live = (yield* knownSources(brain.state, bodies)).filter(({ retired }) => !retired)
  const byKey = new Map(live.map((one) => [one.key, one] as const))
  const repeated = yield* othersMarks(brain, bodies, documents)
  const ordered: Array<OrderedDocument> = []
  for (const document of documents) {
    const known = byKey.get(document.key)
    if (known === undefined) continue
    // These drafts are never stored: only the ids of the passages are needed.
    const { changed } = yield* changedDocument(brain, yield* contentDrafts, { ...document, known }, repeated)
    const nodes = (changed?.stored ?? []).filter(({ node }) => isLive(brain.state.graph.stateOf(node)))
    const byId = new Map(nodes.map(({ id, node }) => [id, node] as const))
    const passages = new Set((changed?.chunks ?? []).flatMap(({ id }) => byId.get(id) ?? []))
    if (passages.size > 0) ordered.push({ source: known.source, passages: [...passages] })
  }
  return ordered
})

const sendable = ({ passages }: OrderedDocument, { graph }: Pick<BrainState, 'graph'>): ReadonlyArray<NodeNumber> =>
  passages.filter((node) => maySend(graph, node))

const offerOf = Effect.fnUntraced(function* (
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

const isAskedIn =
  ({ state }: OpenBrain) =>
  (node: NodeNumber): boolean =>
    state.causes.asked.has(node)

const estimated = Effect.fnUntraced(function* (brain: OpenBrain, documents: ReadonlyArray<OrderedDocument>) {
  const { bodies } = yield* storedAccess(brain)
  const { state } = brain
  const { tokensIn } = causesTask.limits(yield* profileOf(state, brain.key))
  const tokens: Array<number> = []
  for (const document of documents) {
    for (const window of windowsOf(sendable(document, state), isAskedIn(brain))) {
      const offer = yield* offerOf(document.source, window, state, bodies)
      tokens.push(causesPrompt(offer, tokensIn)?.tokens ?? 0)
    }
  }
  return yield* estimateOf(brain, causesTask.limits(yield* profileOf(brain.state, brain.key)), tokens)
})

/** Estimates the calls about documents as if they were read in by `origin`. */
const estimatedAhead = Effect.fnUntraced(function* (brain: OpenBrain, documents: ReadonlyArray<MatchedDocument>, origin: Origin) {
  const { bodies } = yield* storedAccess(brain)
  const { tokensIn } = causesTask.limits(yield* profileOf(brain.state, brain.key))
  const repeated = yield* othersMarks(brain, bodies, documents)
  const tokens: Array<number> = []
  for (const document of documents) {
    // These drafts are never stored.
    const { changed } = yield* changedDocument(brain, yield* contentDrafts, document, repeated)
    if (changed === undefined) continue
    const { of, passages } = passagesAhead(brain, changed, origin)
    const text = (node: NodeNumber) => passageText(of(node).title, of(node).text)
    for (const window of windowsOf(passages, isAskedIn(brain))) tokens.push(causesPrompt({ window, text }, tokensIn)?.tokens ?? 0)
  }
  return yield* estimateOf(brain, causesTask.limits(yield* profileOf(brain.state, brain.key)), tokens)
})

/** Returns the passages that could be sent once the document is stored, and their texts. One not stored with this text has a number below 0. */
export const passagesAhead = ({ state: { graph } }: OpenBrain, { chunks, stored }: IngestedDocument, origin: Origin) => {
  const nodes = new Map(stored.map((one) => [one.id, one] as const))
  const texts = new Map<NodeNumber, { readonly title: string; readonly text: string }>()
  for (const [place, { formerId, isOthers, text, title }] of chunks.entries()) {
    const known = nodes.get(formerId)
    const node = known !== undefined && known.text === text && known.title === title ? known.node : -1 - place
    const isSent = isLive(graph.stateOf(node)) ? maySend(graph, node) : mayBeInjected(origin) && isOthers !== true
    if (isSent) texts.set(node, { title, text })
  }
  return { passages: [...texts.keys()], of: (node: NodeNumber) => texts.get(node) ?? { title: '', text: '' } }
}
