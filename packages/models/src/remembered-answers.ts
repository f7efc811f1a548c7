/** Cache of the answers of a model, by a digest of the question. It is bounded, evicts the least recently used answer, and keeps no question. */
import { createHash } from 'node:crypto'
import { canonicalJson, type ModelQuestion } from '@crabtrail/core'

/** Everything that an answer depends on. */
export interface AnswerKey extends Pick<ModelQuestion, 'form' | 'messages'> {
  readonly model: string
  readonly temperature: number
}

/** Returns the SHA-256 of the canonical JSON of the key, in base64 (S1.49). */
export const answerDigest = ({ form, messages, model, temperature }: AnswerKey): string =>
  createHash('sha256').update(canonicalJson({ form, messages, model, temperature })).digest('base64')

export interface RememberedAnswers {
  readonly find: (digest: string) => string | undefined
  /**
   * Returns a function that remembers one answer. It remembers nothing after a `forget`, so call this before the answer is requested: an
   * answer that was under way during an erasure may repeat what was erased.
   */
  readonly begin: () => (digest: string, text: string) => void
  /** Drops every answer, and those that are under way. */
  readonly forget: () => void
}

/** A map of at most `most` values, which evicts the least recently used one. `get` returns the stored value itself. */
export const recentlyUsed = <V>(most: number) => {
  const kept = new Map<string, V>()
  const set = (key: string, value: V): void => {
    kept.delete(key)
    kept.set(key, value)
    if (kept.size <= most) return
    const [oldest] = kept.keys()
    if (oldest !== undefined) kept.delete(oldest)
  }
  const get = (key: string): V | undefined => {
    const value = kept.get(key)
    if (value !== undefined) set(key, value)
    return value
  }
  return { get, set }
}

/** Makes a cache of at most `entries` answers; 0 for none. */
export const rememberedAnswers = (entries: number): RememberedAnswers => {
  let answers = recentlyUsed<string>(entries)
  return {
    find: (digest) => answers.get(digest),
    begin: () => {
      const begun = answers
      return (digest, text) => {
        if (begun === answers) answers.set(digest, text)
      }
    },
    forget: () => {
      answers = recentlyUsed(entries)
    },
  }
}
