/** The parts of answers that tell of memories that no longer hold. */
import * as Schema from 'effect/Schema'
import { verdicts } from '../../domain/events/learning-events.ts'
import { supersedingReasons, supersedingRules, unapproved } from '../../domain/graph.ts'
import { optional, required } from './operation.ts'

/** Why a memory no longer holds, and the memory that does. */
export const Superseding = Schema.Struct({
  by: required(Schema.String, 'The memory that states what is true now.'),
  rule: required(Schema.Literals(supersedingRules), 'What the two have in common.'),
  reason: required(Schema.Literals(supersedingReasons), 'Why the other one is the newer.'),
  part: optional(Schema.String, 'The stretch of its text that is meant. Absent: the whole.'),
  feedback: optional(Schema.String, 'The feedback of the person who said so. Absent where documents said it.'),
  gone: optional(Schema.Literal(true), 'Present where that memory got another text since, which states it no longer.'),
})
export type Superseding = typeof Superseding.Type

const { part: _part, rule: _rule, ...superseding } = Superseding.fields

/** How a memory came to hold no longer: what took its place when, and the verdict that said so. */
export const Ending = Schema.Struct({
  ...superseding,
  at: required(Schema.NullOr(Schema.String), 'When that was said, or recorded by a document; `null` where the log does not say.'),
  given: optional(
    Schema.Struct({
      actor: Schema.String,
      origin: Schema.NullOr(Schema.String),
      session: Schema.NullOr(Schema.String),
      turn: Schema.NullOr(Schema.String),
      verdict: Schema.Literals(verdicts),
      said: optional(Schema.String, 'The words that came with it. Absent where there were none, or they were erased.'),
    }),
    'The verdict of a person who said so. Absent where documents or a judgement said it.',
  ),
})
export type Ending = typeof Ending.Type

/** A memory that no longer holds. */
export const SupersededNode = Schema.Struct({ node: Schema.String, ...Superseding.fields })
export type SupersededNode = typeof SupersededNode.Type

/** A memory that an undoing lets hold again, or sets aside again. */
export const SupersededChange = Schema.Struct({
  node: Schema.String,
  by: Schema.String,
  holds: required(Schema.Boolean, 'True: it is no longer superseded by that one. False: it is.'),
  still: optional(Schema.Array(Schema.String), 'The memories that supersede it all the same. Absent: none, or `holds` is false.'),
  review: optional(
    Schema.Literals(unapproved),
    'How the text of `by` stands with the owner, where it supersedes nothing before his yes: the memory holds until then. Absent: it supersedes.',
  ),
})
export type SupersededChange = typeof SupersededChange.Type

export const supersededBy = optional(Schema.Array(Superseding), 'What states now what it stated, the newest last. Absent: nothing does.')
export const inPlaceOf = optional(Schema.Array(Schema.String), 'The memories that it stands in the place of. Absent: none.')
