/**
 * Finds the passages of a document that stay out because an unlearning retired them.
 *
 * A passage stays out while its text stays the same, wherever it stands in its document. With another text it is read in anew.
 */
import type { NodeNumber, Position } from '../identity.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { otherRequests, requestsOf, signalsOut, standingRequests } from '../projections/unlearnings.ts'
import { restoredBy } from '../undo/unlearn.ts'

type State = Pick<BrainState, 'graph' | 'unlearnings'>

/** Maps each memory that a standing unlearning retired to the newest request that did. */
export const keptOut = ({ graph, unlearnings }: State): ReadonlyMap<NodeNumber, Position> => {
  const out = new Map<NodeNumber, Position>()
  for (const request of requestsOf('unlearning', unlearnings, standingRequests(unlearnings))) {
    for (const node of unlearnings.requests.get(request)?.nodes ?? []) if (graph.stateOf(node) === 'retired') out.set(node, request)
  }
  return out
}

/** Returns what comes back with the withdrawal of a standing request: its memories, and how many signals teach again. */
export const comesBack = ({ graph, unlearnings }: State, request: Position) => {
  const { signals = [] } = unlearnings.requests.get(request) ?? {}
  const others = signalsOut(unlearnings, otherRequests(unlearnings, request))
  return { nodes: restoredBy({ graph, unlearnings }, request), signals: signals.filter((signal) => !others.has(signal)).length }
}

/** A passage as it stands in the document now. */
interface Chunk {
  /** Id of the passage under the stored key of the document. */
  readonly formerId: string
  readonly text: string
}

/** A stored node. */
interface Known {
  readonly node: NodeNumber
  readonly id: string
  readonly text: string
}

/**
 * Maps the passages that stay out to their nodes. A node is matched with the passage of its id and text, else with a passage of its text;
 * that one must not be the place of another node with this text.
 */
export const stayingOut = <C extends Chunk, N extends Known>(
  chunks: ReadonlyArray<C>,
  stored: ReadonlyArray<N>,
  out: ReadonlyMap<NodeNumber, Position>,
): ReadonlyMap<C, N> => {
  const staying = new Map<C, N>()
  const held = stored.filter(({ node }) => out.has(node))
  if (held.length === 0) return staying
  const here = Map.groupBy(chunks, ({ text }) => text)
  const others = new Set(stored.flatMap((one) => (out.has(one.node) ? [] : [placed(one.id, one.text)])))
  const take = (isPlace: (chunk: C, node: N) => boolean) => {
    const taken = new Set(staying.values())
    for (const node of held) {
      const chunk = taken.has(node) ? undefined : here.get(node.text)?.find((one) => !staying.has(one) && isPlace(one, node))
      if (chunk !== undefined) staying.set(chunk, node)
    }
  }
  take((chunk, node) => chunk.formerId === node.id)
  take((chunk) => !others.has(placed(chunk.formerId, chunk.text)))
  return staying
}

const placed = (id: string, text: string): string => `${id}\n${text}`
