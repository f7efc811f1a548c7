/** What an open brain keeps beside its fold, each told from the log and the store: whoever folds events in says so here. */
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { CandidateRows } from '../../domain/recall/candidate-rows.ts'
import type { KeptVectors } from '../vectors/kept-vectors.ts'
import type { KeptWords } from './kept-words.ts'

export interface Derived {
  readonly state: BrainState
  readonly words: KeptWords
  readonly rows: CandidateRows
  /** Absent where this process has no embedder. */
  vectors: KeptVectors | undefined
}

export const heedEvents = ({ rows, state, vectors }: Derived, events: ReadonlyArray<BrainEvent>): void => {
  rows.heed(state.graph, events)
  vectors?.heedEvents(events)
}

/** A commit that was read and folded: what it changed is not known. */
export const heedCommit = ({ rows, vectors }: Derived): void => {
  rows.clear()
  vectors?.heedOthers()
}

/** What was erased is not kept in any form. */
export const heedErasures = ({ state, vectors, words }: Derived): void => {
  const erased = state.erased.size
  words.heed(erased)
  vectors?.heed(erased)
}
