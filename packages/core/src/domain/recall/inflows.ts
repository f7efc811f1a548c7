/** What arrives at the nodes of a graph in one hop of spreading, in columns by node: thousands of nodes are reached in a question. */
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Nano } from '../strength.ts'
import type { Brought } from './walk-record.ts'

/** Of one spreading: emptied after each hop, and as large as the graph from the first. */
export class Inflows {
  readonly #energy: Float64Array
  /** The greatest part that arrived, the edge it came by and the node it came from. */
  readonly #most: Float64Array
  readonly #edge: Int32Array
  readonly #source: Int32Array
  /** 0 where nothing arrived, 1 where something did, 2 where a cue brought some of it. */
  readonly #state: Uint8Array
  #reached: Array<NodeNumber> = []

  /** `nodes` is the highest number there is. */
  constructor(nodes: NodeNumber) {
    this.#energy = new Float64Array(nodes + 1)
    this.#most = new Float64Array(nodes + 1)
    this.#edge = new Int32Array(nodes + 1)
    this.#source = new Int32Array(nodes + 1)
    this.#state = new Uint8Array(nodes + 1)
  }

  /** Of equal parts the one by the lowest edge counts as the greatest, so the order of calls changes nothing. */
  add(target: NodeNumber, energy: Nano, edge: EdgeNumber, source: NodeNumber, isTaught: boolean): void {
    const state = this.#state[target] ?? 0
    if (state === 0) {
      this.#reached.push(target)
      this.#energy[target] = energy
    } else this.#energy[target] = (this.#energy[target] ?? 0) + energy
    this.#state[target] = isTaught || state === 2 ? 2 : 1
    const most = this.#most[target] ?? 0
    if (state === 0 || energy > most || (energy === most && edge < (this.#edge[target] ?? 0))) {
      this.#most[target] = energy
      this.#edge[target] = edge
      this.#source[target] = source
    }
  }

  /** Gives what arrived at each node, once, and begins anew. */
  drain(take: (target: NodeNumber, brought: Brought) => void): void {
    const reached = this.#reached
    this.#reached = []
    for (const target of reached) {
      const isTaught = this.#state[target] === 2
      this.#state[target] = 0
      take(target, { energy: this.#energy[target] ?? 0, isTaught, source: this.#source[target] ?? 0 })
    }
  }
}
