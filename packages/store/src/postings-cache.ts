/** Postings as they were read last, by term: the same words come again with every question. Bounded; whoever was not asked for longest goes. */
import type { Postings } from '@crabtrail/core'

/** 12 bytes a posting: at most 24 MB. */
const postingsMax = 2_000_000

export const noPostings: Postings = { nodes: new Int32Array(0), counts: new Int32Array(0), lengths: new Int32Array(0) }

interface Kept {
  readonly version: number
  readonly postings: Postings
  /** Rises with every use of the cache. */
  used: number
}

export class PostingsCache {
  readonly #kept = new Map<string, Kept>()
  /** What keys begin with → the version that those that are kept are of. */
  readonly #versions = new Map<string, number>()
  readonly #most: number
  #size = 0
  #uses = 0

  constructor(most = postingsMax) {
    this.#most = most
  }

  /** What was read for `key` at this version of the index, or what `read` gives now. */
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

  /** What was read for keys that begin so at another version of the index is of no use any more. */
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

  /** Makes more room than is needed now, so that it is not sought at every new term. */
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

/** A term that nobody has costs its key all the same. */
const weight = ({ nodes }: Postings): number => nodes.length + 16
