/**
 * Works off the facts that teach, one at a time and in log order, and appends their effects.
 *
 * An effect depends on the facts up to its cause and the effects before it, never on when the learner runs, how the backlog was cut, or how
 * many learners there are: facts later than the one in hand are not in the state it is decided on.
 */

import * as Effect from 'effect/Effect'
import { decideStep } from '../../domain/decide.ts'
import { type Move, strengthMoves, utilityMoves } from '../../domain/edge-rules.ts'
import { type BrainEvent, type NewEvent, natureOf } from '../../domain/events/brain-event.ts'
import { placed } from '../../domain/events/codec/event-codec.ts'
import { type EdgeNumber, type NodeNumber, type Position, printedFeedback, printedTurn, systemActor } from '../../domain/identity.ts'
import { asksSkipped, type SkippedEdges } from '../../domain/learning/credit.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { type BrainFold, type BrainState, brainState, foldEvent } from '../../domain/projections/brain-fold.ts'
import { units } from '../../domain/strength.ts'
import type { EdgeChange, FeedbackAnswer, LearnAnswer, UtilityChange } from '../answers.ts'
import { type DecideFact, type OpenBrain, transact } from '../brain/brain.ts'
import { commitAt, forEachEvent } from '../brain/commit-row.ts'
import { contentDrafts } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { restoreFold } from '../brain/snapshots.ts'
import { nodeNames, printedEdge } from '../naming/names.ts'
import type { RecordedCommand } from '../ports/event-store.ts'
import { IntegrityBroken, NotFound } from '../request-errors.ts'
import type { LearnRequest } from '../requests.ts'

export interface Done<Answer> {
  /** Undefined if the request was answered before with its key, or there was nothing to decide. */
  readonly answer: Answer | undefined
  /** The appended events; those of a rehearsal as they would be. */
  readonly events: ReadonlyArray<BrainEvent>
  readonly recorded: RecordedCommand | undefined
}

/** Most facts that are decided for one commit, so that a long backlog is processed in parts. */
const factsPerCommit = 64

/** Works off the backlog, or `most` facts of it. After a failure the state of the learner is unknown, so the next call begins anew. */
export const workBacklog = (brain: OpenBrain, most = Number.POSITIVE_INFINITY) =>
  Effect.onError(workSome(brain, most), () =>
    Effect.sync(() => {
      brain.learner = undefined
    }),
  )

/** Effects can be derived again, so their commit need not survive a power loss. */
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
  return { facts, effects }
})

/** Works off the whole backlog. Fails for a fact that teaches and gets no effect: waiting for its effects would never end. */
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

const beginTrail = Effect.fnUntraced(function* (brain: OpenBrain, first: Position) {
  const { fold } = yield* restoreFold(brain.key, first - 1)
  return { fold, state: brainState(fold), facts: fold.position, effects: fold.position, decided: new Map() } satisfies Trail
})

/** Makes a learner that decides one fact after another. It is idempotent: the same fact gets the same effects again. */
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

/** Brings the trail to the state right after the fact at `to`, without later facts, with the effects of earlier ones wherever they are. */
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

/** Position of a command's last event, appended now or recorded before; 0 where it has none. */
export const lastPosition = ({ events, recorded }: Omit<Done<unknown>, 'answer'>): Position =>
  recorded === undefined ? (events.at(-1)?.position ?? 0) : recorded.first + recorded.count - 1

/** Returns the fact at a position with its effects; `position` is that of the last effect. */
export const factEffects = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  let fact: BrainEvent | undefined
  const effects: Array<BrainEvent> = []
  yield* forEachEvent(brain, at, brain.state.position, (event) => {
    if (event.position === at) fact = event
    if (event.cause === at) effects.push(event)
  })
  return { fact, effects, position: effects.at(-1)?.position ?? at }
})

export const edgeChanges = (brain: OpenBrain, effects: ReadonlyArray<BrainEvent>) => describeEdges(brain, effects.flatMap(strengthMoves))

export const utilityChanges = (brain: OpenBrain, effects: ReadonlyArray<BrainEvent>) =>
  describeUtilities(brain, effects.flatMap(utilityMoves))

export const describeEdges = Effect.fnUntraced(function* (brain: OpenBrain, moves: ReadonlyArray<Move<EdgeNumber>>) {
  const { graph } = brain.state
  const nodes = moves.flatMap(({ number: edge }) => [graph.sourceOf(edge), graph.targetOf(edge)])
  const names = yield* nodeNames(brain, graph, nodes, 'names')
  return moves.map(
    ({ from, number: edge, to }): EdgeChange => ({
      edge: printedEdge(edge),
      source: names.id(graph.sourceOf(edge)),
      target: names.id(graph.targetOf(edge)),
      kind: graph.kindOf(edge) ?? 'learned',
      from: units(from),
      to: units(to),
    }),
  )
})

export const describeUtilities = Effect.fnUntraced(function* (brain: OpenBrain, moves: ReadonlyArray<Move<NodeNumber>>) {
  const nodes = moves.map(({ number }) => number)
  const names = yield* nodeNames(brain, brain.state.graph, nodes, 'names')
  return moves.map(({ from, number, to }): UtilityChange => ({ node: names.id(number), from: units(from), to: units(to) }))
})

/** Answers a feedback from the log. `at`: the position of a verdict on one turn or on several, whichever was recorded. */
export const feedbackAnswer = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  const { effects, fact, position } = yield* factEffects(brain, at)
  if (fact?.type !== 'FeedbackGiven' && fact?.type !== 'OutcomeGiven') {
    return yield* new NotFound({ what: 'feedback', name: `at position ${at}`, hint: 'the log holds none there' })
  }
  const [attributed] = effects.flatMap((event) => (event.type === 'FeedbackAttributed' ? [event.data] : []))
  const { reason, shares = [], turns = [] } = attributed ?? {}
  const shared = turns.flatMap((turn, i) => (shares[i] ? [{ turn: printedTurn(turn), share: units(shares[i]) }] : []))
  const answer: FeedbackAnswer = {
    brain: brain.key,
    feedback: printedFeedback(fact.data.feedback),
    turn: fact.turn === undefined ? null : printedTurn(fact.turn),
    ...(fact.type === 'OutcomeGiven' ? { shares: shared } : {}),
    verdict: fact.data.verdict,
    applied: fact.type === 'FeedbackGiven' ? fact.data.applied : fact.data.verdict,
    adjustments: yield* edgeChanges(brain, effects),
    utility: yield* utilityChanges(brain, effects),
    ...(reason === undefined ? {} : { refused: reason }),
    position,
  }
  return answer
})

export const learn = Effect.fnUntraced(function* (brain: OpenBrain, { most }: LearnRequest) {
  const { effects, facts } = yield* workBacklog(brain, most)
  return {
    brain: brain.key,
    facts,
    adjustments: yield* edgeChanges(brain, effects),
    utility: yield* utilityChanges(brain, effects),
    position: brain.state.position,
    backlog: brain.state.progress.pending.length,
  } satisfies LearnAnswer
})

const none: SkippedEdges = []

/** Returns the edges that a turn skipped; none if the settings do not ask for them, or the turn is not kept: no effect depends on them then. */
export const skippedByTurn = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  fact: Pick<BrainEvent, 'turn' | 'type'>,
  profile: Profile,
) {
  const turn = fact.turn === undefined ? undefined : state.turn(fact.turn)
  if (turn === undefined || !asksSkipped(fact, profile)) return none
  const events = yield* commitAt(brain, turn.position)
  return events.flatMap((event) => (event.type === 'EdgeSkipped' && event.turn === turn.turn ? [event.data] : [])) satisfies SkippedEdges
})
