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
