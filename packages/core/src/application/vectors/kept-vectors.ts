/** The vectors of an open brain under the embedder of this process, and how the embedder fares. Forgotten whole when anything is erased. */

import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { ignore } from '../../domain/events/readers.ts'
import { type GraphView, isItem, isRecallable } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
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

/** A memory as an embedder sees it. */
export interface EmbeddedNode {
  readonly node: NodeNumber
  readonly madeOf: EmbeddedContents
}

const areSame = (known: EmbeddedContents | undefined, { text, title }: EmbeddedContents): boolean =>
  known?.text === text && known.title === title

interface Standing {
  /** What is embedded and has no vector of what it is made of now. */
  readonly missing: Map<NodeNumber, EmbeddedContents>
  /** What has a vector and is embedded no more. */
  readonly gone: Set<NodeNumber>
  /** Of these it is not known. */
  touched: Set<NodeNumber> | 'all'
}

const unseen = (): Standing => ({ missing: new Map(), gone: new Set(), touched: 'all' })

/** What a memory's vector is made of; undefined of what is not recalled. */
export const contentsOf = (graph: GraphView, node: NodeNumber): EmbeddedContents | undefined => {
  if (!isRecallable(graph, node)) return undefined
  const view = graph.node(node)
  return view && { title: view.title, text: view.text }
}

/** The same, undefined of what was erased as well. */
export const embeddedContents = (
  { erased, graph }: Pick<BrainState, 'graph' | 'erased'>,
  node: NodeNumber,
): EmbeddedContents | undefined => {
  const contents = contentsOf(graph, node)
  return contents === undefined || erased.has(contents.text) ? undefined : contents
}

/** Of one brain. */
export class KeptVectors {
  readonly embedder: Embedder['Service']
  #table: VectorTable
  readonly #madeOf = new Map<NodeNumber, EmbeddedContents>()
  #standing: Standing = unseen()
  #erased = 0
  /** Positions: of the last change of the embedder in force that was seen, of the last that took it from this one, of the last text that was read in. */
  #since: Position | undefined
  #lostAt: Position = 0
  #readAt: Position = 0
  #back = false
  /** Whether what the store has was read, and up to which node it was. */
  loaded = false
  readTo: NodeNumber = 0
  /** Nodes of which the store has a vector that fits nothing they say: of what was retired, or revised, by a process that kept none. */
  readonly strays = new Set<NodeNumber>()
  /** Whether somebody is making vectors now. */
  following = false
  /** With no memory left to embed, the position of the log that this was found at; 0 before. */
  followed: Position = 0
  /** Whether the vectors of other embedders are gone from the store. */
  alone = false
  trouble: EmbedderTrouble | undefined
  /** Texts of the next call: few before it is known how quick the embedder is, so that a slow one is not cut off in every process anew. */
  batch = 4
  /** What the embedder made nothing of, each text alone: not asked for again by this process while the memory says that. */
  readonly #refused = new Map<NodeNumber, EmbeddedContents>()

  constructor(embedder: Embedder['Service']) {
    this.embedder = embedder
    this.#table = new VectorTable(embedder.dimension)
  }

  get table(): VectorTable {
    return this.#table
  }

  /** Whether the node's vector was made of these contents. */
  has(node: NodeNumber, contents: EmbeddedContents): boolean {
    return areSame(this.#madeOf.get(node), contents)
  }

  refuse({ madeOf, node }: EmbeddedNode): void {
    this.#refused.set(node, madeOf)
  }

  isRefused({ madeOf, node }: EmbeddedNode): boolean {
    return areSame(this.#refused.get(node), madeOf)
  }

  /** What lacks a vector at the newest state and can have one, in no order. */
  wanting(state: Pick<BrainState, 'graph' | 'erased'>): ReadonlyArray<EmbeddedNode> {
    return [...this.standing(state).missing].flatMap(([node, madeOf]) => (this.isRefused({ node, madeOf }) ? [] : [{ node, madeOf }]))
  }

  keep({ madeOf, node, vector }: NodeVector): void {
    this.#table.upsert(node, vector)
    this.strays.delete(node)
    this.#madeOf.set(node, madeOf)
    this.#touch(node)
  }

  remove(node: NodeNumber): void {
    this.#table.remove(node)
    this.#madeOf.delete(node)
    this.strays.delete(node)
    this.#touch(node)
  }

  /** These events were folded: only what they name may stand otherwise now. */
  heedEvents(events: ReadonlyArray<BrainEvent>): void {
    for (const { data, position, type } of events) {
      switch (type) {
        case 'NodeAdded':
          if (isItem(data.nodeType)) this.#readAt = position
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

  /** Something else was folded, nobody says what. */
  heedOthers(): void {
    this.#standing = unseen()
  }

  #touch(node: NodeNumber): void {
    if (this.#standing.touched !== 'all') this.#standing.touched.add(node)
  }

  /** How the vectors stand to what is embedded at the newest state. Looks only at what was touched since it was asked last. */
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
   * Whether another embedder came into force since this process began to look, and no text was read in here since then: two processes that have
   * different ones would take it from each other for ever. `since` is from where on the log's embedder is in force, which is this one or not.
   */
  standsBack(since: Position, isThis: boolean): boolean {
    if (this.#since !== undefined && since !== this.#since && !isThis) {
      this.#lostAt = since
      this.alone = false
    }
    this.#since = since
    const back = !isThis && this.#readAt < this.#lostAt
    // What the store had was taken out by the other one.
    if (back !== this.#back) this.#forget()
    this.#back = back
    return back
  }

  /** `erased` is how many contents of the brain were erased so far. What is left of them is read from the store again. */
  heed(erased: number): void {
    if (erased === this.#erased) return
    this.#erased = erased
    this.#forget()
  }

  #forget(): void {
    this.#table = new VectorTable(this.embedder.dimension)
    this.#madeOf.clear()
    this.#refused.clear()
    this.strays.clear()
    this.#standing = unseen()
    this.loaded = false
    this.readTo = 0
    this.followed = 0
  }
}

/** Texts that are embedded at once: few enough that others get their turn between. */
export const batchMost = 64
