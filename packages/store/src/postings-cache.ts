/** Postings as they were read last, by term: the same words come again with every question. Bounded; whoever was not asked for longest goes. */
import type { Postings } from '@crabtrail/core'

/** 12 bytes a posting: at most 24 MB. */
const postingsMax = 2_000_000

export const noPostings: Postings = { nodes: new Int32Array(0), counts: new Int32Array(0), lengths: new Int32Array(0) }

export class PostingsCache {
  /** Oldest use first. */
  readonly #kept = new Map<string, { readonly version: number; readonly postings: Postings }>()
  readonly #most: number
  #size = 0

  constructor(most = postingsMax) {
    this.#most = most
  }

  /** What was read for `key` at this version of the index, or what `read` gives now. */
  get(key: string, version: number, read: () => Postings): Postings {
    const known = this.#kept.get(key)
    if (known !== undefined) this.#drop(key, known.postings)
    const postings = known?.version === version ? known.postings : read()
    this.#kept.set(key, { version, postings })
    this.#size += weight(postings)
    this.#shrink()
    return postings
  }

  get size(): number {
    return this.#size
  }

  #shrink(): void {
    for (const [key, { postings }] of this.#kept) {
      if (this.#size <= this.#most) return
      this.#drop(key, postings)
    }
  }

  #drop(key: string, postings: Postings): void {
    this.#kept.delete(key)
    this.#size -= weight(postings)
  }
}

/** A term that nobody has costs its key all the same. */
const weight = ({ nodes }: Postings): number => nodes.length + 16
