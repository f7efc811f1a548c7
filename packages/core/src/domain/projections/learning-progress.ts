/** How far the learner is: which facts wait for their effects. Read back from the log, so a crash or a second learner cannot make it lie. */
import { type BrainEvent, natureOf, teaches } from '../events/brain-event.ts'
import type { Position, TurnNumber } from '../identity.ts'

/** A fact that teaches and waits for its effects. */
export interface PendingFact {
  readonly position: Position
  /** The newest turn before it. */
  readonly turn: TurnNumber
}

export interface LearningProgress {
  /** The newest fact whose effects are in the log: the highest cause of any effect. 0 before the first. */
  through: Position
  /** The newest turn before that fact; 0 if it does not teach. */
  turn: TurnNumber
  /** Newer than `through`, in log order. */
  pending: Array<PendingFact>
}

export const noProgress = (): LearningProgress => ({ through: 0, turn: 0, pending: [] })
export const cloneProgress = (progress: LearningProgress): LearningProgress => ({ ...progress, pending: progress.pending.slice() })

/** Folds one event into `progress`, which the caller owns. `lastTurn` is the newest turn before it. */
export const foldProgress = (progress: LearningProgress, event: BrainEvent, lastTurn: TurnNumber): void => {
  if (teaches(event.type)) {
    progress.pending.push({ position: event.position, turn: lastTurn })
    return
  }
  if (natureOf(event.type) === 'effect') foldEffect(progress, event.cause)
}

/** The same as folding any effect of this cause. */
export const foldEffect = (progress: LearningProgress, cause: Position | undefined): void => {
  if (cause === undefined || cause <= progress.through) return
  progress.turn = progress.pending.find(({ position }) => position === cause)?.turn ?? 0
  progress.through = cause
  progress.pending = progress.pending.filter(({ position }) => position > cause)
}

/** The newest turn before the fact that an effect follows from, which is folded into `progress` already; 0 if it teaches nothing. */
export const turnOfFact = ({ through, turn }: LearningProgress, cause: Position | undefined): TurnNumber => (cause === through ? turn : 0)
