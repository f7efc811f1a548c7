/** Resolves all links of a brain. The result depends only on the current state, not on the order in which documents were read. */

import { type LinkableSource, linkResolver, type Passages, passagesOf } from '@crabtrail/text/documents/links'
import * as Effect from 'effect/Effect'
import { isLive, type NodeView } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../../domain/identity.ts'
import type { ChangedEdges } from '../../domain/ingest/ingest-edges.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import type { IngestRequest } from '../requests.ts'
import { IngestProgress } from './ingest-progress.ts'
import { type Bodies, knownSources } from './known-sources.ts'
import { joinMentions } from './mentions.ts'

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
    const nodes = [...(state.sources.byNumber.get(source)?.nodes ?? [])]
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

/* Joins the mentions of a large run in commits that follow the commits of its documents. */

/** Passages whose mentions are joined in one commit: about 20,000 edges. */
export const passagesJoined = 1_000

/**
 * Joins the mentions of `nodes`, {@link passagesJoined} passages a commit. `stored`: number of commits that the run made before. Returns
 * the numbers of changed edges.
 */
export const joinAll = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: IngestRequest,
  nodes: ReadonlyArray<NodeNumber>,
  stored: number,
) {
  const progress = yield* IngestProgress
  const total = { linked: 0, pruned: 0 }
  let joined: ChangedEdges = total
  const batches = stored + Math.ceil(nodes.length / passagesJoined)
  for (let from = 0, batch = stored + 1; from < nodes.length; from += passagesJoined, batch++) {
    const some = nodes.slice(from, from + passagesJoined)
    const signal = yield* beginSignal(brain, request)
    yield* runCommand(signal, {
      durability: 'power',
      gather: Effect.fnUntraced(function* ({ access, profile, state }) {
        const { graph } = state
        const joining = { brain, state, graph, unindexed: new Set<NodeNumber>(), profile, bodies: access.bodies }
        const { answer, events: changes } = yield* joinMentions(joining, some, signal.drafts, access.find, graph.edges)
        joined = answer
        return { _tag: 'StoreBatch' as const, changes, batch, batches, joining: 'these' as const, leavesOthers: false }
      }),
    })
    total.linked += joined.linked
    total.pruned += joined.pruned
    yield* progress({ stage: 'joined', done: from + some.length, of: nodes.length })
  }
  return total
})
