/**
 * What the learner concludes from one fact: a pure function of the fact, the state up to it and the settings in force there.
 *
 * It only makes effects. Every fact that teaches gets at least one, so that how far the learner is can be read back from the log.
 */
import type { BrainEvent, BrainEventOf, NewEvent } from '../events/brain-event.ts'
import type { Verdict } from '../events/feedback-events.ts'
import type { Refusal } from '../events/learning-events.ts'
import type { NodeNumber, SessionNumber } from '../identity.ts'
import { cueDelta, pathDelta, skippedDelta } from '../policies/credit-policy.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { verdictKey } from '../projections/turn-ledger.ts'
import type { TurnRecord } from '../projections/turn-record.ts'
import { nano, one, units } from '../strength.ts'
import { type Adjustments, adjustments } from './adjustments.ts'
import { depthsOf, descentOf, learnedEdge, movedEdge, type PathPair, pathTo } from './credit-path.ts'
import { drift } from './drift.ts'
import { speakerTeaches } from './feedback.ts'
import { passedOver, type SkippedEdges } from './skipped-edges.ts'

/**
 * `state` stands right after the fact, with the effects of all earlier facts and none later. `skipped` is what the fact's turn recorded as
 * skipped, where the settings ask for it (`asksSkipped`), else empty.
 */
export const learn = (fact: BrainEvent, state: BrainState, profile: Profile, skipped: SkippedEdges): ReadonlyArray<NewEvent> => {
  switch (fact.type) {
    case 'FeedbackGiven':
      return learnFromFeedback(fact, state, profile, skipped)
    case 'StrengthSet':
      return setStrength(fact, state)
    case 'TurnCompleted':
      return drift(fact, state, profile, skipped)
    default:
      return []
  }
}

const setStrength = ({ data, position }: BrainEventOf<'StrengthSet'>, { graph }: BrainState): ReadonlyArray<NewEvent> => {
  const from = graph.strengthOf(data.edge)
  return [
    {
      type: 'StrengthAdjusted',
      cause: position,
      data: { edge: data.edge, from, to: data.strength, asked: data.strength - from, tier: 'manual', rule: 'set', reason: 'by-hand' },
    },
  ]
}

const learnFromFeedback = (
  fact: BrainEventOf<'FeedbackGiven'>,
  state: BrainState,
  profile: Profile,
  skipped: SkippedEdges,
): ReadonlyArray<NewEvent> => {
  const { data, position } = fact
  const turn = fact.turn === undefined ? undefined : state.turn(fact.turn)
  const fresh = turn === undefined ? [] : unconsumed(fact, turn, data.nodes, data.applied)
  const instead = turn === undefined ? [] : unconsumed(fact, turn, data.instead ?? [], 'instead')
  const reason = refusal(fact, state, profile, turn, fresh.length + instead.length)
  const shares = reason === undefined && turn !== undefined ? { turns: [turn.turn], shares: [one] } : { turns: [], shares: [] }
  const attributed: NewEvent = {
    type: 'FeedbackAttributed',
    cause: position,
    ...(fact.turn === undefined ? {} : { turn: fact.turn }),
    data: { feedback: data.feedback, ...shares, ...(reason === undefined ? {} : { reason }) },
  }
  if (reason !== undefined || turn === undefined) return [attributed]
  const ledger = adjustments({ cause: position, turn: fact.turn, tier: data.tier }, state.graph, profile)
  const lesson: Lesson = { fact, state, profile, turn, skipped, ledger }
  const lowered = nano(profile.learning[data.tier].utility * units(data.outcome))
  if (data.applied === 'not-useful') for (const node of fresh) ledger.utility(node, lowered, 'judged', data.applied)
  else for (const node of fresh) creditNode(lesson, node)
  for (const node of instead) creditCue(lesson, node, Math.abs(units(data.outcome)), 'instead')
  return [attributed, ...ledger.events]
}

/** One feedback that is credited, and everything its credit depends on. */
interface Lesson {
  readonly fact: BrainEventOf<'FeedbackGiven'>
  readonly state: BrainState
  readonly profile: Profile
  readonly turn: TurnRecord
  readonly skipped: SkippedEdges
  readonly ledger: Adjustments
}

const kindOf = ({ registers }: BrainState, session: SessionNumber | undefined) =>
  session === undefined ? undefined : registers.sessions.get(session)?.kind

/** Nodes for which this speaker was not credited with the same word before, on this turn and at this tier. */
const unconsumed = (
  { commit, data }: BrainEventOf<'FeedbackGiven'>,
  turn: TurnRecord,
  nodes: ReadonlyArray<NodeNumber>,
  word: Verdict | 'instead',
): ReadonlyArray<NodeNumber> => nodes.filter((node) => !turn.verdicts.has(verdictKey(node, word, data.tier, commit.actor)))

const refusal = (
  { commit, origin = 'untrusted' }: BrainEventOf<'FeedbackGiven'>,
  state: BrainState,
  profile: Profile,
  turn: TurnRecord | undefined,
  fresh: number,
): Refusal | undefined => {
  if (turn === undefined || state.lastTurn - turn.turn > profile.learning.windowTurns) return 'window'
  if (profile.learning.muteOrigins.includes(origin)) return 'origin'
  if (!speakerTeaches(state, turn, { origin, session: kindOf(state, commit.session) }, profile)) return 'session'
  return fresh === 0 ? 'consumed' : undefined
}

const creditNode = (lesson: Lesson, node: NodeNumber): void => {
  const { fact, ledger, profile, state, turn } = lesson
  const { data } = fact
  const { graph } = state
  const outcome = units(data.outcome)
  creditCue(lesson, node, outcome, data.applied)
  const depths = depthsOf(graph, turn)
  const path = pathTo(graph, turn, node)
  for (const pair of path) {
    if (pair.source === data.cue && pair.target === node) continue
    const edge = movedEdge(graph, pair)
    if (edge === undefined) continue
    const { skips, uses } = graph.edge(edge) ?? { skips: 0, uses: 0 }
    const contribution = { ...pair, descent: descentOf(depths, pair), skips, uses }
    ledger.edge(edge, nano(pathDelta(outcome, contribution, data.tier, profile)), 'path', data.applied)
  }
  if (profile.learning.rule.skipped > 0) creditSkipped(lesson, path, outcome)
}

const creditCue = ({ fact: { data }, ledger, profile, state }: Lesson, node: NodeNumber, outcome: number, reason: string): void => {
  const edge = data.cue === undefined ? undefined : learnedEdge(state.graph, data.cue, node)
  if (edge !== undefined) ledger.edge(edge, nano(cueDelta(outcome, data.tier, profile)), 'cue', reason)
}

/** What was passed over where the way to the memory was taken instead, at the distance of that. */
const creditSkipped = (
  { fact: { data }, ledger, profile, skipped, state: { graph } }: Lesson,
  path: ReadonlyArray<PathPair>,
  outcome: number,
): void => {
  const distances = new Map<NodeNumber, number>()
  for (const { distance, source } of path) if (!distances.has(source)) distances.set(source, distance)
  for (const edge of passedOver(graph, skipped)) {
    const distance = distances.get(graph.sourceOf(edge))
    if (distance === undefined) continue
    const { skips, uses } = graph.edge(edge) ?? { skips: 0, uses: 0 }
    ledger.edge(edge, nano(skippedDelta(outcome, { distance, skips, uses }, data.tier, profile)), 'skipped', data.applied)
  }
}
