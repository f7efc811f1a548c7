/** Resolves all links of a brain. The result depends only on the current state, not on the order in which documents were read. */
import * as Effect from 'effect/Effect'
import { type LinkableSource, linkResolver, type Passages, passagesOf } from '../../domain/documents/linked-source.ts'
import type { NodeView } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../../domain/identity.ts'
import { isLive } from '../../domain/node.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { type Bodies, knownSources } from './known-sources.ts'

/**
 * Returns, for every live passage with stored links, the passages that its links lead to, in the order of the links. Passages are ordered
 * by rising number.
 */
export const linkedPassages = Effect.fnUntraced(function* (state: BrainState, bodies: Bodies) {
  const linking = linkingNodes(state)
  if (linking.length === 0) return new Map<NodeNumber, ReadonlyArray<NodeNumber>>()
  const sources = new Map((yield* knownSources(state, bodies)).filter(({ retired }) => !retired).map((one) => [one.source, one] as const))
  const written = yield* bodies(linking.map(({ links }) => links))
  const resolve = linkResolver([...sources.values()])
  const meant = linking.map(({ links, node, source }) => {
    const from = sources.get(source)
    return { node, destinations: from === undefined ? [] : readLinks(written.get(links)).flatMap((link) => resolve(from, link) ?? []) }
  })
  const wanted = new Set(meant.flatMap(({ destinations }) => destinations.map(({ source }) => source)))
  const passages = yield* passagesIn(
    state,
    [...wanted].flatMap((source) => sources.get(source) ?? []),
    bodies,
  )
  return new Map(
    meant.map(({ destinations, node }) => [node, destinations.flatMap(({ place, source }) => passages.get(source)?.at(place) ?? [])]),
  )
})

/** Returns the links of a stored list. An erased or invalid list has none. */
export const readLinks = (body: string | undefined): ReadonlyArray<string> => {
  if (body === undefined) return []
  try {
    const links: unknown = JSON.parse(body)
    return Array.isArray(links) ? links.filter((link) => typeof link === 'string') : []
  } catch {
    return []
  }
}

const linkingNodes = ({ graph }: BrainState) => {
  const linking: Array<{ readonly node: NodeNumber; readonly source: SourceNumber; readonly links: ContentRef }> = []
  for (let number = 1; number <= graph.nodes; number++) {
    if (!isLive(graph.stateOf(number))) continue
    const { links, source }: Partial<NodeView> = graph.node(number) ?? {}
    if (links !== undefined && source !== undefined) linking.push({ node: number, source, links })
  }
  return linking
}

const passagesIn = Effect.fnUntraced(function* (state: BrainState, sources: ReadonlyArray<LinkableSource>, bodies: Bodies) {
  const live = sources.map(({ key, source }) => {
    const nodes = (state.sources.byNumber.get(source)?.nodes ?? [])
      .filter((node) => isLive(state.graph.stateOf(node)))
      .toSorted((a, b) => a - b)
    return { key, source, nodes: nodes.map((node) => [node, state.graph.node(node)?.id] as const) }
  })
  const ids = yield* bodies(live.flatMap(({ nodes }) => nodes.flatMap(([, id]) => id ?? [])))
  return new Map<SourceNumber, Passages>(
    live.map(({ key, nodes, source }) => [
      source,
      passagesOf(
        key,
        nodes.map(([node, id]) => [node, (id && ids.get(id)) ?? '']),
      ),
    ]),
  )
})
