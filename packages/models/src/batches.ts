/** Splits texts into requests of a size that a server accepts. */

import { countTokens } from '@crabtrail/text/words/context-fence'

export interface BatchLimits {
  /** Texts of one request: 1 and up. */
  readonly texts: number
  /** Tokens of one request, as the core estimates them. A text that is longer by itself goes alone. */
  readonly tokens: number
}

/** Returns the texts in batches, in order, without a gap and without an empty batch. */
export const batches = (texts: ReadonlyArray<string>, limits: BatchLimits): ReadonlyArray<ReadonlyArray<string>> => {
  const cut: Array<Array<string>> = []
  let tokens = 0
  for (const text of texts) {
    const more = countTokens(text)
    const last = cut.at(-1)
    if (last === undefined || last.length === limits.texts || tokens + more > limits.tokens) {
      cut.push([text])
      tokens = more
    } else {
      last.push(text)
      tokens += more
    }
  }
  return cut
}

/** Cache of the vectors of texts, by a digest of the text. It is bounded, evicts the least recently used vector, and keeps no text. */

export interface VectorCache {
  /** Returns the stored object itself: a caller that passes it on copies it. */
  readonly get: (digest: string) => Float32Array | undefined
  readonly set: (digest: string, vector: Float32Array) => void
}

/** Makes a cache of at most `bytes` bytes of vectors of this dimension; it stays empty if not even one fits. */
export const vectorCache = (bytes: number, dimension: number): VectorCache => {
  const most = Math.floor(bytes / (dimension * Float32Array.BYTES_PER_ELEMENT))
  const kept = new Map<string, Float32Array>()
  const put = (digest: string, vector: Float32Array): void => {
    kept.delete(digest)
    kept.set(digest, vector)
  }
  return {
    get: (digest) => {
      const vector = kept.get(digest)
      if (vector === undefined) return undefined
      put(digest, vector)
      return vector
    },
    set: (digest, vector) => {
      put(digest, vector)
      if (kept.size <= most) return
      const [oldest] = kept.keys()
      if (oldest !== undefined) kept.delete(oldest)
    },
  }
}
