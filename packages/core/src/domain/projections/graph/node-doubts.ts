/** Folds the doubts about nodes, and what supersedes them. */

import type { BrainEventOf, EventData } from '../../events/brain-event.ts'
import type { Doubt, Supersession } from '../../graph.ts'
import type { NodeNumber } from '../../identity.ts'
import { type GraphColumns, hasNode } from './graph-columns.ts'

/** Maximum doubts of one memory. The newest are kept. */
const doubtsKept = 3

export const doubt = (columns: GraphColumns, { node, saidAt: at, ...data }: BrainEventOf<'NodeDoubted'>['data']): void => {
  if (!hasNode(columns, node)) return
  const others = (columns.doubts.get(node) ?? []).filter(({ feedback }) => feedback !== data.feedback)
  columns.doubts.set(node, [...others, { ...data, at }].slice(-doubtsKept))
}

export const liftDoubt = (columns: GraphColumns, { feedback, node }: EventData<'DoubtLifted'>): void =>
  liftDoubts(columns, node, (one) => one.feedback === feedback)

export const liftDoubts = ({ doubts }: GraphColumns, node: NodeNumber, isLifted: (doubt: Doubt) => boolean): void => {
  const known = doubts.get(node) ?? []
  const left = known.filter((one) => !isLifted(one))
  if (left.length === 0) doubts.delete(node)
  else if (left.length < known.length) doubts.set(node, left)
}

/** Maximum supersessions of one memory. The newest are kept. */
const supersessionsKept = 24

export const supersede = (columns: GraphColumns, { node, ...data }: BrainEventOf<'NodeSuperseded'>['data']): void => {
  if (!hasNode(columns, node) || !hasNode(columns, data.by) || data.by === node) return
  const others = (columns.supersessions.get(node) ?? []).filter(({ by }) => by !== data.by)
  columns.supersessions.set(node, [...others, data].slice(-supersessionsKept))
}

export const keepSupersessions = ({ supersessions }: GraphColumns, node: NodeNumber, stays: (one: Supersession) => boolean): void => {
  const left = (supersessions.get(node) ?? []).filter(stays)
  if (left.length === 0) supersessions.delete(node)
  else supersessions.set(node, left)
}

/** An explicit word of the owner for a memory ends its doubts. */
export const confirm = ({ doubts }: GraphColumns, { data, origin }: BrainEventOf<'FeedbackGiven'>): void => {
  if (doubts.size === 0 || data.tier !== 'conscious' || origin !== 'owner') return
  for (const node of [...(data.applied === 'used' ? data.nodes : []), ...(data.instead ?? [])]) doubts.delete(node)
}
