/**
 * Works off the facts that teach, one at a time and in log order, and appends what follows from them.
 *
 * An effect depends on the facts up to its cause and the effects before it, never on when the learner runs, how the backlog was cut, or how
 * many learners there are: facts later than the one in hand are not in the state it is decided on.
 */
import * as Effect from 'effect/Effect'
import { decideStep } from '../../domain/decide.ts'
import { type BrainEvent, type NewEvent, natureOf } from '../../domain/events/brain-event.ts'
import { placed } from '../../domain/events/codec/event-codec.ts'
import { type Position, systemActor } from '../../domain/identity.ts'
import { type BrainFold, type BrainState, brainState, foldEvent } from '../../domain/projections/brain-fold.ts'
import { forEachEvent } from '../brain/as-of.ts'
import { type OpenBrain, transact } from '../brain/brain.ts'
import { contentDrafts } from '../brain/content-drafts.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { restoreFold } from '../brain/snapshots.ts'
import type { EventStore } from '../ports/event-store.ts'
import type { SnapshotStore } from '../ports/snapshot-store.ts'
import type { StoreUnavailable } from '../ports/store-errors.ts'
import { IntegrityBroken, type NewerLog } from '../request-errors.ts'
import { skippedByTurn } from './turn-lookup.ts'

/** So many facts are decided for one commit: a long backlog is worked off in pieces. */
const factsPerCommit = 64

export interface Learned {
  readonly facts: number
  readonly effects: ReadonlyArray<BrainEvent>
}

/** Who is in the middle of a backlog goes on where it was. */
const learners = new WeakMap<OpenBrain, DecideFact>()

/** A learner that failed in the middle of a fact does not know how far it came: the next begins anew. */
export const workBacklog = (brain: OpenBrain, most = Number.POSITIVE_INFINITY) =>
  Effect.onError(workSome(brain, most), () => Effect.sync(() => learners.delete(brain)))

/** Works off the backlog, or `most` facts of it. What an effect says can be derived again, so a commit of effects need not outlive a power loss. */
const workSome = Effect.fnUntraced(function* (brain: OpenBrain, most: number) {
  const drafts = yield* contentDrafts
  const learner = learners.get(brain) ?? trailingLearner(brain)
  learners.set(brain, learner)
  const effects: Array<BrainEvent> = []
  let facts = 0
  while (brain.state.progress.pending.length > 0 && facts < most) {
    const taken = Math.min(factsPerCommit, most - facts)
    const { answer, events } = yield* transact({
      brain,
      drafts,
      durability: 'process',
      decide: Effect.fnUntraced(function* () {
        const pending = brain.state.progress.pending.slice(0, taken)
        const decided: Array<NewEvent> = []
        for (const { position } of pending) decided.push(...(yield* learner(position)))
        return { events: decided, actor: systemActor, session: undefined, answer: pending.length }
      }),
    })
    if (events.length === 0) break
    facts += answer ?? 0
    effects.push(...events)
  }
  if (brain.state.progress.pending.length === 0) learners.delete(brain)
  return { facts, effects } satisfies Learned
})

/**
 * The whole backlog, for what goes into a commit with its effects. A fact that teaches and has no effect was not written by a decider: waiting
 * for it would never end.
 */
export const workBacklogOff = Effect.fnUntraced(function* (brain: OpenBrain) {
  yield* workBacklog(brain)
  const [fact] = brain.state.progress.pending
  if (fact === undefined) return
  const { position } = fact
  return yield* new IntegrityBroken({ brain: brain.key, position, problem: 'nothing follows from this fact, which teaches' })
})

/** A fold of its own that trails the log: facts up to the one in hand, and the effects of all before it. */
interface Trail {
  readonly fold: BrainFold
  readonly state: BrainState
  facts: Position
  /** Effects up to this position of the log are in. */
  effects: Position
  /** What was decided here for a fact; the log's own copy is skipped when it is met. */
  readonly decided: Map<Position, ReadonlyArray<NewEvent>>
}

/** From the snapshot before the first fact in hand: what came after it, facts and the effects of whatever fact, is folded onto it. */
const beginTrail = Effect.fnUntraced(function* (brain: OpenBrain, first: Position) {
  const { fold } = yield* restoreFold(brain.key, first - 1)
  return { fold, state: brainState(fold), facts: fold.position, effects: fold.position, decided: new Map() } satisfies Trail
})

type DecideFact = (
  position: Position,
) => Effect.Effect<ReadonlyArray<NewEvent>, StoreUnavailable | IntegrityBroken | NewerLog, EventStore | SnapshotStore>

/** Decides one fact after another; asked again for the same fact it answers the same. */
const trailingLearner = (brain: OpenBrain): DecideFact => {
  let trail: Trail | undefined
  return Effect.fnUntraced(function* (position) {
    const known = trail?.decided.get(position)
    if (known !== undefined) return known
    const { progress } = brain.state
    // Alone and last: what the log says now is exactly what the fact was decided on.
    if (trail === undefined && progress.pending.length === 1 && position === brain.state.position) {
      return yield* decideOn(brain, brain.state, position)
    }
    trail ??= yield* beginTrail(brain, position)
    yield* advance(brain, trail, position)
    const effects = yield* decideOn(brain, trail.state, position)
    trail.decided.set(position, effects)
    for (const effect of effects) foldEvent(trail.fold, placed(effect, position, { at: trail.state.at, actor: systemActor }))
    return effects
  })
}

const decideOn = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, position: Position) {
  const profile = yield* profileOf(state, brain.key)
  const facts: Array<BrainEvent> = []
  yield* forEachEvent(brain, position, position, (fact) => facts.push(fact))
  const effects: Array<NewEvent> = []
  for (const fact of facts) {
    const skipped = yield* skippedByTurn(brain, state, fact, profile)
    effects.push(...decideStep({ _tag: 'Learn', fact, skipped }, state, profile).events)
  }
  return effects as ReadonlyArray<NewEvent>
})

/** Brings the trail to the state that the fact at `to` is decided on. Facts behind it stay out; effects of earlier facts come in, wherever they stand. */
const advance = Effect.fnUntraced(function* (brain: OpenBrain, trail: Trail, to: Position) {
  const head = brain.state.position
  const isMine = (event: BrainEvent) => event.cause !== undefined && trail.decided.has(event.cause)
  yield* forEachEvent(brain, trail.facts + 1, to, (event) => {
    const fact = natureOf(event.type) === 'fact'
    if (fact || (event.position > trail.effects && !isMine(event))) foldEvent(trail.fold, event)
  })
  yield* forEachEvent(brain, Math.max(to, trail.effects) + 1, head, (event) => {
    if (natureOf(event.type) === 'effect' && !isMine(event)) foldEvent(trail.fold, event)
  })
  trail.facts = to
  trail.effects = head
})
