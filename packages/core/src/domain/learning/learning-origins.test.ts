import { expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import type { Origin } from '../graph.ts'
import type { ContentRef } from '../identity.ts'
import { balanced } from '../profiles/profiles.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { learn } from './learning.ts'

const ref = 'a'.repeat(64) as ContentRef

/** A turn that showed node 1 of the given origin, the cue 2 of its question, and the verdict. */
const judged = (origin: Origin, verdict: 'used' | 'not-relevant') => {
  const events: ReadonlyArray<NewEvent> = [
    { type: 'NodeAdded', origin, data: { node: 1, id: ref, text: ref, nodeType: 'fact', state: 'normal' } },
    {
      type: 'TurnStarted',
      turn: 1,
      data: { question: ref, engine: 'route', ...balanced.budget },
    },
    { type: 'ContextBundled', turn: 1, data: { nodes: [1], scores: [1], included: [1], tokens: 1 } },
    { type: 'NodeAdded', origin: 'owner', data: { node: 2, id: ref, text: ref, nodeType: 'cue', state: 'normal' } },
    { type: 'EdgeLinked', data: { edge: 1, source: 2, target: 1, kind: 'learned', strength: 0, reason: 'verdict' } },
    {
      type: 'FeedbackGiven',
      turn: 1,
      origin: 'owner',
      data: {
        feedback: 1,
        verdict,
        applied: verdict,
        outcome: verdict === 'used' ? 1_000_000_000 : -1_000_000_000,
        tier: 'conscious',
        nodes: [1],
        cue: 2,
      },
    },
  ]
  const fold = emptyFold()
  const placedEvents = events.map((event, i) => placed(event, i + 1, { at: 0, actor: 1 }))
  for (const event of placedEvents) foldEvent(fold, event)
  const fact = placedEvents.at(-1)
  return fact === undefined ? [] : learn(fact, brainState(fold), balanced, []).filter(({ type }) => type === 'StrengthAdjusted')
}

test.each(['owner', 'agent'] as const)('praise strengthens what leads to a memory of the %s', (origin) => {
  expect(judged(origin, 'used')).toMatchObject([{ data: { from: 0, to: 600_000_000 } }])
})

test.each(['untrusted', 'system'] as const)('praise never strengthens what leads to a memory of origin %s', (origin) => {
  expect(judged(origin, 'used')).toEqual([])
})

test.each(['owner', 'agent', 'untrusted', 'system'] as const)('blame weakens what leads to a memory of origin %s', (origin) => {
  expect(judged(origin, 'not-relevant')).toMatchObject([{ data: { from: 0, to: -600_000_000 } }])
})
