/**
 * Effects: the conclusions of the learner. Each names the fact that caused it in its envelope; only effects change strengths and utilities.
 */
import * as Schema from 'effect/Schema'
import { edgeKinds } from '../graph.ts'
import { EdgeNumber, FeedbackNumber, NodeNumber, NodeOrNone, SessionNumber } from '../identity.ts'
import {
  Count,
  Counts,
  Edges,
  EventPositions,
  effect,
  NanoList,
  NanoUnits,
  Nodes,
  NodesOrNone,
  Times,
  Turns,
  UnitInterval,
  Word,
} from './event-definition.ts'
import { tiers, verdicts } from './feedback-events.ts'

export const refusals = ['window', 'origin', 'session', 'cap', 'consumed', 'unlearned', 'unattributed', 'standing'] as const
export type Refusal = (typeof refusals)[number]

/** The edges that a decay counts as used, beside new ones. */
export const decaySpares = ['followed', 'spoken'] as const

export const learningEvents = {
  /** The share of a feedback that each turn gets (nano-units, sum one or zero). `reason` is present where no turn gets any. */
  FeedbackAttributed: effect(
    {
      feedback: FeedbackNumber,
      turns: Turns,
      shares: NanoList,
      reason: Schema.optionalKey(Schema.Literals(refusals)),
    },
    {},
  ),
  /** A strength changed by `to − from`; `asked` is the change that the rule wanted before the bounds. */
  StrengthAdjusted: effect({
    edge: EdgeNumber,
    from: NanoUnits,
    to: NanoUnits,
    asked: NanoUnits,
    tier: Schema.Literals(tiers),
    rule: Word,
    reason: Word,
  }),
  UtilityAdjusted: effect({
    node: NodeNumber,
    from: NanoUnits,
    to: NanoUnits,
    asked: NanoUnits,
    tier: Schema.Literals(tiers),
    rule: Word,
    reason: Word,
  }),
  /**
   * Multiplies every linked edge of the named kinds that was last used before turn `cutoff` by `factor` (nano-units of one), rounded half
   * away from zero, down to the size of its first strength (`first`) or to zero: max(floor, round(|s| · factor / 10⁹)) with the sign of s.
   * An edge already at or below its floor is unchanged. An edge is used when it is linked for the first time and when it is followed; where
   * `spares` is `spoken`, also when it is linked again and when somebody's verdict moves it. This is the one event whose fold computes.
   */
  StrengthsDecayed: effect(
    {
      factor: UnitInterval,
      cutoff: Count,
      kinds: Schema.Array(Schema.Literals(edgeKinds)),
      floor: Schema.Literals(['first', 'none']),
      spares: Schema.Literals(decaySpares),
    },
    {},
  ),
  /** Strengths and utilities were restored, in parallel lists. The request is the cause. */
  StrengthsRestored: effect({
    edges: Edges,
    from: NanoList,
    to: NanoList,
    nodes: Nodes,
    utilityFrom: NanoList,
    utilityTo: NanoList,
  }),
  /**
   * The verdicts and uses that count for a turn after an unlearning; the turn is in the envelope. They replace what was known of it. `cue` is
   * the cue that later verdicts move, 0 for none. `nodes` to `feedbacks` are parallel: the verdicts that taught, node 0 for the turn as a
   * whole. `uses` to `by` are parallel: what an agent used, and the edges that it moved, each by how much.
   */
  TurnRestated: effect({
    cue: NodeOrNone,
    nodes: NodesOrNone,
    words: Schema.Array(Schema.Literals([...verdicts, 'instead', 'outcome'])),
    tiers: Schema.Array(Schema.Literals(tiers)),
    actors: Counts,
    feedbacks: Schema.Array(FeedbackNumber),
    uses: EventPositions,
    used: Schema.Array(Nodes),
    moved: Schema.Array(Edges),
    by: Schema.Array(NanoList),
  }),
  /**
   * The other values that count after an unlearning, where they differ from what was known. The turns at which edges were last renewed. The owner's last
   * verdicts on memories for cues, with their positions, 0 for `none`. The replacements of memories, each as cue, replacing memory and
   * position. The number of feedbacks said in sessions; and today, by the agent and consciously. The turns that used memories on probation last.
   * The numbers of verdicts that said that memories were right, and wrong.
   */
  LearningRestated: effect({
    edges: Edges,
    renewed: Counts,
    cues: Nodes,
    nodes: Nodes,
    words: Schema.Array(Schema.Literals(['for', 'against', 'none'])),
    said: Counts,
    replaced: Nodes,
    replacements: Schema.Array(Schema.Array(Counts)),
    sessions: Schema.Array(SessionNumber),
    agent: Counts,
    conscious: Counts,
    today: Schema.optionalKey(Counts),
    trials: Schema.optionalKey(Nodes),
    lastUsed: Schema.optionalKey(Counts),
    judged: Schema.optionalKey(Nodes),
    timesUsed: Schema.optionalKey(Times),
    timesCorrected: Schema.optionalKey(Times),
  }),
}
