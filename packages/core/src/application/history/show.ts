/** Shows the brain as a whole, or a node or edge with its neighbourhood, now or at a position. */

import { isoDay } from '@crabtrail/text/days/calendar'
import * as Effect from 'effect/Effect'
import type { EdgeView, NodeLife } from '../../domain/graph.ts'
import { strongestEdges, surroundings } from '../../domain/history/neighbourhood.ts'
import { type NodeNumber, type Position, printedTurn, type TurnNumber } from '../../domain/identity.ts'
import { waitingNodes } from '../../domain/learning/review.ts'
import { settingsBeside } from '../../domain/profiles/own-settings.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { profiles } from '../../domain/profiles/profiles.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { digestLines } from '../../domain/projections/graph/memory-graph.ts'
import { units } from '../../domain/strength.ts'
import { strengthBetween } from '../../domain/walk/pair-strength.ts'
import { aliasesTold } from '../aliases/alias.ts'
import type { ShowAnswer, ShownAlias, ShownEdge, ShownNode } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { stateAt } from '../commands/as-of.ts'
import { type NodeNames, nodeNames, printedEdge, resolveEdge, resolveMemory } from '../naming/names.ts'
import { edgesShown } from '../operations/history.ts'
import { correctionsOf, doubtsIn, type SaidOfNode } from '../passages/passages.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { holdersAmong, sourceKeys, supersededOf, toldSuperseding } from '../recall/answer.ts'
import type { ShowRequest } from '../requests.ts'
import { tracedLife } from './life.ts'
import { daysOfTexts } from './list.ts'

export const show = Effect.fnUntraced(function* (brain: OpenBrain, request: ShowRequest) {
  const state = yield* stateAt(brain, request.at)
  const { degree, node: asked, nodes, edges } = yield* chosen(brain, state, request)
  const ends = edges.flatMap(({ source, target }) => [source, target])
  const older = supersededOf(state.graph)
  const others = [...holdersAmong(state.graph, nodes), ...nodes.flatMap(older)]
  const names = yield* nodeNames(brain, state.graph, [...nodes, ...ends, ...others], 'texts')
  const sources = yield* sourceKeys(brain, state, nodes)
  const corrections = yield* correctionsOf(brain, state.graph, nodes)
  const aliases = yield* aliasesTold(brain, state.graph, nodes)
  const { feedbacks, sessions } = state.participants
  const profile = edges.length === 0 ? undefined : yield* profileOf(state, brain.key)
  const said = [...sessions.values()].reduce((sum, session) => sum + session.said.conscious, 0)
  const waiting = waitingNodes(state.graph).length
  return {
    brain: brain.key,
    position: state.position,
    digest: request.what === undefined || request.digest === true ? yield* digestAt(brain, state) : null,
    profile: state.settings.inForce?.profile ?? 'none',
    ...(request.what === undefined ? yield* besideProfileOf(brain, state) : {}),
    backlog: state.progress.pending.length,
    counts: {
      nodes: state.graph.nodes,
      edges: state.graph.edges,
      turns: state.lastTurn,
      feedbacks,
      said,
      sessions: sessions.size,
      ...(waiting === 0 ? {} : { waiting }),
    },
    nodes: nodes.flatMap(
      (node) =>
        shownNode(state, node, names, { source: sources(node), doubts: corrections(node), older: older(node), aliases: aliases(node) }) ??
        [],
    ),
    edges: edges.map((edge) => shownEdge(state.graph, edge, names, profile)),
    ...(degree === undefined ? {} : { degree }),
    ...(asked === undefined || request.around === undefined
      ? {}
      : { around: yield* shownAround(brain, state.graph, asked, request.around) }),
    ...(asked === undefined ? {} : yield* changedIn(brain, asked, state.position)),
    ...(asked === undefined ? {} : { traced: yield* tracedLife(brain, state, yield* profileOf(state, brain.key), asked) }),
  } satisfies ShowAnswer
})

/** Returns the day of the text of a node, as a field of an answer. */
const changedIn = Effect.fnUntraced(function* (brain: OpenBrain, node: NodeNumber, position: Position) {
  const changed = (yield* daysOfTexts(brain, new Set([node]), position)).get(node)
  return changed === undefined ? {} : { changed }
})

/** Returns the settings in which a brain differs from its profile, as a field of an answer. */
export const besideProfileOf = Effect.fnUntraced(function* ({ key }: OpenBrain, state: BrainState) {
  const settings = settingsBeside(yield* profileOf(state, key), profiles)
  return settings.length === 0 ? {} : { settings }
})

/** Returns the digest of a state, which is remembered for the states that the brain keeps. */
const digestAt = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState) {
  const past = brain.pasts.find((one) => one.state === state)
  const digest = past?.digest ?? (yield* graphDigest(state))
  if (past !== undefined) past.digest = digest
  return digest
})

export const graphDigest = ({ graph }: BrainState): Effect.Effect<string, never, Cryptography> =>
  Effect.map(Cryptography, (crypto) => crypto.sha256Lines(digestLines(graph)))

const chosen = Effect.fnUntraced(function* (brain: OpenBrain, { graph }: BrainState, { limit = edgesShown, what }: ShowRequest) {
  if (what === undefined) return { degree: undefined, node: undefined, nodes: [], edges: [] }
  if (/^e[1-9]\d*$/.test(what) || what.includes('>')) {
    const edge = yield* resolveEdge(brain, graph, what)
    return { degree: undefined, node: undefined, nodes: [edge.source, edge.target], edges: [edge] }
  }
  const node = yield* resolveMemory(brain, graph, what)
  const { degree, edges } = strongestEdges(graph, node, limit)
  return { degree, node, nodes: [node, ...new Set(edges.map(({ source, target }) => (source === node ? target : source)))], edges }
})

/** Returns the part of the graph around a node, as a field of an answer: names alone, because texts would be most of it. */
const shownAround = Effect.fnUntraced(function* (brain: OpenBrain, graph: BrainState['graph'], node: NodeNumber, most: number) {
  const { edges, edgesInAll, nodes, nodesInAll } = surroundings(graph, node, most)
  const names = yield* nodeNames(brain, graph, nodes.keys(), 'names')
  return {
    nodes: Array.from(nodes, ([one, hops]) => ({ node: names.id(one), title: names.title(one), type: graph.typeOf(one) ?? 'fact', hops })),
    edges: edges.map((edge) => ({
      edge: printedEdge(edge),
      source: names.id(graph.sourceOf(edge)),
      target: names.id(graph.targetOf(edge)),
      kind: graph.kindOf(edge) ?? 'sequential',
      strength: units(graph.strengthOf(edge)),
    })),
    nodesInAll,
    edgesInAll,
  }
})

interface ToldOfNode {
  readonly source: string | null
  readonly doubts: ReadonlyArray<SaidOfNode>
  /** The memories that it supersedes. */
  readonly older: ReadonlyArray<NodeNumber>
  readonly aliases: ReadonlyArray<ShownAlias>
}

const shownNode = (
  { graph, growth }: BrainState,
  node: NodeNumber,
  names: NodeNames,
  { aliases, doubts, older, source }: ToldOfNode,
): ShownNode | undefined => {
  const view = graph.node(node)
  if (view === undefined) return undefined
  const { day, origin, review, state, trusted, type, utility } = view
  return {
    node: names.id(node),
    number: node,
    title: names.title(node),
    type,
    state,
    origin,
    trusted,
    ...(review === undefined ? {} : { review }),
    utility: units(utility),
    source,
    content: names.text(node) ?? '',
    ...(day === undefined ? {} : { day: isoDay(day) }),
    doubts: doubtsIn(doubts),
    supersededBy: graph.supersededBy(node).map((one) => toldSuperseding(names, node, one)),
    ...(older.length === 0 ? {} : { inPlaceOf: older.map((one) => names.id(one)) }),
    ...(aliases.length === 0 ? {} : { aliases }),
    life: shownLife(graph.lifeOf(node), growth.cues.get(node)),
  }
}

const shownLife = ({ first, last, ...counts }: NodeLife, grown: TurnNumber | undefined): ShownNode['life'] => ({
  ...counts,
  first: first === 0 ? null : printedTurn(first),
  last: last === 0 ? null : printedTurn(last),
  grown: grown === undefined ? null : printedTurn(grown),
})

const shownEdge = (graph: BrainState['graph'], view: EdgeView, names: NodeNames, profile: Profile | undefined): ShownEdge => {
  const { edge, first, kind, linked, skips, source, strength, target, uses } = view
  const read = linked && profile !== undefined ? strengthBetween(graph, source, target, profile) : strength
  return {
    edge: printedEdge(edge),
    source: names.id(source),
    target: names.id(target),
    kind,
    strength: units(strength),
    ...(read === strength ? {} : { read: units(read) }),
    first: units(first),
    linked,
    uses,
    skips,
  }
}
