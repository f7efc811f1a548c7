/** Candidates of nodes, kept from one question to the next: they change with what is learned and read in, not with what is asked. */

import { type Kernel, plainKernel } from '../edge-kinds.ts'
import type { BrainEvent } from '../events/brain-event.ts'
import { ignore } from '../events/readers.ts'
import type { GraphView } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { type Candidate, candidatesOf, type WalkSettings } from './candidate-edges.ts'

/** Nodes whose candidates are kept: a kilobyte each or so. */
const rowsMost = 10_000

/** Of one graph that goes on. Whoever folds events into it says so, by {@link CandidateRows.heed} or {@link CandidateRows.clear}. */
export class CandidateRows {
  readonly #rows = new Map<NodeNumber, ReadonlyArray<Candidate>>()
  #settings: WalkSettings | undefined

  /** As {@link candidatesOf} says now. A kernel that weighs kinds, and a cue, are not kept. */
  of(...asked: Parameters<typeof candidatesOf>): ReadonlyArray<Candidate> {
    const [, source, settings, kernel, role] = asked
    if (role === 'cue' || !isPlain(kernel)) return candidatesOf(...asked)
    if (this.#settings === undefined || !areSame(this.#settings, settings)) this.clear()
    this.#settings = settings
    const known = this.#rows.get(source)
    if (known !== undefined) return known
    const row = candidatesOf(...asked)
    if (this.#rows.size >= rowsMost) this.#rows.clear()
    this.#rows.set(source, row)
    return row
  }

  /** Forgets what these events, which were folded into the graph, have changed. */
  heed(graph: GraphView, events: ReadonlyArray<BrainEvent>): void {
    for (const event of events) {
      switch (event.type) {
        case 'EdgeLinked':
          this.#rows.delete(event.data.source)
          break
        case 'EdgePruned':
        case 'EdgeRestored':
        case 'StrengthAdjusted':
          this.#rows.delete(graph.sourceOf(event.data.edge))
          break
        case 'NodeRetired':
        case 'NodeRestored':
        case 'NodeMerged':
        case 'NodeProtected':
        case 'NodePromoted':
        case 'StrengthsRestored':
        case 'StrengthsDecayed':
          this.clear()
          break
        default:
          ignore<'candidate cache'>(event.type)
      }
    }
  }

  clear(): void {
    this.#rows.clear()
  }
}

const isPlain = (kernel: Kernel): boolean =>
  kernel.SEQ === plainKernel.SEQ && kernel.SIM === plainKernel.SIM && kernel.CAUSE === plainKernel.CAUSE

/** Settings that candidates depend on. */
const areSame = (one: WalkSettings, other: WalkSettings): boolean =>
  one === other ||
  (one.strength === other.strength &&
    one.tiers === other.tiers &&
    one.walk === other.walk &&
    one.budget.candidates === other.budget.candidates)
