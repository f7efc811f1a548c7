/**
 * What the learner concludes from one fact: a pure function of the fact, the state up to it and the settings in force there.
 *
 * It only makes effects. Every fact that teaches gets at least one, so that how far the learner is can be read back from the log.
 */
import type { BrainEvent, BrainEventOf, NewEvent } from '../events/brain-event.ts'
import type { Verdict } from '../events/feedback-events.ts'
import type { Refusal } from '../events/learning-events.ts'
import type { GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber, SessionNumber } from '../identity.ts'
import { mayBeInjected } from '../node.ts'
import { cueDelta, pathDelta } from '../policies/credit-policy.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { verdictKey } from '../projections/turn-ledger.ts'
import type { TurnRecord } from '../projections/turn-record.ts'
import { adjust, type Bounds, nano, one, units } from '../strength.ts'
import { learnedEdge, movedEdge, pathTo } from './credit-path.ts'
import { speakerTeaches } from './feedback.ts'

/** `state` stands right after the fact, with the effects of all earlier facts and none later. */
export const learn = (fact: BrainEvent, state: BrainState, profile: Profile): ReadonlyArray<NewEvent> => {
  switch (fact.type) {
    case 'FeedbackGiven':
      return learnFromFeedback(fact, state, profile)
    case 'StrengthSet':
      return setStrength(fact, state)
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

const learnFromFeedback = (fact: BrainEventOf<'FeedbackGiven'>, state: BrainState, profile: Profile): ReadonlyArray<NewEvent> => {
  const turn = fact.turn === undefined ? undefined : state.turn(fact.turn)
  const fresh = turn === undefined ? [] : unconsumed(fact, turn, fact.data.nodes, fact.data.applied)
  const instead = turn === undefined ? [] : unconsumed(fact, turn, fact.data.instead ?? [], 'instead')
  const reason = refusal(fact, state, profile, turn, fresh.length + instead.length)
  const shares = reason === undefined && turn !== undefined ? { turns: [turn.turn], shares: [one] } : { turns: [], shares: [] }
  const attributed: NewEvent = {
    type: 'FeedbackAttributed',
    cause: fact.position,
    ...(fact.turn === undefined ? {} : { turn: fact.turn }),
    data: { feedback: fact.data.feedback, ...shares, ...(reason === undefined ? {} : { reason }) },
  }
  if (reason !== undefined || turn === undefined) return [attributed]
  const ledger = adjustments(fact, state, profile)
  if (fact.data.applied === 'not-useful') for (const node of fresh) ledger.useless(node)
  else for (const node of fresh) creditNode(fact, state, profile, turn, node, ledger)
  for (const node of instead) ledger.cue(node, Math.abs(units(fact.data.outcome)), 'instead')
  return [attributed, ...ledger.events]
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

const creditNode = (
  { data }: BrainEventOf<'FeedbackGiven'>,
  { graph }: BrainState,
  profile: Profile,
  turn: TurnRecord,
  node: NodeNumber,
  ledger: Adjustments,
): void => {
  const outcome = units(data.outcome)
  ledger.cue(node, outcome, data.applied)
  for (const pair of pathTo(graph, turn, node)) {
    if (pair.source === data.cue && pair.target === node) continue
    const edge = movedEdge(graph, pair)
    if (edge === undefined) continue
    const { skips, uses } = graph.edge(edge) ?? { skips: 0, uses: 0 }
    ledger.edge(edge, nano(pathDelta(outcome, { ...pair, skips, uses }, data.tier, profile)), 'path', data.applied)
  }
}

interface Adjustments {
  readonly events: ReadonlyArray<NewEvent>
  readonly edge: (edge: EdgeNumber, asked: number, rule: string, reason: string) => void
  readonly cue: (node: NodeNumber, outcome: number, reason: string) => void
  readonly useless: (node: NodeNumber) => void
}

/** Collects effects, each starting from where the one before it left the same edge or node. */
const adjustments = ({ data, position, turn }: BrainEventOf<'FeedbackGiven'>, { graph }: BrainState, profile: Profile): Adjustments => {
  const events: Array<NewEvent> = []
  const strengths = new Map<EdgeNumber, number>()
  const utilities = new Map<NodeNumber, number>()
  const { tier } = data
  const envelope = { cause: position, ...(turn === undefined ? {} : { turn }) }
  const moveEdge = (edge: EdgeNumber, asked: number, rule: string, reason: string) => {
    if (asked === 0 || (asked > 0 && !mayGain(graph, edge))) return
    const from = strengths.get(edge) ?? graph.strengthOf(edge)
    const to = adjust(from, asked, strengthBounds(profile))
    strengths.set(edge, to)
    events.push({ type: 'StrengthAdjusted', ...envelope, data: { edge, from, to, asked, tier, rule, reason } })
  }
  return {
    events,
    edge: moveEdge,
    cue: (node, outcome, reason) => {
      const edge = data.cue === undefined ? undefined : learnedEdge(graph, data.cue, node)
      if (edge !== undefined) moveEdge(edge, nano(cueDelta(outcome, tier, profile)), 'cue', reason)
    },
    useless: (node) => {
      const from = utilities.get(node) ?? graph.utilityOf(node)
      const asked = nano(profile.learning[tier].utility * units(data.outcome))
      if (asked === 0) return
      const bounds = { min: nano(profile.utility.min), max: nano(profile.utility.max) }
      const to = adjust(from, asked, bounds)
      utilities.set(node, to)
      events.push({ type: 'UtilityAdjusted', ...envelope, data: { node, from, to, asked, tier, rule: 'judged', reason: data.applied } })
    },
  }
}

/** What leads to an untrusted or system memory never gains strength, whoever praises it; blame counts as ever. */
const mayGain = (graph: GraphView, edge: EdgeNumber): boolean => mayBeInjected(graph.originOf(graph.targetOf(edge)) ?? 'untrusted')

const strengthBounds = ({ strength }: Profile): Bounds => ({ min: nano(strength.min), max: nano(strength.max) })
