/** Folds the causes that a model named: which passages it was asked about with the text that they have, and which edges it made. */
import type { BrainEvent } from '../events/brain-event.ts'
import { ignore } from '../events/brain-event.ts'
import { isUntaken } from '../events/model-events.ts'
import type { CallNumber, EdgeNumber, NodeNumber } from '../identity.ts'

export interface CauseRecords {
  /** Passages that a model was asked about, answered or not, each with its call. A passage that got another text since is not among them. */
  readonly asked: Map<NodeNumber, CallNumber>
  /** Edges that were linked because a model named a cause, pruned or not. */
  readonly made: Set<EdgeNumber>
}

export const noCauses = (): CauseRecords => ({ asked: new Map(), made: new Set() })

export const cloneCauses = ({ asked, made }: CauseRecords): CauseRecords => ({ asked: new Map(asked), made: new Set(made) })

/** Folds one event into `records`, which the caller owns. */
export const foldCauses = ({ asked, made }: CauseRecords, event: BrainEvent): void => {
  switch (event.type) {
    case 'ModelAsked':
      if (event.data.task === 'causes') for (const node of event.data.offered) asked.set(node, event.data.call)
      return
    case 'ModelAnswered':
      // No server took the question, so nothing was asked.
      if (isUntaken(event.data.fallback)) for (const [node, call] of asked) if (call === event.data.call) asked.delete(node)
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
