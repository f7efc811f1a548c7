/** Looks up what all memories of a brain say outright about what takes the place of what. */

import { type CalledNode, outrightPairs, type ResolvedOutright, type Saying } from '@crabtrail/text/evidence/outright-pairs'
import { type Outright, readOutright } from '@crabtrail/text/statements/outright'
import * as Effect from 'effect/Effect'
import { isRecallable } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { type Bodies, knownSources } from '../documents/known-sources.ts'
import { readLinks } from '../documents/linked-passages.ts'

/** A note that is about to be kept. */
export interface NewNote {
  readonly node: NodeNumber
  readonly id: string
  readonly says: ReadonlyArray<Outright>
}

/** Returns what is said outright, by all memories of a state or by a note that is about to be kept. Titles are read only where anything is said. */
export const saidOutrightIn = Effect.fnUntraced(function* (state: BrainState, bodies: Bodies, note?: NewNote) {
  const { graph } = state
  const saying = note === undefined ? yield* sayingNodes(state, bodies) : [note]
  if (saying.length === 0) return { pairs: [], unresolved: [] } satisfies ResolvedOutright as ResolvedOutright
  const views = Array.from({ length: graph.nodes }, (_, i) => i + 1)
    .filter((node) => isRecallable(graph, node))
    .flatMap((node) => graph.node(node) ?? [])
  const names = yield* bodies([
    ...new Set(views.flatMap(({ id, title }): ReadonlyArray<ContentRef> => (title === undefined ? [id] : [id, title]))),
  ])
  const nodes = views.map(({ id, node, source, title }): CalledNode => {
    return { node, id: names.get(id) ?? '', title: title === undefined ? '' : (names.get(title) ?? ''), source }
  })
  const own = note === undefined ? [] : [{ node: note.node, id: note.id, title: '', source: undefined }]
  const sources = (yield* knownSources(state, bodies)).filter(({ retired }) => !retired)
  return outrightPairs(saying, [...nodes.filter(({ node }) => node !== note?.node), ...own], sources)
})

const sayingNodes = Effect.fnUntraced(function* ({ graph }: BrainState, bodies: Bodies) {
  const kept: Array<{ readonly node: NodeNumber; readonly links: ContentRef }> = []
  for (let node = 1; node <= graph.nodes; node++) {
    const links = isRecallable(graph, node) ? graph.node(node)?.links : undefined
    if (links !== undefined) kept.push({ node, links })
  }
  if (kept.length === 0) return []
  const written = yield* bodies([...new Set(kept.map(({ links }) => links))])
  return kept.flatMap(({ links, node }): ReadonlyArray<Saying> => {
    const says = readLinks(written.get(links)).flatMap((link) => readOutright(link) ?? [])
    return says.length === 0 ? [] : [{ node, says }]
  })
})
