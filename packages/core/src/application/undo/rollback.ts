/**
 * Restores the learned values and the kinds of question of an earlier position. Contents, settings and consumed feedback stay. A rollback can
 * itself be rolled back.
 */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { placed } from '../../domain/events/codec/event-codec.ts'
import { type NodeNumber, type Position, systemActor } from '../../domain/identity.ts'
import { changedSettings } from '../../domain/profiles/own-settings.ts'
import { type BrainFold, type BrainState, brainState, cloneFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import { signalsOut, standingRequests } from '../../domain/projections/standing.ts'
import { isStructure, restoration } from '../../domain/undo/rollback.ts'
import type { RollbackAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { eventsOfCommit } from '../brain/commit-row.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { asOf } from '../commands/as-of.ts'
import { edgeChanges, lastPosition, utilityChanges } from '../commands/learner.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { nodeNames } from '../naming/names.ts'
import { commitEnd, resolvePosition, roundedTo } from '../naming/positions.ts'
import type { RollbackRequest } from '../requests.ts'
import { changedRankings } from './changed-rankings.ts'
import { derive } from './derive.ts'
import { promotionKept } from './promote.ts'
import { restoredMarks } from './restored-marks.ts'

export const rollback = Effect.fnUntraced(function* (brain: OpenBrain, request: RollbackRequest) {
  const asked = yield* resolvePosition(brain, request.to)
  const to = yield* commitEnd(brain, asked)
  const rounded = to === asked ? {} : { rounded: roundedTo(to, asked) }
  const then = yield* asOf(brain, to)
  const { through } = then.state.progress
  const signal = yield* beginSignal(brain, request, 'rollback')
  const rehearsal = request.dryRun === true
  const { events, recorded } = yield* runCommand(signal, {
    durability: 'power',
    rehearsal,
    gather: Effect.fnUntraced(function* ({ speaker, state }) {
      const target = { to, through, graph: then.state.graph }
      const commit = { at: state.at, actor: systemActor }
      const structure = restoration(state, target, speaker.first, speaker.origin)
        .filter(isStructure)
        .map((event, i) => placed(event, speaker.first + i, commit))
      const derived = yield* derivedThere(brain, { fold: brain.fold, structure, end: state.position })
      return { _tag: 'RollBack' as const, ...target, derived, rehearsal }
    }),
  })
  const effects = recorded === undefined ? events : yield* eventsOfCommit(brain, recorded.first, recorded.count)
  // If the request is repeated with its key, a position given as events back may be another one by now: the first answer counts.
  const moved = { edges: yield* edgeChanges(brain, effects), utilities: yield* utilityChanges(brain, effects) }
  const [first] = effects
  const went = recorded === undefined ? to : (effects.find((event) => event.type === 'RollbackRequested')?.data.to ?? to)
  const after = recorded === undefined ? brain.state : (yield* asOf(brain, lastPosition({ events, recorded }))).state
  const settings = yield* settingsKept(brain, went, after)
  const promotion = yield* promotionKept(brain, after, went)
  return {
    brain: brain.key,
    to: went,
    ...(went === to ? rounded : {}),
    ...(rehearsal || first === undefined ? {} : { before: first.position - 1 }),
    ...(yield* comingAndGoing(brain, effects)),
    ...(yield* restoredMarks(brain, effects)),
    ...(promotion === undefined ? {} : { promotion }),
    ...(settings.length === 0 ? {} : { settings }),
    ...(rehearsal ? { would: moved, rankings: yield* changedRankings(brain, effects) } : { restored: moved }),
    position: recorded === undefined ? brain.state.position : lastPosition({ events, recorded }),
  } satisfies RollbackAnswer
})

/** The settings that differ from those at the target; none where it is before the brain had settings. */
const settingsKept = Effect.fnUntraced(function* (brain: OpenBrain, to: Position, after: BrainState) {
  const then = (yield* asOf(brain, to)).state
  if (then.position === 0) return []
  return changedSettings(yield* profileOf(then, brain.key), yield* profileOf(after, brain.key))
})

/** The names of the kinds of question and memories that a rollback brought back, and of those that it retired. */
const comingAndGoing = Effect.fnUntraced(function* (brain: OpenBrain, events: ReadonlyArray<BrainEvent>) {
  const numbers = (kind: 'NodeRestored' | 'NodeRetired') => events.flatMap((event) => (event.type === kind ? [event.data.node] : []))
  const [back, out] = [numbers('NodeRestored'), numbers('NodeRetired')]
  const names = yield* nodeNames(brain, brain.state.graph, [...back, ...out], 'names')
  const named = (nodes: ReadonlyArray<NodeNumber>) => nodes.map((node) => names.id(node))
  return {
    ...(back.length === 0 ? {} : { back: named(back) }),
    ...(out.length === 0 ? {} : { out: named(out) }),
  }
})

/** A rollback that the derived log does not hold: its request, and its place behind that log. */
interface AskedRollback {
  /** The end of the commit before it. */
  readonly end: Position
  /** The state before its commit. The caller keeps it. */
  readonly fold: BrainFold
  /** Its request, and the cues, memories and edges that go or come back with it. */
  readonly structure: ReadonlyArray<BrainEvent>
}

/**
 * Derives the state after a rollback if other unlearnings stood at its target than stand now: then other verdicts count. Undefined if the
 * same ones stand.
 */
export const derivedThere = Effect.fnUntraced(function* (brain: OpenBrain, { end, fold, structure }: AskedRollback) {
  const { unlearnings } = fold
  const request = structure.find((event) => event.type === 'RollbackRequested')
  if (request === undefined) return undefined
  const [now, then] = [standingRequests(unlearnings, end), standingRequests(unlearnings, request.data.to)]
  if (now.size === then.size && [...now].every((one) => then.has(one))) return undefined
  const derived = yield* derive(brain, { out: signalsOut(unlearnings, then), standing: then, before: request.data, to: end })
  derived.commit(structure)
  const known = cloneFold(fold)
  for (const event of structure) if (event.position > known.position) foldEvent(known, event)
  return { now: brainState(known), wanted: derived }
})
