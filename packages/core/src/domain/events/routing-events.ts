/** What a routing model was asked and what it answered. The request stands in the log before the answer, so a crash never asks twice. */
import * as Schema from 'effect/Schema'
import { Count, fact, Milliseconds, NanoList, Numbers, Ref } from './event-definition.ts'

export const routingEvents = {
  /** `candidates`, and below `chosen` and `dropped`, are edges. */
  RoutingRequested: fact({ candidates: Numbers, model: Ref, prompt: Ref }, { model: ['setting-name', 'turn'], prompt: ['prompt', 'turn'] }),
  /** `costNanoUsd` is billionths of a US dollar. */
  RoutingDecided: fact({
    chosen: Numbers,
    attention: NanoList,
    dropped: Schema.optionalKey(Numbers),
    refused: Schema.optionalKey(Count),
    tokensIn: Count,
    tokensOut: Count,
    costNanoUsd: Count,
    latencyMs: Milliseconds,
    outcome: Schema.Literals(['answered', 'fell-back']),
    fallback: Schema.optionalKey(Schema.Literals(['timeout', 'refused', 'malformed', 'unreachable', 'over-budget', 'breaker', 'crash'])),
  }),
}
