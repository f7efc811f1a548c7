/** A memory and what it is joined to, drawn. The table beside it says the same in words. */

import type { AnswerOf } from '@crabtrail/core'
import { forceCenter, forceCollide, forceLink, forceManyBody, forceSimulation, forceY } from 'd3-force'
import { useMemo, useRef } from 'preact/hooks'
import { SavePicture } from '../parts/save-picture.tsx'
import { counted } from '../parts/words.tsx'
import { linkTo } from '../state/route.ts'
import { edgeClassOf } from './kinds.ts'
import { EdgeLegend } from './legend.tsx'

type Shown = AnswerOf<'show'>

/** Memories that are drawn with their names at most: those of the strongest edges. */
export const namedMost = 60
const width = 720
/** Steps of the simulation: done at once, so that the picture stands still and is the same every time. */
const steps = 200
/** Characters of a name that are drawn. */
const nameMost = 30

interface Spot {
  readonly id: string
  readonly title: string
  x: number
  y: number
}

interface Line {
  readonly edge: string
  readonly strength: number
  readonly kind: Shown['edges'][number]['kind']
  readonly source: Spot
  readonly target: Spot
}

export const Neighbourhood = ({ node, shown }: { readonly node: string; readonly shown: Shown }) => {
  const { height, left, lines, spots } = useMemo(() => laidOut(node, shown), [node, shown])
  const place = useRef<SVGSVGElement>(null)
  if (spots.length < 2) return null
  return (
    <figure class="drawn">
      <svg ref={place} class="graph" viewBox={`0 0 ${width} ${height}`}>
        <title>{`${counted(lines.length, 'edge')} of ${node}; the table below lists them`}</title>
        {lines.map(({ edge, kind, source, strength, target }) => (
          <line
            key={edge}
            class={`edge-${edgeClassOf(kind, strength)} ${strength < 0 ? 'negative' : ''}`}
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
          <a key={id} class="spot" href={linkTo('notes', id)}>
            {title.length > nameMost ? <title>{title}</title> : null}
            <circle class={id === node ? 'own' : ''} cx={x} cy={y} r={id === node ? 8 : 5} />
            <text x={x} y={y + (id === node ? -13 : 18)} text-anchor={anchorOf(x)}>
              {title.length > nameMost ? `${title.slice(0, nameMost - 1)}…` : title}
            </text>
          </a>
        ))}
      </svg>
      <SavePicture name={`edges of ${node}`} picture={place} />
      <EdgeLegend edges={lines} />
      {left === 0 ? null : (
        <figcaption>{`The strongest ${lines.length} of its edges; ${left.toLocaleString('en')} more are not drawn.`}</figcaption>
      )}
    </figure>
  )
}

/** A name near the side is written inwards. */
const anchorOf = (x: number): 'start' | 'middle' | 'end' => (x < 90 ? 'start' : x > width - 90 ? 'end' : 'middle')

interface Layout {
  /** Edges that are not drawn. */
  readonly left: number
  readonly height: number
  readonly spots: ReadonlyArray<Spot>
  readonly lines: ReadonlyArray<Line>
}

const laidOut = (node: string, { degree = 0, edges, nodes }: Shown): Layout => {
  const strongest = edges.toSorted((one, other) => Math.abs(other.strength) - Math.abs(one.strength))
  const ids = new Set([node])
  for (const { source, target } of strongest) if (ids.size < namedMost) ids.add(source === node ? target : source)
  const titles = new Map(nodes.map((one) => [one.node, one.title]))
  const spots = Array.from(ids, (id): Spot => ({ id, title: titles.get(id) || id, x: 0, y: 0 }))
  const byId = new Map(spots.map((spot) => [spot.id, spot]))
  const lines = strongest.flatMap(({ edge, kind, source, strength, target }): ReadonlyArray<Line> => {
    const [from, to] = [byId.get(source), byId.get(target)]
    return from === undefined || to === undefined ? [] : [{ edge, kind, strength, source: from, target: to }]
  })
  // As high as the names need: each takes a line of its own in the worst case.
  const height = Math.min(520, 130 + 26 * spots.length)
  forceSimulation(spots)
    .force('link', forceLink(lines.map(({ source, target }) => ({ source, target }))).distance(120))
    .force('apart', forceManyBody().strength(-420))
    .force('flat', forceY(height / 2).strength(0.08))
    .force('room', forceCollide(34))
    .force('middle', forceCenter(width / 2, height / 2))
    .stop()
    .tick(steps)
  spread(spots, height)
  return { height, left: Math.max(0, degree - lines.length), spots, lines }
}

/** Stretches the picture to the room that there is. */
const spread = (spots: ReadonlyArray<Spot>, height: number): void => {
  const [left, right] = [Math.min(...spots.map(({ x }) => x)), Math.max(...spots.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...spots.map(({ y }) => y)), Math.max(...spots.map(({ y }) => y))]
  for (const spot of spots) {
    spot.x = within(spot.x, left, right, 40, width - 40)
    spot.y = within(spot.y, top, bottom, 26, height - 26)
  }
}

const within = (value: number, low: number, high: number, from: number, to: number): number =>
  high - low < 1 ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from)
