/** Restores the learned values of an earlier position. Contents, nodes and consumed feedback stay. A rollback can itself be rolled back. */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { Position } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { type PastRollback, signalsOut, standingRequests } from '../../domain/projections/unlearnings.ts'
import type { RollbackAnswer } from '../answers.ts'
import { asOf } from '../brain/as-of.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { forEachEvent } from '../brain/read-row.ts'
import { beginSignal, runCommand } from '../brain/run-command.ts'
import { commitEnd, resolvePosition } from '../naming/positions.ts'
import type { RollbackRequest } from '../requests.ts'
import { derive } from '../undo/derive.ts'
import { edgeChanges, lastPosition, utilityChanges } from './learner.ts'

export const rollback = Effect.fnUntraced(function* (brain: OpenBrain, request: RollbackRequest) {
  const asked = yield* resolvePosition(brain, request.to)
  const to = yield* commitEnd(brain, asked)
  const rounded = to === asked ? {} : { rounded: `${asked} lies inside a commit: ${to}, the end of the one before, is meant` }
  const then = yield* asOf(brain, to)
  const { through } = then.state.progress
  const signal = yield* beginSignal(brain, request, 'rollback')
  const rehearsal = request.dryRun === true
  const { events, recorded } = yield* runCommand(signal, {
    durability: 'power',
    rehearsal,
    gather: Effect.fnUntraced(function* ({ state }) {
      const derived = yield* derivedThere(brain, state, { to, through, end: state.position })
      return { _tag: 'RollBack' as const, to, through, graph: then.state.graph, derived, rehearsal }
    }),
  })
  const effects = recorded === undefined ? events : yield* recordedEvents(brain, recorded.first, recorded.count)
  // If the request is repeated with its key, a position given as events back may be another one by now: the first answer counts.
  const went = recorded === undefined ? to : (effects.find((event) => event.type === 'RollbackRequested')?.data.to ?? to)
  return {
    brain: brain.key,
    to: went,
    ...(went === to ? rounded : {}),
    restored: { edges: yield* edgeChanges(brain, effects), utilities: yield* utilityChanges(brain, effects) },
    position: recorded === undefined ? brain.state.position : lastPosition({ events, recorded }),
  } satisfies RollbackAnswer
})

const recordedEvents = Effect.fnUntraced(function* (brain: OpenBrain, first: Position, count: number) {
  const events: Array<BrainEvent> = []
  yield* forEachEvent(brain, first, first + count - 1, (event) => events.push(event))
  return events as ReadonlyArray<BrainEvent>
})

/**
 * Derives what a rollback behind the commit that ends at `end` restores, if other unlearnings stood at its target than stand at `end`: then other verdicts
 * count.
 */
export const derivedThere = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { unlearnings }: BrainState,
  { end, ...target }: Pick<PastRollback, 'to' | 'through'> & { readonly end: Position },
) {
  const [now, then] = [standingRequests(unlearnings, end), standingRequests(unlearnings, target.to)]
  if (now.size === then.size && [...now].every((request) => then.has(request))) return undefined
  const derived = yield* derive(brain, { out: signalsOut(unlearnings, then), before: target, to: end })
  derived.rollBack(target)
  return derived
})
