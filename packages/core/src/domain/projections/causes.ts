/** Folds the causes that a model named: which passages it was asked about with the text that they have, and which edges it made. */
import type { BrainEvent } from '../events/brain-event.ts'
import { ignore } from '../events/brain-event.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import { isFree } from './routing.ts'

export interface CauseRecords {
  /** Passages that a model was asked about, answered or not. A passage that got another text since is not among them. */
  readonly asked: Set<NodeNumber>
  /** Edges that were linked because a model named a cause, pruned or not. */
  readonly made: Set<EdgeNumber>
}

export const noCauses = (): CauseRecords => ({ asked: new Set(), made: new Set() })

export const cloneCauses = ({ asked, made }: CauseRecords): CauseRecords => ({ asked: new Set(asked), made: new Set(made) })

/** Folds one event into `records`, which the caller owns. */
export const foldCauses = ({ asked, made }: CauseRecords, event: BrainEvent): void => {
  switch (event.type) {
    case 'CausesRequested':
      for (const node of event.data.passages) asked.add(node)
      return
    case 'CausesNamed':
      // No server took the question, so nothing was asked.
      if (isFree(event.data.fallback)) for (const node of event.data.passages) asked.delete(node)
      return
    case 'NodeRevised':
      if (event.data.text !== undefined) asked.delete(event.data.node)
      return
    case 'EdgeLinked':
      if (event.data.reason === 'model') made.add(event.data.edge)
      return
    default:
      ignore<'causes'>(event.type)
  }
}
