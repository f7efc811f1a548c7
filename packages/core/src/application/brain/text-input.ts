/** Cleans every text before it is stored: repairs it and takes secrets out. Lengths are checked by the descriptions of operations. */
import * as Effect from 'effect/Effect'
import { repair } from '../../domain/text/repair.ts'
import { Redactor } from '../ports/redactor.ts'

export interface CleanText {
  readonly text: string
  readonly repaired: number
  readonly redacted: ReadonlyArray<{ readonly kind: string; readonly count: number }>
}

/** NUL and what shows nothing are dropped, a lone surrogate becomes U+FFFD, secrets are taken out: in this order, so none hides behind another. */
export const cleanText = (text: string): Effect.Effect<CleanText, never, Redactor> =>
  Effect.map(Redactor, (redactor) => {
    const whole = repair(text)
    return { ...redactor.redact(whole.text), repaired: whole.repaired }
  })
