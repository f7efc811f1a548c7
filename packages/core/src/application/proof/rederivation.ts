/** Derives every effect again from the facts before it, under the settings of its time, and compares it with the recorded one. */
import * as Effect from 'effect/Effect'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { type BrainEvent, type BrainEventOf, type EventType, type NewEvent, natureOf, teaches } from '../../domain/events/brain-event.ts'
import type { GraphView } from '../../domain/graph.ts'
import type { Position } from '../../domain/identity.ts'
import { learn } from '../../domain/learning/learning.ts'
import { type BrainFold, type BrainState, brainState, emptyFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import { copyOf } from '../../domain/projections/copy-of.ts'
import { emptyColumns, graphView } from '../../domain/projections/graph/graph-columns.ts'
import { signalsOut, standingRequests } from '../../domain/projections/standing.ts'
import { restatement } from '../../domain/undo/restatement.ts'
import { isStructure, restoration } from '../../domain/undo/rollback.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { forEachEvent, type RowFault } from '../brain/commit-row.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { skippedByTurn } from '../commands/learner.ts'
import { endBefore } from '../history/past-ranking.ts'
import { derive } from '../undo/derive.ts'
import { derivedThere } from '../undo/rollback.ts'

export interface Rederived {
  /** Effects that were derived again. */
  readonly derived: number
  /** Effects of requests from which nothing is derived here: they are taken as recorded. */
  readonly taken: number
  /** The first fact whose recorded effects do not follow from it, or the first effect that follows from no fact. */
  readonly differs: RowFault | undefined
}

/** Requests whose effects are taken as recorded. */
const underived: ReadonlySet<EventType> = new Set(['MaintenanceRequested'])

/**
 * Derives the effects of all facts, in log order, each right after its fact: effects are derived in this order whenever the learner runs.
 * So the state right after a fact is what had been learned through that fact. `read` is the log as far as it was read.
 */
export const rederive = Effect.fnUntraced(function* (brain: OpenBrain, read: ReadonlyArray<BrainEvent>) {
  const { effects, facts, learnedBy } = yield* factsAndEffects(brain, read)
  const fold = emptyFold()
  const state = brainState(fold)
  const pasts = keptPasts(facts, fold)
  // A maintenance run may move edges that a fact of the same run linked, so its effects are folded at their own positions.
  const late: Array<BrainEvent> = []
  const foldLate = (before: Position) => {
    for (let effect = late[0]; effect !== undefined && effect.position < before; effect = late[0]) {
      foldEvent(fold, effect)
      late.shift()
      if (late.length === 0) pasts.keepLearned(effect.cause ?? 0)
    }
  }
  // A branch says which ends of turns teach nothing.
  const silent = new Set(facts.flatMap((fact) => (fact.type === 'BrainForked' ? fact.data.silent : [])))
  let derived = 0
  let taken = 0
  for (const fact of facts) {
    const { position, type } = fact
    foldLate(position)
    pasts.keepStructures(position)
    foldEvent(fold, fact)
    const recorded = effects.get(position) ?? []
    effects.delete(position)
    if (underived.has(type)) taken += recorded.length
    else {
      const expected =
        type === 'RollbackRequested'
          ? yield* restored(brain, fact, { facts, fold, learnedBy, pasts })
          : fact.type === 'UnlearnRequested' || fact.type === 'UnlearnWithdrawn' || fact.type === 'BrainPromoted'
            ? yield* restated(brain, fact, state)
            : isAnswered(fact, brain) && !silent.has(position)
              ? yield* learnedFrom(brain, state, fact)
              : []
      if (expected === undefined || told(expected) !== told(recorded)) {
        const differs = { position, problem: `the effects of the fact at ${position} do not follow from it` }
        return { derived, taken, differs } satisfies Rederived
      }
      derived += recorded.length
    }
    if (type === 'MaintenanceRequested') late.push(...recorded)
    else for (const effect of recorded) foldEvent(fold, effect)
    pasts.keepLearned(position)
  }
  foldLate(Number.POSITIVE_INFINITY)
  const [[stray] = []] = effects.values()
  const differs = stray && { position: stray.position, problem: `the effect at ${stray.position} follows from no fact` }
  return { derived, taken, differs } satisfies Rederived
})

/**
 * True if the effects of a fact must be in the log. The end of a turn has its effects in its own commit or none; every other fact that
 * teaches has them once the learner has reached it.
 */
const isAnswered = ({ position, type }: BrainEvent, { state }: OpenBrain): boolean =>
  type === 'TurnCompleted' || (teaches(type) && position <= state.progress.through)

const learnedFrom = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, fact: BrainEvent) {
  const profile = yield* profileOf(state, brain.key)
  return learn(fact, state, profile, yield* skippedByTurn(brain, state, fact, profile))
})

/** Returns what had been learned by a position: the newest fact with an effect at or before it. */
type LearnedBy = (position: Position) => Position

const factsAndEffects = Effect.fnUntraced(function* (brain: OpenBrain, read: ReadonlyArray<BrainEvent>) {
  const facts: Array<BrainEvent> = []
  const effects = new Map<Position, Array<BrainEvent>>()
  const rises: Array<readonly [position: Position, through: Position]> = [[0, 0]]
  const sort = (event: BrainEvent) => {
    const { cause = 0, position, type } = event
    if (natureOf(type) === 'fact') return facts.push(event)
    if (cause > (rises.at(-1)?.[1] ?? 0)) rises.push([position, cause])
    const known = effects.get(cause)
    return known === undefined ? effects.set(cause, [event]) : known.push(event)
  }
  for (const event of read) sort(event)
  // The brain may have grown while the other checks ran.
  yield* forEachEvent(brain, (read.at(-1)?.position ?? 0) + 1, brain.state.position, sort)
  const learnedBy: LearnedBy = (at) => rises.findLast(([position]) => position <= at)?.[1] ?? 0
  return { facts, effects, learnedBy }
})

/** The derivation up to a fact: its fold holds the fact and no effect of it. */
interface DerivedUntil {
  readonly fold: BrainFold
  readonly facts: ReadonlyArray<BrainEvent>
  readonly learnedBy: LearnedBy
  readonly pasts: Pick<ReturnType<typeof keptPasts>, 'learned' | 'structures'>
}

/** Keeps the graphs that rollbacks go back to, while the facts are folded in order. */
const keptPasts = (facts: ReadonlyArray<BrainEvent>, fold: BrainFold) => {
  const rollbacks = facts.filter((fact) => fact.type === 'RollbackRequested')
  const targets = new Set(rollbacks.map(({ data }) => data.through))
  const ends = [...new Set(rollbacks.map(({ data }) => data.to))].sort((a, b) => a - b)
  const learned = new Map<Position, GraphView>([[0, graphView(emptyColumns())]])
  const structures = new Map<Position, GraphView>()
  return {
    /** By a fact: the strengths and utilities that had been learned through it. */
    learned,
    /** By a commit end: the nodes and edges there. Strengths may be newer, where the learner was behind at that end. */
    structures,
    keepLearned: (position: Position): void => {
      if (targets.has(position)) learned.set(position, graphView(copyOf(fold.columns)))
    },
    /** Keeps those of the ends before a position, whose fact is not folded yet. */
    keepStructures: (before: Position): void => {
      for (let [end] = ends; end !== undefined && end < before; [end] = ends) {
        structures.set(end, graphView(copyOf(fold.columns)))
        ends.shift()
      }
    },
  }
}

/**
 * Returns the values that a rollback restores; undefined if its request, or the cues, memories and edges that go or are back, differ from
 * what the log says. Those are facts, so they are compared here.
 */
const restored = Effect.fnUntraced(function* (brain: OpenBrain, fact: BrainEventOf<'RollbackRequested'>, until: DerivedUntil) {
  const { facts, fold, learnedBy, pasts } = until
  const { data, origin = 'untrusted', position } = fact
  const { through, to } = data
  const [then, structureThen] = [pasts.learned.get(through), pasts.structures.get(to)]
  if (to >= position || through !== learnedBy(to) || then === undefined || structureThen === undefined) return undefined
  const structure = [fact, ...facts.filter((one) => one.cause === position && isStructure(one))]
  const wanted = restoration(brainState(fold), { to, through, graph: structureThen }, position, origin).filter(isStructure)
  if (told(structure) !== told(wanted)) return undefined
  const derived = yield* derivedThere(brain, { fold, structure, end: yield* endBefore(brain, position) })
  const values =
    derived === undefined
      ? restoration(brainState(fold), { to, through, graph: then }, position, origin)
      : restatement(derived.now, derived.wanted, position)
  return values.filter(isEffect)
})

const isEffect = ({ type }: NewEvent): boolean => natureOf(type) === 'effect'

/** Returns what an unlearning, a promotion or a withdrawal restores: `state` holds the request already, and no effect of it. */
const restated = Effect.fnUntraced(function* (brain: OpenBrain, request: BrainEvent, state: BrainState) {
  const { position } = request
  const standing = standingRequests(state.unlearnings)
  const out = signalsOut(state.unlearnings, standing)
  const profile = request.type === 'BrainPromoted' && request.data.settings !== undefined ? yield* profileOf(state, brain.key) : undefined
  const derived = yield* derive(brain, { out, standing, profile, to: yield* endBefore(brain, position) })
  return restatement(state, derived, position).filter(isEffect)
})

const told = (effects: ReadonlyArray<NewEvent>): string =>
  canonicalJson(effects.map(({ cause, data, turn, type }) => ({ cause, data, turn, type })))
