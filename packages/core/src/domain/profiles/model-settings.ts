/** Settings of a language model: what the calls of all tasks may cost together, and of each task alone. What a task asks is among its own settings. */
import * as Schema from 'effect/Schema'
import type { ModelTaskName } from '../events/model-events.ts'
import { count, decimal } from './setting.ts'

const share = (calls: string) =>
  decimal(0, 1, 1, 'share').says(`${calls} use up at most this share of the budget of a day; 0: none are made.`)

const shares = {
  routingShare: share('Calls about recalls'),
  causesShare: share('Calls for causes of documents'),
  judgeShare: share('Calls that judge messages'),
} satisfies { readonly [Task in `${ModelTaskName}Share`]: unknown }

export const Model = Schema.Struct({
  priceIn: decimal(0, 1_000, 0.15, 'USD a million tokens', 'S4.91').says('Price of the tokens that are sent to the model.'),
  priceOut: decimal(0, 1_000, 0.6, 'USD a million tokens', 'S4.91').says('Price of the tokens of its answers.'),
  priceEmbedding: decimal(0, 1_000, 0.02, 'USD a million tokens', 'S4.91').says('Price of the tokens that are embedded.'),
  turnUsd: decimal(0, 1_000, 0.01, 'USD').says('A call whose requests could cost more than this by the prices is not made.'),
  dayTokens: count(0, 1_000_000_000, 1_000_000, 'tokens').says('A UTC day spends at most this many tokens on calls.'),
  dayUsd: decimal(0, 10_000, 0.5, 'USD').says('A UTC day spends at most this on calls.'),
  ...shares,
  brainTokens: count(0, 1_000_000_000_000, 1_000_000_000, 'tokens').says('The brain spends at most this many tokens on calls, ever.'),
  brainUsd: decimal(0, 1_000_000, 100, 'USD').says('The brain spends at most this on calls, ever.'),
  overMost: count(1, 100, 3, 'calls', 'S3.55').says(
    'After this many calls in a row that broke their budget or gave no answer, no model is asked for a while.',
  ),
  pauseSeconds: count(1, 2_592_000, 900, 'seconds').says('A model is asked again after this long.'),
})
export type ModelSettings = typeof Model.Type
