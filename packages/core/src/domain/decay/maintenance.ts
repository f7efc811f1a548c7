/**
 * One run of forgetting: strengths fade, weak edges go, kinds of questions die or become one, and what passed its probation stays.
 *
 * All of it stands in one commit behind its request and can be taken back: decays and prunings by going back, deaths by asking again.
 */
import type { NewEvent } from '../events/brain-event.ts'
import type { EdgeNumber, NodeNumber, Position } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { renewedInWeek } from '../projections/maintenance-record.ts'
import { type Nano, nano } from '../strength.ts'
import { pruneReason } from './consolidation-policy.ts'
import { decaysDue } from './decay-policy.ts'
import { dies } from './lifecycle-policy.ts'
import { type CuePair, merge } from './merging.ts'
import { liveNodes, type Survey, survey } from './survey.ts'

/** One run takes so much at most, so that nobody waits for it: the next takes the rest. */
const runMost = { pruned: 2_000, died: 500 }

export interface MaintenanceInput {
  /** Kinds of question that are one, the surest first. */
  readonly alike: ReadonlyArray<CuePair>
  /** The position that the request will have, and its time in milliseconds UTC. */
  readonly request: Position
  readonly at: number
}

/** How much of each one run does. */
export interface MaintenanceCounts {
  /** Strengths that fade. */
  readonly faded: number
  readonly pruned: number
  readonly died: number
  readonly merged: number
  readonly promoted: number
  /** There is more to let go than one run takes. */
  readonly more: boolean
}

export interface Maintenance extends MaintenanceCounts {
  /** The request first. */
  readonly events: ReadonlyArray<NewEvent>
  /** Every edge that goes, with what is left of it then. */
  readonly gone: ReadonlyArray<{ readonly edge: EdgeNumber; readonly reason: string; readonly strength: Nano }>
}

export const decideMaintenance = (state: BrainState, profile: Profile, input: MaintenanceInput): Maintenance => {
  const { graph } = state
  const { forgetting } = profile
  const { request } = input
  const now = state.lastTurn
  const live = liveNodes(graph)
  const churn = live === 0 ? 0 : renewedInWeek(state.registers.renewal, input.at) / live
  const decays = decaysDue(state.registers.maintenance.turn, now, forgetting)
  const shelter = nano(forgetting.decay.protectedFloor)
  const weigh = (strength: Nano, idle: number) => pruneReason({ strength, idle }, forgetting, churn)
  const seen = survey(graph, decays, { now, shelter, protections: state.registers.protections }, weigh, runMost.pruned)
  const merging = merge(graph, input.alike.slice(0, forgetting.merge.most), {
    request,
    after: seen.after,
    bounds: { min: nano(profile.strength.min), max: nano(profile.strength.max) },
  })
  const dying = [...seen.standings].flatMap(([node, standing]) => (!merging.touched.has(node) && dies(standing, profile) ? [node] : []))
  const died = dying.slice(0, runMost.died)
  const dead = new Set(died)
  const promoted = passed(state).filter((node) => !dead.has(node))
  const pruned = seen.pruned.filter(({ edge }) => !merging.touched.has(graph.sourceOf(edge)))
  const events: ReadonlyArray<NewEvent> = [
    { type: 'MaintenanceRequested', data: { tasks: ['decay', 'prune', 'death', 'merge', 'promote'] } },
    ...decays.map((decay): NewEvent => ({ type: 'StrengthsDecayed', cause: request, data: decay })),
    ...sheltered(seen, request),
    ...pruned.map((data): NewEvent => ({ type: 'EdgePruned', data })),
    ...died.flatMap((node) => death(state, node, pruned)),
    ...merging.events,
    ...promoted.map((node): NewEvent => ({ type: 'NodePromoted', data: { node, reason: 'success' } })),
  ]
  return {
    events,
    gone: events.flatMap((event) => (event.type === 'EdgePruned' ? [{ ...event.data, strength: seen.after(event.data.edge) }] : [])),
    faded: seen.faded,
    pruned: pruned.length,
    died: died.length,
    merged: merging.merged,
    promoted: promoted.length,
    more: seen.more || dying.length > runMost.died,
  }
}

/** What leads to a protected memory is brought back to its floor, or to where it was if that is less. */
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

/** Its edges go with it: what a dead kind of question praised is praised no longer. */
const death = ({ graph }: BrainState, node: NodeNumber, pruned: ReadonlyArray<{ readonly edge: EdgeNumber }>): ReadonlyArray<NewEvent> => {
  const gone = new Set(pruned.map(({ edge }) => edge))
  return [
    ...graph
      .out(node)
      .flatMap((edge): ReadonlyArray<NewEvent> => (gone.has(edge) ? [] : [{ type: 'EdgePruned', data: { edge, reason: 'death' } }])),
    { type: 'NodeRetired', data: { node, reason: 'death' } },
  ]
}

/** Memories on probation that were right for some question (S0.73). */
const passed = ({ graph }: BrainState): ReadonlyArray<NodeNumber> => {
  const nodes: Array<NodeNumber> = []
  for (let node = 1; node <= graph.nodes; node++) if (graph.stateOf(node) === 'probation' && graph.isPraised(node)) nodes.push(node)
  return nodes
}
