/** What happens to every text before it is stored: put right, stripped of secrets, held to its limit. */
import * as Effect from 'effect/Effect'
import { utf8Length } from '../../domain/documents/utf8-length.ts'
import { repair } from '../../domain/text/repair.ts'
import { Redactor } from '../ports/redactor.ts'
import { InvalidRequest } from '../request-errors.ts'

export const utf8Bytes = (text: string): number => utf8Length(text)

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

/** The same for a text that has a limit and may not be empty: a question, a free remark. */
export const cleanInput = Effect.fnUntraced(function* (field: string, text: string, maxBytes: number) {
  const bytes = utf8Bytes(text)
  if (bytes > maxBytes) return yield* new InvalidRequest({ field, problem: `it has ${bytes} bytes; at most ${maxBytes}` })
  const clean = yield* cleanText(text)
  if (clean.text.trim() === '') return yield* new InvalidRequest({ field, problem: 'it is empty' })
  return clean.text
})

/** Texts that stand beside a signal: so many at most, each so long at most and none of them empty. */
export const checkTexts = (
  field: string,
  texts: ReadonlyArray<string>,
  { bytes, count }: { readonly bytes: number; readonly count: number },
): Effect.Effect<void, InvalidRequest> => {
  const refuse = (problem: string) => Effect.fail(new InvalidRequest({ field, problem }))
  if (texts.length > count) return refuse(`there are ${texts.length}; at most ${count}`)
  if (texts.includes('')) return refuse('one of them is empty')
  const long = texts.find((text) => utf8Bytes(text) > bytes)
  return long === undefined ? Effect.void : refuse(`one of them has ${utf8Bytes(long)} bytes; at most ${bytes}`)
}
