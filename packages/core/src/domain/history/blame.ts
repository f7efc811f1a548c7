/**
 * Traces strengths and utilities: their first values and every event that moved them since, in order. The steps of a strength or a utility
 * sum to its value in whole nano-units.
 */
import { changedEdges, utilityMoves } from '../edge-rules.ts'
import { type BrainEvent, teaches } from '../events/brain-event.ts'
import type { EdgeNumber, NodeNumber, Position } from '../identity.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import type { Nano } from '../strength.ts'

export interface Step {
  readonly event: BrainEvent
  readonly from: Nano
  readonly to: Nano
  /** The fact behind the step: a feedback, a setting by hand, a request. Undefined for the birth. */
  readonly cause: BrainEvent | undefined
}

export interface UtilityHistory {
  readonly utility: Nano
  /** The steps in order. The birth is not among them. */
  readonly steps: ReadonlyArray<Step>
}

/** Reads events, oldest first. At any moment it knows the histories up to there. */
export interface BlameReader {
  readonly read: (event: BrainEvent) => void
  /** Returns the steps of a strength in order, the birth first. */
  readonly strength: (edge: EdgeNumber) => ReadonlyArray<Step>
  readonly utility: (node: NodeNumber) => UtilityHistory
}

/** Folds the log as every reader does, so that a history never differs from the graph. Knows the histories of these edges and nodes alone. */
export const blameReader = (edges: ReadonlySet<EdgeNumber>, nodes: ReadonlySet<NodeNumber>): BlameReader => {
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
