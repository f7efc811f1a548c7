/**
 * Cache of decoded postings by term, because the same words occur in many questions. Its size is bounded; the least recently used entries
 * are evicted.
 */

import type { Postings } from '@crabtrail/core'

/** Most postings in the cache: at 12 bytes a posting, 24 MB. */
const postingsMax = 2_000_000

interface Kept {
  readonly version: number
  readonly postings: Postings
  /** Time of the last use, in uses of the cache. */
  used: number
}

export class PostingsCache {
  readonly #kept = new Map<string, Kept>()
  /** Prefix of keys → version of the index that the cached entries belong to. */
  readonly #versions = new Map<string, number>()
  readonly #most: number
  #size = 0
  #uses = 0

  constructor(most = postingsMax) {
    this.#most = most
  }

  /** Returns the cached postings of `key` at this version of the index, or reads them with `read`. */
  get(key: string, version: number, read: () => Postings): Postings {
    const used = ++this.#uses
    const known = this.#kept.get(key)
    if (known !== undefined && known.version === version) {
      known.used = used
      return known.postings
    }
    const postings = read()
    this.#size += weight(postings) - (known === undefined ? 0 : weight(known.postings))
    this.#kept.set(key, { version, postings, used })
    if (this.#size > this.#most) this.#shrink()
    return postings
  }

  /** Drops entries with this key prefix that belong to another version of the index. */
  keepOnly(beginning: string, version: number): void {
    if (this.#versions.get(beginning) === version) return
    this.#versions.set(beginning, version)
    for (const [key, kept] of this.#kept) {
      if (!key.startsWith(beginning) || kept.version === version) continue
      this.#kept.delete(key)
      this.#size -= weight(kept.postings)
    }
  }

  clear(): void {
    this.#kept.clear()
    this.#versions.clear()
    this.#size = 0
  }

  get size(): number {
    return this.#size
  }

  /** Evicts an eighth more than needed, so that not every new term causes an eviction. */
  #shrink(): void {
    const goal = this.#most - this.#most / 8
    const oldestFirst = [...this.#kept].sort(([, a], [, b]) => a.used - b.used)
    for (const [key, { postings }] of oldestFirst) {
      if (this.#size <= goal) return
      this.#kept.delete(key)
      this.#size -= weight(postings)
    }
  }
}

/** Returns the weight of an entry in postings; each key counts as 16. */
const weight = ({ nodes }: Postings): number => nodes.length + 16
