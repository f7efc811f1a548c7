/** Which passage of a document a link to it leads to. */
import type { NodeNumber } from '../identity.ts'
import { placeOf } from './chunk-id.ts'

export interface Passages {
  /** The passage of that place; without one that is still there, the one that stands for the document. */
  readonly at: (place: string | undefined) => NodeNumber | undefined
}

/**
 * `nodes` rise. For a document stands what it says above all headings, or else the passage that was remembered first; a heading is
 * named by its whole path or, for the first that is called so, by its last part. Edits elsewhere in the document change none of it.
 */
export const passagesOf = (key: string, nodes: ReadonlyArray<readonly [node: NodeNumber, id: string]>): Passages => {
  const whole = new Map<string, NodeNumber>()
  const last = new Map<string, NodeNumber>()
  for (const [node, id] of nodes) {
    const place = placeOf(id, key)
    if (place === undefined) continue
    const name = place.slice(place.lastIndexOf('/') + 1)
    if (!whole.has(place)) whole.set(place, node)
    if (!last.has(name)) last.set(name, node)
  }
  const first = whole.get('') ?? nodes[0]?.[0]
  return { at: (place) => (place === undefined ? first : (whole.get(place) ?? last.get(place) ?? first)) }
}
