/**
 * Folds a stored commit as a whole. The result equals folding its events one by one, several times faster.
 *
 * Most events of a log are followed edges, skipped edges, fired nodes and strength changes. These are folded from their stored columns; all
 * others are decoded to events first.
 */
import * as Result from 'effect/Result'
import type { CommitContext, EventType } from '../events/brain-event.ts'
import { type Column, cellAt, type Group } from '../events/codec/commit-body.ts'
import { type DecodedRun, decodeRuns, eventOf, type UnknownEvent } from '../events/codec/event-codec.ts'
import type { Position } from '../identity.ts'
import { type BrainFold, foldEvent } from './brain-fold.ts'
import { adjustStrength, fireNode, followEdge, skipEdge } from './graph/memory-graph.ts'
import { foldAdjustment, turnOfFact } from './progress.ts'
import { foldFired, foldFollowed, foldMoved } from './turns/turn-ledger.ts'

/** Folds all of the commit, or nothing. Throws {@link MalformedBody} for a body that cannot be read. */
export const foldCommit = (
  fold: BrainFold,
  body: string,
  first: Position,
  count: number,
  commit: CommitContext,
): Result.Result<void, UnknownEvent> => {
  const runs = decodeRuns(body, count)
  if (Result.isFailure(runs)) return Result.fail(runs.failure)
  foldRuns(fold, runs.success, first, commit)
  return Result.succeed(undefined)
}

export const foldRuns = (fold: BrainFold, runs: ReadonlyArray<DecodedRun>, first: Position, commit: CommitContext): void => {
  let position = first
  for (const run of runs) {
    if (!foldColumns(fold, run)) {
      for (let row = run.from; row < run.to; row++) foldEvent(fold, eventOf(run, row, position + row - run.from, commit))
    }
    position += run.to - run.from
  }
  fold.position = position - 1
  fold.at = commit.at
}

/** Steps of walks, nine of ten events of a log in use: nothing that is learned or restored reads them one by one. */
const stepTypes: ReadonlySet<EventType> = new Set(['EdgeFollowed', 'EdgeSkipped', 'NodeFired'])

/** True for a run of steps of a walk, as they are stored. */
export const isSteps = ({ brought, type }: DecodedRun): boolean => stepTypes.has(type) && brought === undefined

/** Folds a run for which {@link isSteps} holds; position and time are those of the commit, and left to the caller. */
export const foldSteps = (fold: BrainFold, run: DecodedRun): void => void foldColumns(fold, run)

/** Returns false for a run that must be folded event by event. */
const foldColumns = (fold: BrainFold, { brought, from, group, to, type }: DecodedRun): boolean => {
  if (brought !== undefined) return false
  switch (type) {
    case 'EdgeSkipped':
      foldSkipped(fold, group, from, to)
      return true
    case 'EdgeFollowed':
      foldFollows(fold, group, from, to)
      return true
    case 'NodeFired':
      foldFirings(fold, group, from, to)
      return true
    case 'StrengthAdjusted':
      foldAdjustments(fold, group, from, to)
      return true
    default:
      return false
  }
}

const foldSkipped = ({ columns }: BrainFold, group: Group, from: number, to: number): void => {
  const edges = columnOf(group, 'edge')
  for (let row = from; row < to; row++) skipEdge(columns, numberAt(edges, row))
}

const foldFollows = ({ columns, ledger }: BrainFold, group: Group, from: number, to: number): void => {
  const [edges, depths, energies] = [columnOf(group, 'edge'), columnOf(group, 'depth'), columnOf(group, 'energy')]
  const attentions = columnOf(group, 'attention')
  for (let row = from; row < to; row++) {
    const turn = optionalAt(group.turn, row)
    const edge = numberAt(edges, row)
    followEdge(columns, edge, turn)
    const attention = optionalAt(attentions, row)
    foldFollowed(ledger, turn, { edge, depth: numberAt(depths, row), energy: numberAt(energies, row), attention })
  }
}

const foldFirings = ({ columns, ledger }: BrainFold, group: Group, from: number, to: number): void => {
  const [nodes, edges] = [columnOf(group, 'node'), columnOf(group, 'edge')]
  for (let row = from; row < to; row++) {
    const [turn, node] = [optionalAt(group.turn, row), numberAt(nodes, row)]
    fireNode(columns, node, turn)
    foldFired(ledger, turn, node, optionalAt(edges, row))
  }
}

const foldAdjustments = ({ columns, ledger, progress }: BrainFold, group: Group, from: number, to: number): void => {
  const [edges, strengths] = [columnOf(group, 'edge'), columnOf(group, 'to')]
  const [before, tiers] = [columnOf(group, 'from'), columnOf(group, 'tier')]
  for (let row = from; row < to; row++) {
    const cause = optionalAt(group.cause, row)
    const [edge, to] = [numberAt(edges, row), numberAt(strengths, row)]
    foldAdjustment(progress, cause)
    adjustStrength(columns, edge, to, turnOfFact(progress, cause))
    if (cellAt(tiers, row) === 'agent') foldMoved(ledger, optionalAt(group.turn, row), cause, { edge, from: numberAt(before, row), to })
  }
}

const columnOf = ({ columns }: Group, name: string): Column | undefined => columns.find((column) => column.name === name)

/** Trusts that a column of numbers holds numbers: it was validated when written. */
const numberAt = (column: Column | undefined, row: number): number => cellAt(column, row) as number
const optionalAt = (column: Column | undefined, row: number): number | undefined => cellAt(column, row) as number | undefined
