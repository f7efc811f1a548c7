/** The shape of one half of the corpus: the notes of one person, what is asked of them, and what is said after the answer. */

/**
 * What a message after an answer is about.
 *
 * `form`, `choice`, `action`, `unasked` and `other` are not about memory. `bare` says that the answer was wrong and no more. `unheld` says
 * another fact, which stands in no note.
 */
export const kinds = ['form', 'choice', 'action', 'unasked', 'other', 'bare', 'unheld'] as const
export type Kind = (typeof kinds)[number]

export const notAboutMemory: ReadonlySet<Kind> = new Set<Kind>(['form', 'choice', 'action', 'unasked', 'other'])

/** A fact that one note holds. */
export interface Fact {
  /** The note: its file is `memory/NOTE.md`. */
  readonly note: string
  readonly question: string
  /** The same question in other words. */
  readonly paraphrase: string
  /** What a model says that was given the note. */
  readonly reply: string
}

/** A fact that changed: an older note still holds the value of before. */
export interface RenewedFact extends Fact {
  /** The older note. `reply` is said from this one. */
  readonly stale: string
  /** Each names the value that `note` holds, and is a case of its own. The first says that the answer was wrong, the others may only state the fact. */
  readonly corrections: readonly [string, ...ReadonlyArray<string>]
}

export interface Remark {
  readonly kind: Kind
  /** The note of a {@link Fact}. */
  readonly about: string
  /** What was asked for before; the fact's question, if absent. */
  readonly asked?: string
  /** What was answered to `asked`; the fact's reply, if absent. */
  readonly reply?: string
  readonly says: string
  /** Of an `unheld` one: the words that a later request must show beside the note. */
  readonly states?: string
}

export interface Half {
  readonly language: 'de' | 'en' | 'es' | 'fr' | 'zh'
  readonly part: 'dev' | 'final' | 'fresh' | 'held-out' | 'later'
  /** By their names; each begins with its title. */
  readonly notes: Readonly<Record<string, string>>
  readonly facts: ReadonlyArray<Fact>
  readonly renewed: ReadonlyArray<RenewedFact>
  readonly remarks: ReadonlyArray<Remark>
  /** Messages that ask for no note. */
  readonly unrelated: ReadonlyArray<string>
}
