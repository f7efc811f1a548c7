/** Compares the effect of one decay on each edge with the event that ordered it. */
import type { BrainEventOf } from '../../packages/core/src/domain/events/brain-event.ts'
import type { BrainFold } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { foldValue } from './fold-snapshot.ts'

/** Empty when only the named kinds moved, towards zero, without changing sign. */
export const decayComplaints = (before: BrainFold, event: BrainEventOf<'StrengthsDecayed'>, after: BrainFold): ReadonlyArray<string> => {
  const then = new Map(foldValue(before).graph.edges.map((edge) => [edge.edge, edge]))
  return foldValue(after).graph.edges.flatMap(({ edge, kind, strength }) => {
    const was = then.get(edge)
    if (was === undefined) return [`edge ${edge} was born by a decay`]
    if (strength === was.strength) return []
    if (!event.data.kinds.includes(kind)) return [`the ${kind} edge ${edge} moved, and that kind was not named`]
    if (!was.linked || (event.data.spares === 'spoken' ? was.lastRenewed : was.lastUsed) >= event.data.cutoff)
      return [`edge ${edge} moved, though it is pruned or was used since turn ${event.data.cutoff}`]
    if (Math.abs(strength) > Math.abs(was.strength) || strength * was.strength < 0)
      return [`edge ${edge} went from ${was.strength} to ${strength}`]
    return []
  })
}
