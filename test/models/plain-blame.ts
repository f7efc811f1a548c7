/** The plain way to trace strengths and utilities: every event of the log is folded into the whole state. */

import { changedEdges, utilityMoves } from '../../packages/core/src/domain/edge-rules.ts'
import { type BrainEvent, teaches } from '../../packages/core/src/domain/events/brain-event.ts'
import type { BlameReader, Step } from '../../packages/core/src/domain/history/blame.ts'
import type { EdgeNumber, NodeNumber, Position } from '../../packages/core/src/domain/identity.ts'
import { brainState, emptyFold, foldEvent } from '../../packages/core/src/domain/projections/brain-fold.ts'

/** Folds the log as every reader does. Knows the histories of these edges and nodes alone. */
export const plainBlame = (edges: ReadonlySet<EdgeNumber>, nodes: ReadonlySet<NodeNumber>): Omit<BlameReader, 'goTo' | 'use'> => {
  const fold = emptyFold()
  const { graph } = brainState(fold)
  const strengths = new Map<EdgeNumber, Array<Step>>([...edges].map((edge) => [edge, []]))
  const utilities = new Map<NodeNumber, Array<Step>>([...nodes].map((node) => [node, []]))
  const causes = new Map<Position, BrainEvent>()
  return {
    strength: (edge) => strengths.get(edge)?.slice() ?? [],
    utility: (node) => ({ utility: graph.utilityOf(node), steps: utilities.get(node)?.slice() ?? [] }),
    read: (event) => {
      if (teaches(event.type) || event.type === 'MaintenanceRequested') causes.set(event.position, event)
      const changed = changedEdges(event)
      const edgesBefore = (changed === 'all' ? [...edges] : changed.filter((edge) => edges.has(edge))).map((edge) => ({
        edge,
        from: graph.strengthOf(edge),
        wasThere: graph.edge(edge) !== undefined,
      }))
      const nodesBefore = utilityMoves(event).flatMap(({ number: node }) =>
        nodes.has(node) && graph.stateOf(node) !== undefined ? [{ node, from: graph.utilityOf(node) }] : [],
      )
      foldEvent(fold, event)
      const cause = causes.get(event.cause ?? 0)
      for (const { edge, from, wasThere } of edgesBefore) {
        const to = graph.strengthOf(edge)
        const isStep = event.type === 'EdgeLinked' ? !wasThere : wasThere && (from !== to || event.type !== 'StrengthsDecayed')
        if (isStep) strengths.get(edge)?.push({ event, from, to, cause: movesStrength(event) ? cause : undefined })
      }
      for (const { node, from } of nodesBefore) utilities.get(node)?.push({ event, from, to: graph.utilityOf(node), cause })
    },
  }
}

/** False for an event that changes whether an edge is linked, and no strength. */
const movesStrength = ({ type }: BrainEvent): boolean => type !== 'EdgePruned' && type !== 'EdgeRestored'
