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
  /** Number of the last search that used it. */
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

  /** Returns one answer for each term. Those of terms that are not cached at this version of the index are read with `read`, all at once. */
  get(
    beginning: string,
    terms: ReadonlyArray<string>,
    version: number,
    read: (unread: ReadonlyArray<string>) => ReadonlyArray<Postings>,
  ): ReadonlyArray<Postings> {
    const used = ++this.#uses
    const found = new Map<string, Postings>()
    for (const term of terms) {
      const known = this.#kept.get(beginning + term)
      if (known?.version !== version) continue
      known.used = used
      found.set(term, known.postings)
    }
    const unread = [...new Set(terms)].filter((term) => !found.has(term))
    for (const [i, postings] of read(unread).entries()) {
      const term = unread[i] ?? ''
      found.set(term, postings)
      this.#keep(beginning + term, { version, postings, used })
    }
    if (this.#size > this.#most) this.#shrink()
    return terms.flatMap((term) => found.get(term) ?? [])
  }

  /** Returns those of the terms, each once, that are not cached at this version. */
  unread(beginning: string, terms: ReadonlyArray<string>, version: number): ReadonlyArray<string> {
    return [...new Set(terms)].filter((term) => this.#kept.get(beginning + term)?.version !== version)
  }

  #keep(key: string, kept: Kept): void {
    const known = this.#kept.get(key)
    this.#size += weight(kept.postings) - (known === undefined ? 0 : weight(known.postings))
    this.#kept.set(key, kept)
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
