/** Looks up what the routing policy judges a question by, and says whether a model may be asked. */

import { isOutlived } from '../../domain/context/outdated.ts'
import type { RoutingReason, UnaskedReason } from '../../domain/events/turn-events.ts'
import { type GraphView, isLive, isRecallable } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import { forbidden } from '../../domain/model/model-call.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import type { Evidence, Ranked } from '../../domain/recall/recall.ts'
import { asksModel, routingReason } from '../../domain/routing/routing-policy.ts'
import { routingTask } from '../../domain/routing/routing-prompt.ts'
import { nano, one } from '../../domain/strength.ts'
import { coveredBy } from '../../domain/walk/text-evidence.ts'
import type { Habit } from '../../domain/walk/walk-record.ts'

export interface CallWorth {
  readonly routing: RoutingReason
  /** The reason why no model is asked although a call is worth it; undefined where one is asked, or none is worth it. */
  readonly unasked: UnaskedReason | undefined
}

export interface JudgedRecall {
  readonly state: BrainState
  readonly settings: Profile
  readonly evidence: Pick<Evidence, 'cues' | 'text'>
  readonly ranked: Pick<Ranked, 'blamed' | 'corrected' | 'seeds' | 'walk'>
  /** How sure the surest memory answers; see `RoutingShape`. */
  readonly confidence: number
  /** The habitual edges of the walk. */
  readonly habits: ReadonlyArray<Habit>
  /** Estimated tokens of a memory that was considered for the context; 0 for another. */
  readonly tokensOf: (node: NodeNumber) => number
  /** The reason why this process asks no model now; undefined where it may. */
  readonly unable: UnaskedReason | undefined
  /** The time of the question, in milliseconds UTC. */
  readonly now: number
}

export const callWorth = (judged: JudgedRecall): CallWorth => {
  const { evidence, habits, now, ranked, settings, state } = judged
  const isGivable = givableFor(state.graph, ranked)
  const { corrected, seeds, walk } = ranked
  const fired = new Set(walk.fired.map(({ node }) => node))
  const rankedFired = corrected.ranking.filter(({ node }) => fired.has(node))
  const scores = rankedFired.map(({ score }) => score).sort((a, b) => b - a)
  const least = settings.routing.counted * (scores[0] ?? 0)
  const load = rankedFired.reduce((sum, { node, score }) => (score < least ? sum : sum + judged.tokensOf(node)), 0)
  const routing = routingReason(
    {
      hasChoice: habits.some(({ source, target }) => isGivable(source) && isGivable(target)),
      scores,
      seeds: seeds.map(({ score }) => score),
      covered: coveredBy(evidence.text),
      confidence: judged.confidence,
      lowest: walk.steps.reduce((lowest, { strength }) => Math.min(lowest, strength), 0) / one,
      isFresh: isFresh(judged),
      load,
      room: settings.budget.tokens,
      failedBefore: failuresLike(state, evidence, settings).length > 0,
    },
    settings.routing,
  )
  if (!asksModel(routing)) return { routing, unasked: undefined }
  return { routing, unasked: judged.unable ?? forbidden(state, 'routing', routingTask.limits(settings), settings.model, now) }
}

/**
 * Returns a test for memories that may be put before a model for a question: not of others, not outlived by a newer one, and not blamed for
 * such a question.
 */
export const givableFor = (graph: GraphView, { blamed }: Pick<Ranked, 'blamed'>): ((node: NodeNumber) => boolean) => {
  const isBlamed = new Set(blamed)
  return (node) => isRecallable(graph, node) && graph.isTrusted(node) && !isOutlived(graph, node) && !isBlamed.has(node)
}

/** True where the last heartbeat is fresh and no document changed since. */
const isFresh = ({ now, settings, state: { participants, sources } }: JudgedRecall): boolean => {
  const { heartbeat } = participants
  return heartbeat !== undefined && isWithin(now - heartbeat.at, settings.routing.freshSeconds) && sources.changed <= heartbeat.position
}

/** A heartbeat of the future is not fresh. */
const isWithin = (ms: number, seconds: number): boolean => ms >= 0 && ms < seconds * 1_000

/** A failure of an earlier turn on a similar question. */
export interface SimilarFailure {
  readonly said: string
  readonly turnsAgo: number
}

/** Most failures that a model is told (S3.38). */
const failuresTold = 3

const failing: ReadonlySet<string> = new Set(['wrong', 'not-relevant', 'not-useful', 'correction'])

/** Finds the last failures on questions like this one, the newest first: turns that share a cue with it, as similar as questions of a family. */
export const failuresLike = (
  state: Pick<BrainState, 'graph' | 'lastTurn' | 'recentTurns'>,
  { cues }: Pick<Evidence, 'cues'>,
  { growth, routing }: Pick<Profile, 'growth' | 'routing'>,
): ReadonlyArray<SimilarFailure> => {
  const like = nano(growth.family)
  const kin = new Set(cues.filter(({ alike, cue }) => alike >= like && isLive(state.graph.stateOf(cue))).map(({ cue }) => cue))
  const found: Array<SimilarFailure> = []
  if (kin.size === 0) return found
  for (const turn of state.recentTurns()) {
    const turnsAgo = state.lastTurn + 1 - turn.turn
    if (found.length === failuresTold) break
    if (turnsAgo > routing.failureTurns) continue
    const said = failureOf(turn)
    const isLike = (turn.cue !== undefined && kin.has(turn.cue)) || turn.cues.some(({ alike, cue }) => alike >= like && kin.has(cue))
    if (said !== undefined && isLike) found.push({ said, turnsAgo })
  }
  return found
}

const failureOf = ({ outcome, verdicts }: Pick<TurnRecord, 'outcome' | 'verdicts'>): string | undefined =>
  verdicts.find(({ word }) => failing.has(word))?.word ?? (outcome === 'failure' ? 'failure' : undefined)
