/** Edges between neighbouring passages of a thread, with their walk weights. */
import { documentThread } from '../documents/document.ts'
import type { NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { terms } from '../text/tokenise.ts'

export interface SequencedChunk {
  readonly text: string
  readonly thread: string | undefined
}

export interface SequenceEdge {
  readonly source: NodeNumber
  readonly target: NodeNumber
  /** Walk weight; `ingestStrength` turns it into a strength. */
  readonly weight: number
}

/** Least weight of an edge outside of prose. Weaker edges are not stored. */
const leastWeight = 0.05
/** UTF-16 units at the end of a text in which a question mark makes the text a question. */
const askedWithin = 40

/**
 * Returns the edges from each chunk to the next two and the previous two chunks of its thread. Passages of prose are joined only to the
 * next and the previous one, without a least weight, so that these edges can be learned.
 *
 * A target of more than `lengthMost` words gets a lower weight, because it also has other content. The edge from a question to the next
 * chunk is stronger, the more so the shorter that chunk is. `nodes[i]` is the node of `chunks[i]`.
 */
export const sequenceEdges = (
  chunks: ReadonlyArray<SequencedChunk>,
  nodes: ReadonlyArray<NodeNumber>,
  settings: Profile['ingest'],
): ReadonlyArray<SequenceEdge> => {
  const { afterNext, beforePrevious, lengthMost, next, previous, prose } = settings
  const edges: Array<SequenceEdge> = []
  for (const [name, thread] of threadsOf(chunks, nodes)) {
    const isProse = name === documentThread
    for (const [i, from] of thread.entries()) {
      const lead = (to: Link | undefined, weight: number) => {
        const carried = to === undefined ? 0 : (isProse ? prose : 1) * weight * Math.min(1, lengthMost / Math.max(1, to.words))
        if (to !== undefined && (isProse || carried >= leastWeight)) edges.push({ source: from.node, target: to.node, weight: carried })
      }
      lead(thread[i + 1], next * answering(from, thread[i + 1], settings))
      lead(thread[i - 1], previous)
      if (isProse) continue
      lead(thread[i + 2], afterNext)
      lead(thread[i - 2], beforePrevious)
    }
  }
  return edges
}

const answering = (from: Link, to: Link | undefined, { answerLength, asked }: Profile['ingest']): number => {
  if (!from.asks || to === undefined) return 1
  const brevity = Math.min(1, answerLength / Math.max(1, to.words))
  return 1 + (asked - 1) * brevity * brevity
}

interface Link {
  readonly node: NodeNumber
  readonly words: number
  readonly asks: boolean
}

const threadsOf = (chunks: ReadonlyArray<SequencedChunk>, nodes: ReadonlyArray<NodeNumber>): ReadonlyMap<string, ReadonlyArray<Link>> => {
  const threads = new Map<string, Array<Link>>()
  for (const [i, { text, thread }] of chunks.entries()) {
    if (thread === undefined) continue
    const link = { node: nodes[i] ?? 0, words: terms(text).length, asks: /[?？]/.test(text.slice(-askedWithin)) }
    const known = threads.get(thread)
    if (known === undefined) threads.set(thread, [link])
    else known.push(link)
  }
  return threads
}
