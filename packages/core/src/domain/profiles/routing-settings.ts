/** Settings of routing: when a small model is asked about a recall, and what it may do. */
import * as Schema from 'effect/Schema'
import { choice, count, decimal } from './setting.ts'

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
