/** Folds the causes that a model named: which passages it was asked about with the text that they have, and which edges it made. */
import type { BrainEvent } from '../events/brain-event.ts'
import { ignore } from '../events/brain-event.ts'
import { isUntaken, type ModelTaskName } from '../events/model-events.ts'
import type { CallNumber, EdgeNumber, NodeNumber } from '../identity.ts'

export interface CauseRecords {
  /** Passages that a model was asked about, answered or not. A passage that got another text since is not among them. */
  readonly asked: Set<NodeNumber>
  /** Edges that were linked because a model named a cause, pruned or not. */
  readonly made: Set<EdgeNumber>
  /** The new passages of calls whose end is not recorded. */
  readonly open: Map<CallNumber, ReadonlyArray<NodeNumber>>
}

export const noCauses = (): CauseRecords => ({ asked: new Set(), made: new Set(), open: new Map() })

export const cloneCauses = ({ asked, made, open }: CauseRecords): CauseRecords => ({
  asked: new Set(asked),
  made: new Set(made),
  open: new Map(open),
})

const task: ModelTaskName = 'causes'

/** Most calls without an end that are kept, as the ledger of calls keeps them. */
const openMost = 64

/** Folds one event into `records`, which the caller owns. */
export const foldCauses = ({ asked, made, open }: CauseRecords, event: BrainEvent): void => {
  switch (event.type) {
    case 'ModelAsked': {
      const { call, offered } = event.data
      if (event.data.task !== task) return
      for (const node of offered) asked.add(node)
      open.set(call, offered)
      const [oldest] = open.keys()
      if (open.size > openMost && oldest !== undefined) open.delete(oldest)
      return
    }
    case 'ModelAnswered': {
      const { call, fallback } = event.data
      // No server took the question, so nothing was asked.
      if (isUntaken(fallback)) for (const node of open.get(call) ?? []) asked.delete(node)
      open.delete(call)
      return
    }
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
