import { expect, test } from 'vitest'
import type { NodeState, NodeType } from '../graph.ts'
import { trustedStatistics, untrustedNodes } from './ranking.ts'

type Row = readonly [type: NodeType, state: NodeState, isTrusted: boolean]

const graphOf = (rows: ReadonlyArray<Row>, untrusted: number) => ({
  nodes: rows.length,
  untrusted,
  typeOf: (node: number) => rows[node - 1]?.[0],
  stateOf: (node: number) => rows[node - 1]?.[1],
  isTrusted: (node: number) => rows[node - 1]?.[2] === true,
})

test('nodes that may not be given are those that could be recalled, and no others stand in their place', () => {
  const graph = graphOf(
    [
      ['cue', 'normal', false],
      ['fact', 'retired', false],
      ['fact', 'normal', true],
      ['tool_call', 'normal', false],
      ['fact', 'normal', false],
      ['fact', 'normal', false],
    ],
    2,
  )

  expect(untrustedNodes(graph)).toEqual([5, 6])
})

test('statistics are without what may not be given, and whole where nothing else is left', () => {
  const whole = { documents: 5, totalLength: 50, totalWords: 40 }

  expect(trustedStatistics(whole, { documents: 2, totalLength: 30, totalWords: 25 })).toEqual({
    documents: 3,
    totalLength: 20,
    totalWords: 15,
  })
  expect(trustedStatistics(whole, whole)).toBe(whole)
})
