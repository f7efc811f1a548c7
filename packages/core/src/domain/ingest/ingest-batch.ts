/** Adds a `BatchStored` mark to a commit of an ingest run while links of the run may be missing. */
import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { BrainState } from '../projections/brain-fold.ts'

export interface BatchCommit {
  /** Events of the commit in the order in which they were decided: documents, then links, then mentions. */
  readonly changes: ReadonlyArray<NewEvent>
  /** Number of this commit in its run, from 1. `batches` is the number of commits that the run has so far. */
  readonly batch: number
  readonly batches: number
  /**
   * `nothing`: no mentions are left to join. `later`: one more commit joins them. `these`: this commit joins mentions that earlier ones
   * left.
   */
  readonly joining: 'nothing' | 'later' | 'these'
  /** True: links that an earlier run left unjoined stay for that run. */
  readonly leavesOthers: boolean
}

/**
 * Returns the changes with their mark. A mark tells a reader of the log that links may be missing. With `joining: 'nothing'`, the last
 * commit is marked only if an earlier commit was marked and this run joins its links; any other commit is marked if it has changes.
 */
export const decideBatch = ({ batch, batches, changes, joining, leavesOthers }: BatchCommit, { sources }: BrainState): Decision<void> => {
  const mark = (data: { readonly batch: number; readonly batches: number }) =>
    Result.succeed({ events: [...changes, { type: 'BatchStored', data } as const], answer: undefined })
  if (joining === 'these') return mark({ batch, batches })
  if (joining === 'later') return mark({ batch, batches: batches + 1 })
  const isMarked = batch === batches ? sources.unjoined && !leavesOthers : changes.length > 0
  return isMarked ? mark({ batch, batches }) : Result.succeed({ events: changes, answer: undefined })
}
