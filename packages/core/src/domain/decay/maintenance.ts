/**
 * Decides one run of forgetting: strengths decay, weak edges are pruned, cues die or are merged, and memories that passed their probation
 * become normal.
 *
 * All events of a run are in one commit behind its request and can be reversed by a rollback. A cue that died is also live again when its
 * question is judged again.
 */

import * as Result from 'effect/Result'
import type { Decision, Speaker } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import { type GraphView, isLive, kindTraits } from '../graph.ts'
import type { EdgeNumber, NodeNumber, Position, TurnNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { renewedInWeek } from '../projections/progress.ts'
import type { SaidMemories } from '../projections/said-memories.ts'
import { boundsOf, type Nano, nano } from '../strength.ts'
import {
  type Decay,
  decaysDue,
  dies,
  fading,
  isHalved,
  isMortal,
  type Occasion,
  pruneReason,
  type Standing,
  whyNotDue,
} from './decay-policy.ts'
import { type CuePair, merge } from './merging.ts'

/* Looks at every edge once before a run of forgetting: its strength after the decays, and the resulting state of the nodes at its ends. */

export interface PrunedEdge {
  readonly edge: EdgeNumber
  readonly reason: 'weak' | 'stale'
}

/**
 * Returns the reason to prune an edge, by its strength after the decays and the turns since it was used or judged; undefined where it
 * stays.
 */
export type Weigh = (strength: Nano, idle: number) => PrunedEdge['reason'] | undefined

/** The input of a run beside the graph. */
export interface Known {
  /** The newest turn. */
  readonly now: TurnNumber
  /** The memories that were said and belong to no document. */
  readonly said: Pick<SaidMemories, 'captured' | 'onProbation'>
  /** The protected memories, also while their documents do not have them. */
  readonly protections: ReadonlySet<NodeNumber>
  /** Edges into a protected memory never decay below this strength. */
  readonly shelter: Nano
  /** Turns that a cue on probation lives unused. */
  readonly ttl: number
}

export interface Survey {
  /** The edges to prune, by number; at most the number asked for. */
  readonly pruned: ReadonlyArray<PrunedEdge>
  /** True where more edges would be pruned than were taken. */
  readonly more: boolean
  /** The state of each node that can die. */
  readonly standings: ReadonlyMap<NodeNumber, Standing>
  /** The edges that growth linked from each node that can die. */
  readonly grown: ReadonlyMap<NodeNumber, GrownEdges>
  /** Edges into protected memories that decay, with the strength that the decays alone would leave. */
  readonly sheltered: ReadonlyMap<EdgeNumber, Nano>
  /** The number of strengths that the decays move. */
  readonly faded: number
  /** Returns the strength of an edge after the run, the floor of protected memories included. */
  readonly after: (edge: EdgeNumber) => Nano
}

/** The edges of growth that leave a node: those that are linked, and the number of all. */
interface GrownEdges {
  readonly linked: Array<EdgeNumber>
  all: number
}

interface Draft {
  degree: number
  uses: number
  success: Nano
  strongest: Nano
  lastRenewed: TurnNumber
}

const survey = (graph: GraphView, decays: ReadonlyArray<Decay>, known: Known, weigh: Weigh, most: number): Survey => {
  const { now, protections } = known
  const fade = decays.length === 0 ? graph.strengthOf : fadingIn(graph, decays)
  const after = (edge: EdgeNumber): Nano => shelteredIn(graph, edge, fade(edge), known)
  const drafts = mortals(graph)
  const pruned: Array<PrunedEdge> = []
  const sheltered = new Map<EdgeNumber, Nano>()
  const grown = new Map<NodeNumber, GrownEdges>()
  let fades = 0
  let more = false
  for (let edge = 1; edge <= graph.edges; edge++) {
    const kind = graph.kindOf(edge)
    if (kind === undefined) continue
    const ends = [drafts.get(graph.sourceOf(edge)), drafts.get(graph.targetOf(edge))] as const
    for (const end of ends) if (end !== undefined) end.lastRenewed = Math.max(end.lastRenewed, graph.lastRenewedOf(edge))
    if (kind === 'grown') {
      if (ends[0] !== undefined) noteGrown(grown, graph, edge)
      continue
    }
    if (!graph.isLinked(edge)) continue
    const left = fade(edge)
    const strength = shelteredIn(graph, edge, left, known)
    if (strength !== graph.strengthOf(edge)) fades++
    if (strength !== left) sheltered.set(edge, left)
    const isKept = protections.has(graph.targetOf(edge))
    const reason = kindTraits[kind].decays && !isKept ? weigh(strength, now - graph.lastRenewedOf(edge)) : undefined
    if (reason !== undefined && pruned.length < most) pruned.push({ edge, reason })
    else {
      more ||= reason !== undefined
      if (ends[0] !== undefined) {
        join(ends[0], graph.usesOf(edge), strength, Math.max(0, strength))
        // An edge into a protected memory is not pruned, so the node that it comes from does not die.
        if (isKept) ends[0].strongest = Number.MAX_SAFE_INTEGER
      }
      if (ends[1] !== undefined) join(ends[1], graph.usesOf(edge), strength, 0)
    }
  }
  const standings = new Map(
    [...drafts].map(([node, { lastRenewed, ...counted }]) => [node, { ...counted, ...waiting(graph, node, lastRenewed, known) }] as const),
  )
  return { pruned, more, standings, grown, sheltered, faded: fades, after }
}

const noteGrown = (grown: Map<NodeNumber, GrownEdges>, graph: GraphView, edge: EdgeNumber): void => {
  const source = graph.sourceOf(edge)
  const known = grown.get(source) ?? { linked: [], all: 0 }
  known.all++
  if (graph.isLinked(edge)) known.linked.push(edge)
  grown.set(source, known)
}

/** Returns what a node is of, how long it was not used, and how long it may be. */
const waiting = (
  graph: GraphView,
  node: NodeNumber,
  lastRenewed: TurnNumber,
  { now, said, ttl }: Known,
): Pick<Standing, 'idle' | 'of' | 'ttl'> => {
  if (graph.typeOf(node) !== 'cue') {
    const idle = now - Math.max(lastRenewed, said.onProbation.get(node) ?? 0)
    return { idle, of: said.captured.has(node) ? 'captured' : 'note' }
  }
  if (graph.stateOf(node) !== 'probation') return { idle: now - lastRenewed, of: 'cue' }
  return { idle: now - Math.max(lastRenewed, graph.lifeOf(node).last), of: 'cue', ttl }
}

/** Returns a function that gives the strength of an edge after these decays. */
const fadingIn = (graph: GraphView, decays: ReadonlyArray<Decay>): ((edge: EdgeNumber) => Nano) => {
  const fade = fading(decays)
  return (edge) => {
    const strength = graph.strengthOf(edge)
    const kind = graph.kindOf(edge)
    if (strength === 0 || kind === undefined) return strength
    return fade({ kind, strength, first: graph.firstOf(edge), lastRenewed: graph.lastRenewedOf(edge) })
  }
}

/** An edge in a run: its target, its strength before the run, and the strength that the decays alone leave. */
interface Decayed {
  readonly target: NodeNumber
  readonly was: Nano
  readonly left: Nano
}

/** Returns the strength after decay of an edge into a protected memory: at least the floor, or its former strength if that is less. */
export const inShelter = ({ left, target, was }: Decayed, { protections, shelter }: Pick<Known, 'protections' | 'shelter'>): Nano => {
  if (left === was || !protections.has(target)) return left
  const size = Math.min(Math.abs(was), Math.max(shelter, Math.abs(left)))
  return (was < 0 ? -size : size) + 0
}

const shelteredIn = (graph: GraphView, edge: EdgeNumber, left: Nano, known: Known): Nano =>
  inShelter({ target: graph.targetOf(edge), was: graph.strengthOf(edge), left }, known)

const mortals = (graph: GraphView): Map<NodeNumber, Draft> => {
  const drafts = new Map<NodeNumber, Draft>()
  for (let node = 1; node <= graph.nodes; node++) {
    if (isMortal(graph.typeOf(node), graph.stateOf(node), graph.sourceNumberOf(node)))
      drafts.set(node, { degree: 0, uses: 0, success: 0, strongest: 0, lastRenewed: 0 })
  }
  return drafts
}

const join = (draft: Draft, uses: number, strength: Nano, success: Nano): void => {
  draft.degree++
  draft.uses += uses
  draft.success += success
  draft.strongest = Math.max(draft.strongest, Math.abs(strength))
}

/** Returns the number of live nodes. */
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

/** The number of changes of each sort in one run. */
export interface MaintenanceCounts {
  /** The number of strengths that decay. */
  readonly faded: number
  readonly pruned: number
  readonly died: number
  readonly merged: number
  readonly promoted: number
  /** True where more would be forgotten than one run takes. */
  readonly more: boolean
}

export interface Maintenance extends MaintenanceCounts {
  readonly _tag: 'Done'
  /** Every node that changes its state, in the order of the events. */
  readonly changed: ReadonlyArray<{ readonly node: NodeNumber; readonly became: 'dead' | 'merged' | 'normal'; readonly into?: NodeNumber }>
  /** Every edge that is pruned, with its strength at that time. */
  readonly gone: ReadonlyArray<{ readonly edge: EdgeNumber; readonly reason: string; readonly strength: Nano }>
}

/** A requested run, with the pairs of cues that may be merged. */
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

/** The answer for a run that is not due, with the reason. */
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

/** Returns the changes of one run and its events, the request first. */
export const maintenance = (
  state: BrainState,
  profile: Profile,
  input: MaintenanceInput,
): Maintenance & { readonly events: ReadonlyArray<NewEvent> } => {
  const { graph } = state
  const { forgetting } = profile
  const { request } = input
  const now = state.lastTurn
  const live = liveNodes(graph)
  const churn = live === 0 ? 0 : renewedInWeek(state.progress.renewal, input.at) / live
  const decays = decaysDue(state.progress.maintenance.turn, now, forgetting)
  const shelter = nano(forgetting.decay.protectedFloor)
  const weigh = (strength: Nano, idle: number) => pruneReason({ strength, idle }, forgetting, churn)
  const known = { now, shelter, protections: state.owner.protections, said: state.said, ttl: profile.growth.ttl }
  const seen = survey(graph, decays, known, weigh, runMost.pruned)
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
  if (seen.sheltered.size === 0) return []
  const data = {
    edges: [...seen.sheltered.keys()],
    from: [...seen.sheltered.values()],
    to: [...seen.sheltered.keys()].map(seen.after),
    nodes: [],
    utilityFrom: [],
    utilityTo: [],
  }
  return [{ type: 'StrengthsRestored', cause: request, data }]
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
