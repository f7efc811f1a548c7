/** Looks up what the walks of recorded turns need to be done again: the question, and what the indexes gave for it at that position. */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { placed } from '../../domain/events/codec/event-codec.ts'
import type { TurnNumber } from '../../domain/identity.ts'
import type { SkippedEdges } from '../../domain/learning/credit.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { type BrainState, brainState, emptyFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import type { DerivationTrace } from '../../domain/undo/derivation.ts'
import { type BranchCommit, branchWriter, type Fork } from '../../domain/undo/fork.ts'
import { rewalked, seedsIn, type WalkedAgain } from '../../domain/undo/rewalk.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/contents.ts'
import { gatherEvidence } from '../recall/evidence.ts'
import { continuedQuestions } from '../recall/hints.ts'
import type { IntegrityBroken } from '../request-errors.ts'

export interface RewalkCounts {
  /** Turns that were walked again; of these, those with another walk; and turns whose question, or one that it goes on with, was erased, which stay as walked. */
  readonly turns: number
  readonly changed: number
  readonly erased: number
}

export interface Rewalker extends WalkedAgain {
  /** Returns the events of a commit with the walk that is done again. `inForce` are the settings when it was recorded. */
  readonly again: (
    events: ReadonlyArray<BrainEvent>,
    inForce: Effect.Effect<Profile, IntegrityBroken>,
  ) => Effect.Effect<ReadonlyArray<BrainEvent>, Effect.Error<ReturnType<typeof walkAgain>>, Effect.Services<ReturnType<typeof walkAgain>>>
  /** The edges that the new walk of a turn skipped; undefined for a turn that stays as walked. */
  readonly skipped: (turn: TurnNumber) => SkippedEdges | undefined
  readonly counts: RewalkCounts
  /** Is told of the derivation whose turns are walked again. */
  readonly trace: DerivationTrace
}

interface RewalkPlan extends Fork {
  /** Gets each commit of the log that follows. */
  readonly keep: (commit: BranchCommit) => void
}

/**
 * Opens the walks of a brain. Without settings each turn is walked by those of its time.
 *
 * A walk knows what was learned when its turn was recorded: verdicts that waited for the learner then had moved nothing yet. So walks are done on
 * the fold of the log that a branch would have, where effects are in the places of the recorded ones.
 */
export const openRewalk = (brain: OpenBrain, { keep, ...fork }: RewalkPlan): Rewalker => {
  const known = emptyFold()
  const state = brainState(known)
  const trace = branchWriter(fork, (one) => {
    keep(one)
    for (const [i, event] of one.events.entries()) foldEvent(known, placed(event, one.first + i, one.commit))
  })
  const turns = new Set<TurnNumber>()
  const skipped = new Map<TurnNumber, SkippedEdges>()
  const counts = { turns: 0, changed: 0, erased: 0 }
  return {
    turns,
    edges: brain.state.graph.edges,
    counts,
    trace,
    skipped: (turn) => skipped.get(turn),
    again: Effect.fnUntraced(function* (events, inForce) {
      const walked = yield* walkAgain(brain, events, { state, inForce, profile: fork.settings?.profile })
      if (walked === undefined) return events
      if (walked === 'erased') {
        counts.erased++
        return events
      }
      counts.turns++
      if (!walked.isSame) {
        counts.changed++
        turns.add(walked.turn)
        skipped.set(walked.turn, walked.skipped)
        // Nothing is learned from a turn that the state no longer keeps.
        for (const turn of skipped.keys()) if (turn !== walked.turn && state.turn(turn) === undefined) skipped.delete(turn)
      }
      return walked.events
    }),
  }
}

interface WalkOn {
  readonly state: BrainState
  readonly inForce: Effect.Effect<Profile, IntegrityBroken>
  readonly profile: Profile | undefined
}

const walkAgain = Effect.fnUntraced(function* (brain: OpenBrain, events: ReadonlyArray<BrainEvent>, { state, profile, ...on }: WalkOn) {
  const recorded = seedsIn(events)
  const [first] = events
  if (recorded === undefined || first === undefined) return undefined
  const ref = recorded.started.data.question
  const question = (yield* keptBodies(brain, [ref])).get(ref)
  const before = yield* continuedQuestions(brain, state, recorded.started.data.continues)
  if (question === undefined || before === undefined) return 'erased' as const
  const inForce = yield* on.inForce
  const evidence = yield* gatherEvidence(brain, state.graph, inForce, question, first.position - 1, {
    recorded: recorded.cues,
    today: recorded.started.data.day,
    before,
  })
  yield* Effect.yieldNow
  return {
    turn: recorded.turn,
    ...rewalked(events, { recorded, evidence, graph: state.graph, profile: profile ?? inForce, inForce }),
  }
})
