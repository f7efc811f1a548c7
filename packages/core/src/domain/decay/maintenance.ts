/**
 * One run of forgetting: strengths fade, weak edges go, kinds of questions die or become one, and what passed its probation stays.
 *
 * All of it stands in one commit behind its request and can be taken back: decays and prunings by going back, deaths by asking again.
 */
import * as Result from 'effect/Result'
import type { Decision, Speaker } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { EdgeNumber, NodeNumber, Position } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { renewedInWeek } from '../projections/progress.ts'
import { type Nano, nano } from '../strength.ts'
import { type Occasion, pruneReason, whyNotDue } from './consolidation-policy.ts'
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
  /** Every node that changes its state, in the order of the events. */
  readonly changed: ReadonlyArray<{ readonly node: NodeNumber; readonly became: 'dead' | 'merged' | 'normal'; readonly into?: NodeNumber }>
  /** Every edge that goes, with what is left of it then. */
  readonly gone: ReadonlyArray<{ readonly edge: EdgeNumber; readonly reason: string; readonly strength: Nano }>
}

/** A run that is asked for, with what was looked up for it. */
export interface MaintenanceCommand {
  /** Absent: the run is due whenever it is asked for. */
  readonly when: Occasion | undefined
  readonly alike: ReadonlyArray<CuePair>
  /** Milliseconds UTC. */
  readonly now: number
  /** Only tells what would be done. It writes nothing, so it goes by what has been learned so far. */
  readonly rehearsal: boolean
}

/** Why a run waits; undefined: it is due. */
export const whyWaiting = (
  { now, when }: Pick<MaintenanceCommand, 'now' | 'when'>,
  { lastTurn, progress }: BrainState,
  { forgetting }: Profile,
): ReturnType<typeof whyNotDue> => {
  const { at, changes, turn } = progress.maintenance
  return when === undefined ? undefined : whyNotDue({ turns: lastTurn - turn, milliseconds: now - at, changes }, when, forgetting)
}

/** A run that is not due, and why. */
export interface Waiting {
  readonly waits: NonNullable<ReturnType<typeof whyWaiting>>
}

/** Answers with what a run does, or why it waits. */
export const decideMaintenance = (
  command: MaintenanceCommand & Speaker,
  state: BrainState,
  profile: Profile,
): Decision<Maintenance | Waiting> => {
  const waits = whyWaiting(command, state, profile)
  if (waits !== undefined) return Result.succeed({ events: [], answer: { waits } })
  // A verdict that came meanwhile is learned from first, in its order.
  if (state.progress.pending.length > 0 && !command.rehearsal) return Result.fail({ _tag: 'LearnerBehind' })
  const { alike, first, now } = command
  const { events, ...done } = maintenance(state, profile, { alike, request: first, at: Math.max(state.at, now) })
  return Result.succeed({ events, answer: done })
}

/** The events of one run, the request first. */
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
  const seen = survey(graph, decays, { now, shelter, protections: state.owner.protections }, weigh, runMost.pruned)
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
