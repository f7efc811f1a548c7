/** Contents that are about to be stored: bodies with fresh salts, and the owners that the events naming them give. */

import * as Effect from 'effect/Effect'
import { type NewEvent, namedContents } from '../../domain/events/brain-event.ts'
import type { ContentKind } from '../../domain/events/event-definition.ts'
import type { ContentRef } from '../../domain/identity.ts'
import { repair } from '../../domain/text/unicode.ts'
import { Cryptography, Redactor } from '../ports/cryptography.ts'
import type { ContentRow } from '../ports/event-store.ts'

/** Returns the digest under which a key is stored. */
export const keyDigest = (crypto: Cryptography['Service'], { fingerprintKey }: { readonly fingerprintKey: string }, key: string): string =>
  crypto.hmac(fingerprintKey, `key\n${key}`).slice(0, 32)

interface Draft {
  readonly salt: string
  readonly body: string
  readonly sealed: boolean
}

/** Gathers contents for one signal. Only those that its events name are stored. */
export interface ContentDrafts {
  /** The reference of a body that will be stored if an event names it. */
  readonly add: (body: string) => ContentRef
  /** The reference of a body that is proven but not kept: only its salt is stored. */
  readonly seal: (body: string) => ContentRef
  readonly body: (ref: ContentRef) => string | undefined
  readonly rows: (events: ReadonlyArray<NewEvent>, fingerprint: Fingerprint) => ReadonlyArray<ContentRow>
}

/** Returns a digest under the brain's key, so that nobody without the key can test a guess. */
export type Fingerprint = (kind: ContentKind, body: string) => string

export const contentDrafts: Effect.Effect<ContentDrafts, never, Cryptography> = Effect.map(Cryptography, (crypto) => {
  const drafts = new Map<ContentRef, Draft>()
  const draft = (body: string, sealed: boolean): ContentRef => {
    const salt = crypto.randomHex(16)
    const ref = crypto.sha256Salted(salt, body) as ContentRef
    drafts.set(ref, { salt, body, sealed })
    return ref
  }
  return {
    add: (body) => draft(body, false),
    seal: (body) => draft(body, true),
    body: (ref) => drafts.get(ref)?.body,
    rows: (events, fingerprint) =>
      uniqueBy(events.flatMap(namedContents), ({ ref }) => ref).flatMap(({ kind, number, owner, ref }): ReadonlyArray<ContentRow> => {
        const found = drafts.get(ref)
        if (found === undefined) return []
        const { body, salt, sealed } = found
        return [{ ref, kind, owner, number, salt, body: sealed ? undefined : body, fingerprint: sealed ? '' : fingerprint(kind, body) }]
      }),
  }
})

/** Returns the first element for each key: many events may name one content. */
const uniqueBy = <A>(all: ReadonlyArray<A>, key: (one: A) => string): ReadonlyArray<A> => {
  const seen = new Set<string>()
  return all.filter((one) => !seen.has(key(one)) && seen.add(key(one)))
}

/** HMAC over kind and body, cut to 128 bits. */
export const fingerprintWith =
  (crypto: Cryptography['Service'], keyHex: string): Fingerprint =>
  (kind, body) =>
    crypto.hmac(keyHex, `${kind}\n${body}`).slice(0, 32)

/* Cleans every text before it is stored: repairs it and takes secrets out. Lengths are checked by the descriptions of operations. */

export interface CleanText {
  readonly text: string
  readonly repaired: number
  readonly redacted: ReadonlyArray<{ readonly kind: string; readonly count: number }>
}

/**
 * Drops NUL and invisible characters, replaces a lone surrogate by U+FFFD, then takes secrets out. In this order such characters cannot
 * hide a secret.
 */
export const cleanText = (text: string): Effect.Effect<CleanText, never, Redactor> =>
  Effect.map(Redactor, (redactor) => {
    const whole = repair(text)
    return { ...redactor.redact(whole.text), repaired: whole.repaired }
  })
