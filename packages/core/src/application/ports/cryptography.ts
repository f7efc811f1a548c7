/** Computes digests and random bytes. The domain computes neither: their results are gathered and passed in. */

import * as Context from 'effect/Context'

export class Cryptography extends Context.Service<
  Cryptography,
  {
    /** Hex of sha256 over UTF-8 text, or over bytes. */
    readonly sha256: (data: string | Uint8Array) => string
    /** Hex of sha256 over bytes (given in hex) followed by UTF-8 text. */
    readonly sha256Salted: (saltHex: string, text: string) => string
    /** Hex of sha256 over the lines in order, without holding them all. */
    readonly sha256Lines: (lines: Iterable<string>) => string
    /** Hex of sha1 over UTF-8 text: only for printed ids of cues (S0.50). */
    readonly sha1: (text: string) => string
    /** Hex of HMAC-SHA-256 with a key in hex over UTF-8 text. */
    readonly hmac: (keyHex: string, text: string) => string
    /** `count` random bytes, in hex. */
    readonly randomHex: (count: number) => string
  }
>()('@crabtrail/core/Cryptography') {}

/* Takes secrets out of every text before anything is stored: an append-only log would keep them for good. */

export class Redactor extends Context.Service<
  Redactor,
  {
    /** Returns the text without secrets, and the number of secrets of each kind that were taken out. It is pure and idempotent. */
    readonly redact: (text: string) => {
      readonly text: string
      readonly redacted: ReadonlyArray<{ readonly kind: string; readonly count: number }>
    }
  }
>()('@crabtrail/core/Redactor') {}
