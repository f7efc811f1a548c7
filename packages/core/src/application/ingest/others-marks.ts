/** The words of stored passages that others wrote, as marks. A note that repeats them is others’ text, however long ago it was read. */
import * as Effect from 'effect/Effect'
import { isRecallable } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import { marksOfRead } from '../../domain/ingest/passage-origin.ts'
import { isLive } from '../../domain/node.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import type { Bodies } from './known-sources.ts'
import type { MatchedDocument } from './matching.ts'

/** Keys of those of the notes that hold what others wrote and nobody trusts. */
export const othersNotes = Effect.fnUntraced(function* (
  { state }: OpenBrain,
  { find }: Pick<Access, 'find'>,
  notes: ReadonlyArray<Pick<MatchedDocument, 'key'>>,
) {
  const { graph, registers } = state
  const isOthers = (node: NodeNumber) => isLive(graph.stateOf(node)) && !graph.isTrusted(node)
  const found: Array<string> = []
  for (const { key } of notes) {
    const sources = yield* find('source-key', key)
    if (sources.some(({ number }) => registers.sources.get(number)?.nodes.some(isOthers))) found.push(key)
  }
  return found
})

/** The newest so many passages are looked at. */
const passagesMost = 500

/** Covers live passages that others wrote and the owner does not trust. Empty where no document comes with a background. */
export const othersMarks = Effect.fnUntraced(function* ({ state }: OpenBrain, bodies: Bodies, documents: ReadonlyArray<MatchedDocument>) {
  const marks = new Set<number>()
  const { graph } = state
  if (graph.untrusted === 0 || !documents.some(({ background }) => background !== undefined)) return marks
  const texts = []
  // The count tells when the oldest of them was met: nodes before it are not looked at.
  let left = graph.untrusted
  for (let node = graph.nodes; left > 0 && node > 0 && texts.length < passagesMost; node--) {
    if (!isRecallable(graph, node) || graph.isTrusted(node)) continue
    left--
    if (graph.originOf(node) === 'untrusted') texts.push(graph.node(node)?.text)
  }
  for (const text of (yield* bodies(texts.flatMap((ref) => ref ?? []))).values()) for (const mark of marksOfRead(text)) marks.add(mark)
  return marks
})
