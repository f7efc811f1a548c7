/** What makes a signal safe to repeat: its key and what it said, both as keyed digests. */

import * as Effect from 'effect/Effect'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { Cryptography } from '../ports/cryptography.ts'
import type { CommandKey } from '../ports/event-store.ts'
import type { OpenBrain } from './brain.ts'

/** What says nothing of the signal itself. */
const ofTheCall = { brain: undefined, expected: undefined, ensure: undefined, skippedAt: undefined, waitedMs: undefined }

export type KeyedMethod =
  | 'recall'
  | 'skip'
  | 'session'
  | 'heartbeat'
  | 'complete'
  | 'hear'
  | 'feedback'
  | 'strength'
  | 'rollback'
  | 'profile'

/** Of the request as it came in: no time, random bytes, positions or numbers of ours are in it. A key is good for one kind of signal. */
export const commandKey = <Request extends { readonly key?: string }>(
  brain: OpenBrain,
  method: KeyedMethod,
  request: Request,
): Effect.Effect<CommandKey | undefined, never, Cryptography> =>
  Effect.map(Cryptography, (crypto) => {
    const { key, ...signal } = request
    if (key === undefined) return undefined
    const text = canonicalJson({ ...signal, method, ...ofTheCall })
    return { key: keyDigest(crypto, brain, key), signal: crypto.hmac(brain.fingerprintKey, `signal\n${text}`).slice(0, 32) }
  })

/** What a key is kept as. */
export const keyDigest = (crypto: Cryptography['Service'], { fingerprintKey }: OpenBrain, key: string): string =>
  crypto.hmac(fingerprintKey, `key\n${key}`).slice(0, 32)
