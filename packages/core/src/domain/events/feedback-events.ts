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

/** How a verdict came: given by a command or a tool, heard in a message, or inferred from what a reply shows. */
export const manners = ['explicit', 'heard', 'inferred'] as const
export type Manner = (typeof manners)[number]

/**
 * Why nothing is learned from a correction that was heard: it is about the form or what was done, the reply drew on no memory or on several
 * alike, it is about something else, or it repeats what the memory says.
 */
export const unattributedReasons = ['form', 'action', 'not-drawn-on', 'several', 'other-subject', 'as-remembered'] as const
export type UnattributedReason = (typeof unattributedReasons)[number]

const Given = Schema.optionalKey(Schema.Literals(manners))

export const feedbackEvents = {
  /**
   * `verdict` is the one given, `applied` what the profile makes of it. `cue` is the cue whose edges it moves; the turn, if known,
   * stands in the envelope. `outcome` in [-1, 1] units; `parts`, `weights` and `values` run side by side and say
   * what it was summed from. `given` is how it came; absent where it was recorded before that was told apart. `shares` stand beside `nodes`:
   * which part of the outcome each takes, in nano-units; absent, each takes all of it.
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
      given: Given,
      shares: Schema.optionalKey(NanoList),
    },
    { text: ['feedback-text', 'feedback'] },
  ),
  /**
   * How it went, said of no turn in particular: the turns of the session that it may be about, newest first; beside each the cue of its
   * question (0 where it has none) and how close what was said is to it, in nano-units from 0 to 1. The learner shares it among them.
   * One that was heard and names no turn is about no memory, and says why in `reason`: nothing is learned from it.
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
      given: Given,
      reason: Schema.optionalKey(Schema.Literals(unattributedReasons)),
    },
    { text: ['feedback-text', 'feedback'] },
  ),
  /** The manual tier. */
  StrengthSet: fact({ edge: Numbered, strength: NanoUnits }),
}
