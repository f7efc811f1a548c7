/** Where a strength comes from: its first value and every event that moved it since, in order. The steps add up in whole nano-units. */
import type { EdgeKind } from '../edge-kinds.ts'
import { type BrainEvent, type BrainEventOf, teaches } from '../events/brain-event.ts'
import { isUse } from '../events/turn-events.ts'
import type { EdgeNumber, Position, TurnNumber } from '../identity.ts'
import { decay, type Nano } from '../strength.ts'

export interface StrengthStep {
  readonly event: BrainEvent
  readonly from: Nano
  readonly to: Nano
  /** The fact behind it: a feedback, a setting by hand, a request. Absent at birth. */
  readonly cause: BrainEvent | undefined
}

export interface StrengthHistory {
  /** Birth first. */
  readonly steps: ReadonlyArray<StrengthStep>
}

interface Followed {
  readonly steps: Array<StrengthStep>
  strength: Nano
  first: Nano
  kind: EdgeKind | undefined
  linked: boolean
  lastUsed: TurnNumber
  lastRenewed: TurnNumber
}

/** Reads events oldest first; asked at any moment it knows the edges' histories up to there. */
export interface BlameReader {
  readonly read: (event: BrainEvent) => void
  readonly history: (edge: EdgeNumber) => StrengthHistory
}

export const blameReader = (edges: ReadonlySet<EdgeNumber>): BlameReader => {
  const followed = new Map<EdgeNumber, Followed>(
    [...edges].map((edge) => [edge, { steps: [], strength: 0, first: 0, kind: undefined, linked: false, lastUsed: 0, lastRenewed: 0 }]),
  )
  /** Facts that move strengths, and the newest turn before each that is somebody's word. */
  const causes = new Map<Position, { readonly event: BrainEvent; readonly saidAfter: TurnNumber }>()
  const move = (event: BrainEvent, edge: EdgeNumber, to: Nano) => {
    const known = followed.get(edge)
    if (known === undefined) return
    known.steps.push({ event, from: known.strength, to, cause: causes.get(event.cause ?? 0)?.event })
    known.strength = to
  }
  const renew = (edge: EdgeNumber, turn: TurnNumber) => {
    const known = followed.get(edge)
    if (known !== undefined) known.lastRenewed = Math.max(known.lastRenewed, turn)
    return known
  }
  let lastTurn: TurnNumber = 0
  return {
    history: (edge) => ({ steps: followed.get(edge)?.steps.slice() ?? [] }),
    read: (event) => {
      if (teaches(event.type)) causes.set(event.position, { event, saidAfter: lastTurn })
      if (event.type === 'MaintenanceRequested') causes.set(event.position, { event, saidAfter: 0 })
      if (event.type === 'TurnStarted' || event.type === 'RecallSkipped') lastTurn = Math.max(lastTurn, event.turn ?? 0)
      switch (event.type) {
        case 'EdgeLinked':
          return born(followed, event, lastTurn, move)
        case 'EdgePruned':
          return mark(followed, event)
        case 'EdgeRestored':
          renew(event.data.edge, lastTurn)
          return mark(followed, event)
        case 'EdgeFollowed': {
          if (!isUse(event.data.channel)) return
          const known = renew(event.data.edge, event.turn ?? 0)
          if (known !== undefined) known.lastUsed = Math.max(known.lastUsed, event.turn ?? 0)
          return
        }
        case 'StrengthAdjusted':
          renew(event.data.edge, causes.get(event.cause ?? 0)?.saidAfter ?? 0)
          return move(event, event.data.edge, event.data.to)
        case 'StrengthsRestored':
          event.data.edges.forEach((edge, i) => {
            move(event, edge, event.data.to[i] ?? 0)
          })
          return
        case 'StrengthsDecayed':
          return fade(followed, event, move)
        default:
          return
      }
    },
  }
}

type Move = (event: BrainEvent, edge: EdgeNumber, to: Nano) => void

const born = (followed: ReadonlyMap<EdgeNumber, Followed>, event: BrainEventOf<'EdgeLinked'>, lastTurn: TurnNumber, move: Move): void => {
  const known = followed.get(event.data.edge)
  if (known === undefined || known.kind !== undefined) return
  known.kind = event.data.kind
  known.first = event.data.strength
  known.linked = true
  known.lastUsed = lastTurn
  known.lastRenewed = lastTurn
  move(event, event.data.edge, event.data.strength)
}

const mark = (followed: ReadonlyMap<EdgeNumber, Followed>, event: BrainEventOf<'EdgePruned' | 'EdgeRestored'>): void => {
  const known = followed.get(event.data.edge)
  if (known === undefined) return
  known.linked = event.type === 'EdgeRestored'
  known.steps.push({ event, from: known.strength, to: known.strength, cause: undefined })
}

/** The steps that the fold takes, taken again. */
const fade = (followed: ReadonlyMap<EdgeNumber, Followed>, event: BrainEventOf<'StrengthsDecayed'>, move: Move): void => {
  const { cutoff, factor, floor, kinds, spares } = event.data
  for (const [edge, { first, kind, lastRenewed, lastUsed, linked, strength }] of followed) {
    if (kind === undefined || !linked || !kinds.includes(kind) || (spares === 'spoken' ? lastRenewed : lastUsed) >= cutoff) continue
    const to = decay(strength, factor, floor === 'first' ? Math.abs(first) : 0)
    if (to !== strength) move(event, edge, to)
  }
}
