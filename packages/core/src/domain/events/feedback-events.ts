/** Verdicts of people, agents and hosts on recalls: facts that teach. */
import * as Schema from 'effect/Schema'
import { EdgeNumber, FeedbackNumber, NodeNumber } from '../identity.ts'
import { fact, NanoList, NanoUnits, Nodes, NodesOrNone, Ref, SignedUnitInterval, Turns, Words } from './event-definition.ts'

export const verdicts = ['used', 'not-relevant', 'not-useful', 'wrong', 'success', 'partial', 'correction'] as const
export type Verdict = (typeof verdicts)[number]
export const tiers = ['agent', 'conscious', 'manual'] as const
export type Tier = (typeof tiers)[number]

/** The verdicts that can be given without naming a turn. */
export const sharedVerdicts = ['success', 'partial', 'correction'] as const
export type SharedVerdict = (typeof sharedVerdicts)[number]

/** The source of a verdict: a command or a tool, a message, or an inference from a reply. */
export const manners = ['explicit', 'heard', 'inferred'] as const
export type Manner = (typeof manners)[number]

/** The reasons why nothing is learned from a heard denial: the reply drew on no memory, or on several alike. */
export const unattributedReasons = ['not-drawn-on', 'several'] as const
export type UnattributedReason = (typeof unattributedReasons)[number]

const Given = Schema.optionalKey(Schema.Literals(manners))

export const feedbackEvents = {
  /**
   * A verdict on memories of a turn. `verdict` is the one given, `applied` the one that the profile makes of it. `cue` is the cue whose
   * edges it moves; the turn, if known, is in the envelope. `outcome` is in units from −1 to 1; `parts`, `weights` and `values` are
   * parallel lists of its summands. `given` is the source of the verdict; absent where it was recorded before sources were distinguished.
   * `shares` is parallel to `nodes`: the part of the outcome that each takes, in nano-units; absent, each takes all of it.
   */
  FeedbackGiven: fact(
    {
      feedback: FeedbackNumber,
      verdict: Schema.Literals(verdicts),
      applied: Schema.Literals(verdicts),
      outcome: SignedUnitInterval,
      tier: Schema.Literals(['agent', 'conscious']),
      nodes: Nodes,
      instead: Schema.optionalKey(Nodes),
      cue: Schema.optionalKey(NodeNumber),
      text: Schema.optionalKey(Ref),
      parts: Schema.optionalKey(Words),
      weights: Schema.optionalKey(NanoList),
      values: Schema.optionalKey(NanoList),
      /**
       * `turn`: the verdict was on the turn as a whole, and `nodes` is the content of its context. `error`: the turn ended well with a tool that
       * had failed before; `cue` is the kind of error, and `instead` the memories that the turn used or noted. `procedure`: the turn ended well, and
       * `instead` is what was done in it.
       */
      about: Schema.optionalKey(Schema.Literals(['turn', 'error', 'procedure'])),
      given: Given,
      shares: Schema.optionalKey(NanoList),
    },
    { text: ['feedback-text', 'feedback'] },
  ),
  /**
   * A verdict that names no turn. It lists the turns of the session that it may be about, newest first; beside each the cue of its question
   * (0 where it has none) and the closeness of the words said to it, in nano-units from 0 to 1. The learner shares the outcome among them.
   * A heard correction that names no turn is about no memory: `reason` says why, and nothing is learned from it.
   */
  OutcomeGiven: fact(
    {
      feedback: FeedbackNumber,
      verdict: Schema.Literals(sharedVerdicts),
      outcome: SignedUnitInterval,
      tier: Schema.Literals(['agent', 'conscious']),
      turns: Turns,
      cues: NodesOrNone,
      closeness: NanoList,
      text: Schema.optionalKey(Ref),
      given: Given,
      reason: Schema.optionalKey(Schema.Literals(unattributedReasons)),
    },
    { text: ['feedback-text', 'feedback'] },
  ),
  /** A strength was set by hand: the manual tier. */
  StrengthSet: fact({ edge: EdgeNumber, strength: NanoUnits }),
}
