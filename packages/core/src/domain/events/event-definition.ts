/** How an event type is declared: what it says, whether it is a fact or an effect, and which of its fields name contents. */
import * as Schema from 'effect/Schema'
import { ContentRef } from '../identity.ts'

/** What a content is, so that the store can find it again and erasure knows whose it is. */
export type ContentKind =
  | 'actor-name'
  | 'session-key'
  | 'session-part'
  | 'tag'
  | 'source-key'
  | 'source-digest'
  | 'source-root'
  | 'node-id'
  | 'node-title'
  | 'node-text'
  | 'node-tag'
  | 'node-links'
  | 'edge-label'
  | 'question'
  | 'hint'
  | 'context'
  | 'message-id'
  | 'prompt'
  | 'feedback-text'
  | 'setting-name'

/** Kinds that are proven but not kept: of these the store may hold the salt alone. */
export const sealedKinds: ReadonlySet<ContentKind> = new Set(['context', 'prompt'])

/** The number that owns a content; `brain` where it belongs to no single thing. */
export type ContentOwner = 'actor' | 'session' | 'source' | 'node' | 'edge' | 'turn' | 'feedback' | 'brain'

/** field name → what kind of content it names and whose it is (the number in the field of that name, or the event's turn). */
export type References = Readonly<Record<string, readonly [kind: ContentKind, owner: ContentOwner]>>

/** A fact happened in the world; an effect is what the learner concluded from one and can be derived again. */
export type EventNature = 'fact' | 'effect'

export interface EventDefinition<Fields extends Schema.Struct.Fields> {
  readonly nature: EventNature
  /** The version that is written. Older released versions reach it through the steps of `codec/upcaster-chain.ts`. */
  readonly version: number
  readonly data: Schema.Struct<Fields>
  readonly references: References
}

const define =
  (nature: EventNature) =>
  <const Fields extends Schema.Struct.Fields>(fields: Fields, references: References = {}, version = 1): EventDefinition<Fields> => ({
    nature,
    version,
    data: Schema.Struct(fields),
    references,
  })

export const fact = define('fact')
export const effect = define('effect')

// Fields. An event holds numbers, closed words and references, nothing else.

const whole = (minimum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum: Number.MAX_SAFE_INTEGER }))

/** The number of a node, edge, turn …: 1 or more. */
export const Numbered = whole(1)
export const Numbers = Schema.Array(Numbered)
/** A position, 0 where "before the first event" makes sense. */
export const AnyPosition = whole(0)
export const Count = whole(0)
export const Counts = Schema.Array(Count)
/** Nano-units. */
export const NanoUnits = whole(Number.MIN_SAFE_INTEGER)
/** Nano-units from 0 to one. */
export const UnitInterval = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000 }))
/** Nano-units from minus one to one. */
export const SignedUnitInterval = NanoUnits.check(Schema.isBetween({ minimum: -1_000_000_000, maximum: 1_000_000_000 }))
export const NanoList = Schema.Array(NanoUnits)
export const Milliseconds = whole(0)
export const Ref = ContentRef
export const Refs = Schema.Array(ContentRef)
/** A digest in hex that stands in the log for good: only of closed things (settings), never of a text. */
export const Hex = Schema.String.check(Schema.isPattern(/^[0-9a-f]{16,128}$/))
/** A settings key or a word of a closed vocabulary that grows with the code: lower-case, never a person's. */
export const Word = Schema.String.check(Schema.isPattern(/^[a-z][a-zA-Z0-9_.-]{0,63}$/))
export const Words = Schema.Array(Word)
