/** Declares event types: their fields, whether they are facts or effects, and which fields name contents. */

import { lastDay } from '@crabtrail/text/days/calendar'
import * as Schema from 'effect/Schema'
import { origins } from '../graph.ts'
import { ContentRef, EdgeNumber, NodeNumber, NodeOrNone, Position, TurnNumber } from '../identity.ts'
import type { Nano } from '../strength.ts'

/** The kind of a content, by which the store finds it and erasure knows its owner. */
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
  | 'node-alias'
  | 'edge-label'
  | 'question'
  | 'hint'
  | 'context'
  | 'message-id'
  | 'prompt'
  | 'explanation'
  | 'feedback-text'
  | 'setting-name'

/** Kinds that are proven and not kept: the store may hold their salts alone. */
export const sealedKinds: ReadonlySet<ContentKind> = new Set(['context', 'prompt'])

/** The owner of a content, by its number; `brain` where no single thing owns it. */
export type ContentOwner = 'actor' | 'session' | 'source' | 'node' | 'edge' | 'turn' | 'feedback' | 'call' | 'brain'

/** The kind of content that each field names, and its owner (the number in the field of that name, or the event's turn). */
export type References = Readonly<Record<string, readonly [kind: ContentKind, owner: ContentOwner]>>

/** The nature of an event. A fact happened in the world; an effect was concluded by the learner and can be derived again. */
export type EventNature = 'fact' | 'effect'

export interface EventDefinition<Fields extends Schema.Struct.Fields> {
  readonly nature: EventNature
  /** The version that is written. Older released versions are brought to it by `codec/event-codec.ts`. */
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

const whole = (minimum: number, maximum = Number.MAX_SAFE_INTEGER) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** A number that counts from 1: of a batch within its documents, or of a turn. */
export const Numbered = whole(1)
/** The position of an event: 1 or more. */
export const EventPosition = Position.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))
/** The fields that every event may have beside its data. */
export const envelopeFields = { turn: Numbered, cause: EventPosition, origin: Schema.Literals(origins) }
export const EventPositions = Schema.Array(EventPosition)
export const Nodes = Schema.Array(NodeNumber)
export const NodesOrNone = Schema.Array(NodeOrNone)
export const Edges = Schema.Array(EdgeNumber)
/** Numbers of edges; 0 for none. */
export const EdgesOrNone = Schema.Array(whole(0))
export const Turns = Schema.Array(TurnNumber)
export const Count = whole(0)
/** The highest count of a node that an event may set. */
export const timesMost = 1_073_741_824
export const Counts = Schema.Array(Count)
/** How often something happened to nodes: at most 2³⁰. The graph counts on from there, to 2³¹ − 1. */
export const Times = Schema.Array(whole(0, timesMost))
/** A value in nano-units. */
export const NanoUnits: Schema.Codec<Nano> = whole(Number.MIN_SAFE_INTEGER)
/** A value in nano-units, 0 to 1. */
export const UnitInterval = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000 }))
/** A value in nano-units, −1 to 1. */
export const SignedUnitInterval = NanoUnits.check(Schema.isBetween({ minimum: -1_000_000_000, maximum: 1_000_000_000 }))
export const NanoList = Schema.Array(NanoUnits)
export const Milliseconds = whole(0)
/** A day, counted from 1970-01-01 on, until the end of 2199. */
export const CalendarDay = whole(0, lastDay)
export const noDay = -1
/** A day, or {@link noDay}: the body of a commit keeps null for a field that is absent. */
export const DayOrNone = whole(noDay, lastDay)
/** UTF-16 offsets in a text, end exclusive. */
export const Span = Schema.Tuple([Count, Count])
export const Ref = ContentRef
export const Refs = Schema.Array(ContentRef)
/** A hexadecimal digest that is in the log for good: only of closed values (settings), never of a text. */
export const Hex = Schema.String.check(Schema.isPattern(/^[0-9a-f]{16,128}$/))
/** A settings key or a lower-case word of a closed vocabulary that grows with the code, never a word of a person. */
export const Word = Schema.String.check(Schema.isPattern(/^[a-z][a-zA-Z0-9_.-]{0,63}$/))
export const Words = Schema.Array(Word)
