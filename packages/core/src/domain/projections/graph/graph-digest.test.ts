import { expect, test } from 'vitest'
import type { NewEvent } from '../../events/brain-event.ts'
import { placed } from '../../events/codec/event-codec.ts'
import { ContentRef } from '../../identity.ts'
import { emptyColumns, graphView } from './graph-columns.ts'
import { digestLines } from './graph-digest.ts'
import { foldGraph } from './memory-graph.ts'

const id = ContentRef.make('a'.repeat(64))
const text = ContentRef.make('b'.repeat(64))

test('the digest is of nodes by number, then of edges by number, gaps left out', () => {
  const events: ReadonlyArray<NewEvent> = [
    { type: 'NodeAdded', data: { node: 3, id, text, nodeType: 'fact', state: 'probation' } },
    { type: 'NodeAdded', data: { node: 1, id, text, nodeType: 'fact', state: 'normal' } },
    { type: 'EdgeLinked', data: { edge: 2, source: 3, target: 1, kind: 'link', strength: -5, reason: 'manual' } },
    { type: 'EdgePruned', data: { edge: 2, reason: 'asked' } },
  ]
  const columns = emptyColumns()
  for (const [i, event] of events.entries()) foldGraph(columns, placed(event, i + 1, { at: 0, actor: 1 }))

  const lines = [...digestLines(graphView(columns))].map((line) => line.trimEnd())

  expect(lines).toEqual([
    `["node",1,"normal",1000000000,"${text}"]`,
    `["node",3,"probation",1000000000,"${text}"]`,
    '["edge",2,3,1,"link",-5,0]',
  ])
})
