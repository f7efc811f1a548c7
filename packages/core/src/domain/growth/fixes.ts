/**
 * Records what got over an error: a tool failed in a turn, and a later turn of the session ended well with a call of it that succeeded. The
 * memories that this turn used, and the notes that were said in it, become what the kind of error leads to.
 *
 * The kind of error is a cue, so a question that repeats the error is led to them as to what a verdict taught. Edges begin at 0; the learner
 * moves them by the fact that is recorded here.
 */

import type { NewEvent } from '../events/brain-event.ts'
import { type GraphView, isLive, isRecallable } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { learnedEdge } from '../learning/credit-path.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { standsAgainst } from '../projections/owners-words.ts'
import type { ToolError, TurnRecord } from '../projections/turns/turn-record.ts'
import { type Nano, nano } from '../strength.ts'

/**
 * The outcome of what the memory saw and nobody said: a tool that works again, a turn that ended well. It counts by the rate of a person's
 * verdict, for it is seen and not guessed, and for less than such a verdict: once, it leads to the memory; one word of a person takes it back.
 */
export const seenOutcome: Nano = nano(0.75)

/** Turns of a session within which a tool that failed may succeed. */
const fixTurns = 6

/**
 * Returns the errors of earlier turns of the session that no turn got over since, the newest first. Reaches {@link fixTurns} turns back. A turn
 * that is no longer kept has none.
 */
export const openErrors = (
  state: Pick<BrainState, 'recentTurns'>,
  { session, turn }: Pick<TurnRecord, 'session' | 'turn'>,
): ReadonlyArray<ToolError> => {
  const open: Array<ToolError> = []
  const fixed = new Set<NodeNumber>()
  let turns = 0
  for (const before of session === undefined ? [] : state.recentTurns()) {
    if (before.session !== session || before.turn >= turn) continue
    if (++turns > fixTurns) break
    open.push(...before.errors.filter(({ error }) => !fixed.has(error)).toReversed())
    for (const error of before.fixed) fixed.add(error)
  }
  return open
}

/**
 * Returns the fact that a turn got over an error with these memories, used or noted, behind the edges that its credit needs. `before`: the
 * feedbacks that the commit gives before.
 */
export const fixOf = (
  { graph, owner, participants }: Pick<BrainState, 'graph' | 'owner' | 'participants'>,
  { turn }: Pick<TurnRecord, 'turn'>,
  error: NodeNumber,
  used: ReadonlyArray<NodeNumber>,
  before: number,
): ReadonlyArray<NewEvent> => {
  const isFit = (node: NodeNumber) => isRecallable(graph, node) && graph.isTrusted(node) && !standsAgainst(owner, error, node, 1)
  const instead = used.filter(isFit)
  if (instead.length === 0) return []
  const back: ReadonlyArray<NewEvent> = isLive(graph.stateOf(error))
    ? []
    : [{ type: 'NodeRestored', turn, data: { node: error, state: 'normal' } }]
  const data = {
    feedback: participants.feedbacks + before + 1,
    verdict: 'used',
    applied: 'used',
    outcome: seenOutcome,
    tier: 'agent',
    nodes: [],
    instead,
    cue: error,
    about: 'error',
    given: 'inferred',
  } as const
  return [...back, ...links(graph, turn, error, instead), { type: 'FeedbackGiven', turn, origin: 'agent', data }]
}

/** Returns the learned edges at 0 from a cue to memories that it does not lead to yet. */
export const links = (graph: GraphView, turn: number, source: NodeNumber, targets: ReadonlyArray<NodeNumber>): ReadonlyArray<NewEvent> => {
  let edge = graph.edges
  return targets.flatMap((target): ReadonlyArray<NewEvent> => {
    if (learnedEdge(graph, source, target) !== undefined) return []
    const pruned = graph.between(source, target).find((known) => {
      return graph.kindOf(known) === 'learned' && !graph.isLinked(known) && graph.edge(known)?.withdrawn === false
    })
    if (pruned !== undefined) return [{ type: 'EdgeRestored', turn, data: { edge: pruned, reason: 'asked' } }]
    return [{ type: 'EdgeLinked', turn, data: { edge: ++edge, source, target, kind: 'learned', strength: 0, reason: 'outcome' } }]
  })
}
