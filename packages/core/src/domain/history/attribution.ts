/**
 * Measures whether verdicts reach the memories that mattered (S3.114): of the memories that verdicts on the newest turns praised or blamed, how many
 * the reply of their turn drew on.
 *
 * A verdict that names no turn counts for the memories given in each turn that got a share of it. Verdicts that were inferred from the reply itself
 * are left out, and so are turns whose reply is not known.
 */
import { type BrainEvent, ignore } from '../events/brain-event.ts'
import type { NodeNumber, TurnNumber } from '../identity.ts'

export interface Attribution {
  /** Memories that verdicts reached, each counted once a verdict and turn. */
  readonly reached: number
  readonly drawnOn: number
}

export interface AttributionReader {
  readonly read: (event: BrainEvent) => void
  readonly attribution: () => Attribution
}

interface Reached {
  readonly turn: TurnNumber
  /** Undefined: the memories given in the turn. */
  readonly nodes: ReadonlyArray<NodeNumber> | undefined
}

/** Reads events, oldest first. */
export const attributionReader = (): AttributionReader => {
  const given = new Map<TurnNumber, ReadonlyArray<NodeNumber>>()
  const drawn = new Map<TurnNumber, ReadonlySet<NodeNumber>>()
  const shared = new Set<number>()
  const reached: Array<Reached> = []
  return {
    read: (event) => {
      const { turn } = event
      switch (event.type) {
        case 'ContextBundled':
          if (turn !== undefined) given.set(turn, event.data.included)
          break
        case 'TurnCompleted':
          if (turn !== undefined && event.data.drew !== undefined) drawn.set(turn, new Set(event.data.drew))
          break
        case 'FeedbackGiven':
          if (turn !== undefined && event.data.given !== 'inferred' && event.data.outcome !== 0)
            reached.push({ turn, nodes: event.data.nodes })
          break
        case 'OutcomeGiven':
          if (event.data.given !== 'inferred') shared.add(event.data.feedback)
          break
        case 'FeedbackAttributed': {
          const { feedback, shares, turns } = event.data
          if (shared.has(feedback))
            for (const [i, one] of turns.entries()) if (shares[i] !== 0) reached.push({ turn: one, nodes: undefined })
          break
        }
        default:
          ignore<'attribution'>(event.type)
      }
    },
    attribution: () => {
      const isDrawnOn = reached.flatMap(({ nodes, turn }) => {
        const drew = drawn.get(turn)
        return drew === undefined ? [] : [...new Set(nodes ?? given.get(turn))].map((node) => drew.has(node))
      })
      return { reached: isDrawnOn.length, drawnOn: isDrawnOn.filter(Boolean).length }
    },
  }
}
