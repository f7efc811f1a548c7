import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { kindSet, plainKernel } from '../graph.ts'
import { ContentRef } from '../identity.ts'
import { balanced } from '../profiles/profiles.ts'
import { emptyColumns, graphView } from '../projections/graph/graph-columns.ts'
import { foldGraph } from '../projections/graph/memory-graph.ts'
import { candidatesOf } from './candidate-edges.ts'

const ref = ContentRef.make('a'.repeat(64))
const node = (number: number): NewEvent => ({
  type: 'NodeAdded',
  data: { node: number, id: ref, text: ref, nodeType: 'fact', state: 'normal' },
})
const edge = (number: number, source: number, target: number, strength: number): NewEvent => ({
  type: 'EdgeLinked',
  data: { edge: number, source, target, kind: 'learned', strength, reason: 'manual' },
})
const graphOf = (...events: ReadonlyArray<NewEvent>) => {
  const columns = emptyColumns()
  events.forEach((event, i) => {
    foldGraph(columns, placed(event, i + 1, { at: 0, actor: 1 }))
  })
  return graphView(columns)
}

describe('the candidates of a node', () => {
  test('have edges of headings, links and names among them as far as the settings say', () => {
    const kinds = ['hierarchical', 'link', 'mention', 'similarity'] as const
    const links = kinds.map((kind, i): NewEvent => {
      const named = kind === 'mention' ? { role: 'title' as const, label: ref } : {}
      return {
        type: 'EdgeLinked',
        data: { edge: i + 1, source: 1, target: i + 2, kind, strength: 400_000_000, reason: 'ingest', ...named },
      }
    })
    const graph = graphOf(...[1, 2, 3, 4, 5].map(node), ...links)
    const strengths = (structure: number) => {
      const settings = { ...balanced, walk: { ...balanced.walk, structure } }
      return candidatesOf(graph, 1, settings, plainKernel, 'node', () => true).map(({ strength, target }) => [target, strength])
    }

    expect(strengths(0)).toEqual([[5, 400_000_000]])
    expect(strengths(1)).toEqual([2, 3, 4, 5].map((target) => [target, 400_000_000]))
    expect(strengths(2).toSorted()).toEqual([2, 3, 4].map((target) => [target, 800_000_000]).concat([[5, 400_000_000]]))
  })

  test('are its live targets, parallel edges together, the heaviest first and the negative ones behind', () => {
    const graph = graphOf(
      ...[1, 2, 3, 4, 5].map(node),
      edge(1, 1, 2, 400_000_000),
      edge(2, 1, 3, 300_000_000),
      edge(3, 1, 3, 350_000_000),
      edge(4, 1, 4, -1),
      edge(5, 1, 5, 900_000_000),
      edge(6, 2, 1, 900_000_000),
    )

    const candidates = candidatesOf(graph, 1, balanced, plainKernel, 'node', (target) => target !== 5)

    expect(candidates).toEqual([
      {
        source: 1,
        target: 3,
        edges: [2, 3],
        kinds: kindSet('learned'),
        strength: 650_000_000,
        flow: 650_000_000,
        tier: 'habitual',
        weight: expect.closeTo(1),
      },
      {
        source: 1,
        target: 2,
        edges: [1],
        kinds: kindSet('learned'),
        strength: 400_000_000,
        flow: 400_000_000,
        tier: 'habitual',
        weight: expect.closeTo(2 / 7),
      },
      { source: 1, target: 4, edges: [4], kinds: kindSet('learned'), strength: -1, flow: -1, tier: 'negative', weight: -1e-9 },
    ])
  })

  test('are of the kinds that pull: an edge at 0 beside another changes nothing of it', () => {
    const link: NewEvent = {
      type: 'EdgeLinked',
      data: { edge: 1, source: 1, target: 2, kind: 'link', strength: 400_000_000, reason: 'ingest' },
    }
    const alone = candidatesOf(graphOf(node(1), node(2), link), 1, balanced, plainKernel, 'node', () => true)
    const beside = candidatesOf(graphOf(node(1), node(2), link, edge(2, 1, 2, 0)), 1, balanced, plainKernel, 'node', () => true)

    expect(beside).toEqual(alone.map((candidate) => ({ ...candidate, edges: [1, 2] })))
    expect(beside).toMatchObject([{ kinds: kindSet('link') }])
  })

  test('are held to bounds in whole nano-units, also where a double holds more', () => {
    const graph = graphOf(node(1), node(2), edge(1, 1, 2, 900_000_000))
    const settings = { ...balanced, strength: { min: -1 / 3, max: 0.07 } }

    expect(candidatesOf(graph, 1, settings, plainKernel, 'node', () => true)).toMatchObject([{ strength: 70_000_000 }])
  })

  test('of a cue are not limited by the budget of a node', () => {
    const graph = graphOf(
      ...Array.from({ length: 20 }, (_, i) => node(i + 1)),
      ...Array.from({ length: 19 }, (_, i) => edge(i + 1, 1, i + 2, 500_000_000)),
    )

    expect(candidatesOf(graph, 1, balanced, plainKernel, 'node', () => true)).toHaveLength(16)
    expect(candidatesOf(graph, 1, balanced, plainKernel, 'cue', () => true)).toHaveLength(19)
  })

  test('of a cue are the strongest, as many as the settings say', () => {
    const graph = graphOf(
      node(1),
      node(2),
      node(3),
      node(4),
      edge(1, 1, 2, 500_000_000),
      edge(2, 1, 3, 900_000_000),
      edge(3, 1, 4, 700_000_000),
    )
    const settings = { ...balanced, walk: { ...balanced.walk, cueEdges: 2 } }

    expect(candidatesOf(graph, 1, settings, plainKernel, 'cue', () => true).map(({ target }) => target)).toEqual([3, 4])
  })

  test('count for a question by the family of their kind; what holds back does so whatever is asked', () => {
    const causal: NewEvent = {
      type: 'EdgeLinked',
      data: { edge: 1, source: 1, target: 2, kind: 'causal', strength: 400_000_000, reason: 'manual' },
    }
    const against: NewEvent = {
      type: 'EdgeLinked',
      data: { edge: 2, source: 1, target: 3, kind: 'inhibit', strength: -400_000_000, reason: 'manual' },
    }
    const graph = graphOf(node(1), node(2), node(3), causal, against)
    const strengths = (CAUSE: number) =>
      candidatesOf(graph, 1, balanced, { SEQ: 1, SIM: 1, CAUSE }, 'node', () => true).map(({ strength }) => strength)

    expect(strengths(2)).toEqual([800_000_000, -400_000_000])
    expect(strengths(2.5)).toEqual([950_000_000, -400_000_000])
    expect(strengths(0.5)).toEqual([200_000_000, -400_000_000])
  })
})
