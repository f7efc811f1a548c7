/** The vectors of an open brain under the embedder of this process, and how the embedder fares. Forgotten whole when anything is erased. */
import type { NodeNumber, Position } from '../../domain/identity.ts'
import { VectorTable } from '../../domain/vectors/vector-table.ts'
import type { Embedder, EmbedderFailed } from '../ports/embedder.ts'
import type { EmbeddedContents, NodeVector } from '../ports/vector-store.ts'

type Reason = EmbedderFailed['reason']

export interface EmbedderTrouble {
  readonly reason: Reason
  /** What is wrong and what to do, as the embedder says it. */
  readonly detail: string
  /** Calls one after the other that gave nothing. */
  readonly times: number
  /** Milliseconds UTC: it is not asked before. */
  readonly again: number
}

/** Milliseconds after a first failure, twice as many after each further one, up to the most. */
const waitLeastMs = 1_000
const waitMostMs = 600_000

/** Of one brain. */
export class KeptVectors {
  readonly embedder: Embedder['Service']
  #table: VectorTable
  readonly #madeOf = new Map<NodeNumber, EmbeddedContents>()
  #erased = 0
  /** Whether what the store has was read, and up to which node it was. */
  loaded = false
  readTo: NodeNumber = 0
  /** Whether somebody is making vectors now. */
  following = false
  /** With no memory left to embed, the position of the log that this was found at; 0 before. */
  followed: Position = 0
  trouble: EmbedderTrouble | undefined
  /** Texts of the next call: few before it is known how quick the embedder is, so that a slow one is not cut off in every process anew. */
  batch = 4
  /** Memories whose text alone the embedder made nothing of: not asked for again by this process. */
  readonly refused = new Set<NodeNumber>()

  constructor(embedder: Embedder['Service']) {
    this.embedder = embedder
    this.#table = new VectorTable(embedder.dimension)
  }

  get table(): VectorTable {
    return this.#table
  }

  /** Whether the node's vector was made of these contents. */
  has(node: NodeNumber, { text, title }: EmbeddedContents): boolean {
    const known = this.#madeOf.get(node)
    return known?.text === text && known.title === title
  }

  nodes(): ReadonlyArray<NodeNumber> {
    return [...this.#madeOf.keys()]
  }

  keep({ madeOf, node, vector }: NodeVector): void {
    this.#table.upsert(node, vector)
    this.#madeOf.set(node, madeOf)
  }

  remove(node: NodeNumber): void {
    this.#table.remove(node)
    this.#madeOf.delete(node)
  }

  fails({ detail, reason }: Pick<EmbedderFailed, 'detail' | 'reason'>, now: number): void {
    const times = (this.trouble?.times ?? 0) + 1
    this.trouble = { reason, detail, times, again: now + Math.min(waitMostMs, waitLeastMs * 2 ** Math.min(times - 1, 20)) }
  }

  /** `erased` is how many contents of the brain were erased so far. What is left of them is read from the store again. */
  heed(erased: number): void {
    if (erased === this.#erased) return
    this.#erased = erased
    this.#table = new VectorTable(this.embedder.dimension)
    this.#madeOf.clear()
    this.loaded = false
    this.readTo = 0
    this.followed = 0
  }
}

/** Texts that are embedded at once: few enough that others get their turn between. */
export const batchMost = 64
