/** Edges that a turn walked, and the ways by which it came to a memory: looked up anew each time. */
import { learns, type NaiveGraph } from './naive-graph.ts'

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

export const edgeLearns = (graph: NaiveGraph, edge: number): boolean => {
  const known = graph.edges.get(edge)
  return known !== undefined && learns(known)
}

/** The first linked one. */
export const learnedBetween = (graph: NaiveGraph, source: number, target: number): number | undefined => {
  const numbers = [...graph.edges].flatMap(([number, edge]) =>
    edge.source === source && edge.target === target && edge.kind === 'learned' && edge.linked ? [number] : [],
  )
  return numbers.sort((a, b) => a - b)[0]
}
