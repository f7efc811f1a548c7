/** Random signals of a host to a memory: turns and their ends, sessions, heartbeats, next messages of a person, and time. */
import { type Origin, origins } from '@crabtrail/core'
import fc from 'fast-check'

/** A question that reminds of more than a turn may use. */
const widest = 7

/** Places in the lists of `models/conversation.ts`; `back` counts turns from the newest. */
interface Said {
  readonly recall: { readonly question: number; readonly session: number; readonly record: boolean; readonly hits: ReadonlyArray<number> }
  readonly complete: {
    readonly back: number
    /** Named by its number, or by the key of its recall. */
    readonly by: 'turn' | 'key'
    /** Absent: the session in which it was asked. */
    readonly session: number | undefined
    readonly outcome: 'success' | 'failure' | 'aborted' | 'unknown'
    readonly tools: number
    readonly reply: ReadonlyArray<ReplyPart>
    readonly inTool: boolean
  }
  readonly hear: { readonly text: number; readonly origin: Origin; readonly session: number; readonly ofNewest: boolean }
  readonly heartbeat: { readonly tags: ReadonlyArray<number>; readonly session: number }
  readonly session: { readonly event: 'started' | 'ended'; readonly session: number }
  readonly skip: { readonly session: number; readonly late: boolean }
  readonly feedback: { readonly verdict: 'used' | 'not-relevant'; readonly session: number }
  readonly wait: { readonly seconds: number }
  readonly learn: Record<never, never>
}

/** A memory that was given, word for word or by its name; all of the given text with its fence; what was asked; and something else. */
export type ReplyPart =
  | { readonly part: 'memory' | 'name'; readonly place: number }
  | { readonly part: 'given' | 'question' | 'chatter'; readonly place: 0 }

export type SaidKind = keyof Said
export type SaidAs<K extends SaidKind> = { readonly [One in K]: { readonly kind: One } & Said[One] }[K]
export type AnySaid = SaidAs<SaidKind>

/** One conversation mostly, so that things meet; the last is of a kind that teaches nothing. */
const session = fc.constantFrom(0, 0, 0, 0, 0, 1, 1, 2)

const replyPart: fc.Arbitrary<ReplyPart> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ part: fc.constantFrom('memory' as const, 'memory' as const, 'name' as const), place: fc.nat({ max: 5 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<ReplyPart>({ part: 'given', place: 0 }, { part: 'question', place: 0 }, { part: 'chatter', place: 0 }),
  },
)

const saidOf: { readonly [K in SaidKind]: fc.Arbitrary<Said[K]> } = {
  recall: fc.record({
    question: fc.constantFrom(0, 0, 0, 1, 2, 3, 4, 5, 6, widest),
    session,
    record: fc.constantFrom(true, true, true, true, true, false),
    hits: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.uniqueArray(fc.nat({ max: 2 }), { maxLength: 2 }) },
    ),
  }),
  complete: fc.record({
    back: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 40),
    by: fc.constantFrom('turn', 'key'),
    session: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, 0, 1, 2),
    outcome: fc.constantFrom('success', 'success', 'failure', 'failure', 'aborted', 'unknown'),
    tools: fc.constantFrom(0, 0, 1, 2),
    reply: fc.array(replyPart, { maxLength: 4 }),
    inTool: fc.boolean(),
  }),
  hear: fc.record({
    text: fc.constantFrom(0, 0, 0, 0, 1, 2),
    origin: fc.constantFrom<Origin>('owner', 'owner', 'owner', 'owner', 'owner', ...origins),
    session,
    ofNewest: fc.boolean(),
  }),
  heartbeat: fc.record({ tags: fc.array(fc.nat({ max: 3 }), { maxLength: 3 }), session: fc.constantFrom(2, 2, 0) }),
  session: fc.record({ event: fc.constantFrom('ended', 'ended', 'started'), session }),
  skip: fc.record({ session, late: fc.constantFrom(false, false, true) }),
  feedback: fc.record({ verdict: fc.constantFrom('used', 'not-relevant'), session }),
  wait: fc.record({ seconds: fc.constantFrom(1, 60, 899, 900, 901, 86_401) }),
  learn: fc.constant({}),
}

const weights: Readonly<Record<SaidKind, number>> = {
  recall: 6,
  complete: 6,
  hear: 4,
  heartbeat: 2,
  session: 3,
  skip: 2,
  feedback: 1,
  wait: 2,
  learn: 2,
}

const saidAs = <K extends SaidKind>(kind: K): fc.Arbitrary<SaidAs<K>> =>
  (saidOf[kind] as fc.Arbitrary<object>).map((what) => ({ kind, ...what }) as SaidAs<K>)

const kinds = Object.keys(weights) as ReadonlyArray<SaidKind>

const one = fc.oneof(
  ...kinds.map((kind) => ({ weight: weights[kind], arbitrary: saidAs(kind).map((said): ReadonlyArray<AnySaid> => [said]) })),
)

const named = (places: ReadonlyArray<number>) => places.map((place): ReplyPart => ({ part: 'name', place }))
/** Remembered in the first conversation. */
const asked = { question: 0, session: 0, record: true }
const ofNewest = { back: 0, session: undefined }

/** A turn that fails and is tried again, and uses more each time. */
const triedAgain = fc.tuple(saidAs('recall'), saidAs('complete'), saidAs('complete')).map(
  ([recall, first, second]): ReadonlyArray<AnySaid> => [
    { ...recall, ...asked, question: widest },
    { ...first, ...ofNewest, outcome: 'failure', reply: named([0, 1]) },
    { ...second, ...ofNewest, outcome: 'success', reply: named([2, 3]) },
  ],
)

/** Somebody complains in a turn without memory, of one without or with it. */
const notGiven = fc
  .tuple(saidAs('recall'), fc.boolean(), fc.boolean(), saidAs('hear'))
  .map(
    ([recall, late, twice, hear]): ReadonlyArray<AnySaid> => [
      { ...recall, ...asked },
      { kind: 'skip', session: 0, late },
      ...(twice ? [{ kind: 'skip', session: 0, late: false } as const] : []),
      { ...hear, session: 0, text: 0, origin: 'owner' },
    ],
  )

/** Heartbeat, and a recall just before, at or just after the end of a day. */
const dayAfter = fc.tuple(saidAs('heartbeat'), fc.constantFrom(86_399, 86_400, 86_401), saidAs('recall')).map(
  ([heartbeat, seconds, recall]): ReadonlyArray<AnySaid> => [
    { ...heartbeat, tags: [0, 1] },
    { kind: 'wait', seconds },
    { ...recall, record: true },
  ],
)

/** Somebody complains at once, or just about in time. */
const complaint = fc.tuple(saidAs('recall'), fc.constantFrom(0, 0, 2), fc.constantFrom(1, 899, 900, 901), saidAs('hear')).map(
  ([recall, session, seconds, hear]): ReadonlyArray<AnySaid> => [
    { ...recall, ...asked, session },
    { kind: 'wait', seconds },
    { ...hear, session, text: 0, ofNewest: false },
  ],
)

/** Somebody complains of a reply that repeats a memory: a correction is about what a reply drew on. */
const corrected = fc.tuple(saidAs('recall'), saidAs('complete'), saidAs('hear')).map(
  ([recall, complete, hear]): ReadonlyArray<AnySaid> => [
    { ...recall, ...asked },
    { ...complete, ...ofNewest, outcome: 'success', reply: [{ part: 'memory', place: 0 }] },
    { ...hear, session: 0, text: 0, origin: 'owner', ofNewest: false },
  ],
)

/** Combinations that seldom meet by chance. */
const together = fc.oneof(triedAgain, notGiven, dayAfter, complaint, corrected)

/** Begins with two turns, and ends with everything learned. */
export const conversation: fc.Arbitrary<ReadonlyArray<AnySaid>> = fc
  .tuple(
    saidAs('recall'),
    saidAs('recall'),
    fc.array(fc.oneof({ weight: 10, arbitrary: one }, { weight: 1, arbitrary: together }), { minLength: 3, maxLength: 11, size: 'max' }),
  )
  .map(([first, second, rest]) => [first, second, ...rest.flat(), { kind: 'learn' }])
