import { expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import type { NodeType, Origin } from '../graph.ts'
import { ContentRef } from '../identity.ts'
import { nano } from '../strength.ts'
import { given } from '../testing/given.ts'
import { workedFor } from './worked.ts'

const ref = ContentRef.make('a'.repeat(64))
const node = (number: number, nodeType: NodeType, origin: Origin = 'owner'): NewEvent => ({
  type: 'NodeAdded',
  origin,
  data: { node: number, id: ref, text: ref, nodeType, state: 'normal' },
})
const edge = (number: number, source: number, target: number, strength: number, kind: 'tool_link' | 'learned'): NewEvent => ({
  type: 'EdgeLinked',
  data: { edge: number, source, target, kind, strength: nano(strength), reason: 'outcome' },
})

/** Memories 1 and, of a stranger, 2; tools 3 to 5; cues 6 and 7 with procedures 8 and 9. */
const { state } = given(
  ...[node(1, 'fact'), node(2, 'fact', 'untrusted'), ...[3, 4, 5].map((number) => node(number, 'tool_call', 'agent'))],
  ...[node(6, 'cue'), node(7, 'cue'), node(8, 'procedure', 'agent'), node(9, 'procedure', 'agent')],
  edge(1, 1, 3, 0.2, 'tool_link'),
  edge(2, 1, 4, 0.5, 'tool_link'),
  edge(3, 2, 5, 0.9, 'tool_link'),
  edge(4, 6, 8, 0.4, 'learned'),
  edge(5, 7, 9, -0.4, 'learned'),
)

test('S3.85 tools of trusted memories are told, the strongest edge first', () => {
  const { tools } = workedFor(state.graph, [1, 2, 1], [], 0.6)

  expect(tools.map(({ memory, tool }) => [memory, tool])).toEqual([
    [1, 4],
    [1, 3],
  ])
})

test('a procedure is told for its kind of question alone, unless verdicts stand against it', () => {
  const procedures = (alike: number) =>
    workedFor(
      state.graph,
      [],
      [6, 7].map((cue) => ({ cue, alike: nano(alike) })),
      0.6,
    ).procedures

  expect(procedures(0.6)).toEqual([8])
  expect(procedures(0.59)).toEqual([])
})
