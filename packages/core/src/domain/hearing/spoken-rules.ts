/** What the rules of one language are made of: how a message that says "that was wrong" begins. */

/** Patterns are written for text without case and accents (`lower` and `fold`), and each begins where a clause begins. */
export interface SpokenRules {
  readonly language: string
  /** What may stand before the clause: greetings, hesitation, excuses. */
  readonly openers: string
  /** The openers that say no. */
  readonly denials: string
  /** Between an opener and what follows it. */
  readonly gap: string
  /** Clauses that titles, lists and stories have too: nothing or a word of `correcting` follows, and no question at all. */
  readonly bare: ReadonlyArray<SpokenRule>
  readonly correcting: string
  /** Clauses that end there, or with one of `tails`: "that's wrong", and not "that's wrong-footed". */
  readonly closed: ReadonlyArray<SpokenRule>
  readonly tails: string
  /** Clauses that may go on in any way: "you misread …". */
  readonly open: ReadonlyArray<SpokenRule>
  /** Clauses that count behind a denial only, and may go on: "no, I meant …". */
  readonly denied: ReadonlyArray<SpokenRule>
  /** Said soon behind the clause, these take it back or make it a text to work on. */
  readonly takenBack: string
  /** Verbs by which the clause becomes what somebody else said. */
  readonly reporting: string
}

export type SpokenRule = readonly [name: string, ...patterns: ReadonlyArray<string>]

/** Between words that are written apart. */
export const latinGap = String.raw`[\s,.!;:\u2013\u2014-]+`
