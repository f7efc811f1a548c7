/**
 * How fast a walk at random over the strongest edges forgets where it began: 1 − |λ₂| of its steps, from 0 to 1 (S3.105, S3.110).
 *
 * Near 0 the graph falls apart into corners that a walk does not leave; a gap that shrinks while the memory is used says that it sets hard.
 */
import { type GraphView, isRecallable } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'

/** So many nodes at most, those with the most strength at their edges first; so many steps. Both bound what it costs. */
const sampledMost = 512
const steps = 64

/**
 * Of the largest part of the sample that hangs together; `undefined` where that is fewer than three memories. Steps go both ways along each
 * edge, by its positive strength, and half of the time nowhere.
 */
export const spectralGap = (graph: GraphView): number | undefined => {
  const all = strongest(graph)
  const sample = largestPart(edgesAmong(graph, placesOf(all)), all)
  if (sample.length < 3) return undefined
  const joined = edgesAmong(graph, placesOf(sample))
  const degrees = new Float64Array(sample.length)
  for (const { a, b, weight } of joined) {
    degrees[a] = (degrees[a] ?? 0) + weight
    degrees[b] = (degrees[b] ?? 0) + weight
  }
  return 1 - secondEigenvalue(joined, degrees)
}

const placesOf = (nodes: ReadonlyArray<NodeNumber>): ReadonlyMap<NodeNumber, number> => new Map(nodes.map((node, place) => [node, place]))

/** The first of the largest. */
const largestPart = (joined: ReadonlyArray<Joined>, nodes: ReadonlyArray<NodeNumber>): ReadonlyArray<NodeNumber> => {
  const part = nodes.map((_, place) => place)
  for (let changed = true; changed; ) {
    changed = false
    for (const { a, b } of joined) {
      const least = Math.min(part[a] ?? a, part[b] ?? b)
      changed ||= part[a] !== least || part[b] !== least
      part[a] = least
      part[b] = least
    }
  }
  const sizes = [...Map.groupBy(part.keys(), (place) => part[place]).values()].sort((a, b) => b.length - a.length)
  return (sizes[0] ?? []).flatMap((place) => nodes[place] ?? [])
}

interface Joined {
  readonly a: number
  readonly b: number
  readonly weight: number
}

const strongest = (graph: GraphView): ReadonlyArray<NodeNumber> => {
  const weights = new Map<NodeNumber, number>()
  for (let edge = 1; edge <= graph.edges; edge++) {
    const [source, target, strength] = [graph.sourceOf(edge), graph.targetOf(edge), graph.strengthOf(edge)]
    if (strength <= 0 || graph.edge(edge)?.linked !== true) continue
    for (const node of [source, target]) if (isRecallable(graph, node)) weights.set(node, (weights.get(node) ?? 0) + strength)
  }
  return [...weights]
    .sort(([a, m], [b, n]) => n - m || a - b)
    .slice(0, sampledMost)
    .map(([node]) => node)
}

const edgesAmong = (graph: GraphView, places: ReadonlyMap<NodeNumber, number>): ReadonlyArray<Joined> => {
  const joined: Array<Joined> = []
  for (const [node, a] of places) {
    for (const edge of graph.out(node)) {
      const [b, weight] = [places.get(graph.targetOf(edge)), graph.strengthOf(edge)]
      if (b !== undefined && b !== a && weight > 0) joined.push({ a, b, weight })
    }
  }
  return joined
}

/** Of the lazy walk, by stepping what is orthogonal to the first eigenvector again and again. Begins at the same vector each time. */
const secondEigenvalue = (joined: ReadonlyArray<Joined>, degrees: Float64Array): number => {
  const roots = degrees.map((degree) => Math.sqrt(degree))
  const scale = Math.hypot(...roots) || 1
  const first = roots.map((root) => root / scale)
  let vector = degrees.map((_, place) => (place % 2 === 0 ? 1 : -1) / (1 + (place % 7)))
  let value = 0
  for (let step = 0; step < steps; step++) {
    const along = vector.reduce((sum, x, i) => sum + x * (first[i] ?? 0), 0)
    const rest = vector.map((x, i) => x - along * (first[i] ?? 0))
    const size = Math.hypot(...rest)
    if (size === 0) return 0
    const unit = rest.map((x) => x / size)
    const next = unit.map((x) => x / 2)
    for (const { a, b, weight } of joined) {
      const share = weight / (2 * (roots[a] ?? 1) * (roots[b] ?? 1))
      next[a] = (next[a] ?? 0) + share * (unit[b] ?? 0)
      next[b] = (next[b] ?? 0) + share * (unit[a] ?? 0)
    }
    value = next.reduce((sum, x, i) => sum + x * (unit[i] ?? 0), 0)
    vector = next
  }
  return Math.min(1, Math.max(0, value))
}
