/** Settings of judging: what a model is asked about a message of the owner, and from when on its answer counts. */
import * as Schema from 'effect/Schema'
import { count, decimal } from './setting.ts'

export const Judging = Schema.Struct({
  candidates: count(1, 32, 8, 'memories').says('A model is offered this many memories with a message.'),
  batch: count(1, 10, 10, 'messages').says('A call judges at most this many messages that waited.'),
  batchFrom: decimal(0, 1, 0.5, 'share').says(
    'From this share of the budget of a day on, messages wait and are judged together. Below it each is judged by itself.',
  ),
  tokensIn: count(200, 100_000, 6_000, 'tokens').says('A question to the model has at most this many tokens, estimated.'),
  tokensOut: count(50, 4_096, 900, 'tokens').says('An answer has at most this many tokens.'),
  applied: decimal(0, 1, 0.8, 'confidence').says('From this confidence on, what a message says takes the place of what a memory says.'),
  shown: decimal(0, 1, 0.5, 'confidence').says(
    'From this confidence on, a memory is given with the words of the message beside it. Below it nothing follows.',
  ),
  recent: count(5, 200, 50, 'judgements').says('The share of changes is that among this many of the newest judgements.'),
  recentLeast: count(1, 200, 20, 'judgements').says('With fewer judgements no share of changes is too large.'),
  changedMost: decimal(0, 1, 0.6, 'share').says(
    'While more than this share of the newest judgements says that something changed, nothing follows from one.',
  ),
})
export type JudgingSettings = typeof Judging.Type
