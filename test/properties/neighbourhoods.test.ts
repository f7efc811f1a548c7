/** What is shown around a memory, against the plainest way to find it: sort all edges, and walk all of them. */

import type { AnswerOf } from '@crabtrail/core'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { survey } from '../../packages/core/src/domain/decay/survey.ts'
import type { EdgeView } from '../../packages/core/src/domain/graph.ts'
import { strongestEdges, surroundings } from '../../packages/core/src/domain/history/neighbourhood.ts'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { brainState } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { play } from '../arbitraries/plausible-log.ts'
import type { RunningMemory } from '../arbitraries/running-memory.ts'
import { evenShare } from '../arbitraries/share.ts'
import { signals } from '../arbitraries/signal.ts'
import { folded } from './fold-snapshot.ts'
import { oneIn } from './runs.ts'

interface Asked {
  readonly limit?: number
  readonly around?: number
}

/** Everything that is shown of a node; undefined for one that cannot be named by its id alone. */
const shownOf = (memory: RunningMemory, node: number, at: number, asked: Asked): AnswerOf<'show'> | undefined => {
  const shown = memory.ask((methods) => methods.show({ what: `erased:${node}`, at: String(at), ...asked }))
  return Result.isSuccess(shown) ? shown.success : undefined
}

const numberOf = (edge: string): number => Number(edge.slice(1))

/** Positions inside of a log, with its graph as of there, folded from the beginning. */
const graphsOf = (memory: RunningMemory, cuts: ReadonlyArray<number>) => {
  const log = memory.log()
  return cuts.map((cut) => {
    const position = Math.round(cut * log.length)
    const state = brainState(folded(log.slice(0, position)))
    return { position, state, graph: state.graph }
  })
}

type Graph = ReturnType<typeof graphsOf>[number]['graph']

const edgesOf = (graph: Graph) =>
  Array.from({ length: graph.edges }, (_, i) => i + 1).flatMap((edge) => {
    const view = graph.edge(edge)
    return view === undefined ? [] : [view]
  })

const cuts = fc.array(evenShare, { minLength: 1, maxLength: 3 })

describe('the neighbourhood of a memory', () => {
  test('INV-267 the edges that are shown of a memory are the first of all its edges by strength, at every position', () => {
    let left = 0
    fc.assert(
      fc.property(signals(10), cuts, fc.integer({ min: 1, max: 6 }), (asked, places, limit) => {
        const { memory } = play(asked)
        for (const { graph, position } of graphsOf(memory, places)) {
          for (let node = 1; node <= graph.nodes; node++) {
            const shown = shownOf(memory, node, position, { limit })
            const all = edgesOf(graph)
              .filter(({ source, target }) => source === node || target === node)
              .sort((one, other) => Math.abs(other.strength) - Math.abs(one.strength) || one.edge - other.edge)
            const first = all.slice(0, limit).map(({ edge }) => edge)

            expect(shown?.degree).toBe(all.length)
            expect(shown?.edges.map(({ edge }) => numberOf(edge))).toEqual(first.sort((one, other) => one - other))
            if (all.length > limit) left++
          }
        }
      }),
      oneIn(2),
    )
    expect(left).toBeGreaterThan(0)
  })

  test('INV-268 a picture has no more nodes than were asked for, none further than two hops, and each with an edge that leads there', () => {
    let left = 0
    fc.assert(
      fc.property(signals(10), cuts, fc.integer({ min: 1, max: 8 }), (asked, places, around) => {
        const { memory } = play(asked)
        for (const { graph, position } of graphsOf(memory, places)) {
          for (let node = 1; node <= graph.nodes; node++) {
            const shown = shownOf(memory, node, position, { around })?.around
            const hops = hopsFrom(graph, node)

            expect(shown?.nodesInAll).toBe(hops.size)
            expect(shown?.nodes.length).toBeLessThanOrEqual(around)
            expect(shown?.edges.length).toBeLessThanOrEqual(3 * around)
            if (shown !== undefined) expect(complaints(graph, hops, shown)).toEqual([])
            if (hops.size > around) left++
          }
        }
      }),
      oneIn(2),
    )
    expect(left).toBeGreaterThan(0)
  })
})

test('INV-277 the edges of a memory are found by reading its own alone, and a picture by reading those of its neighbours', () => {
  fc.assert(
    fc.property(signals(10), evenShare, (asked, cut) => {
      const { memory } = play(asked)
      for (const { graph } of graphsOf(memory, [cut])) {
        const all = edgesOf(graph)
        for (let node = 1; node <= graph.nodes; node++) {
          const isOwn = ({ source, target }: EdgeView) => source === node || target === node
          const { read, watched } = watchedReads(graph)
          strongestEdges(watched, node, 3)
          expect(read.size).toBe(all.filter(isOwn).length)

          const near = hopsFrom(graph, node)
          const isNear = ({ source, target }: EdgeView) => near.has(source) || near.has(target)
          const around = watchedReads(graph)
          surroundings(around.watched, node, 5)
          const far = new Set(all.filter((edge) => !isNear(edge)).map(({ edge }) => edge))
          expect([...around.read].filter((edge) => far.has(edge))).toEqual([])
        }
      }
    }),
    oneIn(5),
  )
})

test('INV-277 what disuse makes of one memory is what a look at all edges makes of it', () => {
  let mortal = 0
  fc.assert(
    fc.property(signals(10), evenShare, (asked, cut) => {
      const { memory } = play(asked)
      for (const { graph, state } of graphsOf(memory, [cut])) {
        const { owner, said } = state
        const known = { now: state.lastTurn, said, protections: owner.protections, shelter: 0, growth: balanced.growth }
        const all = survey(graph, [], known, () => undefined, 1)
        for (let node = 1; node <= graph.nodes; node++) {
          const own = survey(graph, [], known, () => undefined, 1, node)
          expect(own.standings.get(node)).toEqual(all.standings.get(node))
          expect(own.grown.get(node)).toEqual(all.grown.get(node))
          if (own.standings.has(node)) mortal++
        }
      }
    }),
    oneIn(1),
  )
  expect(mortal).toBeGreaterThan(0)
})

/** A graph that notes the edges that anything is read of. */
const watchedReads = (graph: Graph) => {
  const read = new Set<number>()
  const noting =
    <A>(of: (edge: number) => A) =>
    (edge: number): A => {
      read.add(edge)
      return of(edge)
    }
  const noted = (['edge', 'isLinked', 'sourceOf', 'strengthOf', 'targetOf'] as const).map((name) => [name, noting<unknown>(graph[name])])
  return { read, watched: { ...graph, ...Object.fromEntries(noted) } as Graph }
}

/** Every node within two hops, with its distance. */
const hopsFrom = (graph: Graph, node: number): ReadonlyMap<number, number> => {
  const hops = new Map([[node, 0]])
  for (const hop of [1, 2]) {
    for (const [from] of [...hops].filter(([, far]) => far === hop - 1)) {
      for (const { linked, source, target } of edgesOf(graph)) {
        if (!linked || (source !== from && target !== from)) continue
        const to = source === from ? target : source
        if (!hops.has(to)) hops.set(to, hop)
      }
    }
  }
  return hops
}

const complaints = (graph: Graph, hops: ReadonlyMap<number, number>, shown: NonNullable<AnswerOf<'show'>['around']>) => {
  const found: Array<string> = []
  const far = new Map(shown.nodes.map(({ hops: hop, node }) => [node, hop]))
  if (far.size !== shown.nodes.length) found.push('a node is there twice')
  const counted = (hop: number) => [...hops.values()].filter((one) => one === hop).length
  for (const hop of [0, 1, 2]) {
    const some = shown.nodes.filter((one) => one.hops === hop).length
    if (some > counted(hop)) found.push(`${some} nodes at ${hop} hops of ${counted(hop)}`)
    if (hop === 2 && some > 0 && [...far.values()].filter((one) => one === 1).length < counted(1)) found.push('a nearer node is missing')
  }
  for (const { node, hops: hop } of shown.nodes) {
    const leads = shown.edges.some(
      ({ source, target }) => (source === node && far.get(target) === hop - 1) || (target === node && far.get(source) === hop - 1),
    )
    if (hop > 0 && !leads) found.push(`nothing leads to ${node}`)
  }
  for (const { edge, source, target } of shown.edges) {
    if (!graph.isLinked(numberOf(edge))) found.push(`${edge} is pruned`)
    if (!far.has(source) || !far.has(target)) found.push(`${edge} leads out of the picture`)
  }
  return found
}
