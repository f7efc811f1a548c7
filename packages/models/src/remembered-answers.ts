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

/** Makes a cache of at most `entries` answers; 0 for none. */
export const rememberedAnswers = (entries: number): RememberedAnswers => {
  let answers = new Map<string, string>()
  const put = (to: Map<string, string>, digest: string, text: string): void => {
    to.delete(digest)
    to.set(digest, text)
    if (to.size <= entries) return
    const [oldest] = to.keys()
    if (oldest !== undefined) to.delete(oldest)
  }
  return {
    find: (digest) => {
      const text = answers.get(digest)
      if (text !== undefined) put(answers, digest, text)
      return text
    },
    begin: () => {
      const begun = answers
      return (digest, text) => {
        if (begun === answers) put(answers, digest, text)
      }
    },
    forget: () => {
      answers = new Map()
    },
  }
}
