/** The mark of a place in the log: what a fold must know there to tell the time of a use. */
import type { BrainEvent } from '../events/brain-event.ts'
import { ignore, natureOf } from '../events/brain-event.ts'
import type { Position, TurnNumber } from '../identity.ts'

/** The newest turn and the highest cause of any effect before an event, 0 for none. A fold needs both for the time of a use. */
export interface LogMark {
  readonly turn: TurnNumber
  readonly cause: Position
}

export const noMark: LogMark = { turn: 0, cause: 0 }

/** Returns the mark after an event. Does the same as the folds of the turns and of the progress. */
export const markAfter = (mark: LogMark, event: BrainEvent): LogMark => {
  const cause = natureOf(event.type) === 'effect' ? Math.max(mark.cause, event.cause ?? 0) : mark.cause
  const turn = Math.max(mark.turn, turnBegun(event))
  return turn === mark.turn && cause === mark.cause ? mark : { turn, cause }
}

const turnBegun = (event: BrainEvent): TurnNumber => {
  switch (event.type) {
    case 'TurnStarted':
    case 'ModelAsked':
    case 'RecallSkipped':
      return event.turn ?? 0
    case 'NodeAdded':
    case 'EdgeFollowed':
      return 0
    default:
      ignore<'segments'>(event.type)
      return 0
  }
}
