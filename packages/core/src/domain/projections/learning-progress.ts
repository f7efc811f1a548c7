/** How far the learner is: which facts wait for their effects. Read back from the log, so a crash or a second learner cannot make it lie. */
import { type BrainEvent, natureOf, teaches } from '../events/brain-event.ts'
import type { Position } from '../identity.ts'

export interface LearningProgress {
  /** The newest fact whose effects are in the log: the highest cause of any effect. 0 before the first. */
  through: Position
  /** Facts that teach, newer than `through`, in log order. */
  pending: Array<Position>
}

export const noProgress = (): LearningProgress => ({ through: 0, pending: [] })
export const cloneProgress = (progress: LearningProgress): LearningProgress => ({ ...progress, pending: progress.pending.slice() })

/** Folds one event into `progress`, which the caller owns. */
export const foldProgress = (progress: LearningProgress, event: BrainEvent): void => {
  if (teaches(event.type)) {
    progress.pending.push(event.position)
    return
  }
  if (natureOf(event.type) === 'effect') foldEffect(progress, event.cause)
}

/** The same as folding any effect of this cause. */
export const foldEffect = (progress: LearningProgress, cause: Position | undefined): void => {
  if (cause === undefined || cause <= progress.through) return
  progress.through = cause
  progress.pending = progress.pending.filter((position) => position > cause)
}
