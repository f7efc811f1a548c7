/** One recall and what followed from it. Every event of a turn has the turn in its envelope. Lists of one event are parallel. */
import * as Schema from 'effect/Schema'
import { EdgeNumber, NodeNumber } from '../identity.ts'
import {
  CalendarDay,
  Count,
  Counts,
  fact,
  Milliseconds,
  NanoList,
  NanoUnits,
  Nodes,
  Ref,
  Refs,
  Turns,
  UnitInterval,
  Words,
} from './event-definition.ts'

export const seedSources = ['lexical', 'vector', 'symbolic', 'hit', 'warm', 'forced', 'fused'] as const
export const skipReasons = ['dormant', 'gated', 'routed-away', 'budget', 'visited', 'cycle', 'inhibited'] as const
export type SkipReason = (typeof skipReasons)[number]
export const followChannels = ['reflex', 'routed', 'rule'] as const
export type FollowChannel = (typeof followChannels)[number]
export const dropReasons = [
  'budget',
  'duplicate',
  'limit',
  'origin',
  'unsure',
  'inhibited',
  'superseded',
  'erased',
  'adds-nothing',
  'in-prompt',
  'review',
] as const
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

/** The place of a question: the agent's main session, a direct chat, a group, or a conversation that a client named. */
export const chatKinds = ['main', 'direct', 'group', 'named'] as const
export type ChatKind = (typeof chatKinds)[number]

/** The measure that compared a question with the memories: the share of its weight in rare words that a text holds, or the cosine of vectors. */
export const noveltyMeasures = ['words', 'vectors'] as const
export type NoveltyMeasure = (typeof noveltyMeasures)[number]

/**
 * The verdicts on the novelty of a question. `unfit`: a test of its text failed. `peaked`: one memory stands out, so the question is about
 * that. The others are bands of similarity.
 */
export const noveltyVerdicts = ['novel', 'known', 'ambiguous', 'noise', 'peaked', 'unfit'] as const
export type NoveltyVerdict = (typeof noveltyVerdicts)[number]

/**
 * Whose bands a question was assessed by. `calibrated`: those measured on the brain's own text. `other-embedder`: such bands are there, but
 * the vectors of another embedder measured them, so those of the settings were used.
 */
export const bandSources = ['calibrated', 'other-embedder'] as const
export type BandSource = (typeof bandSources)[number]

/** The result of a new question: a cue was made, its cue was there (`seen`), a new question was refused, or none was due. */
export const births = ['made', 'seen', 'refused', 'none'] as const
export type Birth = (typeof births)[number]

/**
 * Why a new question made no cue. `off`: the caller does not grow; `record`: the settings only record; `muted`: the speaker or session does
 * not teach; `bound`: an edge of growth would not stay dormant; `merged`: its cue is part of another one. The others are limits.
 */
export const birthRefusals = ['off', 'record', 'muted', 'bound', 'merged', 'turn', 'session', 'hour', 'cooldown'] as const
export type BirthRefusal = (typeof birthRefusals)[number]

/**
 * Verdicts on whether a routing model is worth a call for a question: see `routing/routing-policy.ts`. The last four ask for a call; the
 * others do not.
 */
export const routingReasons = ['no-choice', 'sure', 'unlike', 'between', 'many', 'flat', 'over-context', 'failed-before'] as const
export type RoutingReason = (typeof routingReasons)[number]

/**
 * Reasons why no model was asked where a call was worth it: there is none, as many questions as may wait for it do (`busy`), it is paused after
 * failures, a budget is used up, or the question leaves no room for two memories (`no-room`).
 */
export const unaskedReasons = ['no-model', 'busy', 'paused', 'turn-budget', 'day-budget', 'brain-budget', 'no-room'] as const
export type UnaskedReason = (typeof unaskedReasons)[number]

export const turnEvents = {
  /** A turn began, with the budgets in force: the limits of its walk (decision C21). */
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
      /** The digest of the situation. Absent: nothing was out of the ordinary. */
      situation: Schema.optionalKey(Ref),
      /** The turns whose questions the question goes on with, newest first. Absent: none. */
      continues: Schema.optionalKey(Turns),
      /** The day on which the question was asked. Days in it and the order of dated memories depend on it. */
      day: Schema.optionalKey(CalendarDay),
      /** The factors of the three families of edges for this kind of question: sequence, similarity, cause. Absent: all 1. */
      kernel: Schema.optionalKey(NanoList),
      /** The place and the asker of the question, as far as a host named them. */
      chatKind: Schema.optionalKey(Schema.Literals(chatKinds)),
      channel: Schema.optionalKey(Ref),
      chat: Schema.optionalKey(Ref),
      sender: Schema.optionalKey(Ref),
      /** The verdict on a call of a routing model; `unasked` says why none was made although it was worth it. */
      routing: Schema.optionalKey(Schema.Literals(routingReasons)),
      unasked: Schema.optionalKey(Schema.Literals(unaskedReasons)),
    },
    {
      question: ['question', 'turn'],
      hints: ['hint', 'turn'],
      situation: ['hint', 'turn'],
      channel: ['session-part', 'turn'],
      chat: ['session-part', 'turn'],
      sender: ['session-part', 'turn'],
    },
  ),
  /**
   * The seeds with their scores and sources, and the matching cues with their likeness to the question. `gate` is the trust in `mention`
   * edges, in nano-units from 0 to 1; absent where a profile has no gate.
   */
  SeedsSelected: fact({
    nodes: Nodes,
    scores: NanoList,
    sources: Schema.Array(Schema.Literals(seedSources)),
    cues: Schema.optionalKey(Nodes),
    alike: Schema.optionalKey(NanoList),
    gate: Schema.optionalKey(UnitInterval),
  }),
  /**
   * The novelty of the question: similarities of its nearest memories, the tests that it passed and failed, and the verdict. `cue` was made
   * by this turn, or was there and is seen again; `unlinked` is the number of edges beyond the budget that it did not get. `bands`: whose
   * they were; absent: those of the settings.
   */
  NoveltyAssessed: fact({
    by: Schema.Literals(noveltyMeasures),
    bands: Schema.optionalKey(Schema.Literals(bandSources)),
    top1: NanoUnits,
    top2: NanoUnits,
    tail: NanoUnits,
    rel: NanoUnits,
    passed: Words,
    failed: Words,
    verdict: Schema.Literals(noveltyVerdicts),
    birth: Schema.Literals(births),
    refused: Schema.optionalKey(Schema.Literals(birthRefusals)),
    cue: Schema.optionalKey(NodeNumber),
    unlinked: Schema.optionalKey(Count),
  }),
  /** A node fired with `energy`. `edge` brought the most of it; absent for a seed. */
  NodeFired: fact({ node: NodeNumber, depth: Count, energy: NanoUnits, edge: Schema.optionalKey(EdgeNumber) }),
  /** A node lost `energy` to an inhibitory edge. */
  NodeInhibited: fact({ node: NodeNumber, depth: Count, energy: NanoUnits, edge: EdgeNumber }),
  /**
   * An edge was followed. `strength` is its strength then, `energy` the energy it carried; `residual` and `spread` are the parts of that,
   * where they are computed apart. `attention` is what a routing model gave its target, in nano-units from 0 to 1.
   */
  EdgeFollowed: fact({
    edge: EdgeNumber,
    strength: NanoUnits,
    channel: Schema.Literals(followChannels),
    depth: Count,
    energy: NanoUnits,
    residual: Schema.optionalKey(NanoUnits),
    spread: Schema.optionalKey(NanoUnits),
    attention: Schema.optionalKey(UnitInterval),
  }),
  EdgeSkipped: fact({ edge: EdgeNumber, strength: NanoUnits, reason: Schema.Literals(skipReasons), depth: Count }),
  /**
   * The context of a turn. `nodes` is the beginning of the ranking with its scores; `included` are those in the context, in its order.
   * `adds` is the part of the question that each of `nodes` covers and those before it do not; present where the order depends on it.
   */
  ContextBundled: fact(
    {
      nodes: Nodes,
      scores: NanoList,
      adds: Schema.optionalKey(NanoList),
      included: Nodes,
      guardrails: Schema.optionalKey(Nodes),
      dropped: Schema.optionalKey(Nodes),
      reasons: Schema.optionalKey(Schema.Array(Schema.Literals(dropReasons))),
      tokens: Count,
      context: Schema.optionalKey(Ref),
    },
    { context: ['context', 'turn'] },
  ),
  /**
   * The end of a turn. `tools` are nodes of tools, each with the number of its calls and of its failures. `drew` are the memories that the
   * reply drew on, largest share first, with the shares in nano-units that sum to one; empty where it drew on none, absent where the reply
   * is not known. `errors` are the kinds of error that its tools reported, the last one last, and `erring` the tool of each.
   */
  TurnCompleted: fact(
    {
      outcome: Schema.Literals(turnOutcomes),
      durationMs: Milliseconds,
      messages: Schema.optionalKey(Refs),
      tools: Schema.optionalKey(Nodes),
      calls: Schema.optionalKey(Counts),
      failures: Schema.optionalKey(Counts),
      drew: Schema.optionalKey(Nodes),
      shares: Schema.optionalKey(NanoList),
      errors: Schema.optionalKey(Nodes),
      erring: Schema.optionalKey(Nodes),
    },
    { messages: ['message-id', 'turn'] },
  ),
  /**
   * The turn did not use memory. `skippedAt` is the time at which that happened; the event may have been appended later. `deadlineMs` is what
   * the turn might have waited; absent where nothing was waited for, and in older logs.
   */
  RecallSkipped: fact({
    reason: Schema.Literals(absenceReasons),
    skippedAt: Milliseconds,
    waitedMs: Milliseconds,
    deadlineMs: Schema.optionalKey(Milliseconds),
  }),
}
