/** Describes what answers tell of a routing model. */
import * as Schema from 'effect/Schema'
import { routingFallbacks } from '../../domain/events/session-events.ts'
import { routingReasons, unaskedReasons } from '../../domain/events/turn-events.ts'
import { optional, required } from './operation.ts'

const asked = {
  calls: required(Schema.Int, 'Calls of the model: 0 or 1.'),
  outcome: required(
    Schema.Literals(['off', 'not-needed', 'not-asked', 'answered', 'fell-back']),
    '`off`: nothing is recorded. `not-needed`: no call was worth it. `not-asked`: one was, and `unasked` says why it was not made. `fell-back`: the rule decided in place of the model.',
  ),
  costUsd: required(Schema.Number, 'Its cost by the prices in the settings.'),
  reason: optional(Schema.Literals(routingReasons), 'Why a call was worth it, or was not.'),
  unasked: optional(Schema.Literals(unaskedReasons), 'Why no model was asked although a call was worth it.'),
  fallback: optional(Schema.Literals(routingFallbacks), 'Why the rule decided in place of the model.'),
  detail: optional(Schema.String, 'What is wrong, and what to do. It is told with the recall, and not recorded.'),
  tokensIn: optional(Schema.Int, 'Tokens that were sent, as the server counts them.'),
  tokensOut: optional(Schema.Int, 'Tokens of the answer.'),
  latencyMs: optional(Schema.Number, 'Milliseconds that the answer took.'),
  refused: optional(Schema.Int, 'How much of the answer did not count.'),
}

/** The call of a routing model for a recall. */
export const RoutingAnswer = Schema.Struct(asked)

/** The same with what was offered, and what the model said. */
export const RoutingWhy = Schema.Struct({
  ...asked,
  model: optional(Schema.NullOr(Schema.String), 'Server and model; `null` where it was erased.'),
  template: optional(Schema.String, 'The name of the instruction.'),
  digest: optional(Schema.String, 'Its sha256.'),
  offered: optional(
    Schema.Array(
      Schema.Struct({
        node: Schema.String,
        title: Schema.String,
        pointer: optional(Schema.String, 'The edge by which it could be followed.'),
      }),
    ),
    'The memories that the model could choose among, in the order of their numbers.',
  ),
  followed: optional(Schema.Array(Schema.Struct({ edge: Schema.String, node: Schema.String })), 'The pointers that it followed.'),
  dropped: optional(Schema.Array(Schema.String), 'The memories that it dropped.'),
  attention: optional(Schema.Array(Schema.Struct({ node: Schema.String, value: Schema.Number })), 'The attention that it gave, 0 to 1.'),
  kernel: optional(
    Schema.Struct({ SEQ: Schema.Number, SIM: Schema.Number, CAUSE: Schema.Number }),
    'The factors that it gave the families of edges, 0 to 2.',
  ),
  explanation: optional(
    Schema.NullOr(Schema.String),
    'Its reason, in its own words; `null` where it was erased. No model is ever given it.',
  ),
  pausedUntil: optional(Schema.String, 'Set when the call was the last of several that failed: no model is asked before that time.'),
})

const spent = {
  calls: Schema.Int,
  tokens: required(Schema.Number, 'Of both directions.'),
  costUsd: required(
    Schema.Number,
    'As the budgets count it: a call without an answer counts with the most that it may cost, unless no server took it.',
  ),
}

/** The cost of routing in a brain. */
export const RoutingStats = Schema.Struct({
  reasons: required(Schema.Record(Schema.String, Schema.Int), 'Turns by whether a call was worth it.'),
  worthACall: required(Schema.Int, 'Turns for which a call was worth it, made or not.'),
  ...spent,
  causes: required(Schema.Int, 'Calls that named causes while documents were read in.'),
  answered: required(Schema.Int, 'Calls for recalls whose answer was taken.'),
  fellBack: required(Schema.Int, 'Calls for recalls after which the rule decided.'),
  today: required(Schema.Struct(spent), 'Of the UTC day of the newest turn.'),
  pausedUntil: optional(Schema.String, 'No model is asked before that time, because calls failed.'),
  expected: required(
    Schema.Struct({ callsADay: Schema.Number, costUsdADay: Schema.Number }),
    'What a day costs if a model answers whenever a call is worth it, with as many tokens as a call may have.',
  ),
})
