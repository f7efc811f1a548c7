/**
 * Finds the passages of a document that stay out because an unlearning retired them.
 *
 * A passage stays out while its text stays the same, wherever it stands in its document. With another text it is read in anew.
 */
import type { NodeNumber, Position } from '../identity.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { type HeldState, mayComeBack, nodesOut, requestsOf, signalsOut, standingRequests } from '../projections/standing.ts'
import type { Chunk, Known } from './match-passages.ts'

/** Maps each memory that unlearnings hold out to the standing requests that name it, oldest first. */
export const keptOut = ({ unlearnings }: Pick<BrainState, 'unlearnings'>): ReadonlyMap<NodeNumber, ReadonlyArray<Position>> => {
  const out = new Map<NodeNumber, ReadonlyArray<Position>>()
  for (const request of requestsOf('unlearning', unlearnings, standingRequests(unlearnings))) {
    for (const node of unlearnings.requests.get(request)?.nodes ?? [])
      if (unlearnings.held.has(node)) out.set(node, [...(out.get(node) ?? []), request])
  }
  return out
}

/** Returns what comes back with the withdrawal of standing requests, one after the other: memories, and how many signals teach again. */
export const comesBack = ({ unlearnings, ...state }: HeldState, requests: ReadonlyArray<Position>) => {
  const others = [...standingRequests(unlearnings)].filter((one) => !requests.includes(one))
  const [stillOut, silent] = [nodesOut(unlearnings, others), signalsOut(unlearnings, others)]
  const named = [...nodesOut(unlearnings, requests)].filter((node) => !stillOut.has(node))
  return {
    nodes: named.filter((node) => mayComeBack({ ...state, unlearnings }, node)),
    signals: [...signalsOut(unlearnings, requests)].filter((signal) => !silent.has(signal)).length,
  }
}

/**
 * Maps the passages that stay out to their nodes. A node is matched with the passage of its id and text, else with a passage of its text;
 * that one must not be the place of another node with this text.
 */
export const stayingOut = <C extends Pick<Chunk, 'formerId' | 'text'>, N extends Pick<Known, 'node' | 'id' | 'text'>>(
  chunks: ReadonlyArray<C>,
  stored: ReadonlyArray<N>,
  out: ReadonlyMap<NodeNumber, unknown>,
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
