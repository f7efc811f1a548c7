/** The description of a memory in answers: its text, its doubts, what supersedes it, and its life. */
import * as Schema from 'effect/Schema'
import { aliasNamers, reviews } from '../../domain/graph.ts'
import { optional, required } from './operation.ts'
import { Ending, inPlaceOf, Superseding } from './superseding.ts'

/** A correction that was said in a conversation and that no memory holds. */
export const Doubt = Schema.Struct({
  feedback: Schema.String,
  day: required(Schema.String, 'A day of UTC: 2026-11-23.'),
  said: Schema.String,
  bare: optional(Schema.Literal(true), 'Given: the words say no more than that it is wrong.'),
})
export type Doubt = typeof Doubt.Type

export const doubts = optional(Schema.Array(Doubt), 'Its doubts, the newest last. Absent where there are none.')

/** Other words by which a memory is asked for. */
export const ShownAlias = Schema.Struct({
  text: Schema.String,
  by: required(Schema.Literals(aliasNamers), 'Who named it: a person, its document, or a language model.'),
  call: optional(Schema.Int, 'The call of the model that named it, as `ModelAsked` has it.'),
})
export type ShownAlias = typeof ShownAlias.Type

/** An alias beside the memory that has it. */
export const AliasOf = Schema.Struct({ node: Schema.String, by: Schema.Literals(aliasNamers), text: Schema.String })
export type AliasOf = typeof AliasOf.Type

export const AliasSides = Schema.Struct({ added: Schema.Array(AliasOf), removed: Schema.Array(AliasOf) })

const NodeLife = Schema.Struct({
  seen: required(Schema.Int, 'How often its question was asked; of cues only.'),
  fired: required(Schema.Int, 'How often it took part in a recall.'),
  used: required(Schema.Int, 'How often a verdict said that it was right.'),
  corrected: required(Schema.Int, 'How often a verdict said that it was wrong.'),
  first: required(Schema.NullOr(Schema.String), 'The first turn in which it was asked or took part.'),
  last: required(Schema.NullOr(Schema.String), 'The newest one.'),
  grown: required(Schema.NullOr(Schema.String), 'The turn whose question made it; `null` for everything that did not grow by itself.'),
})

/** The life of one memory as the log has it. */
export const TracedLife = Schema.Struct({
  added: required(Schema.NullOr(Schema.String), 'The time at which it was added.'),
  texts: required(Schema.Int, 'The number of texts that it has had.'),
  last: required(
    Schema.NullOr(
      Schema.Struct({
        turn: Schema.String,
        at: Schema.String,
        session: Schema.NullOr(Schema.String),
        sessionKey: Schema.NullOr(Schema.String),
      }),
    ),
    'The newest turn in which it was asked or took part, with its time and its session.',
  ),
  ended: optional(Schema.Array(Ending), 'What took its place, in the order in which that was recorded. Absent: nothing did.'),
  tools: required(
    Schema.Array(Schema.Struct({ tool: Schema.String, calls: Schema.Int, failures: Schema.Int })),
    'The tools that were called in the newest turns that gave it, the most called first. Of a tool: its own calls.',
  ),
  errors: required(
    Schema.Array(Schema.Struct({ error: Schema.String, turns: Schema.Int })),
    'The kinds of error that those turns ended with.',
  ),
  outlook: required(
    Schema.NullOr(Schema.Struct({ score: Schema.Number, idle: Schema.Int, grace: Schema.Int, isRetiring: Schema.Boolean })),
    'What disuse makes of it: its score, below 0 where it may die; its turns without use, and those after which it dies if no edge keeps it (0: it is kept); and whether a run of maintenance now would retire it. `null` for what never dies of disuse.',
  ),
})
export type TracedLife = typeof TracedLife.Type

export const ShownNode = Schema.Struct({
  node: Schema.String,
  number: Schema.Int,
  title: Schema.String,
  type: Schema.String,
  state: Schema.String,
  origin: Schema.String,
  trusted: required(Schema.Boolean, 'The owner lets it be put before a model, though others wrote it.'),
  review: optional(Schema.Literals(reviews), 'How its text stands with the owner. Absent where it was to wait for no yes.'),
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
  aliases: optional(Schema.Array(ShownAlias), 'Other words by which it is asked for. Absent where there are none.'),
  life: NodeLife,
})
export type ShownNode = typeof ShownNode.Type
