/** The parts of answers that tell of memories that no longer hold. */
import * as Schema from 'effect/Schema'
import { supersedingReasons, supersedingRules } from '../../domain/graph.ts'
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

/** A memory that no longer holds. */
export const SupersededNode = Schema.Struct({ node: Schema.String, ...Superseding.fields })
export type SupersededNode = typeof SupersededNode.Type

/** A memory that an undoing lets hold again, or sets aside again. */
export const SupersededChange = Schema.Struct({
  node: Schema.String,
  by: Schema.String,
  holds: required(Schema.Boolean, 'True: it is no longer superseded by that one. False: it is again.'),
  still: optional(Schema.Array(Schema.String), 'The memories that supersede it all the same. Absent: none, or `holds` is false.'),
})
export type SupersededChange = typeof SupersededChange.Type

export const supersededBy = optional(Schema.Array(Superseding), 'What states now what it stated, the newest last. Absent: nothing does.')
export const inPlaceOf = optional(Schema.Array(Schema.String), 'The memories that it stands in the place of. Absent: none.')
