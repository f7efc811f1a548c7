/** Caches the vectors of an open brain under the embedder of this process, and its failures. Cleared when anything is erased. */

import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { ignore } from '../../domain/events/brain-event.ts'
import { type GraphView, isRecallable, isSearched } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { VectorTable } from '../../domain/vectors/vector-table.ts'
import type { Embedder, EmbedderFailed } from '../ports/embedder.ts'
import type { EmbeddedContents, NodeVector } from '../ports/vector-store.ts'

type Reason = EmbedderFailed['reason']

export interface EmbedderTrouble {
  readonly reason: Reason
  /** The problem and what to do, as the embedder reports it. */
  readonly detail: string
  readonly times: number
  /** Milliseconds UTC before which the embedder is not called again. */
  readonly again: number
}

/** Milliseconds to wait after a first failure, doubled after each further failure up to the most. */
const waitLeastMs = 1_000
const waitMostMs = 600_000

export interface EmbeddedNode {
  readonly node: NodeNumber
  readonly madeOf: EmbeddedContents
}

const areSame = (known: EmbeddedContents | undefined, { text, title }: EmbeddedContents): boolean =>
  known?.text === text && known.title === title

const nameOf = ({ text, title }: EmbeddedContents): string => (title === undefined ? text : `${text} ${title}`)

interface Standing {
  /** Memories that lack a vector of their present contents. */
  readonly missing: Map<NodeNumber, EmbeddedContents>
  /** Nodes that have a vector and are no longer embedded. */
  readonly gone: Set<NodeNumber>
  /** Nodes that have to be checked again. */
  touched: Set<NodeNumber> | 'all'
}

const unseen = (): Standing => ({ missing: new Map(), gone: new Set(), touched: 'all' })

/** Returns the contents that a memory's vector is made of; undefined for a node that is not recalled. */
export const contentsOf = (graph: GraphView, node: NodeNumber): EmbeddedContents | undefined => {
  if (!isRecallable(graph, node) || !isSearched(graph.typeOf(node))) return undefined
  const view = graph.node(node)
  return view && { title: view.title, text: view.text }
}

/** Returns the same contents; undefined also for erased ones. */
export const embeddedContents = (
  { erased, graph }: Pick<BrainState, 'graph' | 'erased'>,
  node: NodeNumber,
): EmbeddedContents | undefined => {
  const contents = contentsOf(graph, node)
  return contents === undefined || erased.has(contents.text) ? undefined : contents
}

export class KeptVectors {
  readonly embedder: Embedder['Service']
  #table: VectorTable
  readonly #madeOf = new Map<NodeNumber, EmbeddedContents>()
  /** Vectors of contents that are about to be stored, by these contents. */
  readonly #foreseen = new Map<string, Float32Array>()
  /** The vectors of the passages of a reading, kept between its batches, with the contents that each was made of. */
  #reading: { readonly table: VectorTable; readonly madeOf: Map<NodeNumber, EmbeddedContents> } | undefined
  #standing: Standing = unseen()
  #erased = 0
  /** Positions of the last seen change of the embedder in force, of the last that replaced this embedder, and of the last text read in. */
  #since: Position | undefined
  #lostAt: Position = 0
  #readAt: Position = 0
  #back = false
  /** True once all vectors of the store are read; `readTo` is the last node that was read. */
  loaded = false
  readTo: NodeNumber = 0
  /** Nodes whose stored vector fits none of their contents: a process without an embedder retired or revised them. */
  readonly strays = new Set<NodeNumber>()
  /** True while vectors are being made. */
  following = false
  /** Position of the log at which no memory lacked a vector; 0 before. */
  followed: Position = 0
  /** True once the vectors of other embedders are removed from the store. */
  alone = false
  trouble: EmbedderTrouble | undefined
  /** Texts of the next call. It begins small, while the speed is unknown, so that a slow embedder is not cut off in every new process. */
  batch = 4
  /** Contents that the embedder has no vector for, each text alone. They are not asked for again while the memory has them. */
  readonly #refused = new Map<NodeNumber, EmbeddedContents>()

  constructor(embedder: Embedder['Service']) {
    this.embedder = embedder
    this.#table = new VectorTable(embedder.dimension)
  }

  get table(): VectorTable {
    return this.#table
  }

  /** True if the node's vector was made of these contents. */
  has(node: NodeNumber, contents: EmbeddedContents): boolean {
    return areSame(this.#madeOf.get(node), contents)
  }

  /** Keeps the vector of contents that a commit is about to store, until a memory has it: it need not be made twice. */
  foresee(contents: EmbeddedContents, vector: Float32Array): void {
    this.#foreseen.set(nameOf(contents), vector)
  }

  foreseen(contents: EmbeddedContents): Float32Array | undefined {
    return this.#foreseen.get(nameOf(contents))
  }

  /**
   * Returns a table of the vectors of these memories and of no others, as they will be with a batch; a memory without a vector is missing in it. The
   * table is kept until no memory lacks a vector, so that a further batch of a reading adds what it changes and no more.
   */
  tableOf(memories: Iterable<EmbeddedNode>): VectorTable {
    this.#reading ??= { table: new VectorTable(this.embedder.dimension), madeOf: new Map() }
    const { madeOf: known, table } = this.#reading
    const left = new Set(known.keys())
    for (const { madeOf, node } of memories) {
      const isKnown = areSame(known.get(node), madeOf)
      const vector = isKnown ? undefined : (this.foreseen(madeOf) ?? (this.has(node, madeOf) ? this.#table.vectorOf(node) : undefined))
      if (!isKnown && vector === undefined) continue
      left.delete(node)
      if (vector === undefined) continue
      table.upsert(node, vector)
      known.set(node, madeOf)
    }
    for (const node of left) {
      table.remove(node)
      known.delete(node)
    }
    return table
  }

  /** Notes that no memory lacks a vector at this position of the log: what was foreseen and is kept by none was for a commit that did not come. */
  completeAt(position: Position): void {
    this.followed = position
    this.#foreseen.clear()
    this.#reading = undefined
  }

  refuse({ madeOf, node }: EmbeddedNode): void {
    this.#refused.set(node, madeOf)
  }

  isRefused({ madeOf, node }: EmbeddedNode): boolean {
    return areSame(this.#refused.get(node), madeOf)
  }

  /** Returns the memories of the newest state that lack a vector and can have one, in no order. */
  wanting(state: Pick<BrainState, 'graph' | 'erased'>): ReadonlyArray<EmbeddedNode> {
    return [...this.standing(state).missing].flatMap(([node, madeOf]) => (this.isRefused({ node, madeOf }) ? [] : [{ node, madeOf }]))
  }

  keep({ madeOf, node, vector }: NodeVector): void {
    this.#table.upsert(node, vector)
    this.strays.delete(node)
    this.#madeOf.set(node, madeOf)
    this.#foreseen.delete(nameOf(madeOf))
    this.#touch(node)
  }

  remove(node: NodeNumber): void {
    this.#table.remove(node)
    this.#madeOf.delete(node)
    this.strays.delete(node)
    this.#touch(node)
  }

  /** Marks the nodes in folded events to be checked again. Other nodes stay as they are. */
  heedEvents(events: ReadonlyArray<BrainEvent>): void {
    for (const { data, position, type } of events) {
      switch (type) {
        case 'NodeAdded':
          if (isSearched(data.nodeType)) this.#readAt = position
          this.#touch(data.node)
          break
        case 'NodeRevised':
          if (data.text !== undefined || data.title !== undefined) this.#readAt = position
          this.#touch(data.node)
          break
        case 'NodeUntitled':
          this.#readAt = position
          this.#touch(data.node)
          break
        case 'NodeMerged':
        case 'NodeRetired':
        case 'NodeRestored':
        case 'NodeProtected':
        case 'NodePromoted':
          this.#touch(data.node)
          break
        default: {
          ignore<'vector cache'>(type)
        }
      }
    }
  }

  /** Marks all nodes to be checked again, after unknown events were folded. */
  heedOthers(): void {
    this.#standing = unseen()
  }

  #touch(node: NodeNumber): void {
    if (this.#standing.touched !== 'all') this.#standing.touched.add(node)
  }

  /** Returns the missing and the superfluous vectors at the newest state. It checks only nodes that were touched since the last call. */
  standing(state: Pick<BrainState, 'graph' | 'erased'>): Pick<Standing, 'missing' | 'gone'> {
    const { gone, missing, touched } = this.#standing
    if (touched === 'all') for (let node = 1; node <= state.graph.nodes; node++) this.#look(state, node)
    else for (const node of touched) this.#look(state, node)
    this.#standing.touched = new Set()
    return { gone, missing }
  }

  #look(state: Pick<BrainState, 'graph' | 'erased'>, node: NodeNumber): void {
    const { gone, missing } = this.#standing
    const contents = embeddedContents(state, node)
    if (contents === undefined || this.has(node, contents)) missing.delete(node)
    else missing.set(node, contents)
    if (contents === undefined && this.#madeOf.has(node)) gone.add(node)
    else gone.delete(node)
  }

  fails({ detail, reason }: Pick<EmbedderFailed, 'detail' | 'reason'>, now: number): void {
    const times = (this.trouble?.times ?? 0) + 1
    this.trouble = { reason, detail, times, again: now + Math.min(waitMostMs, waitLeastMs * 2 ** Math.min(times - 1, 20)) }
  }

  /**
   * True if another embedder came into force since this process began, and no text was read in here since: two processes would replace each other's
   * for ever. `since`: the position from which the log's embedder is in force; `isThis`: it is this one.
   */
  standsBack(since: Position, isThis: boolean): boolean {
    if (this.#since !== undefined && since !== this.#since && !isThis) {
      this.#lostAt = since
      this.alone = false
    }
    this.#since = since
    const back = !isThis && this.#readAt < this.#lostAt
    // The other embedder has removed the vectors from the store.
    if (back !== this.#back) this.#forget()
    this.#back = back
    return back
  }

  /** Clears the cache if the number of erased contents has changed. The remaining vectors are read from the store again. */
  heed(erased: number): void {
    if (erased === this.#erased) return
    this.#erased = erased
    this.#forget()
  }

  #forget(): void {
    this.#table = new VectorTable(this.embedder.dimension)
    this.#madeOf.clear()
    this.#foreseen.clear()
    this.#reading = undefined
    this.#refused.clear()
    this.strays.clear()
    this.#standing = unseen()
    this.loaded = false
    this.readTo = 0
    this.followed = 0
  }
}

/** Most texts that are embedded at once, few enough that other requests get their turn between. */
export const batchMost = 64
