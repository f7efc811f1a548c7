/** The words of cues, kept as long as the brain is open: the same cues are compared with question after question. */
import * as Effect from 'effect/Effect'
import type { GraphView } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber } from '../../domain/identity.ts'
import { likenessTerms } from '../../domain/text/tokenise.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/kept-bodies.ts'

/** Cue → its words, each once; none of one whose text was erased. */
export const cueWordsOf = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, cues: ReadonlyArray<NodeNumber>) {
  const found = new Map<NodeNumber, ReadonlyArray<string>>()
  const unread = new Map<ContentRef, NodeNumber>()
  for (const cue of cues) {
    const ref = graph.node(cue)?.text
    if (ref === undefined) continue
    const known = brain.words.terms(ref)
    if (known === undefined) unread.set(ref, cue)
    else found.set(cue, known)
  }
  if (unread.size > 0) {
    for (const [ref, body] of yield* keptBodies(brain, [...unread.keys()])) {
      const words = likenessTerms(body)
      brain.words.keepTerms(ref, words)
      const cue = unread.get(ref)
      if (cue !== undefined) found.set(cue, words)
    }
  }
  return (cue: NodeNumber): ReadonlyArray<string> => found.get(cue) ?? []
})
