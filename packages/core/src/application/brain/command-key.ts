/** Computes what makes a signal safe to repeat: keyed digests of its key and of its request. */

import * as Effect from 'effect/Effect'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { Cryptography } from '../ports/cryptography.ts'
import type { CommandKey } from '../ports/event-store.ts'
import type { OpenBrain } from './brain.ts'

/** Fields that belong to the call, not to the signal. The digest leaves them out. */
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

/** Digests the request as it came in, without times, random bytes, positions or numbers of ours. A key is valid for one kind of signal. */
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

/** Returns the digest under which a key is stored. */
export const keyDigest = (crypto: Cryptography['Service'], { fingerprintKey }: OpenBrain, key: string): string =>
  crypto.hmac(fingerprintKey, `key\n${key}`).slice(0, 32)
