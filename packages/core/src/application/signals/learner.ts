/**
 * Works off the facts that teach, one at a time and in log order, and appends their effects.
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
import { type DecideFact, type OpenBrain, transact } from '../brain/brain.ts'
import { contentDrafts } from '../brain/content-drafts.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { restoreFold } from '../brain/snapshots.ts'
import { IntegrityBroken } from '../request-errors.ts'
import { skippedByTurn } from './turn-lookup.ts'

/** At most so many facts are decided for one commit, so that a long backlog is worked off in pieces. */
const factsPerCommit = 64

export interface Learned {
  readonly facts: number
  readonly effects: ReadonlyArray<BrainEvent>
}

/** After a failure in the middle of a fact the state of the learner is unknown, so the next call begins with a new one. */
export const workBacklog = (brain: OpenBrain, most = Number.POSITIVE_INFINITY) =>
  Effect.onError(workSome(brain, most), () =>
    Effect.sync(() => {
      brain.learner = undefined
    }),
  )

/** Works off the backlog, or `most` facts of it. Effects can be derived again, so their commit need not survive a power loss. */
const workSome = Effect.fnUntraced(function* (brain: OpenBrain, most: number) {
  const drafts = yield* contentDrafts
  brain.learner ??= trailingLearner(brain)
  const { learner } = brain
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
  if (brain.state.progress.pending.length === 0) brain.learner = undefined
  return { facts, effects } satisfies Learned
})

/**
 * Works off the whole backlog, for a command whose effects stand in its own commit. Fails for a fact that teaches and gets no effect: no
 * decider wrote it, and waiting for its effects would never end.
 */
export const workBacklogOff = Effect.fnUntraced(function* (brain: OpenBrain) {
  yield* workBacklog(brain)
  const [fact] = brain.state.progress.pending
  if (fact === undefined) return
  const { position } = fact
  return yield* new IntegrityBroken({ brain: brain.key, position, problem: 'nothing follows from this fact, which teaches' })
})

/** A separate fold behind the end of the log: the facts up to the current one, and the effects of all facts before it. */
interface Trail {
  readonly fold: BrainFold
  readonly state: BrainState
  facts: Position
  /** Effects up to this position of the log are folded. */
  effects: Position
  /** Effects that were decided here, by the position of their fact. The copies in the log are skipped. */
  readonly decided: Map<Position, ReadonlyArray<NewEvent>>
}

/** Begins with the snapshot before the first pending fact. */
const beginTrail = Effect.fnUntraced(function* (brain: OpenBrain, first: Position) {
  const { fold } = yield* restoreFold(brain.key, first - 1)
  return { fold, state: brainState(fold), facts: fold.position, effects: fold.position, decided: new Map() } satisfies Trail
})

/** Decides one fact after another. Idempotent: the same fact gets the same effects again. */
const trailingLearner = (brain: OpenBrain): DecideFact => {
  let trail: Trail | undefined
  return Effect.fnUntraced(function* (position) {
    const known = trail?.decided.get(position)
    if (known !== undefined) return known
    const { progress } = brain.state
    // The only pending fact is the last event, so the newest state is the state right after it.
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

/** Brings the trail to the state right after the fact at `to`: later facts stay out, effects of earlier facts come in wherever they stand. */
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
