/** Settings of a language model: what the calls of all tasks may cost together and of each task alone, and what routing and judging ask. */
import { languages } from '@crabtrail/text/languages/function-words'
import * as Schema from 'effect/Schema'
import type { ModelTaskName } from '../events/model-events.ts'
import { choice, count, decimal, list } from './setting.ts'

const share = (calls: string, most = 1) =>
  decimal(0, 1, most, 'share').says(`${calls} use up at most this share of the budget of a day; 0: none are made.`)

const shares = {
  routingShare: share('Calls about recalls'),
  causesShare: share('Calls for causes of documents'),
  judgeShare: share('Calls that judge messages'),
  // They can wait, and those of a first reading would leave a day nothing for what is said.
  aliasesShare: share('Calls that name aliases of passages', 0.5),
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

/* Settings of routing: when a small model is asked about a recall, and what it may do. */

const measured = 'measured, docs/results/routing.md'

export const Routing = Schema.Struct({
  /* When a call is worth it. */
  many: count(1, 1024, 12, 'memories', 'S3.29').says('A call is worth it if more memories than this fire.'),
  few: count(0, 1024, 6, 'memories', 'S3.25').says(
    'No call is worth it if at most this many memories fire and the rest of the rule holds.',
  ),
  counted: decimal(0, 1, 0.2, 'share', 'ours: those that the context may give').says(
    'A memory counts as fired for routing from this share of the best score on.',
  ),
  flat: decimal(0, 1, 0.98, 'entropy').says(
    'A call is worth it if the entropy of the seeds’ scores is above this, where 1 is the entropy of equal scores.',
  ),
  margin: decimal(0, 1, 0.35, 'share', 'S3.26').says(
    'One memory stands out if it scores this share of its own score more than the second.',
  ),
  sure: decimal(0, 1, 0.9, 'share', 'S3.26, read as ADR 0053 says').says(
    'The best text is sure if it holds more than this share of the question’s words, by their rarity.',
  ),
  inhibited: decimal(-10, 0, -0.8, 'strength', 'S3.27').says('An edge of this strength or below is never sure.'),
  freshSeconds: count(0, 86_400, 60, 'seconds', 'S3.28').says('A heartbeat is fresh for this long, if nothing was read in since.'),
  near: decimal(-1_000, 1_000, -1.5, 'confidence', measured).says(
    'No call is worth it for a message to which no memory is nearer than this, unless a similar one failed lately. Memories are given from 0 on.',
  ),
  failureTurns: count(0, 1024, 100, 'turns').says('A failure on a similar question counts for this many turns.'),

  /* What the model is offered, and what its answer does. */
  candidates: count(2, 64, 20, 'memories', 'S3.35').says('A model is offered this many memories.'),
  pointers: count(0, 16, 3, 'pointers', 'S3.36; number ours').says(
    'The model sees this many edges of each memory: the strongest to others of the offer.',
  ),
  shown: count(48, 640, 140, 'characters', measured).says(
    'At least this much of a longer note is shown: the sentences that the question meets. Where it does not fit, fewer notes are shown.',
  ),
  notes: count(2, 64, 14, 'notes', measured).says('Down to this many notes, fewer are shown rather than less of each.'),
  tokensIn: count(100, 100_000, 900, 'tokens', 'S4.91').says('A question to the model has at most this many tokens, estimated.'),
  tokensOut: count(20, 4_096, 180, 'tokens', 'S3.51, S4.91').says('An answer has at most this many tokens.'),
  follow: decimal(0, 10, 0.4, 'best seeds', 'S3.47').says('A memory whose pointer the model follows gains this.'),
  follows: decimal(0, 1, 0.15, 'share', measured).says(
    'An answer that follows more than this share of what was offered chooses nothing and is set aside. One memory may always be followed.',
  ),
  drops: choice(['edges', 'all'], 'edges', 'rule', 'ours; S3.48 under crabpath').says(
    '`edges`: a dropped memory loses what habitual edges bring, and goes if it was reached by edges alone. `all`: it goes whatever its score.',
  ),
})
export type RoutingSettings = typeof Routing.Type

/* Settings of judging: what a model is asked about a message of the owner, and from when on its answer counts. */

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

/* Settings of aliases: in which languages a model names them, and what a call may take. */

export const Aliases = Schema.Struct({
  languages: list(languages, [], 'languages').says(
    'A model names aliases in these languages. Without one they are those of the texts and questions of the brain, English included.',
  ),
  tokensIn: count(500, 100_000, 8_000, 'tokens').says('A question to the model has at most this many tokens, estimated.'),
  tokensOut: count(100, 8_192, 2_400, 'tokens').says('An answer has at most this many tokens.'),
})
