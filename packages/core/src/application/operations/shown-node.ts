/** The description of a memory in answers: its text, its doubts, what supersedes it, and its life. */
import * as Schema from 'effect/Schema'
import { optional, required } from './operation.ts'
import { inPlaceOf, Superseding } from './superseding.ts'

/** A correction that was said in a conversation and that no memory holds. */
export const Doubt = Schema.Struct({
  feedback: Schema.String,
  day: required(Schema.String, 'A day of UTC: 2026-11-23.'),
  said: Schema.String,
  bare: optional(Schema.Literal(true), 'Given: the words say no more than that it is wrong.'),
})
export type Doubt = typeof Doubt.Type

export const doubts = optional(Schema.Array(Doubt), 'Its doubts, the newest last. Absent where there are none.')

const NodeLife = Schema.Struct({
  seen: required(Schema.Int, 'How often its question was asked; of cues only.'),
  fired: required(Schema.Int, 'How often it took part in a recall.'),
  used: required(Schema.Int, 'How often a verdict said that it was right.'),
  corrected: required(Schema.Int, 'How often a verdict said that it was wrong.'),
  first: required(Schema.NullOr(Schema.String), 'The first turn in which it was asked or took part.'),
  last: required(Schema.NullOr(Schema.String), 'The newest one.'),
  grown: required(Schema.NullOr(Schema.String), 'The turn whose question made it; `null` for everything that did not grow by itself.'),
})

export const ShownNode = Schema.Struct({
  node: Schema.String,
  number: Schema.Int,
  title: Schema.String,
  type: Schema.String,
  state: Schema.String,
  origin: Schema.String,
  trusted: required(Schema.Boolean, 'The owner lets it be put before a model, though others wrote it.'),
  utility: Schema.Number,
  source: Schema.NullOr(Schema.String),
  content: Schema.String,
  day: optional(Schema.String, 'The day that it is about, as in 2026-11-28. Absent where it has none.'),
  doubts: required(
    Schema.Array(Doubt),
    'Corrections of the memory in conversations since its text changed or was confirmed, the newest last.',
  ),
  supersededBy: required(Schema.Array(Superseding), 'What states now what it stated, the newest last.'),
  inPlaceOf,
  life: NodeLife,
})
export type ShownNode = typeof ShownNode.Type
