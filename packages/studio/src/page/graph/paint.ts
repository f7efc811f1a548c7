/** Paints what is around a memory by WebGL. Loaded only where it is needed: it is as large as the rest of the page. */

import type { AnswerOf } from '@crabtrail/core'
import Graph from 'graphology'
import Sigma from 'sigma'
import { edgeClasses, edgeClassOf } from './kinds.ts'
import { placesOf } from './places.ts'

type Around = NonNullable<AnswerOf<'show'>['around']>

/** Neighbours that are painted with their names: those of the strongest edges; and the characters of a name. */
const [namedMost, nameMost] = [12, 30]

interface Told {
  readonly open: (node: string) => void
  /** The node that is pointed at; undefined for none. */
  readonly point: (node: string | undefined) => void
}

export interface Painted {
  /** Points at a node, as the mouse does. */
  readonly show: (node: string | undefined) => void
  /** Paints at once: what a canvas of WebGL holds is gone after the frame. */
  readonly repaint: () => void
  readonly zoom: (by: 'in' | 'out' | 'whole') => void
  readonly end: () => void
}

export const paint = (place: HTMLElement, around: Around, { open, point }: Told): Painted => {
  let colours = coloursOf(place)
  let pointed: string | undefined
  const graph = graphOf(around)
  const renderer = new Sigma(graph, place, {
    allowInvalidContainer: true,
    enableCameraZooming: false,
    enableCameraRotation: false,
    // Names are drawn where they are forced to be: of the strongest, and of what is pointed at.
    labelRenderedSizeThreshold: Number.POSITIVE_INFINITY,
    minEdgeThickness: 0.4,
    zIndex: true,
    defaultDrawNodeLabel: (context, { label, size, x, y }) => name(context, label, x, y, size, place.clientWidth, colours),
    defaultDrawNodeHover: (context, { label, size, x, y }) => {
      context.beginPath()
      context.arc(x, y, size + 3, 0, 2 * Math.PI)
      context.strokeStyle = colours.text
      context.lineWidth = 2
      context.stroke()
      name(context, label, x, y, size, place.clientWidth, colours)
    },
    nodeReducer: (node, { hops, ...data }) => ({
      ...data,
      color: hops === 0 ? colours.own : hops === 1 ? colours.node : colours.far,
      highlighted: node === pointed,
    }),
    edgeReducer: (edge, { kind, ...data }) => {
      const isMeant = pointed === undefined || graph.extremities(edge).includes(pointed)
      return { ...data, color: isMeant ? colours.edge(kind) : colours.line, zIndex: isMeant ? 1 : 0 }
    },
  })
  // The wheel scrolls the page; the buttons zoom.
  renderer.getCamera().enabledZooming = true
  const show = (node: string | undefined): void => {
    pointed = node !== undefined && graph.hasNode(node) ? node : undefined
    renderer.refresh({ skipIndexation: true })
    point(pointed)
  }
  renderer.on('enterNode', ({ node }) => show(node))
  renderer.on('leaveNode', () => show(undefined))
  renderer.on('clickNode', ({ node }) => open(node))
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  const recolour = (): void => {
    colours = coloursOf(place)
    renderer.refresh({ skipIndexation: true })
  }
  scheme.addEventListener('change', recolour)
  return {
    show,
    repaint: () => renderer.refresh(),
    zoom: (by) => zoomed(renderer, by),
    end: () => {
      scheme.removeEventListener('change', recolour)
      renderer.kill()
    },
  }
}

const zoomed = (renderer: Sigma, by: 'in' | 'out' | 'whole'): void => {
  const camera = renderer.getCamera()
  if (by === 'whole') void camera.animatedReset()
  else void (by === 'in' ? camera.animatedZoom() : camera.animatedUnzoom())
}

/** Several nodes can have one id, and two nodes several edges: an id is there once, an edge by its own number. */
const graphOf = (around: Around): Graph => {
  const graph = new Graph({ multi: true, type: 'directed', allowSelfLoops: true })
  const places = placesOf(around, namedMost)
  around.nodes.forEach(({ hops, node, title }, i) => {
    const words = title || node
    const label = words.length > nameMost ? `${words.slice(0, nameMost - 1)}…` : words
    const [x, y] = places[i] ?? [0, 0]
    graph.mergeNode(node, {
      x,
      y,
      hops,
      label,
      size: hops === 0 ? 9 : Math.max(1.5, (hops === 1 ? 5 : 3) - around.nodes.length / 600),
      forceLabel: i <= namedMost && hops < 2,
      zIndex: 2 - hops,
    })
  })
  for (const { edge, kind, source, strength, target } of around.edges) {
    graph.addDirectedEdgeWithKey(edge, source, target, {
      kind: edgeClassOf(kind, strength),
      size: around.edges.length > 500 ? 0.5 : 1 + 2 * Math.min(1, Math.abs(strength)),
    })
  }
  return graph
}

interface Colours {
  readonly own: string
  readonly node: string
  readonly far: string
  readonly line: string
  readonly text: string
  readonly ground: string
  readonly edge: (kind: string) => string
}

/** The colours of the style sheet, as numbers: what paints knows no variables. */
const coloursOf = (place: HTMLElement): Colours => {
  const probe = document.createElement('span')
  place.append(probe)
  const colour = (variable: string): string => {
    probe.style.color = `var(${variable})`
    return getComputedStyle(probe).color
  }
  const edges = new Map<string, string>(edgeClasses.map(([kind]) => [kind, colour(`--edge-${kind}`)]))
  const found = {
    own: colour('--accent'),
    node: colour('--turns'),
    far: colour('--forgetting'),
    line: colour('--line'),
    text: colour('--text'),
    ground: colour('--raised'),
    edge: (kind: string) => edges.get(kind) ?? colour('--line'),
  }
  probe.remove()
  return found
}

/** The part of the picture that a name wants beside its node; with less it is written towards the middle. */
const roomLeast = 0.3

/**
 * Writes a name beside its node, away from the middle where there is room, with a rim that keeps it readable over edges. It stays within the picture:
 * one that is too long for that loses its middle, because names of neighbours often begin alike.
 */
const name = (
  context: CanvasRenderingContext2D,
  label: string | null | undefined,
  x: number,
  y: number,
  size: number,
  width: number,
  { ground, text }: Colours,
): void => {
  if (!label) return
  context.font = '12px system-ui, sans-serif'
  const wide = context.measureText(label).width
  const [before, behind] = [x - size - 6, width - x - size - 6]
  const isLeft = x < width / 2 - 2
  const isFit = (isLeft ? before : behind) >= Math.min(wide, roomLeast * width)
  const goesLeft = isLeft === isFit
  const words = fitted(context, label, goesLeft ? before : behind)
  context.textAlign = goesLeft ? 'right' : 'left'
  const from = x + (goesLeft ? -1 : 1) * (size + 4)
  context.lineJoin = 'round'
  context.lineWidth = 6
  context.strokeStyle = ground
  context.strokeText(words, from, y + 4)
  context.fillStyle = text
  context.fillText(words, from, y + 4)
  context.textAlign = 'left'
}

/** Returns a name, without as much of its middle as does not fit. */
const fitted = (context: CanvasRenderingContext2D, label: string, room: number): string => {
  const signs = Array.from(label)
  let words = label
  for (let left = signs.length - 1; left > 1 && context.measureText(words).width > room; left--) {
    words = `${signs.slice(0, Math.ceil(left / 2)).join('')}…${signs.slice(signs.length - Math.floor(left / 2)).join('')}`
  }
  return words
}
