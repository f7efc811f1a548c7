/**
 * Where the nodes around a memory lie: itself in the middle, the strongest on a ring with room for their names, the others outwards by falling
 * strength, those at two hops outside of all. It takes no time, and is the same every time.
 */

type Place = readonly [x: number, y: number]

const [ring, inner, outer] = [0.34, 0.5, 1]

/** The golden angle: points that turn by it leave no gaps. */
const turn = Math.PI * (3 - Math.sqrt(5))

export const placesOf = (
  {
    edges,
    nodes,
  }: {
    readonly nodes: ReadonlyArray<{ readonly node: string; readonly hops: number }>
    readonly edges: ReadonlyArray<{ readonly source: string; readonly target: string }>
  },
  named: number,
): ReadonlyArray<Place> => {
  const near = nodes.filter(({ hops }) => hops === 1).length
  const onRing = Math.min(named, near)
  const angles = new Map<string, number>()
  const leads = new Map<string, string>()
  for (const { source, target } of edges) {
    if (!leads.has(target)) leads.set(target, source)
    if (!leads.has(source)) leads.set(source, target)
  }
  return nodes.map(({ hops, node }, i): Place => {
    if (hops === 0) return [0, 0]
    const place = i - 1
    if (hops === 1 && place < onRing) return at(angles, node, ((place + 0.5) / onRing) * 2 * Math.PI, ring)
    // Even over the area: the square of the distance grows evenly.
    if (hops === 1) {
      const share = (place - onRing + 0.5) / Math.max(1, near - onRing)
      return at(angles, node, place * turn, Math.sqrt(inner ** 2 + (outer ** 2 - inner ** 2) * share))
    }
    const before = angles.get(leads.get(node) ?? '') ?? place * turn
    return at(angles, node, before + 0.5 * (((place * 0.618) % 1) - 0.5), 1.1 + 0.25 * ((place * 0.382) % 1))
  })
}

const at = (angles: Map<string, number>, node: string, angle: number, far: number): Place => {
  angles.set(node, angle)
  return [far * Math.cos(angle), far * Math.sin(angle)]
}
