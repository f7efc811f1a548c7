/**
 * Calls of a model that names causes among the passages of a document. The request is in the log before the model is asked, so a crash or a
 * second run never asks about the same passages twice. The answer is in one commit with the edges that follow from it.
 */
import * as Schema from 'effect/Schema'
import { SourceNumber } from '../identity.ts'
import { Count, fact, Hex, Milliseconds, Nodes, Ref, UnitInterval, Word } from './event-definition.ts'
import { routingFallbacks } from './session-events.ts'

export const causeEvents = {
  /**
   * A model is about to be asked about neighbouring passages of one document. `passages` are asked about for the first time with this text,
   * `beside` are their neighbours that were asked about before. `template` and `digest` name the instruction. `tokens` estimates both
   * messages; `tokensOut` and `costNanoUsd` are the most that the answer may have and the call may cost.
   */
  CausesRequested: fact(
    {
      source: SourceNumber,
      passages: Nodes,
      beside: Nodes,
      model: Ref,
      template: Word,
      digest: Hex,
      prompt: Ref,
      tokens: Count,
      tokensOut: Count,
      costNanoUsd: Count,
    },
    { model: ['setting-name', 'source'], prompt: ['prompt', 'source'] },
  ),
  /**
   * The answer to the request about these passages, as far as it counts: parallel lists of causes, their effects, and the confidence in nano-units from 0 to 1.
   * `refused` counts what was dropped. `costNanoUsd` is in billionths of a US dollar. `fallback`: why there is no answer.
   */
  CausesNamed: fact(
    {
      source: SourceNumber,
      passages: Nodes,
      causes: Nodes,
      effects: Nodes,
      confidence: Schema.Array(UnitInterval),
      refused: Count,
      tokensIn: Count,
      tokensOut: Count,
      costNanoUsd: Count,
      latencyMs: Milliseconds,
      outcome: Schema.Literals(['answered', 'fell-back']),
      fallback: Schema.optionalKey(Schema.Literals(routingFallbacks)),
    },
    {},
  ),
}
