/** Folds the progress of the learner: the facts that wait for their effects. Derived from the log, so it stays correct after a crash. */
import { type BrainEvent, natureOf, teaches } from '../events/brain-event.ts'
import type { Position, TurnNumber } from '../identity.ts'

/** A fact that teaches and waits for its effects. */
export interface PendingFact {
  readonly position: Position
  /** The newest turn before the fact. */
  readonly turn: TurnNumber
}

export interface LearningProgress {
  /** The newest fact whose effects are in the log: the highest cause of any effect. 0 before the first. */
  through: Position
  /** The newest turn before that fact; 0 if it does not teach. */
  turn: TurnNumber
  /** Facts newer than `through`, in log order. */
  pending: Array<PendingFact>
}

export const noProgress = (): LearningProgress => ({ through: 0, turn: 0, pending: [] })
export const cloneProgress = (progress: LearningProgress): LearningProgress => ({ ...progress, pending: progress.pending.slice() })

/** Folds one event into `progress`, which the caller owns. `lastTurn` is the newest turn before the event. */
export const foldProgress = (progress: LearningProgress, event: BrainEvent, lastTurn: TurnNumber): void => {
  if (teaches(event.type)) {
    progress.pending.push({ position: event.position, turn: lastTurn })
    return
  }
  if (natureOf(event.type) === 'effect') foldEffect(progress, event.cause)
}

/** Does the same as folding an effect with this cause. */
export const foldEffect = (progress: LearningProgress, cause: Position | undefined): void => {
  if (cause === undefined || cause <= progress.through) return
  progress.turn = progress.pending.find(({ position }) => position === cause)?.turn ?? 0
  progress.through = cause
  progress.pending = progress.pending.filter(({ position }) => position > cause)
}

/** Returns the newest turn before the fact that caused an effect; 0 if the fact does not teach. The effect is already folded into `progress`. */
export const turnOfFact = ({ through, turn }: LearningProgress, cause: Position | undefined): TurnNumber => (cause === through ? turn : 0)
