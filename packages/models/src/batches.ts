/** Cuts texts into requests that a server takes. */

import { countTokens } from '@crabtrail/core'

export interface BatchLimits {
  /** Texts of one request: 1 and up. */
  readonly texts: number
  /** Tokens of one request, as the core estimates them. A text that is longer by itself goes alone. */
  readonly tokens: number
}

/** In order, nothing left out, none empty. */
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

/** The vectors of texts that were asked for lately, by a digest of the text: bounded, the longest unasked goes first. Keeps no text. */

export interface VectorCache {
  /** The one that was given: whoever passes it on copies it. */
  readonly get: (digest: string) => Float32Array | undefined
  readonly set: (digest: string, vector: Float32Array) => void
}

/** Holds at most `bytes` of vectors of this dimension; none where not one fits. */
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
