/** Tells which words of the memories of a context are over, and what holds instead. */

import { isoDay } from '@crabtrail/text/days/calendar'
import type { SaidOtherwise } from '@crabtrail/text/evidence/readings'
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
import type { NodeNumber } from '../../domain/identity.ts'
import type { Passage } from '../brain/caches.ts'

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
