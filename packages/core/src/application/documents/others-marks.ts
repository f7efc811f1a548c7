/**
 * Marks of the words of stored passages that others wrote. A note that repeats them counts as text of others, however long ago the agent
 * read it.
 */

import { marksOfRead } from '@crabtrail/text/evidence/passage-origin'
import * as Effect from 'effect/Effect'
import { isLive, isRecallable } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import type { Bodies } from './known-sources.ts'
import type { MatchedDocument } from './matching.ts'

/** Returns the keys of the notes that have a live passage that is not trusted. */
export const othersNotes = Effect.fnUntraced(function* (
  { state }: OpenBrain,
  { find }: Pick<Access, 'find'>,
  notes: ReadonlyArray<Pick<MatchedDocument, 'key'>>,
) {
  const { graph, sources } = state
  const isOthers = (node: NodeNumber) => isLive(graph.stateOf(node)) && !graph.isTrusted(node)
  const keys: Array<string> = []
  for (const { key } of notes) {
    const found = yield* find('source-key', key)
    if (found.some(({ number }) => [...(sources.byNumber.get(number)?.nodes ?? [])].some(isOthers))) keys.push(key)
  }
  return keys
})

/** Most passages that are read, newest first. */
const passagesMost = 500

/** Returns marks of live passages that others wrote and the owner does not trust. Empty if no document has a background. */
export const othersMarks = Effect.fnUntraced(function* (
  { state }: OpenBrain,
  bodies: Bodies,
  documents: ReadonlyArray<Pick<MatchedDocument, 'background'>>,
) {
  const marks = new Set<number>()
  const { graph } = state
  if (graph.untrusted === 0 || !documents.some(({ background }) => background !== undefined)) return marks
  const texts = []
  // Stops after the oldest untrusted passage: `graph.untrusted` is their number.
  let left = graph.untrusted
  for (let node = graph.nodes; left > 0 && node > 0 && texts.length < passagesMost; node--) {
    if (!isRecallable(graph, node) || graph.isTrusted(node)) continue
    left--
    if (graph.originOf(node) === 'untrusted') texts.push(graph.node(node)?.text)
  }
  for (const text of (yield* bodies(texts.flatMap((ref) => ref ?? []))).values()) for (const mark of marksOfRead(text)) marks.add(mark)
  return marks
})
