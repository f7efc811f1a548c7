/**
 * Calls of a language model, whatever task makes them. The request is in the log before the model is asked, so a crash, a retry or a rebuilt
 * prompt never asks twice. The end of a call is in one commit with what follows from it: events of its task.
 */
import * as Schema from 'effect/Schema'
import { CallNumber, FeedbackNumber, NodeNumber, SourceNumber } from '../identity.ts'
import {
  Count,
  Edges,
  EdgesOrNone,
  fact,
  Hex,
  Milliseconds,
  NanoList,
  Nodes,
  Ref,
  Span,
  Turns,
  UnitInterval,
  Word,
} from './event-definition.ts'

/**
 * Tasks that ask a model: which memories to follow in a recall, which passages of a document are causes of others, what a message of the
 * owner does to the memories near it, and by which other words passages are asked for.
 */
export const modelTasks = ['routing', 'causes', 'judge', 'aliases'] as const
export type ModelTaskName = (typeof modelTasks)[number]

/**
 * What a message does to the memory that a judge names: it says otherwise, the same, or something that no memory says; it is about the reply
 * before; or it is about none of this.
 */
export const judgedVerdicts = ['supersedes', 'same', 'adds', 'about-reply', 'unrelated'] as const
export type JudgedVerdict = (typeof judgedVerdicts)[number]

/** What followed from a judgement: another memory holds now, a mark, older words that hold again, a new memory, or nothing. */
export const judgedEnds = ['superseded', 'marked', 'reasserted', 'noted', 'nothing'] as const
export type JudgedEnd = (typeof judgedEnds)[number]

/**
 * The gates that a judgement did not pass: the memory was not offered, or has another text or is gone by now; the words that it quotes do not
 * stand in the memory or in the message; what it states does not last; it is not sure enough; too many judgements of late said that something
 * changed; what follows is so already; a newer message that was judged with it is about the same words; or it would have to wait for the owner's yes
 * (`review`), and there is no text of its own that could.
 */
export const judgeGates = [
  'not-offered',
  'gone',
  'old-words',
  'new-words',
  'passing',
  'unsure',
  'held',
  'known',
  'overtaken',
  'review',
] as const
export type JudgeGate = (typeof judgeGates)[number]

/** Reasons why a call has no answer, or one that does not count. */
export const modelFallbacks = [
  'timeout',
  'refused',
  'malformed',
  'unreachable',
  'rate-limited',
  'failing',
  'over-budget',
  'no-choice',
  'unwanted',
  'crash',
] as const
export type ModelFallback = (typeof modelFallbacks)[number]

/** Says whether no server took the question of a call that ended so: then nothing was asked, and it cost nothing for sure. */
export const isUntaken = (fallback: ModelFallback | undefined): boolean => fallback !== undefined && untaken.has(fallback)
const untaken: ReadonlySet<ModelFallback> = new Set(['unreachable', 'refused', 'rate-limited', 'over-budget'])

export const modelEvents = {
  /**
   * A model is about to be asked about the memories in `offered`. `call` counts the calls of the brain from 1. A routing has the number of its
   * turn, which is reserved so, and `pointers`: the edges by which the memories can be followed (0: none). A window of causes has its `source`;
   * `offered` are the passages that are asked about for the first time with this text, `beside` their neighbours that were asked about before.
   * A judge is asked about the messages that are the questions of `turns`, or about `notes` that were read in. `template` and `digest` name the instruction, and `prompt` proves the messages. `tokens`, `tokensOut` and `costNanoUsd` are the most that
   * all requests of the call may take: so much of the budgets is taken until the call is over.
   */
  ModelAsked: fact(
    {
      task: Schema.Literals(modelTasks),
      call: CallNumber,
      offered: Nodes,
      pointers: Schema.optionalKey(EdgesOrNone),
      beside: Schema.optionalKey(Nodes),
      source: Schema.optionalKey(SourceNumber),
      turns: Schema.optionalKey(Turns),
      notes: Schema.optionalKey(Nodes),
      model: Ref,
      template: Word,
      digest: Hex,
      prompt: Ref,
      tokens: Count,
      tokensOut: Count,
      costNanoUsd: Count,
    },
    { model: ['setting-name', 'call'], prompt: ['prompt', 'call'] },
  ),
  /**
   * The end of a call. `fallback`: why its answer does not count, or there is none. `refused` counts the parts of the answer that do not count.
   * Tokens and cost, in billionths of a US dollar, are as the server counts them; where it did not say what a call without an answer took, they are
   * those of the messages of one request, and for a `timeout` and a `crash` the most that the call may take. `over`: the call broke its budget, or
   * gave no usable answer. `pausedUntil`: no model is asked before that time.
   */
  ModelAnswered: fact(
    {
      task: Schema.Literals(modelTasks),
      call: CallNumber,
      explanation: Schema.optionalKey(Ref),
      refused: Count,
      tokensIn: Count,
      tokensOut: Count,
      costNanoUsd: Count,
      latencyMs: Milliseconds,
      outcome: Schema.Literals(['answered', 'fell-back']),
      fallback: Schema.optionalKey(Schema.Literals(modelFallbacks)),
      over: Schema.optionalKey(Schema.Literal(true)),
      pausedUntil: Schema.optionalKey(Milliseconds),
    },
    { explanation: ['explanation', 'call'] },
  ),
  /**
   * The choice of a routing model, as far as it was taken: the followed pointers, the memories that it dropped, and the attention that it gave
   * memories, in nano-units from 0 to 1. `kernel` are its factors for the families of edges.
   */
  RouteChosen: fact({
    followed: Edges,
    dropped: Nodes,
    attended: Nodes,
    attention: NanoList,
    kernel: Schema.optionalKey(NanoList),
  }),
  /**
   * The causes that a model named among these passages, as far as they count: parallel lists of causes, their effects, and the confidence in
   * nano-units from 0 to 1. The edges that follow are in the same commit.
   */
  CausesNamed: fact({
    source: SourceNumber,
    passages: Nodes,
    causes: Nodes,
    effects: Nodes,
    confidence: Schema.Array(UnitInterval),
  }),
  /** The message of the owner that is the question of the turn waits to be judged by a model. `over`: it waits no longer; no memory is near it. */
  MessageWaits: fact({ over: Schema.optionalKey(Schema.Literal(true)) }),
  /** Notes that were read in, or got another text, wait to be judged beside the older ones that are near them. `over`: they wait no longer. */
  NotesWait: fact({ nodes: Nodes, over: Schema.optionalKey(Schema.Literal(true)) }),
  /**
   * A model judged what a message of the owner, or a `note` that was read in, does to a memory. The turn of the envelope is the one whose question is
   * the message.
   * `old` is a stretch of the memory's text, `new` one of the message. `became`: what followed; `refused`: the gate that it did not pass.
   * Where something followed it has the number of a feedback, and `text`, the message; `kept` is the memory that holds it. It teaches nothing:
   * what a message says of a fact changes no strength.
   */
  MessageJudged: fact(
    {
      call: CallNumber,
      verdict: Schema.Literals(judgedVerdicts),
      candidate: Schema.optionalKey(NodeNumber),
      old: Schema.optionalKey(Span),
      new: Schema.optionalKey(Span),
      confidence: UnitInterval,
      became: Schema.Literals(judgedEnds),
      refused: Schema.optionalKey(Schema.Literals(judgeGates)),
      feedback: Schema.optionalKey(FeedbackNumber),
      text: Schema.optionalKey(Ref),
      kept: Schema.optionalKey(NodeNumber),
      note: Schema.optionalKey(NodeNumber),
    },
    { text: ['feedback-text', 'feedback'] },
  ),
}
