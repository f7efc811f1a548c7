/** Verdicts, which teach, and the effects that the learner concludes from them. */
import * as Schema from 'effect/Schema'
import { edgeKinds } from '../graph.ts'
import { EdgeNumber, FeedbackNumber, NodeNumber, NodeOrNone, SessionNumber } from '../identity.ts'
import {
  Count,
  Counts,
  Edges,
  EventPositions,
  effect,
  fact,
  NanoList,
  NanoUnits,
  Nodes,
  NodesOrNone,
  Ref,
  SignedUnitInterval,
  Times,
  Turns,
  UnitInterval,
  Word,
} from './event-definition.ts'

/* Verdicts of people, agents and hosts on recalls: facts that teach. */

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

/**
 * What nobody said and the memory saw of a turn: a call with a memory’s words went well or failed; what a call did was taken back, or a file put
 * back; the question came again; the next message was about something else (`unopposed`); a memory was given and nothing of it was used; what was
 * written was changed soon; a later turn of the session used the memory.
 */
export const implicitSignals = [
  'succeeded',
  'failed',
  'undone',
  'restored',
  'asked-again',
  'unopposed',
  'unused',
  'edited',
  'used-later',
] as const
export type ImplicitSignal = (typeof implicitSignals)[number]

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
      parts: Schema.optionalKey(Schema.Array(Schema.Literals(implicitSignals))),
      weights: Schema.optionalKey(NanoList),
      values: Schema.optionalKey(NanoList),
      /** The turns in which the parts were observed, parallel to them. */
      seen: Schema.optionalKey(Turns),
      /**
       * `turn`: the verdict was on the turn as a whole, and `nodes` is the content of its context. `error`: the turn ended well with a tool that
       * had failed before; `cue` is the kind of error, and `instead` the memories that the turn used or noted. `procedure`: the turn ended well, and
       * `instead` is what was done in it. `observed`: nobody said it; `parts` are the signals that the outcome sums up, and `text` names what was seen.
       */
      about: Schema.optionalKey(Schema.Literals(['turn', 'error', 'procedure', 'observed'])),
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

/* Effects. Each names the fact that caused it in its envelope; only effects change strengths and utilities. */

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
