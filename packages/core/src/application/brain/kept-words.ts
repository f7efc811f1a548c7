/** What an open brain keeps in words for the next question that comes to the same memories. Bounded, and forgotten whole when anything is erased. */
import type { GraphView } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber } from '../../domain/identity.ts'
import type { BundleItem } from '../../domain/recall/context-bundle.ts'

/** A memory in words. One that was erased has none. */
export interface Passage {
  readonly id: string
  /** As it is printed: where there is none, how the text begins. */
  readonly title: string
  readonly text: string
  readonly refs: { readonly id: ContentRef; readonly title: ContentRef | undefined; readonly text: ContentRef }
  /** As it may be put before a model: the same value as long as the passage is kept. */
  readonly item: BundleItem
}

/** UTF-16 units of all texts together, some ten thousand passages; as they are written for a model they take as much again. */
const keptUnits = 12_000_000

/** Names of sources and those that join memories; as many cues in words. */
const keptNames = 8_192

/** Of one brain; whoever was not asked for longest goes. */
export class KeptWords {
  readonly #kept = new Map<NodeNumber, Passage>()
  readonly #names = new Map<ContentRef, string>()
  readonly #terms = new Map<ContentRef, ReadonlyArray<string>>()
  #units = 0
  #erased = 0

  /** What a node says, if that is known. */
  passage(graph: GraphView, node: NodeNumber): Passage | undefined {
    const known = this.#kept.get(node)
    if (known === undefined) return undefined
    this.#kept.delete(node)
    const isSo = graph.isWorded(node, known.refs) && known.item.injectable === graph.isTrusted(node)
    if (isSo) this.#kept.set(node, known)
    else this.#units -= unitsOf(known)
    return isSo ? known : undefined
  }

  keep(node: NodeNumber, passage: Passage): void {
    const before = this.#kept.get(node)
    this.#units += unitsOf(passage) - (before === undefined ? 0 : unitsOf(before))
    this.#kept.delete(node)
    this.#kept.set(node, passage)
    for (const [oldest, { text }] of this.#kept) {
      if (this.#units <= keptUnits) return
      this.#kept.delete(oldest)
      this.#units -= text.length + unitsBeside
    }
  }

  name(ref: ContentRef): string | undefined {
    return this.#names.get(ref)
  }

  keepName(ref: ContentRef, body: string): void {
    if (this.#names.size >= keptNames) this.#names.clear()
    this.#names.set(ref, body)
  }

  /** The words of a cue. */
  terms(ref: ContentRef): ReadonlyArray<string> | undefined {
    return this.#terms.get(ref)
  }

  keepTerms(ref: ContentRef, terms: ReadonlyArray<string>): void {
    if (this.#terms.size >= keptNames) this.#terms.clear()
    this.#terms.set(ref, terms)
  }

  /** `erased` is how many contents of the brain were erased so far. */
  heed(erased: number): void {
    if (erased === this.#erased) return
    this.#erased = erased
    this.#kept.clear()
    this.#names.clear()
    this.#terms.clear()
    this.#units = 0
  }
}

/** A short text takes room as well: its words, its names. */
const unitsBeside = 500
const unitsOf = ({ text }: Passage): number => text.length + unitsBeside
