/** One recall and what followed from it. Every event of a turn carries the turn in its envelope. Lists of one event run side by side. */
import * as Schema from 'effect/Schema'
import {
  Count,
  Counts,
  fact,
  Milliseconds,
  NanoList,
  NanoUnits,
  Numbered,
  Numbers,
  Ref,
  Refs,
  UnitInterval,
  Words,
} from './event-definition.ts'

export const seedSources = ['lexical', 'vector', 'symbolic', 'hit', 'warm', 'forced', 'fused'] as const
export const skipReasons = ['dormant', 'gated', 'routed-away', 'budget', 'visited', 'cycle', 'inhibited'] as const
export type SkipReason = (typeof skipReasons)[number]
export const followChannels = ['reflex', 'routed', 'rule'] as const
export type FollowChannel = (typeof followChannels)[number]
export const dropReasons = ['budget', 'duplicate', 'limit', 'origin', 'unsure', 'inhibited', 'erased', 'adds-nothing', 'in-prompt'] as const
export type DropReason = (typeof dropReasons)[number]
export const turnOutcomes = ['success', 'failure', 'aborted', 'unknown'] as const
export type TurnOutcome = (typeof turnOutcomes)[number]
export const absenceReasons = [
  'deadline',
  'late',
  'locked',
  'unavailable',
  'off',
  'not-interactive',
  'too-long',
  'no-text',
  'ended',
  'failed',
  'group',
  'not-owner',
  'unknown-asker',
  'disputed',
] as const
export type AbsenceReason = (typeof absenceReasons)[number]

/** Where a question was asked: in the agent's main session, in a direct chat, among others, or in a conversation that a client named. */
export const chatKinds = ['main', 'direct', 'group', 'named'] as const
export type ChatKind = (typeof chatKinds)[number]

export const turnEvents = {
  /** The budgets in force: everything a walk may not exceed (decision C21). */
  TurnStarted: fact(
    {
      question: Ref,
      engine: Schema.Literals(['route', 'spread']),
      seeds: Count,
      cues: Count,
      hops: Count,
      fired: Count,
      follows: Count,
      candidates: Count,
      items: Count,
      tokens: Count,
      hints: Schema.optionalKey(Refs),
      /** What the question's kind weighs the families of edges by: in sequence, alike, of cause. Absent: all by one. */
      kernel: Schema.optionalKey(NanoList),
      /** Where it was asked and by whom, as far as a host said so. */
      chatKind: Schema.optionalKey(Schema.Literals(chatKinds)),
      channel: Schema.optionalKey(Ref),
      chat: Schema.optionalKey(Ref),
      sender: Schema.optionalKey(Ref),
    },
    {
      question: ['question', 'turn'],
      hints: ['hint', 'turn'],
      channel: ['session-part', 'turn'],
      chat: ['session-part', 'turn'],
      sender: ['session-part', 'turn'],
    },
  ),
  /**
   * Every seed with its score and where it came from; matching cues stand beside them with how alike they are to the question.
   * `gate` is how far the seeds opened the edges to the walk, in nano-units from 0 to 1; absent where a profile has no gate.
   */
  SeedsSelected: fact({
    nodes: Numbers,
    scores: NanoList,
    sources: Schema.Array(Schema.Literals(seedSources)),
    cues: Schema.optionalKey(Numbers),
    alike: Schema.optionalKey(NanoList),
    gate: Schema.optionalKey(UnitInterval),
  }),
  NoveltyAssessed: fact({
    top1: NanoUnits,
    top2: NanoUnits,
    tail: NanoUnits,
    rel: NanoUnits,
    passed: Words,
    failed: Words,
    verdict: Schema.Literals(['known', 'novel', 'noise', 'ambiguous', 'off', 'capped']),
  }),
  /** `energy` is what a node fired with; `edge` the one that brought it, absent for a seed. */
  NodeFired: fact({ node: Numbered, depth: Count, energy: NanoUnits, edge: Schema.optionalKey(Numbered) }),
  /** `energy` is what the edge took from the node. */
  NodeInhibited: fact({ node: Numbered, depth: Count, energy: NanoUnits, edge: Numbered }),
  /** `strength` is the edge's at that moment, `energy` what it carried to its target; of that `residual` and `spread`, where they are told apart. */
  EdgeFollowed: fact({
    edge: Numbered,
    strength: NanoUnits,
    channel: Schema.Literals(followChannels),
    depth: Count,
    energy: NanoUnits,
    residual: Schema.optionalKey(NanoUnits),
    spread: Schema.optionalKey(NanoUnits),
  }),
  EdgeSkipped: fact({ edge: Numbered, strength: NanoUnits, reason: Schema.Literals(skipReasons), depth: Count }),
  /**
   * `nodes` is the beginning of the ranking with its scores; `included` of them went into the context, in the order of the context.
   * `adds` is what each of `nodes` says of the question that those before it do not, where the order follows that.
   */
  ContextBundled: fact(
    {
      nodes: Numbers,
      scores: NanoList,
      adds: Schema.optionalKey(NanoList),
      included: Numbers,
      guardrails: Schema.optionalKey(Numbers),
      dropped: Schema.optionalKey(Numbers),
      reasons: Schema.optionalKey(Schema.Array(Schema.Literals(dropReasons))),
      tokens: Count,
      context: Schema.optionalKey(Ref),
    },
    { context: ['context', 'turn'] },
  ),
  /**
   * How the turn ended. `tools` are nodes of tools; beside each how often it ran and how often it failed. `drew` are the memories that the
   * reply drew on, the most first, with the share of each, in nano-units that sum to one; empty where it drew on none, absent where the reply
   * is not known.
   */
  TurnCompleted: fact(
    {
      outcome: Schema.Literals(turnOutcomes),
      durationMs: Milliseconds,
      messages: Schema.optionalKey(Refs),
      tools: Schema.optionalKey(Numbers),
      calls: Schema.optionalKey(Counts),
      failures: Schema.optionalKey(Counts),
      drew: Schema.optionalKey(Numbers),
      shares: Schema.optionalKey(NanoList),
    },
    { messages: ['message-id', 'turn'] },
  ),
  /** The turn did not use memory. `skippedAt` is when it happened; the event may have been appended later. */
  RecallSkipped: fact({ reason: Schema.Literals(absenceReasons), skippedAt: Milliseconds, waitedMs: Milliseconds }),
}
