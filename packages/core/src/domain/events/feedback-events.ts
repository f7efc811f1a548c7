/** What people, agents and hosts said about recalls: facts that teach. */
import * as Schema from 'effect/Schema'
import { Counts, fact, NanoList, NanoUnits, Numbered, Numbers, Ref, SignedUnitInterval, Words } from './event-definition.ts'

export const verdicts = ['used', 'not-relevant', 'not-useful', 'wrong', 'success', 'partial', 'correction'] as const
export type Verdict = (typeof verdicts)[number]
export const tiers = ['agent', 'conscious', 'manual'] as const
export type Tier = (typeof tiers)[number]

/** Verdicts that can be said of what happened as a whole. */
export const sharedVerdicts = ['success', 'partial', 'correction'] as const
export type SharedVerdict = (typeof sharedVerdicts)[number]

export const feedbackEvents = {
  /**
   * `verdict` is the one given, `applied` what the profile makes of it. `cue` is the cue whose edges it moves; the turn, if known,
   * stands in the envelope. `outcome` in [-1, 1] units; `parts`, `weights` and `values` run side by side and say
   * what it was summed from.
   */
  FeedbackGiven: fact(
    {
      feedback: Numbered,
      verdict: Schema.Literals(verdicts),
      applied: Schema.Literals(verdicts),
      outcome: SignedUnitInterval,
      tier: Schema.Literals(['agent', 'conscious']),
      nodes: Numbers,
      instead: Schema.optionalKey(Numbers),
      cue: Schema.optionalKey(Numbered),
      text: Schema.optionalKey(Ref),
      parts: Schema.optionalKey(Words),
      weights: Schema.optionalKey(NanoList),
      values: Schema.optionalKey(NanoList),
      /** The verdict was on the turn as a whole, and `nodes` is what went into its context. */
      about: Schema.optionalKey(Schema.Literal('turn')),
    },
    { text: ['feedback-text', 'feedback'] },
  ),
  /**
   * How it went, said of no turn in particular: the turns of the session that it may be about, newest first; beside each the cue of its
   * question (0 where it has none) and how close what was said is to it, in nano-units from 0 to 1. The learner shares it among them.
   */
  OutcomeGiven: fact(
    {
      feedback: Numbered,
      verdict: Schema.Literals(sharedVerdicts),
      outcome: SignedUnitInterval,
      tier: Schema.Literals(['agent', 'conscious']),
      turns: Numbers,
      cues: Counts,
      closeness: NanoList,
      text: Schema.optionalKey(Ref),
    },
    { text: ['feedback-text', 'feedback'] },
  ),
  /** The manual tier. */
  StrengthSet: fact({ edge: Numbered, strength: NanoUnits }),
}
