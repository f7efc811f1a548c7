/** Reads the texts of memories and the corrections of them, from the cache of the open brain or from the store. */
import * as Effect from 'effect/Effect'
import type { GraphView } from '../../domain/graph.ts'
import { type ContentRef, erasedNode, type FeedbackNumber, type NodeNumber, printedFeedback } from '../../domain/identity.ts'
import type { OwnersWords } from '../../domain/projections/owners-words.ts'
import type { BundleItem } from '../../domain/recall/context-bundle.ts'
import type { QuestionReading, SaidOtherwise } from '../../domain/recall/readings.ts'
import type { Doubt } from '../answers.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/kept-bodies.ts'
import type { Passage } from '../brain/kept-words.ts'
import { beginning, type NodeNames } from '../naming/names.ts'

/** Returns the passages of the nodes whose contents exist. */
export const passagesOf = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  nodes: Iterable<NodeNumber>,
  read?: Access['bodies'],
) {
  const found = new Map<NodeNumber, Passage>()
  const unread: Array<NodeNumber> = []
  for (const node of new Set(nodes)) {
    const kept = brain.words.passage(graph, node)
    if (kept === undefined) unread.push(node)
    else found.set(node, kept)
  }
  if (unread.length === 0) return found
  const views = unread.flatMap((node) => graph.node(node) ?? [])
  const worded = views.map(({ id, node, text, title }) => ({ node, injectable: graph.isTrusted(node), refs: { id, title, text } }))
  const bodies = yield* keptBodies(
    brain,
    worded.flatMap(({ refs: { id, text, title } }) => (title === undefined ? [id, text] : [id, text, title])),
    read,
  )
  for (const { injectable, node, refs } of worded) {
    const text = bodies.get(refs.text)
    if (text === undefined) continue
    const id = bodies.get(refs.id) ?? ''
    const title = refs.title === undefined ? undefined : bodies.get(refs.title)
    const item = { node, id, title: title ?? id, text, injectable }
    const passage = { refs, id, title: title ?? beginning(text), text, item }
    brain.words.keep(node, passage)
    found.set(node, passage)
  }
  return found
})

/** Returns the names and texts of nodes; a node without a text reads `erased:17`. */
export const passageNames = (passages: ReadonlyMap<NodeNumber, Passage>): NodeNames => ({
  id: (node) => passages.get(node)?.id ?? erasedNode(node),
  title: (node) => passages.get(node)?.title ?? erasedNode(node),
  text: (node) => passages.get(node)?.text,
})

/** A correction of a memory that was said in a conversation. */

export interface SaidOfNode extends SaidOtherwise {
  readonly feedback: FeedbackNumber
}

export type Corrections = (node: NodeNumber) => ReadonlyArray<SaidOfNode>

const none: ReadonlyArray<SaidOfNode> = []
const ofNone: Corrections = () => none

/** Reads the corrections of memories. Erased corrections are missing. */
export const correctionsOf = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  nodes: Iterable<NodeNumber>,
  read?: Access['bodies'],
) {
  const doubted = [...new Set(nodes)].filter((node) => graph.doubtsOf(node).length > 0)
  if (doubted.length === 0) return ofNone
  const refs = doubted.flatMap((node) => graph.doubtsOf(node).map(({ said }) => said))
  const bodies = yield* keptBodies(brain, refs, read)
  const found = new Map(
    doubted.map((node) => [
      node,
      graph.doubtsOf(node).flatMap(({ at, feedback, said }): ReadonlyArray<SaidOfNode> => {
        const body = bodies.get(said)
        return body === undefined ? [] : [{ feedback, said: body, day: new Date(at).toISOString().slice(0, 10) }]
      }),
    ]),
  )
  return ((node) => found.get(node) ?? none) satisfies Corrections
})

/** Finds the `nodes` that were replaced by other `nodes`, and after which questions. An erased question is missing. */
export const replacementsOf = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  nodes: ReadonlyArray<NodeNumber>,
  replacements: OwnersWords['replacements'],
  read?: Access['bodies'],
) {
  const among = new Set(nodes)
  const replacedBy = (node: NodeNumber) => (replacements.get(node) ?? []).filter(({ by }) => among.has(by))
  const cues = new Set(nodes.flatMap((node) => replacedBy(node).map(({ cue }) => cue)))
  const refs = new Map([...cues].map((cue) => [cue, graph.node(cue)?.text]))
  const questions = new Map<ContentRef, QuestionReading>()
  const unread: Array<ContentRef> = []
  for (const ref of refs.values()) {
    if (ref === undefined) continue
    const kept = brain.words.question(ref)
    if (kept === undefined) unread.push(ref)
    else questions.set(ref, kept)
  }
  const bodies = unread.length === 0 ? [] : yield* keptBodies(brain, unread, read)
  for (const [ref, body] of bodies) questions.set(ref, brain.words.keepQuestion(ref, body))
  const questionOf = (cue: NodeNumber): QuestionReading | undefined => {
    const ref = refs.get(cue)
    return ref === undefined ? undefined : questions.get(ref)
  }
  return { replacedBy, questionOf }
})

/** Puts corrections into the form that answers have. */
export const doubtsIn = (corrections: ReadonlyArray<SaidOfNode>): ReadonlyArray<Doubt> =>
  corrections.map(({ day, feedback, said }) => ({ feedback: printedFeedback(feedback), day, said }))

/** Returns a memory as it is put before a model; the same object if it has no corrections. */
export const itemWith = (item: BundleItem | undefined, corrections: ReadonlyArray<SaidOtherwise>): BundleItem | undefined =>
  item === undefined || corrections.length === 0 ? item : { ...item, corrections }
