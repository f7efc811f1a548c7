import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import type { NodeType, Origin } from '../graph.ts'
import { ContentRef } from '../identity.ts'
import { nothingObserved } from '../implicit-feedback/observed-outcome.ts'
import type { Profile } from '../profiles/profile.ts'
import { balanced, crabpath, linkstrength } from '../profiles/profiles.ts'
import type { ToolTally } from '../recording/completion.ts'
import { nano } from '../strength.ts'
import { given } from '../testing/given.ts'

const ref = ContentRef.make('a'.repeat(64))
const node = (number: number, origin: Origin = 'owner', nodeType: NodeType = 'fact'): NewEvent => ({
  type: 'NodeAdded',
  origin,
  data: { node: number, id: ref, text: ref, nodeType, state: 'normal' },
})
const tool = (known: number | undefined, failures = 0): ToolTally => ({ known, id: ref, text: ref, calls: 1, failures })

/** Nodes 1 to 3 and, from a stranger, node 4; a turn with all of them in its context. */
const asked: ReadonlyArray<NewEvent> = [
  ...[1, 2, 3].map((number) => node(number)),
  node(4, 'untrusted'),
  { type: 'TurnStarted', turn: 1, data: { question: ref, engine: 'route', ...balanced.budget } },
  { type: 'ContextBundled', turn: 1, data: { nodes: [1, 4, 2, 3], scores: [4, 3, 2, 1], included: [1, 4, 2, 3], tokens: 1 } },
]

/** Returns the events of the end of that turn, and the edges that move with it. */
const ended = (
  tools: ReadonlyArray<ToolTally> = [],
  { before = [], outcome = 'success' as const, profile = crabpath }: Told = {},
): { readonly facts: ReadonlyArray<NewEvent>; readonly moved: ReadonlyArray<unknown> } => {
  const nothing = {
    errors: [],
    named: new Set<number>(),
    done: undefined,
    captured: [],
    messages: [],
    drew: undefined,
    used: [],
    now: 0,
    skipped: [],
    knownCue: undefined,
    newCue: undefined,
    implicit: nothingObserved,
  }
  const events = given(...asked, ...before)
    .when({ _tag: 'CompleteTurn', turn: 1, outcome, durationMs: 1, tools, ...nothing }, { settings: profile })
    .events()
  const moved = events.flatMap((event) =>
    event.type === 'StrengthAdjusted' ? [[event.data.edge, event.data.from, event.data.to, event.data.rule]] : [],
  )
  return { facts: events, moved }
}
interface Told {
  readonly before?: ReadonlyArray<NewEvent>
  readonly outcome?: 'success' | 'aborted' | 'unknown'
  readonly profile?: Profile
}
const links = (facts: ReadonlyArray<NewEvent>) =>
  facts.flatMap((event) => (event.type === 'EdgeLinked' ? [[event.data.edge, event.data.source, event.data.target, event.data.kind]] : []))

describe('a turn that went well', () => {
  test('S3.84: joins neighbours of its context by 0.2, and passes over what a stranger wrote', () => {
    const { facts, moved } = ended()

    expect(links(facts)).toEqual([
      [1, 1, 2, 'cooccurrence'],
      [2, 2, 3, 'cooccurrence'],
    ])
    expect(moved).toEqual([
      [1, 0, nano(0.2), 'growth'],
      [2, 0, nano(0.2), 'growth'],
    ])
  })

  test('S2.25: joins each memory of its context with each behind it, at the agent’s tier, under linkstrength', () => {
    const link: NewEvent = {
      type: 'EdgeLinked',
      data: { edge: 1, source: 1, target: 3, kind: 'link', strength: nano(0.5), reason: 'ingest' },
    }
    const { facts, moved } = ended([], { profile: linkstrength, before: [link] })

    expect(links(facts).map(([, source, target, kind]) => [source, target, kind])).toEqual([
      [1, 2, 'cooccurrence'],
      [1, 3, 'cooccurrence'],
      [2, 3, 'cooccurrence'],
    ])
    // What nothing joined comes to the lowest there is; a link gains the step.
    expect(moved.map((move) => (move as ReadonlyArray<unknown>)[2])).toEqual([nano(0.05), nano(0.00001), nano(0.05)])
  })

  test('S3.85: joins what was in its context with a tool that worked by 0.3, and not with one that failed', () => {
    const { facts, moved } = ended([tool(undefined), tool(undefined, 1)])

    expect(links(facts).filter(([, , , kind]) => kind === 'tool_link')).toEqual([
      [3, 1, 5, 'tool_link'],
      [4, 2, 5, 'tool_link'],
      [5, 3, 5, 'tool_link'],
    ])
    expect(moved).toContainEqual([3, 0, nano(0.3), 'growth'])
  })

  test('raises what it joined before, and stays below 1', () => {
    const before: ReadonlyArray<NewEvent> = [
      { type: 'EdgeLinked', data: { edge: 1, source: 1, target: 2, kind: 'cooccurrence', strength: 0, reason: 'outcome' } },
      {
        type: 'StrengthAdjusted',
        cause: 6,
        data: { edge: 1, from: 0, to: nano(0.9), asked: 0, tier: 'agent', rule: 'growth', reason: 'a' },
      },
    ]

    const { facts, moved } = ended([], { before })

    expect(links(facts)).toEqual([[2, 2, 3, 'cooccurrence']])
    expect(moved).toEqual([
      [1, nano(0.9), nano(1) - 1, 'growth'],
      [2, 0, nano(0.2), 'growth'],
    ])
  })

  test('links again what was let go', () => {
    const before: ReadonlyArray<NewEvent> = [
      { type: 'EdgeLinked', data: { edge: 1, source: 1, target: 2, kind: 'cooccurrence', strength: 0, reason: 'outcome' } },
      { type: 'EdgePruned', data: { edge: 1, reason: 'weak' } },
    ]

    expect(ended([], { before }).facts).toContainEqual({ type: 'EdgeRestored', turn: 1, data: { edge: 1, reason: 'asked' } })
  })

  test('grows no more edges at once than the profile says', () => {
    const few: Profile = { ...crabpath, learning: { ...crabpath.learning, growth: { ...crabpath.learning.growth, most: 3 } } }

    expect(links(ended([tool(undefined)], { profile: few }).facts)).toHaveLength(3)
  })

  test.each([
    ['under balanced', { profile: balanced }],
    ['where it was broken off', { outcome: 'aborted' }],
    ['where nobody knows how it went', { outcome: 'unknown' }],
    [
      'where its recall came too late',
      { before: [{ type: 'RecallSkipped', turn: 1, data: { reason: 'late', skippedAt: 0, waitedMs: 0 } }] },
    ],
  ] as const)('joins nothing %s', (_, told) => {
    const { facts, moved } = ended([tool(undefined)], told)

    expect(links(facts)).toEqual([])
    expect(moved).toEqual([])
  })
})
