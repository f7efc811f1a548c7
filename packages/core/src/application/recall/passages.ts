/** The memories of a recall in words: read from the store where the brain does not have them at hand. */
import * as Effect from 'effect/Effect'
import type { GraphView } from '../../domain/graph.ts'
import { erasedNode, type NodeNumber } from '../../domain/identity.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/kept-bodies.ts'
import type { Passage } from '../brain/kept-words.ts'
import { beginning, type NodeNames } from '../naming/names.ts'

/** Those of the nodes whose contents are there. */
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

/** How nodes are called and what they say; one without a text reads `erased:17`. */
export const passageNames = (passages: ReadonlyMap<NodeNumber, Passage>): NodeNames => ({
  id: (node) => passages.get(node)?.id ?? erasedNode(node),
  title: (node) => passages.get(node)?.title ?? erasedNode(node),
  text: (node) => passages.get(node)?.text,
})
