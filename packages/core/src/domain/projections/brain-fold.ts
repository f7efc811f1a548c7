/** The state that deciders read, folded from the log: all projections, composed in one pass. */
import { type BrainEvent, natureOf } from '../events/brain-event.ts'
import type { GraphView } from '../graph.ts'
import type { Position, SessionNumber, TurnNumber } from '../identity.ts'
import { cloneColumns, emptyColumns, type GraphColumns, graphView } from './graph/graph-columns.ts'
import { foldGraph } from './graph/memory-graph.ts'
import { cloneProgress, foldProgress, type LearningProgress, noProgress, turnOfFact } from './learning-progress.ts'
import { cloneRegisters, emptyRegisters, foldRegisters, type Registers } from './registers.ts'
import { cloneLedger, emptyLedger, foldTurns, type TurnLedger } from './turns/turn-ledger.ts'
import type { AbsentTurn, TurnRecord } from './turns/turn-record.ts'

/** The state that one fold owns. Only `foldEvent` and `foldCommit` write to it. */
export interface BrainFold {
  position: Position
  at: number
  readonly columns: GraphColumns
  readonly ledger: TurnLedger
  readonly registers: Registers
  readonly progress: LearningProgress
}

export const emptyFold = (): BrainFold => ({
  position: 0,
  at: 0,
  columns: emptyColumns(),
  ledger: emptyLedger(),
  registers: emptyRegisters(),
  progress: noProgress(),
})

export const cloneFold = (fold: BrainFold): BrainFold => ({
  position: fold.position,
  at: fold.at,
  columns: cloneColumns(fold.columns),
  ledger: cloneLedger(fold.ledger),
  registers: cloneRegisters(fold.registers),
  progress: cloneProgress(fold.progress),
})

/** Folds one event in place. For the owner of the fold, on long replays. */
export const foldEvent = (fold: BrainFold, event: BrainEvent): void => {
  fold.position = event.position
  fold.at = event.commit.at
  foldProgress(fold.progress, event, fold.ledger.last)
  foldGraph(fold.columns, event, natureOf(event.type) === 'effect' ? turnOfFact(fold.progress, event.cause) : fold.ledger.last)
  foldRegisters(fold.registers, event, fold.ledger.last)
  foldTurns(fold.ledger, event)
}

/** Pure and total reducer, `(state, event) → state`. Copies the state; {@link foldEvent} does the same in place. */
export const evolve = (fold: BrainFold, event: BrainEvent): BrainFold => {
  const next = cloneFold(fold)
  foldEvent(next, event)
  return next
}

/** A view for deciders. Valid until the fold gets the next commit. */
export interface BrainState {
  readonly position: Position
  /** Time of the newest commit in milliseconds UTC. The next commit is never earlier. */
  readonly at: number
  readonly graph: GraphView
  readonly turn: (turn: TurnNumber) => TurnRecord | undefined
  /** Returns a turn that the ledger keeps, with or without memory. */
  readonly anyTurn: (turn: TurnNumber) => AbsentTurn | undefined
  /** Newest first. Lazy, because most readers need only a few turns. */
  readonly recentTurns: () => Iterable<TurnRecord>
  /** True if the turn went on without memory. */
  readonly isAbsent: (turn: TurnNumber) => boolean
  /** Returns the newest turn of a session that went on without memory, before the turn `before` if it is given. */
  readonly lastAbsence: (session: SessionNumber, before?: TurnNumber) => TurnNumber | undefined
  readonly lastTurn: TurnNumber
  readonly registers: Readonly<Registers>
  readonly progress: Readonly<LearningProgress>
}

export const brainState = (fold: BrainFold): BrainState => ({
  get position() {
    return fold.position
  },
  get at() {
    return fold.at
  },
  graph: graphView(fold.columns),
  turn: (turn) => fold.ledger.turns.get(turn),
  anyTurn: (turn) => fold.ledger.turns.get(turn) ?? fold.ledger.absent.get(turn),
  recentTurns: () => fold.ledger.turns.newestFirst(),
  isAbsent: (turn) => fold.ledger.absent.has(turn),
  lastAbsence: (session, before = Number.POSITIVE_INFINITY) =>
    [...fold.ledger.absent].findLast(([turn, absent]) => absent.session === session && turn < before)?.[0],
  get lastTurn() {
    return fold.ledger.last
  },
  registers: fold.registers,
  progress: fold.progress,
})
