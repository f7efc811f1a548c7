/** Joins passages by their links and by the names that they share. The result depends only on the current state, not on the order of reading. */

import { type LinkableSource, linkResolver, type Passages, passagesOf } from '@crabtrail/text/documents/links'
import { phrasesOf } from '@crabtrail/text/words/phrases'
import * as Effect from 'effect/Effect'
import { decideStep } from '../../domain/decide.ts'
import { type GraphView, isLive, isRecallable, isSearched, type LabelNumber, type NodeView } from '../../domain/graph.ts'
import type { ContentRef, EdgeNumber, NodeNumber, SourceNumber } from '../../domain/identity.ts'
import type { ChangedEdges } from '../../domain/ingest/ingest-edges.ts'
import {
  addCarriers,
  type Carrier,
  carriersLookedUp,
  type LabelledMention,
  type Mention,
  mentionsOf,
  type NamedPassage,
  type Names,
} from '../../domain/ingest/ingest-edges.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import type { ContentDrafts } from '../brain/contents.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { type Postings, SearchIndex } from '../ports/search-index.ts'
import type { IngestRequest } from '../requests.ts'
import { phraseRoles } from '../text-index/index-changes.ts'
import { IngestProgress } from './ingest-progress.ts'
import { type Bodies, knownSources } from './known-sources.ts'

/** Returns, for live passages with stored links by rising number, the passages that the links lead to, in the order of the links. */
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
  const linkedSources = [...wanted].flatMap((source) => sources.get(source) ?? [])
  const passages = yield* passagesOfSources(state, linkedSources, bodies)
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

const passagesOfSources = Effect.fnUntraced(function* (state: BrainState, sources: ReadonlyArray<LinkableSource>, bodies: Bodies) {
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

/** Joins the mentions of `nodes`, {@link passagesJoined} a commit, behind the `stored` commits of the run. Returns the changed edges. */
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

/** Input of a join. `unindexed`: nodes that the text index does not contain yet; their names are read from their texts. */
export interface Joining {
  readonly brain: OpenBrain
  readonly state: BrainState
  readonly graph: GraphView
  readonly unindexed: ReadonlySet<NodeNumber>
  readonly profile: Profile
  readonly bodies: Bodies
}

const namesPerLookup = 2_000
/** Most passages whose texts are held at once. */
const passagesRead = 1_000

export interface FormerPassage {
  readonly title: ContentRef | undefined
  readonly text: ContentRef
}

/** Changed passages with their former titles and texts; an empty list if the passage was not recallable before. */
export type Changed = ReadonlyMap<NodeNumber, ReadonlyArray<FormerPassage>>

export const bothChanged = (one: Changed, other: Changed): Changed => {
  if (one.size === 0) return other
  const both = new Map(one)
  for (const [node, former] of other) both.set(node, [...(one.get(node) ?? []), ...former])
  return both
}

/** Returns the changed passages, and all that share a name with them or did before: a name that one lost becomes rarer for the others. */
export const affectedBy = Effect.fnUntraced(function* (joining: Joining, changed: Changed) {
  const { graph, profile } = joining
  const all = passagesIn(graph)
  // True for a first run: no other passage exists.
  if (all.every((node) => changed.has(node))) return inOrder(changed.keys())
  const affected = new Set(changed.keys())
  const nodes = [...changed.keys()]
  const most = carriersLookedUp(profile, changed.size)
  for (let from = 0; from < nodes.length; from += passagesRead) {
    const some = nodes.slice(from, from + passagesRead)
    const named = [...(yield* namedPassages(joining, some)), ...(yield* formerNames(joining, changed, some))]
    for (const found of (yield* carriers(joining, named, most)).values()) for (const { node } of found) affected.add(node)
  }
  for (let edge = 1; edge <= graph.edges; edge++) {
    if (graph.kindOf(edge) !== 'mention') continue
    const [source, target] = [graph.sourceOf(edge), graph.targetOf(edge)]
    if (changed.has(target)) affected.add(source)
    if (changed.has(source)) affected.add(target)
  }
  return inOrder(affected)
})

const formerNames = Effect.fnUntraced(function* ({ bodies }: Joining, changed: Changed, nodes: ReadonlyArray<NodeNumber>) {
  const former = nodes.flatMap((node) => (changed.get(node) ?? []).map((passage) => ({ node, ...passage })))
  return yield* namesIn(bodies, former)
})

const inOrder = (nodes: Iterable<NodeNumber>): ReadonlyArray<NodeNumber> => [...nodes].sort((a, b) => a - b)

/** Returns all recallable passages by rising number. */
export const passagesIn = (graph: GraphView): ReadonlyArray<NodeNumber> => {
  const found: Array<NodeNumber> = []
  for (let node = 1; node <= graph.nodes; node++) if (isRecallable(graph, node) && isSearched(graph.typeOf(node))) found.push(node)
  return found
}

export const joinMentions = Effect.fnUntraced(function* (
  joining: Joining,
  nodes: ReadonlyArray<NodeNumber>,
  drafts: ContentDrafts,
  find: Access['find'],
  lastEdge: EdgeNumber,
) {
  const { graph, profile, state } = joining
  const named = yield* namedPassages(joining, nodes)
  const carriersOf = yield* carriers(joining, named, carriersLookedUp(profile))
  const known: Names = { carriers: (name) => carriersOf.get(name) ?? [], isTitled: titlesIn(graph) }
  const wanted = new Map<NodeNumber, ReadonlyArray<Mention>>()
  for (const passage of named) wanted.set(passage.node, mentionsOf(passage, known, profile))
  const labels = new Map<string, ContentRef>()
  for (const { name } of [...wanted.values()].flat()) {
    if (!labels.has(name)) labels.set(name, (yield* find('edge-label', name))[0]?.ref ?? drafts.add(name))
  }
  const labelled = (mention: Mention): LabelledMention => ({ ...mention, label: labels.get(mention.name) ?? drafts.add(mention.name) })
  const data = {
    wanted: new Map([...wanted].map(([node, mentions]) => [node, mentions.map(labelled)])),
    linkedBy: yield* linkedBy(joining, nodes),
    lastEdge,
  }
  return decideStep({ _tag: 'JoinMentions', ...data }, state, profile)
})

/** Returns the names that edges of these passages were linked by, by label. */
const linkedBy = Effect.fnUntraced(function* ({ bodies, graph }: Joining, nodes: ReadonlyArray<NodeNumber>) {
  const labels = new Map<LabelNumber, ContentRef>()
  for (const node of nodes) {
    for (const edge of graph.out(node)) {
      const label = graph.labelOf(edge)
      const ref = labels.has(label) ? undefined : graph.label(label)
      if (ref !== undefined) labels.set(label, ref)
    }
  }
  const names = labels.size === 0 ? new Map<ContentRef, string>() : yield* bodies([...labels.values()])
  return new Map([...labels].flatMap(([label, ref]) => entry(label, names.get(ref))))
})

const entry = (label: LabelNumber, name: string | undefined) => (name === undefined ? [] : [[label, name] as const])

const namedPassages = Effect.fnUntraced(function* ({ bodies, graph }: Joining, nodes: ReadonlyArray<NodeNumber>) {
  const live = nodes.flatMap((node) => (isRecallable(graph, node) ? (graph.node(node) ?? []) : []))
  const named = new Map((yield* namesIn(bodies, live)).map(({ names, node }) => [node, names]))
  return nodes.map((node): NamedPassage => ({ node, names: named.get(node) ?? new Map() }))
})

const namesIn = Effect.fnUntraced(function* (bodies: Bodies, passages: ReadonlyArray<FormerPassage & { readonly node: NodeNumber }>) {
  const texts = yield* bodies(passages.flatMap(({ text, title }) => (title === undefined ? [text] : [text, title])))
  return passages.map(({ node, text, title }): NamedPassage => {
    const { about, mentions } = phrasesOf({ title: title === undefined ? undefined : texts.get(title), text: texts.get(text) ?? '' })
    const names = [...about].map((name) => [name, true] as const)
    return { node, names: new Map([...names, ...[...mentions].map((name) => [name, false] as const)]) }
  })
})

/** Caches its answers, because it is called many times for the same passage. */
const titlesIn = (graph: GraphView): Names['isTitled'] => {
  const known = new Map<NodeNumber, boolean>()
  return (node) => {
    const told = known.get(node) ?? graph.node(node)?.title !== undefined
    known.set(node, told)
    return told
  }
}

/** Returns name → carriers, for each name of these passages that at most `most` passages have. */
const carriers = Effect.fnUntraced(function* (joining: Joining, passages: ReadonlyArray<NamedPassage>, most: number) {
  const { brain, unindexed } = joining
  const index = yield* SearchIndex
  // Sorted, as the index is.
  const names = [...new Set(passages.flatMap((passage) => [...passage.names.keys()]))].sort()
  const found = new Map<string, Array<Carrier>>()
  for (let from = 0; from < names.length; from += namesPerLookup) {
    const some = names.slice(from, from + namesPerLookup)
    const postings = yield* index.postings(brain.key, 'phrase', some)
    for (const [i, name] of some.entries()) {
      const having = carriersIn(joining, postings[i], most)
      if (having !== undefined) found.set(name, having)
    }
  }
  const fresh = unindexed.size === 0 ? [] : yield* namedPassages(joining, [...unindexed])
  addCarriers(found, fresh, most)
  for (const [name, having] of found) if (having.length > most) found.delete(name)
  return found
})

/** Returns undefined if more than `most` passages have the name. */
const carriersIn = ({ graph, unindexed }: Joining, postings: Postings | undefined, most: number): Array<Carrier> | undefined => {
  const { counts, nodes } = postings ?? { counts: [], nodes: [] }
  const having: Array<Carrier> = []
  for (const [at, node] of nodes.entries()) {
    const roles = counts[at] ?? 0
    const isAbout = (roles & phraseRoles.isAbout) !== 0
    if ((!isAbout && (roles & phraseRoles.mentions) === 0) || unindexed.has(node) || !isRecallable(graph, node)) continue
    if (having.length === most) return undefined
    having.push({ node, isAbout })
  }
  return having
}
