import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { ContentRef } from '../identity.ts'
import { footprint } from './footprint.ts'

const ref = ContentRef.make('a'.repeat(64))
const budget = { seeds: 1, cues: 2, hops: 3, fired: 4, follows: 5, candidates: 6, items: 7, tokens: 8 }

describe('what an event speaks of', () => {
  test.each<readonly [NewEvent, ReadonlyArray<number>, ReadonlyArray<number>]>([
    [{ type: 'EdgeLinked', data: { edge: 3, source: 1, target: 2, kind: 'link', strength: 9, reason: 'ingest' } }, [1, 2], [3]],
    [{ type: 'NodeAdded', data: { node: 4, id: ref, text: ref, nodeType: 'fact', state: 'normal', source: 7 } }, [4], []],
    [{ type: 'NodeMerged', data: { node: 1, into: 2 } }, [1, 2], []],
    [{ type: 'NodeFired', data: { node: 1, depth: 5, energy: 6, edge: 2 } }, [1], [2]],
    [{ type: 'TurnStarted', data: { question: ref, engine: 'route', ...budget } }, [], []],
    [{ type: 'SeedsSelected', data: { nodes: [1], scores: [9], sources: ['lexical'], cues: [2], alike: [8] } }, [1, 2], []],
    [{ type: 'ContextBundled', data: { nodes: [1], scores: [9], included: [1], guardrails: [3], dropped: [4], tokens: 5 } }, [1, 3, 4], []],
    [
      {
        type: 'RouteChosen',
        data: { followed: [1], dropped: [2], attended: [3], attention: [9] },
      },
      [2, 3],
      [1],
    ],
    [
      {
        type: 'FeedbackGiven',
        data: { feedback: 9, verdict: 'used', applied: 'used', outcome: 9, tier: 'agent', nodes: [1], instead: [2], cue: 3 },
      },
      [1, 2, 3],
      [],
    ],
    [{ type: 'StrengthsRestored', data: { edges: [1], from: [9], to: [9], nodes: [2], utilityFrom: [9], utilityTo: [9] } }, [2], [1]],
    [{ type: 'TurnCompleted', data: { outcome: 'success', durationMs: 5, tools: [1], calls: [9], drew: [2], shares: [9] } }, [1, 2], []],
    [{ type: 'SourceRetired', data: { source: 1, reason: 'gone' } }, [], []],
  ])('$type', (event, nodes, edges) => {
    const spoken = footprint(event)

    expect([[...spoken.nodes].sort(), [...spoken.edges].sort()]).toEqual([nodes, edges])
  })
})
