import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { balanced } from '../profiles/profiles.ts'
import { emptyColumns, graphView } from '../projections/graph/graph-columns.ts'
import { foldGraph } from '../projections/graph/memory-graph.ts'
import { nano } from '../strength.ts'
import { decideIngestLinks } from './ingest-edges.ts'

const ref = ContentRef.make('a'.repeat(64))
const nodes: ReadonlyArray<NewEvent> = [1, 2, 3].map((node) => ({
  type: 'NodeAdded',
  data: { node, id: ref, text: ref, nodeType: 'fact', state: 'normal' },
}))
const graphOf = (events: ReadonlyArray<NewEvent>) => {
  const columns = emptyColumns()
  for (const [i, event] of [...nodes, ...events].entries()) foldGraph(columns, placed(event, i + 1, { at: 0, actor: 1 }))
  return graphView(columns)
}
const decide = (wanted: ReadonlyArray<readonly [number, ReadonlyArray<number>]>, before: ReadonlyArray<NewEvent> = []) =>
  told(decideIngestLinks({ wanted: new Map(wanted) }, { graph: graphOf(before) }, balanced))
/** Returns the events and the answer of the decider. */
const told = (decision: ReturnType<typeof decideIngestLinks>) => {
  const { answer, events } = Result.getOrThrow(decision)
  return { events, ...answer }
}
const strength = nano(0.3 + 0.35 * 0.6)
const joined = decide([[1, [2, 3]]]).events

describe('links', () => {
  test('lead to each passage once, in their order, and never from a passage to itself', () => {
    expect(decide([[1, [3, 2, 3, 1]]])).toEqual({
      events: [
        { type: 'EdgeLinked', data: { edge: 1, source: 1, target: 3, kind: 'link', strength, reason: 'ingest' } },
        { type: 'EdgeLinked', data: { edge: 2, source: 1, target: 2, kind: 'link', strength, reason: 'ingest' } },
      ],
      linked: 2,
      pruned: 0,
    })
  })

  test('that are there are left as they are', () => {
    expect(decide([[1, [2, 3]]], joined)).toEqual({ events: [], linked: 0, pruned: 0 })
  })

  test('that are there no longer are pruned, and come back as the edges they were', () => {
    const pruned = decide([[1, [3]]], joined)

    expect(pruned).toEqual({ events: [{ type: 'EdgePruned', data: { edge: 1, reason: 'source' } }], linked: 0, pruned: 1 })
    expect(decide([[1, [2, 3]]], [...joined, ...pruned.events])).toEqual({
      events: [{ type: 'EdgeRestored', data: { edge: 1, reason: 'source' } }],
      linked: 1,
      pruned: 0,
    })
  })

  test('of a passage nobody knows the links of, and edges of other kinds, are left alone', () => {
    const learned: NewEvent = {
      type: 'EdgeLinked',
      data: { edge: 3, source: 1, target: 2, kind: 'learned', strength: 0, reason: 'beside' },
    }

    expect(decide([], joined).events).toEqual([])
    expect(decide([[1, []]], [...joined, learned]).pruned).toBe(2)
  })
})
