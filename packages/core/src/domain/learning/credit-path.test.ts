import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import type { EdgeKind } from '../graph.ts'
import { ContentRef } from '../identity.ts'
import { balanced } from '../profiles/profiles.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { depthsOf, descentOf, learnedEdge, movedEdge, pathTo } from './credit-path.ts'

const ref = ContentRef.make('a'.repeat(64))
type Link = readonly [source: number, target: number, kind?: EdgeKind]
type Followed = readonly [edge: number, energy: number]

/** Builds nodes 1 to 6, edges numbered as given, and one turn that followed some of them. */
const after = (links: ReadonlyArray<Link>, followed: ReadonlyArray<Followed>, more: ReadonlyArray<NewEvent> = []) => {
  const fold = emptyFold()
  const events: ReadonlyArray<NewEvent> = [
    ...[1, 2, 3, 4, 5, 6].map(
      (node): NewEvent => ({ type: 'NodeAdded', data: { node, id: ref, text: ref, nodeType: 'fact', state: 'normal' } }),
    ),
    ...links.map(
      ([source, target, kind = 'sequential'], i): NewEvent => ({
        type: 'EdgeLinked',
        data: { edge: i + 1, source, target, kind, strength: 0, reason: 'ingest' },
      }),
    ),
    { type: 'TurnStarted', turn: 1, data: { question: ref, engine: 'route', ...balanced.budget } },
    ...followed.map(
      ([edge, energy]): NewEvent => ({ type: 'EdgeFollowed', turn: 1, data: { edge, strength: 0, channel: 'rule', depth: 0, energy } }),
    ),
    ...more,
  ]
  events.forEach((event, i) => {
    foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1 }))
  })
  const state = brainState(fold)
  const turn: TurnRecord | undefined = state.turn(1)
  if (turn === undefined) throw new Error('the turn was opened')
  return { graph: state.graph, turn }
}

describe('the path to a memory', () => {
  test('is traced back from it, nearest first', () => {
    const { graph, turn } = after(
      [
        [1, 2],
        [2, 3],
        [3, 4],
        [5, 6],
      ],
      [
        [1, 10],
        [2, 10],
        [3, 10],
        [4, 10],
      ],
    )

    expect(pathTo(graph, turn, 4).map(({ distance, edges, source, target }) => ({ distance, edges, source, target }))).toEqual([
      { source: 3, target: 4, edges: [3], distance: 0 },
      { source: 2, target: 3, edges: [2], distance: 1 },
      { source: 1, target: 2, edges: [1], distance: 2 },
    ])
  })

  test('gives each way in its share of what came in; parallel edges are one way', () => {
    const { graph, turn } = after(
      [
        [1, 3],
        [1, 3, 'learned'],
        [2, 3],
      ],
      [
        [1, 30],
        [2, 30],
        [3, 10],
      ],
    )

    expect(pathTo(graph, turn, 3)).toEqual([
      { source: 1, target: 3, edges: [1, 2], attention: 0.75, distance: 0 },
      { source: 2, target: 3, edges: [3], attention: 0.25, distance: 0 },
    ])
  })

  test('shares equally what carried nothing', () => {
    const { graph, turn } = after(
      [
        [1, 3],
        [2, 3],
      ],
      [
        [1, 0],
        [2, 0],
      ],
    )

    expect(pathTo(graph, turn, 3).map(({ attention }) => attention)).toEqual([0.5, 0.5])
  })

  test('ends in a circle', () => {
    const { graph, turn } = after(
      [
        [1, 2],
        [2, 1],
      ],
      [
        [1, 1],
        [2, 1],
      ],
    )

    expect(pathTo(graph, turn, 1).map(({ edges }) => edges)).toEqual([[2], [1]])
  })

  test('of a seed that no edge lifted is empty', () => {
    const { graph, turn } = after([[1, 2]], [[1, 1]])

    expect(pathTo(graph, turn, 1)).toEqual([])
  })
})

describe('the edge that feedback moves', () => {
  const pair = (edges: ReadonlyArray<number>) => ({ source: 1, target: 2, edges, attention: 1, distance: 0 })

  test('is the first of the pair whose kind learns', () => {
    const { graph } = after(
      [
        [1, 2, 'link'],
        [1, 2, 'sequential'],
        [1, 2, 'learned'],
      ],
      [],
    )

    expect(movedEdge(graph, pair([1, 2]))).toBe(2)
  })

  test('is the learned edge beside those that do not learn', () => {
    const { graph } = after(
      [
        [1, 2, 'similarity'],
        [2, 1, 'learned'],
        [1, 2, 'learned'],
      ],
      [],
    )

    expect(movedEdge(graph, pair([1]))).toBe(3)
  })

  test('is none while there is no learned edge, or only a pruned one', () => {
    const pruned: NewEvent = { type: 'EdgePruned', data: { edge: 2, reason: 'weak' } }
    const { graph } = after(
      [
        [1, 2, 'link'],
        [1, 2, 'learned'],
      ],
      [],
      [pruned],
    )

    expect([movedEdge(graph, pair([1])), learnedEdge(graph, 1, 2)]).toEqual([undefined, undefined])
  })
})

describe('how deep a pair leads (S4.68)', () => {
  /** Seed 1 leads to 2 and 3, 2 leads on to 3 and back to 1; cue 5 leads to 4. */
  const { graph, turn } = after(
    [
      [1, 2],
      [1, 3],
      [2, 3],
      [2, 1],
      [5, 4],
    ],
    [],
    [
      { type: 'SeedsSelected', turn: 1, data: { nodes: [1], scores: [1], sources: ['lexical'] } },
      ...[
        [1, 0],
        [2, 0],
        [3, 1],
        [4, 1],
        [5, 0],
      ].map(
        ([edge = 0, depth = 0]): NewEvent => ({
          type: 'EdgeFollowed',
          turn: 1,
          data: { edge, strength: 0, channel: 'rule', depth, energy: 1 },
        }),
      ),
    ],
  )
  const depths = depthsOf(graph, turn)

  test.each([
    ['from a seed to what it reached', 1, 2, 1],
    ['between two that were reached in one hop', 2, 3, 0],
    ['back to a seed', 2, 1, -1],
    ['from a cue, which lies nowhere', 5, 4, 0],
    ['to what was not reached', 1, 6, 0],
  ])('%s', (_, source, target, descent) => {
    expect(descentOf(depths, { source, target })).toBe(descent)
  })
})
