/** Keeps the memory in shape: decay, protection from decay, trust, a smaller log, and work that is done when nobody waits. */
import * as Schema from 'effect/Schema'
import { aliasCharacters, aliasesMost } from '../../domain/aliases/aliases.ts'
import { reviews } from '../../domain/graph.ts'
import { dryRun, inBrain, inSession, list, NodeText, optional, PositionText, required, speaker, text, writing } from './operation.ts'
import { ShownAlias } from './shown-node.ts'

export const MaintainRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  when: optional(Schema.Literals(['turn', 'heartbeat', 'reading']), 'Runs only if the settings say that a run is due at such a moment.', {
    absent: 'runs now',
    host: true,
  }),
  ...dryRun,
})
export type MaintainRequest = typeof MaintainRequest.Type

export const MaintainAnswer = Schema.Struct({
  faded: required(Schema.Int, 'Strengths that decayed.'),
  pruned: Schema.Int,
  died: Schema.Int,
  merged: Schema.Int,
  promoted: Schema.Int,
  more: required(Schema.Boolean, 'More is due than one run takes.'),
  brain: Schema.String,
  waits: optional(Schema.Literals(['early', 'little-changed']), 'Why nothing was done. Absent: it was.'),
  turns: required(Schema.Int, 'Turns since the run before.'),
  edges: required(
    Schema.Array(
      Schema.Struct({
        edge: Schema.String,
        source: Schema.String,
        target: Schema.String,
        strength: Schema.Number,
        reason: Schema.String,
      }),
    ),
    'The first hundred edges that were pruned, with the strength they had left.',
  ),
  nodes: required(
    Schema.Array(
      Schema.Struct({
        node: Schema.String,
        became: Schema.Literals(['dead', 'merged', 'normal']),
        into: Schema.optionalKey(Schema.String),
      }),
    ),
    'The first hundred nodes whose state changed.',
  ),
  bar: optional(
    Schema.Struct({
      least: required(Schema.Number, 'The weighed sum of signs from which on a memory is sure.'),
      messages: required(Schema.Int, 'Messages about other things of which a memory has a word.'),
    }),
    'The bar of confidence that was measured in this brain. Absent: it was not due.',
  ),
  position: Schema.Int,
})
export type MaintainAnswer = typeof MaintainAnswer.Type

export const maintain = writing({
  sentence: 'Runs the decay that is due in one commit: strengths fade, weak edges are pruned, kinds of questions die or merge.',
  brain: 'refuse',
  request: MaintainRequest,
  answer: MaintainAnswer,
})

const node = required(NodeText, 'The memory.', { argument: 'NODE' })

export const ProtectRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  node,
  off: optional(Schema.Boolean, 'Takes the protection away.'),
})
export type ProtectRequest = typeof ProtectRequest.Type

export const ProtectAnswer = Schema.Struct({ brain: Schema.String, node: Schema.String, state: Schema.String, position: Schema.Int })
export type ProtectAnswer = typeof ProtectAnswer.Type

export const protect = writing({
  sentence: 'Protects a memory from dying, and the edges that lead to it from decaying away.',
  brain: 'refuse',
  request: ProtectRequest,
  answer: ProtectAnswer,
})

export const TrustRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  ...inSession,
  node,
  off: optional(Schema.Boolean, 'Takes the trust away.'),
})
export type TrustRequest = typeof TrustRequest.Type

export const TrustAnswer = Schema.Struct({
  brain: Schema.String,
  node: Schema.String,
  origin: required(Schema.String, 'The origin of its text.'),
  trusted: required(Schema.Boolean, 'True where the owner lets it be put before a model all the same.'),
  review: optional(Schema.Literals(reviews), 'How its text stands with the owner. Absent where it was to wait for no yes, or was trusted.'),
  position: Schema.Int,
})
export type TrustAnswer = typeof TrustAnswer.Type

export const trust = writing({
  sentence: 'Lets a memory that others wrote be put before a model.',
  brain: 'refuse',
  request: TrustRequest,
  answer: TrustAnswer,
})

/** An alias has at most {@link aliasCharacters} characters. */
const aliasBytes = 4 * aliasCharacters

export const AliasRequest = Schema.Struct({
  ...inBrain,
  ...speaker,
  ...inSession,
  node,
  aliases: optional(list(text(aliasBytes), aliasesMost.person), 'Questions that the memory answers, or other names of what it is about.', {
    argument: 'TEXT',
    absent: 'the memory keeps those that it has',
  }),
  remove: optional(Schema.Boolean, 'Takes these away, or without a text all that a person named.'),
})
export type AliasRequest = typeof AliasRequest.Type

export const AliasAnswer = Schema.Struct({
  brain: Schema.String,
  node: Schema.String,
  aliases: Schema.Array(ShownAlias),
  position: Schema.Int,
})
export type AliasAnswer = typeof AliasAnswer.Type

export const alias = writing({
  sentence: 'Names other words by which a memory is asked for: it is found by them and not given with them.',
  brain: 'refuse',
  request: AliasRequest,
  answer: AliasAnswer,
})

export const ArchiveRequest = Schema.Struct({
  ...inBrain,
  before: required(PositionText, 'Commits that end before that position.', { value: 'POS' }),
  ...dryRun,
})
export type ArchiveRequest = typeof ArchiveRequest.Type

export const ArchiveAnswer = Schema.Struct({
  brain: Schema.String,
  commits: required(Schema.Int, 'Commits that were archived now.'),
  bytes: required(
    Schema.Struct({ before: Schema.Int, after: Schema.Int }),
    'The bytes of their bodies and hashes in the store, in rows of their own before, in archived stretches after.',
  ),
  archived: required(Schema.Int, 'The last position that is archived; 0 where none is.'),
  position: Schema.Int,
})
export type ArchiveAnswer = typeof ArchiveAnswer.Type

export const archive = writing({
  sentence:
    'Packs the older part of the log: whole commits go into compressed stretches, which are read back and compared before the rows go. Every reader still reads them.',
  brain: 'refuse',
  request: ArchiveRequest,
  answer: ArchiveAnswer,
})

export const UpkeepRequest = Schema.Struct({
  part: optional(Schema.Literals(['vectors', 'store']), 'Only what waits for an embedder (vectors), or all the rest (store).', {
    absent: 'both',
    host: true,
  }),
})
export type UpkeepRequest = typeof UpkeepRequest.Type

export const UpkeepAnswer = Schema.Struct({
  snapshots: required(Schema.Int, 'Snapshots that were written.'),
  embedded: optional(Schema.Int, 'Texts that were embedded. Absent where there is no embedder.'),
})
export type UpkeepAnswer = typeof UpkeepAnswer.Type

export const upkeep = writing({
  sentence:
    'Does what can be done while nobody waits: missing vectors, due snapshots, a checkpoint; work that it leaves undone is not lost.',
  brain: 'none',
  request: UpkeepRequest,
  answer: UpkeepAnswer,
})
