/** Effects: what the learner concluded. Each names the fact that caused it in its envelope; only these change strengths and utilities. */
import * as Schema from 'effect/Schema'
import { edgeKinds } from '../graph.ts'
import { Count, effect, NanoList, NanoUnits, Numbered, Numbers, UnitInterval, Word } from './event-definition.ts'
import { tiers } from './feedback-events.ts'

export const refusals = ['window', 'origin', 'session', 'cap', 'consumed', 'unlearned', 'unattributed', 'standing'] as const
export type Refusal = (typeof refusals)[number]

/** What a decay takes for used, beside what is new. */
export const decaySpares = ['followed', 'spoken'] as const

export const learningEvents = {
  /** Which turns get which share (nano-units, summing to one or nothing) of a feedback; `reason` says why it gets none. */
  FeedbackAttributed: effect(
    {
      feedback: Numbered,
      turns: Numbers,
      shares: NanoList,
      reason: Schema.optionalKey(Schema.Literals(refusals)),
    },
    {},
  ),
  /** `to − from` is what happened, `asked` what the rule wanted before the bounds. */
  StrengthAdjusted: effect({
    edge: Numbered,
    from: NanoUnits,
    to: NanoUnits,
    asked: NanoUnits,
    tier: Schema.Literals(tiers),
    rule: Word,
    reason: Word,
  }),
  UtilityAdjusted: effect({
    node: Numbered,
    from: NanoUnits,
    to: NanoUnits,
    asked: NanoUnits,
    tier: Schema.Literals(tiers),
    rule: Word,
    reason: Word,
  }),
  /**
   * Every linked edge of the named kinds that was last used before turn `cutoff` is multiplied by `factor` (nano-units of one), rounded half
   * away from zero, and stops at the size of its first strength (`first`) or at nothing: max(floor, round(|s| · factor / 10⁹)) with the sign
   * of s; an edge already at or below its floor stays. An edge is used when it is linked for the first time and when it is followed; where
   * `spares` says `spoken`, also when it is linked again and when somebody's word moves it. The one event whose fold computes.
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
  /** Lists run side by side; the request that asked for it is the cause. */
  StrengthsRestored: effect({
    edges: Numbers,
    from: NanoList,
    to: NanoList,
    nodes: Numbers,
    utilityFrom: NanoList,
    utilityTo: NanoList,
  }),
}
