/** Closes a commit of a run that reads documents, and marks it while links of the run may be missing. */
import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { BrainState } from '../projections/brain-fold.ts'

export interface BatchCommit {
  /** The events of the commit, as they were decided step by step: documents, then links, then mentions. */
  readonly changes: ReadonlyArray<NewEvent>
  /** Number of the commit in its run, from 1, and how many the run has so far. */
  readonly batch: number
  readonly batches: number
  /** `nothing` more to join; `later`: mentions that one more commit joins; `these`: the commit joins what earlier ones left. */
  readonly joining: 'nothing' | 'later' | 'these'
  /** Links that an earlier run did not come to are left to that run. */
  readonly leavesOthers: boolean
}

/**
 * Until the last commit of several, the mark tells a reader of the log that links may be missing. The last commit is marked where an earlier
 * one was.
 */
export const decideBatch = ({ batch, batches, changes, joining, leavesOthers }: BatchCommit, { registers }: BrainState): Decision<void> => {
  const mark = (data: { readonly batch: number; readonly batches: number }) =>
    Result.succeed({ events: [...changes, { type: 'BatchStored', data } as const], answer: undefined })
  if (joining === 'these') return mark({ batch, batches })
  if (joining === 'later') return mark({ batch, batches: batches + 1 })
  const isMarked = batch === batches ? registers.unjoined && !leavesOthers : changes.length > 0
  return isMarked ? mark({ batch, batches }) : Result.succeed({ events: changes, answer: undefined })
}
