/** Describes what answers tell of a language model: of its calls, and of a recall that it routed. */
import * as Schema from 'effect/Schema'
import { modelFallbacks, modelTasks } from '../../domain/events/model-events.ts'
import { routingReasons, unaskedReasons } from '../../domain/events/turn-events.ts'
import { optional, required } from './operation.ts'

const asked = {
  calls: required(Schema.Int, 'Calls of the model: 0 or 1.'),
  outcome: required(
    Schema.Literals(['off', 'not-needed', 'not-asked', 'answered', 'fell-back']),
    '`off`: nothing is recorded. `not-needed`: no call was worth it. `not-asked`: one was, and `unasked` says why it was not made. `fell-back`: the rule decided in place of the model.',
  ),
  costUsd: required(
    Schema.Number,
    'Its cost as a host counts it, else by the prices in the settings. Where no server said what the call took: the messages of one request, or the most that it may cost where it took too long.',
  ),
  reason: optional(Schema.Literals(routingReasons), 'Why a call was worth it, or was not.'),
  unasked: optional(Schema.Literals(unaskedReasons), 'Why no model was asked although a call was worth it.'),
  fallback: optional(Schema.Literals(modelFallbacks), 'Why the rule decided in place of the model.'),
  detail: optional(Schema.String, 'What is wrong, and what to do. It is told with the recall, and not recorded.'),
  tokensIn: optional(Schema.Int, 'Tokens that were sent, as the server counts them; where it did not, the most.'),
  tokensOut: optional(Schema.Int, 'Tokens of the answer, counted so.'),
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
  answered: required(Schema.Int, 'Calls whose answer was taken.'),
  fellBack: required(Schema.Int, 'Calls that ended without one.'),
  tokens: required(Schema.Number, 'Of both directions.'),
  costUsd: required(
    Schema.Number,
    'As the budgets count it: a call without an answer counts with its messages, unless no server took it; one that took too long, or is not over, with the most that it may cost.',
  ),
}

const byTask = required(
  Schema.Record(Schema.Literals(modelTasks), Schema.Struct(spent)),
  '`routing`: choices in recalls. `causes`: causes named while documents were read in. `judge`: messages and notes judged. `aliases`: other names of memories.',
)

/** Calls of a language model for a brain. */
export const ModelStats = Schema.Struct({
  ...spent,
  byTask,
  today: required(Schema.Struct({ ...spent, byTask }), 'Of the UTC day of the newest event.'),
  medianMs: optional(Schema.Number, 'Median milliseconds of the newest answered calls.'),
  pausedUntil: optional(Schema.String, 'No model is asked before that time, because calls failed.'),
})

/** How often a routing model was worth a call. */
export const RoutingStats = Schema.Struct({
  reasons: required(Schema.Record(Schema.String, Schema.Int), 'Turns by whether a call was worth it.'),
  worthACall: required(Schema.Int, 'Turns for which a call was worth it, made or not.'),
  expected: required(
    Schema.Struct({ callsADay: Schema.Number, costUsdADay: Schema.Number }),
    'What a day costs if a model answers whenever a call is worth it, with as many tokens as a request may have.',
  ),
})

/** The expected cost of a day on which messages are judged. */
export const JudgingStats = Schema.Struct({
  expected: required(
    Schema.Struct({
      messages: required(Schema.Int, 'Messages of conversations in the 14 days before the newest one.'),
      messagesADay: Schema.Number,
      tokensIn: required(
        Schema.Int,
        'Of a request about one message: the mean of the newest ten; for a brain without messages that of a typical one.',
      ),
      tokensOut: required(Schema.Int, 'Of an answer about one message.'),
      costUsdAMessage: Schema.Number,
      costUsdADay: Schema.Number,
      priceIn: required(Schema.Number, 'The setting `model.priceIn` that the costs are computed by, in US dollars a million tokens.'),
      priceOut: required(Schema.Number, 'The same of `model.priceOut`.'),
      dayTokens: required(Schema.Int, 'The setting `model.dayTokens`: a day ends at these tokens, whatever they cost.'),
    }),
    'What a day costs if a model judges each message by itself.',
  ),
})

/** Memories that have aliases, and the expected cost of asking a model about those that wait. */
export const AliasesStats = Schema.Struct({
  named: required(Schema.Int, 'Memories that have aliases, or about which a model was asked.'),
  waiting: required(Schema.Int, 'Memories about which `nameAliases` would ask a model.'),
  expected: required(
    Schema.Struct({ calls: Schema.Int, costUsd: Schema.Number }),
    'What that takes: by the mean of the calls so far, at most before the first one.',
  ),
})
