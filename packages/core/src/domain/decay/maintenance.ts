/**
 * Decides one run of forgetting: strengths decay, weak edges are pruned, cues die or are merged, and memories that passed their probation
 * become normal.
 *
 * All events of a run are in one commit behind its request and can be reversed by a rollback. A cue that died is also live again when its
 * question is judged again.
 */

import * as Result from 'effect/Result'
import type { Decision, Speaker } from '../decision.ts'
import { strengthsRestored } from '../edge-rules.ts'
import type { NewEvent } from '../events/brain-event.ts'
import { type GraphView, isLive } from '../graph.ts'
import type { EdgeNumber, NodeNumber, Position } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { renewedInWeek } from '../projections/progress.ts'
import { boundsOf, type Nano, nano } from '../strength.ts'
import { deathScore, decaysDue, dies, graceOf, isHalved, type Occasion, pruneReason, whyNotDue } from './decay-policy.ts'
import { type CuePair, merge } from './merging.ts'
import { type GrownEdges, type PrunedEdge, type Survey, survey } from './survey.ts'

const liveNodes = (graph: GraphView): number => {
  let live = 0
  for (let node = 1; node <= graph.nodes; node++) if (isLive(graph.stateOf(node))) live++
  return live
}

/** The most edges and nodes of one run, so that nobody waits long for it. The next run takes the rest. */
const runMost = { pruned: 2_000, died: 500 }

export interface MaintenanceInput {
  /** Pairs of cues to merge, the surest first. */
  readonly alike: ReadonlyArray<CuePair>
  /** The position that the request will have, and its time in milliseconds UTC. */
  readonly request: Position
  readonly at: number
}

/** What one run changes. */
export interface Maintenance {
  readonly _tag: 'Done'
  readonly faded: number
  readonly pruned: number
  readonly died: number
  readonly merged: number
  readonly promoted: number
  /** True where more would be forgotten than one run takes. */
  readonly more: boolean
  /** Every node that changes its state, in the order of the events. */
  readonly changed: ReadonlyArray<{ readonly node: NodeNumber; readonly became: 'dead' | 'merged' | 'normal'; readonly into?: NodeNumber }>
  /** Every edge that is pruned, with its strength at that time. */
  readonly gone: ReadonlyArray<{ readonly edge: EdgeNumber; readonly reason: string; readonly strength: Nano }>
}

export interface MaintenanceCommand {
  /** The occasion of the request. Undefined: the run is due in any case. */
  readonly when: Occasion | undefined
  readonly alike: ReadonlyArray<CuePair>
  /** Time in milliseconds UTC. */
  readonly now: number
  /** True: only shows what a run would do. It writes nothing, so facts that are pending do not prevent it. */
  readonly rehearsal: boolean
}

/** Returns the reason why a run waits; undefined where it is due. */
export const whyWaiting = (
  { now, when }: Pick<MaintenanceCommand, 'now' | 'when'>,
  { lastTurn, progress }: BrainState,
  { forgetting }: Profile,
): ReturnType<typeof whyNotDue> => {
  const { at, changes, turn } = progress.maintenance
  return when === undefined ? undefined : whyNotDue({ turns: lastTurn - turn, milliseconds: now - at, changes }, when, forgetting)
}

export interface Waiting {
  readonly _tag: 'Waiting'
  readonly waits: NonNullable<ReturnType<typeof whyWaiting>>
}

/** Decides a run and answers with its changes, or with the reason why it waits. */
export const decideMaintenance = (
  command: MaintenanceCommand & Speaker,
  state: BrainState,
  profile: Profile,
): Decision<Maintenance | Waiting> => {
  const waits = whyWaiting(command, state, profile)
  if (waits !== undefined) return Result.succeed({ events: [], answer: { _tag: 'Waiting', waits } })
  // A verdict that arrived meanwhile is learned from first, in its order.
  if (state.progress.pending.length > 0 && !command.rehearsal) return Result.fail({ _tag: 'LearnerBehind' })
  const { alike, first, now } = command
  const { events, ...done } = maintenance(state, profile, { alike, request: first, at: Math.max(state.at, now) })
  return Result.succeed({ events, answer: done })
}

/** Looks at the graph as a run at that time would, in milliseconds UTC. */
const surveyed = (
  { graph, lastTurn: now, owner, progress, said }: BrainState,
  { forgetting, growth }: Profile,
  at: number,
  of?: NodeNumber,
) => {
  const live = liveNodes(graph)
  const churn = live === 0 ? 0 : renewedInWeek(progress.renewal, at) / live
  const decays = decaysDue(progress.maintenance.turn, now, forgetting)
  const shelter = nano(forgetting.decay.protectedFloor)
  const weigh = (strength: Nano, idle: number) => pruneReason({ strength, idle }, forgetting, churn)
  const known = { now, shelter, protections: owner.protections, said, growth }
  return { decays, seen: survey(graph, decays, known, weigh, runMost.pruned, of) }
}

/** What disuse makes of a node that can die of it. */
export interface Outlook {
  /** See {@link deathScore}. */
  readonly score: number
  /** Turns without use. */
  readonly idle: number
  /** The turns without use after which it dies if no edge keeps it; 0 where it is kept. */
  readonly grace: number
  /** True where a run of maintenance now would retire it. */
  readonly isRetiring: boolean
}

/** Returns what a run of maintenance now would find of a node; undefined for a node that never dies of disuse. */
export const outlookOf = (state: BrainState, profile: Profile, node: NodeNumber): Outlook | undefined => {
  const near = surveyed(state, profile, state.at, node).seen
  if (!near.standings.has(node)) return undefined
  // A run prunes so many edges at most: whether it prunes one of these depends on all edges before it.
  const { standings } = near.pruned.length === 0 ? near : surveyed(state, profile, state.at).seen
  const standing = standings.get(node)
  if (standing === undefined) return undefined
  const { forgetting } = profile
  const isRetiring = dies(standing, profile)
  return { score: deathScore(standing, forgetting), idle: standing.idle, grace: graceOf(standing, forgetting), isRetiring }
}

export const maintenance = (
  state: BrainState,
  profile: Profile,
  input: MaintenanceInput,
): Maintenance & { readonly events: ReadonlyArray<NewEvent> } => {
  const { graph } = state
  const { forgetting } = profile
  const { request } = input
  const { decays, seen } = surveyed(state, profile, input.at)
  const merging = merge(graph, input.alike.slice(0, forgetting.merge.most), {
    request,
    after: seen.after,
    bounds: boundsOf(profile.strength),
  })
  const dying = [...seen.standings].flatMap(([node, standing]) => (!merging.touched.has(node) && dies(standing, profile) ? [node] : []))
  const died = dying.slice(0, runMost.died)
  const dead = new Set(died)
  const promoted = passed(state, profile).filter((node) => !dead.has(node))
  const faint = [...seen.standings].flatMap(([node, standing]) =>
    dead.has(node) || !isHalved(standing, profile) ? [] : weakerHalf(graph, seen.grown.get(node)),
  )
  const pruned = [...seen.pruned.filter(({ edge }) => !merging.touched.has(graph.sourceOf(edge))), ...faint]
  const events: ReadonlyArray<NewEvent> = [
    { type: 'MaintenanceRequested', data: { tasks: ['decay', 'prune', 'death', 'merge', 'promote'] } },
    ...decays.map((decay): NewEvent => ({ type: 'StrengthsDecayed', cause: request, data: decay })),
    ...sheltered(seen, request),
    ...pruned.map((data): NewEvent => ({ type: 'EdgePruned', data })),
    ...died.flatMap((node) => death(state, node, pruned)),
    ...edgesIntoDead(graph, dead, pruned),
    ...merging.events,
    ...promoted.map((node): NewEvent => ({ type: 'NodePromoted', data: { node, reason: 'success' } })),
  ]
  return {
    _tag: 'Done',
    events,
    changed: [
      ...died.map((node) => ({ node, became: 'dead' as const })),
      ...merging.events.flatMap(({ data, type }) => (type === 'NodeMerged' ? [{ ...data, became: 'merged' as const }] : [])),
      ...promoted.map((node) => ({ node, became: 'normal' as const })),
    ],
    gone: events.flatMap((event) => (event.type === 'EdgePruned' ? [{ ...event.data, strength: seen.after(event.data.edge) }] : [])),
    faded: seen.faded,
    pruned: pruned.length,
    died: died.length,
    merged: merging.merged,
    promoted: promoted.length,
    more: seen.more || dying.length > runMost.died,
  }
}

/** Restores edges into protected memories to the floor, or to their former strength if that is less. */
const sheltered = (seen: Survey, request: Position): ReadonlyArray<NewEvent> => {
  const moves = [...seen.sheltered].map(([number, from]) => ({ number, from, to: seen.after(number) }))
  return moves.length === 0 ? [] : [strengthsRestored(request, moves)]
}

/** Retires a node and prunes its edges: memories that a dead cue praised are no longer praised by it. */
const death = ({ graph }: BrainState, node: NodeNumber, pruned: ReadonlyArray<{ readonly edge: EdgeNumber }>): ReadonlyArray<NewEvent> => {
  const gone = new Set(pruned.map(({ edge }) => edge))
  return [
    ...graph
      .out(node)
      .flatMap((edge): ReadonlyArray<NewEvent> => (gone.has(edge) ? [] : [{ type: 'EdgePruned', data: { edge, reason: 'death' } }])),
    { type: 'NodeRetired', data: { node, reason: 'death' } },
  ]
}

/** Prunes the edges of growth that lead to what dies, beside those that the run prunes already. */
const edgesIntoDead = (
  graph: GraphView,
  dead: ReadonlySet<NodeNumber>,
  before: ReadonlyArray<{ readonly edge: EdgeNumber }>,
): ReadonlyArray<NewEvent> => {
  const pruned: Array<NewEvent> = []
  if (dead.size === 0) return pruned
  const gone = new Set(before.map(({ edge }) => edge))
  for (let edge = 1; edge <= graph.edges; edge++) {
    if (!dead.has(graph.targetOf(edge)) || graph.kindOf(edge) !== 'grown' || !graph.isLinked(edge) || gone.has(edge)) continue
    if (!dead.has(graph.sourceOf(edge))) pruned.push({ type: 'EdgePruned', data: { edge, reason: 'death' } })
  }
  return pruned
}

/** Returns the weaker half of a cue's grown edges, ties by the higher number; none where some were pruned before. */
const weakerHalf = (graph: GraphView, grown: GrownEdges | undefined): ReadonlyArray<PrunedEdge> => {
  if (grown === undefined || grown.linked.length < grown.all) return []
  const byStrength = grown.linked.toSorted((a, b) => graph.strengthOf(a) - graph.strengthOf(b) || b - a)
  return byStrength.slice(0, Math.floor(byStrength.length / 2)).map((edge) => ({ edge, reason: 'weak' }))
}

/**
 * Returns the memories on probation that proved themselves (S0.73): a cue that leads somewhere, another that was right for some question. A procedure
 * stays: it is as good as the edge that leads to it.
 */
const passed = ({ graph }: BrainState, { tiers }: Profile): ReadonlyArray<NodeNumber> => {
  const nodes: Array<NodeNumber> = []
  const leads = (cue: NodeNumber) =>
    graph
      .out(cue)
      .some((edge) => graph.kindOf(edge) === 'learned' && graph.strengthOf(edge) > 0 && graph.strengthOf(edge) >= nano(tiers.habitual))
  for (let node = 1; node <= graph.nodes; node++) {
    if (graph.stateOf(node) !== 'probation' || graph.typeOf(node) === 'procedure') continue
    if (graph.typeOf(node) === 'cue' ? leads(node) : graph.isPraised(node)) nodes.push(node)
  }
  return nodes
}
