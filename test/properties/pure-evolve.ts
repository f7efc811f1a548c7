/** Tells whether a reducer leaves its state and its event unchanged. */
import type { BrainEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { type BrainFold, cloneFold } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { foldSnapshot } from './fold-snapshot.ts'
import { sealed } from './sealed.ts'

export type Evolve = (fold: BrainFold, event: BrainEvent) => BrainFold

/** Empty for a pure one. */
export const mutationsBy = (evolve: Evolve, fold: BrainFold, event: BrainEvent): ReadonlyArray<string> => {
  const before = foldSnapshot(fold)
  const { changes, value } = sealed({ fold: cloneFold(fold), event: structuredClone(event) })
  try {
    evolve(value.fold, value.event)
  } catch (error) {
    return [String(error)]
  }
  return [...changes(), ...(foldSnapshot(value.fold) === before ? [] : ['the state it was given says something else now'])]
}
