import { describe, expect, test } from 'vitest'
import type { NewEvent, NewEventOf } from '../../events/brain-event.ts'
import { placed } from '../../events/codec/event-codec.ts'
import { ContentRef } from '../../identity.ts'
import { one } from '../../strength.ts'
import { emptyColumns, graphView } from './graph-columns.ts'
import { digestLines, foldGraph } from './memory-graph.ts'

const ref = (digit: string) => ContentRef.make(digit.repeat(64))

const node = (number: number, data: Partial<NewEventOf<'NodeAdded'>['data']> = {}): NewEvent => ({
  type: 'NodeAdded',
  origin: 'owner',
  data: { node: number, id: ref('1'), text: ref('2'), nodeType: 'fact', state: 'normal', ...data },
})
const edge = (number: number, source: number, target: number, data: Partial<NewEventOf<'EdgeLinked'>['data']> = {}): NewEvent => ({
  type: 'EdgeLinked',
  data: { edge: number, source, target, kind: 'sequential', strength: 475_000_000, reason: 'ingest', ...data },
})
const followed = (number: number, turn?: number): NewEvent => ({
  type: 'EdgeFollowed',
  ...(turn === undefined ? {} : { turn }),
  data: { edge: number, strength: 1, channel: 'rule', depth: 0, energy: 1 },
})
const adjusted = (number: number, to: number): NewEvent => ({
  type: 'StrengthAdjusted',
  data: { edge: number, from: 0, to, asked: 0, tier: 'conscious', rule: 'path', reason: 'used' },
})
const decayed = (data: Partial<NewEventOf<'StrengthsDecayed'>['data']>): NewEvent => ({
  type: 'StrengthsDecayed',
  data: { factor: 500_000_000, cutoff: 100, kinds: ['sequential'], floor: 'none', spares: 'spoken', ...data },
})

const graphOf = (...events: ReadonlyArray<NewEvent>) => graphAt(0, events)

/** `lastTurn` is the newest turn before each event. */
const graphAt = (lastTurn: number, events: ReadonlyArray<NewEvent>) => {
  const columns = emptyColumns()
  events.forEach((event, i) => {
    foldGraph(columns, placed(event, i + 1, { at: 0, actor: 1 }), lastTurn)
  })
  return graphView(columns)
}

describe('the time at which a text was read in', () => {
  const batch = (number: number): NewEvent => ({ type: 'BatchStored', data: { batch: number, batches: 3 } })
  const revised = (number: number, text: string): NewEvent => ({ type: 'NodeRevised', data: { node: number, text: ref(text) } })
  const readAt = (...commits: ReadonlyArray<ReadonlyArray<NewEvent>>) => {
    const columns = emptyColumns()
    for (const [at, events] of commits.entries())
      for (const event of events) foldGraph(columns, placed(event, at + 1, { at: 100 * (at + 1), actor: 1 }))
    const graph = graphView(columns)
    return Array.from({ length: graph.nodes }, (_, at) => graph.readAt(at + 1))
  }

  test('is that of its commit', () => {
    expect(readAt([node(1), node(2)], [node(3)])).toEqual([100, 100, 200])
  })

  test('is that of the first commit for all of a run, and the next run has its own', () => {
    expect(readAt([node(1), batch(1)], [node(2), batch(2)], [node(3), batch(3)], [node(4)])).toEqual([100, 100, 100, 400])
  })

  test('is a later one for another text, and not for the same one', () => {
    expect(readAt([node(1), node(2)], [revised(1, '9'), revised(2, '2')])).toEqual([200, 100])
  })
})

describe('a node', () => {
  test('is born with full utility and what its event says', () => {
    const graph = graphOf(node(1, { title: ref('3'), source: 4, nodeType: 'cue', state: 'probation' }))

    expect(graph.node(1)).toEqual({
      node: 1,
      state: 'probation',
      type: 'cue',
      origin: 'owner',
      trusted: false,
      utility: one,
      id: ref('1'),
      title: ref('3'),
      text: ref('2'),
      source: 4,
    })
  })

  test('whose origin nobody says is untrusted', () => {
    const { origin: _, ...anonymous } = node(1)

    expect(graphOf(anonymous).originOf(1)).toBe('untrusted')
  })

  test('whose text another wrote is of that one from then on', () => {
    const revised: NewEvent = { type: 'NodeRevised', origin: 'untrusted', data: { node: 1, text: ref('4') } }

    expect([graphOf(node(1), revised).originOf(1), graphOf(revised).originOf(1)]).toEqual(['untrusted', undefined])
  })

  test('that others wrote is trusted as long as the owner trusts what it says', () => {
    const others: NewEvent = { ...node(1), origin: 'untrusted' }
    const trust = (on: 'on' | 'off'): NewEvent => ({ type: 'NodeTrusted', data: { node: 1, trust: on } })
    const revised = (origin: 'untrusted' | 'agent'): NewEvent => ({ type: 'NodeRevised', origin, data: { node: 1, text: ref('4') } })
    const moved: NewEvent = { type: 'NodeRevised', data: { node: 1, id: ref('5') } }

    const stories: ReadonlyArray<ReadonlyArray<NewEvent>> = [
      [],
      [trust('on')],
      [trust('on'), moved],
      [trust('on'), trust('off')],
      [trust('on'), revised('untrusted')],
      [revised('agent')],
    ]
    expect(stories.map((story) => graphOf(others, ...story).isTrusted(1))).toEqual([false, true, true, false, false, true])
    expect([graphOf(trust('on')).isTrusted(1), graphOf(node(1)).isTrusted(1)]).toEqual([false, true])
  })

  test('keeps what a revision does not name', () => {
    const graph = graphOf(node(1, { title: ref('3') }), { type: 'NodeRevised', data: { node: 1, text: ref('4') } })

    expect(graph.node(1)).toMatchObject({ id: ref('1'), title: ref('3'), text: ref('4') })
  })

  test.each<readonly [string, NewEvent, string]>([
    ['merged', { type: 'NodeMerged', data: { node: 1, into: 2 } }, 'merged'],
    ['retired', { type: 'NodeRetired', data: { node: 1, reason: 'forgotten' } }, 'retired'],
    ['restored', { type: 'NodeRestored', data: { node: 1, state: 'probation' } }, 'probation'],
    ['protected', { type: 'NodeProtected', data: { node: 1, protection: 'on' } }, 'protected'],
    ['no longer protected', { type: 'NodeProtected', data: { node: 1, protection: 'off' } }, 'normal'],
    ['promoted', { type: 'NodePromoted', data: { node: 1, reason: 'success' } }, 'normal'],
  ])('that is %s passes into that state', (_, event, state) => {
    expect(graphOf(node(1), node(2), event).stateOf(1)).toBe(state)
  })

  test('is added once: the first counts', () => {
    expect(graphOf(node(1), node(1, { text: ref('9') })).node(1)?.text).toBe(ref('2'))
  })

  test('beyond any number given out so far is nonsense, and takes no room', () => {
    const graph = graphOf(node(1), node(2 ** 31), node(Number.MAX_SAFE_INTEGER))

    expect(graph.nodes).toBe(1)
  })

  test('may be read from a source of any number', () => {
    expect(graphOf(node(1, { source: 2 ** 40 })).node(1)?.source).toBe(2 ** 40)
  })

  test('that never was is nothing, whatever happens to it', () => {
    const graph = graphOf(
      node(1),
      { type: 'NodeRetired', data: { node: 2, reason: 'forgotten' } },
      { type: 'NodeRestored', data: { node: 2, state: 'normal' } },
    )

    expect(graph.node(2)).toBeUndefined()
    expect(graph.stateOf(2)).toBeUndefined()
  })

  test('outgrows the first columns', () => {
    const nodes = Array.from({ length: 200 }, (_, i) => node(i + 1))
    const graph = graphOf(...nodes, edge(150, 199, 200))

    expect([graph.nodes, graph.edges, graph.out(199)]).toEqual([200, 150, [150]])
  })
})

describe('an edge', () => {
  test('is born linked, with its first strength', () => {
    expect(graphOf(node(1), node(2), edge(1, 1, 2)).edge(1)).toEqual({
      edge: 1,
      source: 1,
      target: 2,
      kind: 'sequential',
      strength: 475_000_000,
      first: 475_000_000,
      linked: true,
      withdrawn: false,
      uses: 0,
      skips: 0,
      lastUsed: 0,
      lastRenewed: 0,
    })
  })

  test('needs both its ends', () => {
    expect(graphOf(node(1), edge(1, 1, 2), edge(2, 2, 1)).edges).toBe(0)
  })

  test('leaves its node by rising number, whatever the order it came in', () => {
    const graph = graphOf(node(1), node(2), edge(3, 1, 2), edge(1, 1, 2), edge(2, 1, 1))

    expect(graph.out(1)).toEqual([1, 2, 3])
    expect(graph.between(1, 2)).toEqual([1, 3])
  })

  test('that is pruned is found between its ends and leaves no node, until it is restored', () => {
    const pruned: NewEvent = { type: 'EdgePruned', data: { edge: 1, reason: 'weak' } }
    const events = [node(1), node(2), edge(1, 1, 2), pruned]
    const restored: NewEvent = { type: 'EdgeRestored', data: { edge: 1, reason: 'rollback' } }

    expect([graphOf(...events).out(1), graphOf(...events).between(1, 2)]).toEqual([[], [1]])
    expect(graphOf(...events, restored).out(1)).toEqual([1])
  })

  test.each([
    ['source', true],
    ['reweighed', true],
    ['weak', false],
    ['death', false],
  ] as const)('that is pruned for the reason %s is withdrawn: %s', (reason, withdrawn) => {
    const pruned: NewEvent = { type: 'EdgePruned', data: { edge: 1, reason } }
    const restored: NewEvent = { type: 'EdgeRestored', data: { edge: 1, reason: 'source' } }
    const events = [node(1), node(2), edge(1, 1, 2), pruned]

    expect(graphOf(...events).edge(1)).toMatchObject({ linked: false, withdrawn })
    expect(graphOf(...events, restored).edge(1)).toMatchObject({ linked: true, withdrawn: false })
  })

  test('counts how often it was followed and skipped, and by which turn last', () => {
    const skipped: NewEvent = { type: 'EdgeSkipped', turn: 9, data: { edge: 1, strength: 1, reason: 'budget', depth: 0 } }
    const graph = graphOf(node(1), node(2), edge(1, 1, 2), followed(1, 5), followed(1, 3), followed(1), skipped)

    expect(graph.edge(1)).toMatchObject({ uses: 3, skips: 1, lastUsed: 5 })
  })

  test('remembers a turn of any number', () => {
    expect(graphOf(node(1), node(2), edge(1, 1, 2), followed(1, 2 ** 40)).edge(1)?.lastUsed).toBe(2 ** 40)
  })
})

describe('a strength', () => {
  const pair = [node(1), node(2), edge(1, 1, 2)]

  test('becomes what its adjustment says, not what it was asked', () => {
    const graph = graphOf(...pair, adjusted(1, -950_000_000))

    expect([graph.strengthOf(1), graph.edge(1)?.first]).toEqual([-950_000_000, 475_000_000])
  })

  test('of a named kind decays, down to its first where that is the floor', () => {
    const events = [...pair, adjusted(1, 800_000_000)]

    expect(graphOf(...events, decayed({})).strengthOf(1)).toBe(400_000_000)
    expect(graphOf(...events, decayed({ floor: 'first' })).strengthOf(1)).toBe(475_000_000)
  })

  test.each<readonly [string, ReadonlyArray<NewEvent>]>([
    ['of a kind that is not named', [decayed({ kinds: ['learned'] })]],
    ['of an edge used since', [followed(1, 7), decayed({ cutoff: 7 })]],
    ['of an edge as young as the cut-off', [decayed({ cutoff: 0 })]],
    ['of a pruned edge', [{ type: 'EdgePruned', data: { edge: 1, reason: 'weak' } }, decayed({})]],
  ])('%s does not decay', (_, events) => {
    expect(graphOf(...pair, ...events).strengthOf(1)).toBe(475_000_000)
  })

  test('of an edge counts from its birth on as used', () => {
    expect(graphAt(7, [...pair, decayed({ cutoff: 7 })]).strengthOf(1)).toBe(475_000_000)
    expect(graphAt(7, [...pair, decayed({ cutoff: 8 })]).strengthOf(1)).toBe(237_500_000)
  })

  test('and a utility are restored side by side; what never was stays nothing', () => {
    const graph = graphOf(...pair, {
      type: 'StrengthsRestored',
      data: { edges: [9, 1], from: [0, 0], to: [1, 2], nodes: [2, 9], utilityFrom: [0, 0], utilityTo: [3, 4] },
    })

    expect([graph.strengthOf(1), graph.utilityOf(2), graph.edge(9), graph.node(9)]).toEqual([2, 3, undefined, undefined])
  })

  test('above 0 from a cue praises its target for as long as it is, and the edge linked', () => {
    const begun = [node(1, { nodeType: 'cue' }), node(2), node(3), edge(1, 1, 2, { kind: 'learned', strength: 0 })]
    const praised = (...events: ReadonlyArray<NewEvent>) => graphOf(...begun, ...events).isPraised(2)
    const pruned: NewEvent = { type: 'EdgePruned', data: { edge: 1, reason: 'weak' } }
    const restored: NewEvent = { type: 'EdgeRestored', data: { edge: 1, reason: 'asked' } }
    const back = (to: number): NewEvent => ({
      type: 'StrengthsRestored',
      data: { edges: [1], from: [1], to: [to], nodes: [], utilityFrom: [], utilityTo: [] },
    })

    expect([praised(), praised(adjusted(1, -5)), praised(adjusted(1, 5))]).toEqual([false, false, true])
    expect(praised(adjusted(1, 5), adjusted(1, 9), adjusted(1, -1))).toBe(false)
    expect([praised(adjusted(1, 5), pruned), praised(adjusted(1, 5), pruned, pruned, restored)]).toEqual([false, true])
    expect([praised(pruned, adjusted(1, 5)), praised(pruned, adjusted(1, 5), restored)]).toEqual([false, true])
    expect([praised(adjusted(1, 5), back(0)), praised(back(3))]).toEqual([false, true])
    expect(praised(adjusted(1, 1), decayed({ factor: 1, kinds: ['learned'] }))).toBe(false)
    expect(praised(adjusted(1, 5), edge(2, 1, 2, { kind: 'learned' }), adjusted(1, 0))).toBe(true)
    // An edge from a memory that is not a cue does not count as praise.
    expect(praised(edge(2, 3, 2, { kind: 'learned' }))).toBe(false)
  })

  test('is read as 0 where there is no edge, and utility where there is no node', () => {
    const graph = graphOf(...pair)

    expect([graph.strengthOf(2), graph.utilityOf(3), graph.kindOf(2), graph.targetOf(2)]).toEqual([0, 0, undefined, 0])
  })
})

const id = ContentRef.make('a'.repeat(64))
const text = ContentRef.make('b'.repeat(64))

test('the digest is of nodes by number, then of edges by number, gaps left out', () => {
  const events: ReadonlyArray<NewEvent> = [
    { type: 'NodeAdded', data: { node: 3, id, text, nodeType: 'fact', state: 'probation' } },
    { type: 'NodeAdded', data: { node: 1, id, text, nodeType: 'fact', state: 'normal' } },
    { type: 'EdgeLinked', data: { edge: 2, source: 3, target: 1, kind: 'link', strength: -5, reason: 'manual' } },
    { type: 'EdgePruned', data: { edge: 2, reason: 'weak' } },
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
