/** Edges that a turn walked, and the ways by which it came to a memory: looked up anew each time. */
import type { BrainEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { learns, type NaiveGraph } from './naive-graph.ts'
import type { RuleSettings } from './rule-settings.ts'

export interface Walked {
  readonly session: number | undefined
  readonly seeds: Array<number>
  readonly followed: Array<{ readonly edge: number; readonly energy: number; readonly depth: number }>
  readonly skipped: Array<{ readonly edge: number; readonly reason: string }>
  /** Its recall came too late to be used. */
  late: boolean
  /** Memories that were put before the model. */
  included: ReadonlyArray<number>
  /** Verdicts already spent on this turn: said, heard and moving something. */
  readonly spent: Set<string>
  /** Tiers of outcomes it had a share of. */
  readonly paid: Set<string>
  /** Credits of the turn, by tier. */
  readonly credited: Array<string>
  /** Agents' words that memories were used: by which memory each moved what. */
  readonly used: Array<{ readonly node: number; readonly edge: number; readonly by: number }>
}

export const walkedIn = (session: number | undefined): Walked => ({
  session,
  seeds: [],
  followed: [],
  skipped: [],
  late: false,
  included: [],
  spent: new Set(),
  paid: new Set(),
  credited: [],
  used: [],
})

/** Returns the depth at which the walk first came to a node; NaN if it never did, as with a cue. */
export const depthOf = (graph: NaiveGraph, { followed, seeds }: Walked, node: number): number => {
  if (seeds.includes(node)) return 0
  const into = followed.filter(({ edge }) => graph.edges.get(edge)?.target === node)
  return into.length === 0 ? Number.NaN : 1 + Math.min(...into.map(({ depth }) => depth))
}

/** By lowest edge number; parallel edges are one way. */
export const waysInto = (
  graph: NaiveGraph,
  { followed }: Walked,
  target: number,
): ReadonlyArray<{ readonly source: number; readonly edges: ReadonlyArray<number>; readonly energy: number }> => {
  const into = followed.filter(({ edge }) => graph.edges.get(edge)?.target === target)
  const sources = [...new Set(into.map(({ edge }) => graph.edges.get(edge)?.source ?? 0))]
  return sources
    .map((source) => {
      const parallel = into.filter(({ edge }) => graph.edges.get(edge)?.source === source)
      return { source, edges: parallel.map(({ edge }) => edge).sort((a, b) => a - b), energy: parallel[0]?.energy ?? 0 }
    })
    .sort((a, b) => (a.edges[0] ?? 0) - (b.edges[0] ?? 0))
}

/** The edge that a word on two nodes moves: the first linked one of a kind that learns. */
export const movedBetween = (graph: NaiveGraph, source: number, target: number): number | undefined =>
  [...graph.edges]
    .flatMap(([number, edge]) =>
      edge.source === source && edge.target === target && edge.linked && learns(edge) && edge.kind !== 'grown' ? [number] : [],
    )
    .sort((a, b) => a - b)[0]

/** What a profile that weighs them by `walk.structure` may leave out of a walk (S1.22). */
const structural = ['hierarchical', 'link', 'mention']

/** The sum of what a walk reads between the ends of an edge beside it. A guess of growth does not count. */
export const besideOf = (graph: NaiveGraph, number: number, { walk }: Pick<RuleSettings, 'walk'>): number => {
  const { source, target } = graph.edges.get(number) ?? {}
  const structure = walk?.structure ?? 1
  let sum = 0
  for (const [other, { kind, linked, source: from, strength, target: to }] of graph.edges) {
    if (other === number || from !== source || to !== target || !linked || kind === 'grown') continue
    const factor = structural.includes(kind) ? structure : 1
    if (factor !== 0) sum += strength > 0 ? Math.round(strength * factor) : strength
  }
  return sum
}

interface StrengthBounds {
  readonly min: number
  readonly max: number
}

const unit = 1_000_000_000
const nano = (units: number): number => Math.sign(units) * Math.floor(Math.abs(units) * unit + 0.5) + 0

/**
 * Where a change brings an edge beside which others add up to `beside`; undefined for no change. The bounds hold for all of them together,
 * and nothing moves the other way.
 */
export const movedTo = (from: number, delta: number, beside: number, { max, min }: StrengthBounds): number | undefined => {
  const whole = from + beside
  // Without strengths below zero, blame has nothing to take from what pulls nothing.
  if (whole === 0 && min > 0 && delta < 0) return undefined
  const read = whole === 0 ? 0 : Math.min(nano(max), Math.max(nano(min), whole))
  const then = Math.min(nano(max), Math.max(nano(min), read + delta))
  if (delta > 0 ? then < whole : then > whole) return undefined
  return then - beside
}

/** Tells of an edge whether what joins its ends was linked or pruned since a position. */
export class ChangedPairs {
  readonly #changed = new Map<string, number>()

  heed(graph: NaiveGraph, event: BrainEvent): void {
    if (event.type === 'EdgeLinked') this.#changed.set(`${event.data.source} ${event.data.target}`, event.position)
    if (event.type === 'EdgePruned' || event.type === 'EdgeRestored') this.#changed.set(endsIn(graph, event.data.edge), event.position)
  }

  since(graph: NaiveGraph, edge: number, position: number): boolean {
    return (this.#changed.get(endsIn(graph, edge)) ?? 0) > position
  }
}

const endsIn = (graph: NaiveGraph, edge: number): string => `${graph.edges.get(edge)?.source} ${graph.edges.get(edge)?.target}`

/** The first linked one. */
export const learnedBetween = (graph: NaiveGraph, source: number, target: number): number | undefined => {
  const numbers = [...graph.edges].flatMap(([number, edge]) =>
    edge.source === source && edge.target === target && edge.kind === 'learned' && edge.linked ? [number] : [],
  )
  return numbers.sort((a, b) => a - b)[0]
}
