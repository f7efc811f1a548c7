/** The texts of memories as they are put before a model: from the cache of the open brain or from the store, with what was said against them and what is over. */

import { dayOfTime, isoDay } from '@crabtrail/text/days/calendar'
import type { QuestionReading, SaidOtherwise } from '@crabtrail/text/evidence/readings'
import * as Effect from 'effect/Effect'
import type { BundleItem } from '../../domain/context/context-bundle.ts'
import {
  type OverSentence,
  outdatedLine,
  overLine,
  repeatedIn,
  type SaidInstead,
  sentencesOver,
  type TalkMemory,
} from '../../domain/context/outdated.ts'
import type { GraphView } from '../../domain/graph.ts'
import { type FeedbackNumber, type NodeNumber, printedFeedback } from '../../domain/identity.ts'
import type { OwnersWords } from '../../domain/projections/standing.ts'
import type { Doubt } from '../answers.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import type { Passage } from '../brain/caches.ts'
import { keptBodies, readThrough } from '../brain/contents.ts'
import { beginning } from '../naming/names.ts'

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
  const contentRefs = worded.flatMap(({ refs: { id, text, title } }) => (title === undefined ? [id, text] : [id, text, title]))
  const bodies = yield* keptBodies(brain, contentRefs, read)
  for (const { injectable, node, refs } of worded) {
    const text = bodies.get(refs.text)
    if (text === undefined) continue
    const id = bodies.get(refs.id) ?? ''
    const title = refs.title === undefined ? undefined : bodies.get(refs.title)
    const day = graph.dayOf(node)
    const item = { node, id, title: title ?? id, text, injectable, readAt: graph.readAt(node), ...(day === undefined ? {} : { day }) }
    const passage = { refs, id, title: title ?? beginning(text), text, item }
    brain.words.keep(node, passage)
    found.set(node, passage)
  }
  return found
})

export interface SaidOfNode extends SaidOtherwise {
  readonly feedback: FeedbackNumber
}

type Corrections = (node: NodeNumber) => ReadonlyArray<SaidOfNode>

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
      graph.doubtsOf(node).flatMap(({ at, bare, feedback, said }): ReadonlyArray<SaidOfNode> => {
        const body = bodies.get(said)
        return body === undefined ? [] : [{ feedback, said: body, day: isoDay(dayOfTime(at)), isBare: bare === true }]
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
  const refs = [...cues].flatMap((cue) => graph.node(cue)?.text ?? [])
  const { words } = brain
  const questionIn = yield* readThrough(
    brain,
    refs,
    (ref) => words.question(ref),
    (ref, body) => words.keepQuestion(ref, body),
    read,
  )
  return { replacedBy, questionOf: (cue: NodeNumber): QuestionReading | undefined => questionIn(graph.node(cue)?.text) }
})

export const doubtsIn = (corrections: ReadonlyArray<SaidOfNode>): ReadonlyArray<Doubt> =>
  corrections.map(({ day, feedback, isBare, said }) => ({
    feedback: printedFeedback(feedback),
    day,
    said,
    ...(isBare ? { bare: true as const } : {}),
  }))

/** Returns the messages and notes among passages that say otherwise. A kept message has the day on which it was said. */
export const saidOn =
  (graph: GraphView, passages: ReadonlyMap<NodeNumber, Passage>) =>
  (by: NodeNumber): SaidInstead | undefined => {
    const [passage, day] = [passages.get(by), graph.dayOf(by)]
    if (passage === undefined) return undefined
    const isNote = graph.typeOf(by) !== 'correction'
    if (!isNote && day === undefined) return undefined
    return { text: passage.text, day: day === undefined ? undefined : isoDay(day), ...(isNote ? { id: passage.id } : {}) }
  }

/** Returns the line that a memory is given with where words of it are over, or where it repeats words of another of `ranked` that are. */
export const outdatedAmong = (graph: GraphView, passages: ReadonlyMap<NodeNumber, Passage>, ranked: ReadonlyArray<NodeNumber>) => {
  const said = saidOn(graph, passages)
  let over: ReadonlyArray<OverSentence> | undefined
  return (memory: TalkMemory): string | undefined => {
    const own = outdatedLine(graph, memory.node, memory.text, said)
    if (own !== undefined) return own
    over ??= sentencesOver(
      graph,
      ranked.flatMap((node) => passages.get(node)?.item ?? []),
    )
    const found = over.length === 0 ? undefined : repeatedIn(graph, memory, over)
    return found === undefined ? undefined : overLine(graph, memory.text.slice(...found.at), found, said)
  }
}

/** Returns a memory as it is put before a model; the same object if nothing corrects it and none of it is over. */
export const itemWith = (
  item: BundleItem | undefined,
  corrections: ReadonlyArray<SaidOtherwise>,
  outdatedOf: ReturnType<typeof outdatedAmong>,
): BundleItem | undefined => {
  const outdated = item === undefined ? undefined : outdatedOf(item)
  if (item === undefined || (corrections.length === 0 && outdated === undefined)) return item
  return { ...item, ...(corrections.length === 0 ? {} : { corrections }), ...(outdated === undefined ? {} : { outdated }) }
}
