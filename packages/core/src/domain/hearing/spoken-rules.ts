/** The rules of one language for the beginning of a message that says "that was wrong". */

/** Patterns for text without case and accents (`lower` and `fold`). Each matches from the beginning of a clause. */
export interface SpokenRules {
  readonly language: string
  /** Words that may precede the clause: greetings, hesitation, excuses. */
  readonly openers: string
  /** The openers that say no. */
  readonly denials: string
  /** The separator between an opener and the next word. */
  readonly gap: string
  /**
   * Clauses that are also found in titles, lists and stories: they count only before the end or a word of `correcting`, and without any
   * question.
   */
  readonly bare: ReadonlyArray<SpokenRule>
  readonly correcting: string
  /** Clauses that must end there, or with one of `tails`: "that's wrong", and not "that's wrong-footed". */
  readonly closed: ReadonlyArray<SpokenRule>
  readonly tails: string
  /** Clauses with any continuation: "you misread …". */
  readonly open: ReadonlyArray<SpokenRule>
  /** Clauses that count only behind a denial, with any continuation: "no, I meant …". */
  readonly denied: ReadonlyArray<SpokenRule>
  /** Words soon behind the clause that take it back or make it a text to work on. */
  readonly takenBack: string
  /** Verbs that make the clause a quotation of somebody else. */
  readonly reporting: string
}

export type SpokenRule = readonly [name: string, ...patterns: ReadonlyArray<string>]

/** The separator between words in scripts with spaces. */
export const latinGap = String.raw`[\s,.!;:\u2013\u2014-]+`
