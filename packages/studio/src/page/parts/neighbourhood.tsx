/** A memory and what it is joined to, drawn. The table beside it says the same in words. */

import type { AnswerOf } from '@crabtrail/core'
import { forceCenter, forceCollide, forceLink, forceManyBody, forceSimulation } from 'd3-force'
import { useMemo } from 'preact/hooks'
import { linkTo } from '../state/route.ts'

type Shown = AnswerOf<'show'>

/** Memories that are drawn at most: those of the strongest edges. More is no picture. */
const drawnMost = 40
const [width, height] = [720, 360]
/** Steps of the simulation: done at once, so that the picture stands still and is the same every time. */
const steps = 200

interface Spot {
  readonly id: string
  readonly title: string
  x: number
  y: number
}

interface Line {
  readonly edge: string
  readonly strength: number
  readonly kind: string
  readonly source: Spot
  readonly target: Spot
}

export const Neighbourhood = ({ node, shown }: { readonly node: string; readonly shown: Shown }) => {
  const { lines, spots } = useMemo(() => laidOut(node, shown), [node, shown])
  if (spots.length < 2) return null
  return (
    <svg class="graph" viewBox={`0 0 ${width} ${height}`}>
      <title>{`${shown.edges.length} edges of ${node}; the table below lists them`}</title>
      {lines.map(({ edge, kind, source, strength, target }) => (
        <line
          key={edge}
          class={`edge ${kind} ${strength < 0 ? 'negative' : ''}`}
          x1={source.x}
          y1={source.y}
          x2={target.x}
          y2={target.y}
          stroke-width={1 + 3 * Math.min(1, Math.abs(strength))}
        >
          <title>{`${kind} ${strength.toFixed(2)}`}</title>
        </line>
      ))}
      {spots.map(({ id, title, x, y }) => (
        <a key={id} href={linkTo('notes', id)} aria-label={title}>
          <circle class={id === node ? 'own' : ''} cx={x} cy={y} r={id === node ? 9 : 6} />
          <text x={x} y={y + (id === node ? -14 : 18)} text-anchor="middle">
            {title.length > 28 ? `${title.slice(0, 27)}…` : title}
          </text>
        </a>
      ))}
    </svg>
  )
}

const laidOut = (node: string, { edges, nodes }: Shown): { readonly spots: ReadonlyArray<Spot>; readonly lines: ReadonlyArray<Line> } => {
  const strongest = edges.toSorted((one, other) => Math.abs(other.strength) - Math.abs(one.strength))
  const ids = new Set([node])
  for (const { source, target } of strongest) if (ids.size < drawnMost) ids.add(source === node ? target : source)
  const titles = new Map(nodes.map((one) => [one.node, one.title]))
  const spots = Array.from(ids, (id): Spot => ({ id, title: titles.get(id) || id, x: 0, y: 0 }))
  const byId = new Map(spots.map((spot) => [spot.id, spot]))
  const lines = strongest.flatMap(({ edge, kind, source, strength, target }): ReadonlyArray<Line> => {
    const [from, to] = [byId.get(source), byId.get(target)]
    return from === undefined || to === undefined ? [] : [{ edge, kind, strength, source: from, target: to }]
  })
  forceSimulation(spots)
    .force('link', forceLink(lines.map(({ source, target }) => ({ source, target }))).distance(110))
    .force('apart', forceManyBody().strength(-260))
    .force('room', forceCollide(26))
    .force('middle', forceCenter(width / 2, height / 2))
    .stop()
    .tick(steps)
  for (const spot of spots) {
    spot.x = Math.max(60, Math.min(width - 60, spot.x))
    spot.y = Math.max(24, Math.min(height - 28, spot.y))
  }
  return { spots, lines }
}
