import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import type { GraphView } from '../graph.ts'
import { ContentRef, type NodeNumber } from '../identity.ts'
import { balanced } from '../profiles/profiles.ts'
import { emptyColumns, graphView } from '../projections/graph/graph-columns.ts'
import { foldGraph } from '../projections/graph/memory-graph.ts'
import { addCarriers, type Carrier, decideMentions, type Mention, mentionsOf, type NamedPassage, type Names } from './ingest-edges.ts'

const ref = ContentRef.make('a'.repeat(64))
const labels = new Map<string, ContentRef>()
const label = (name: string): ContentRef => {
  const known = labels.get(name) ?? ContentRef.make((labels.size + 1).toString(16).padStart(64, '0'))
  labels.set(name, known)
  return known
}

/** Decides mentions with every name labelled and every label of the graph known. */
const decide = (mentions: ReadonlyMap<NodeNumber, ReadonlyArray<Mention>>, graph: GraphView, lastEdge: number) => {
  const labelled = (mention: Mention) => ({ ...mention, label: label(mention.name) })
  const numbers = Array.from({ length: graph.edges }, (_, i) => graph.labelOf(i + 1))
  const linkedBy = new Map(
    numbers.flatMap((number) => {
      const [name] = [...labels].find(([, one]) => one === graph.label(number)) ?? []
      return name === undefined ? [] : [[number, name] as const]
    }),
  )
  const wanted = new Map([...mentions].map(([node, of]) => [node, of.map(labelled)]))
  const { answer, events } = Result.getOrThrow(decideMentions({ wanted, linkedBy, lastEdge }, { graph }))
  return { events, ...answer }
}

/** The names of each node. Names that it is about begin with a capital. */
type Passages = Readonly<Record<number, ReadonlyArray<string>>>

const named = (passages: Passages): ReadonlyArray<NamedPassage> =>
  Object.entries(passages).map(([node, names]) => ({
    node: Number(node),
    names: new Map(names.map((name) => [name.toLowerCase(), name !== name.toLowerCase()])),
  }))
const brainOf = (passages: Passages): Names => ({
  carriers: (name) => named(passages).flatMap(({ names, node }) => (names.has(name) ? [{ node, isAbout: names.get(name) === true }] : [])),
  isTitled: (node) => passages[node]?.some((name) => name !== name.toLowerCase()) === true,
})
const wanted = (passages: Passages) =>
  new Map(named(passages).map((passage) => [passage.node, mentionsOf(passage, brainOf(passages), balanced)]))
const shown = (passages: Passages) =>
  [...wanted(passages).values()].flat().map(({ name, role, source, target }) => `${source} ${target} ${role} ${name}`)
const graphOf = (nodes: number, events: ReadonlyArray<NewEvent>) => {
  const columns = emptyColumns()
  const added = Array.from(
    { length: nodes },
    (_, i): NewEvent => ({
      type: 'NodeAdded',
      data: { node: i + 1, id: ref, text: ref, nodeType: 'fact', state: 'normal' },
    }),
  )
  for (const [i, event] of [...added, ...events].entries()) foldGraph(columns, placed(event, i + 1, { at: 0, actor: 1 }))
  return graphView(columns)
}

describe('passages that share a name', () => {
  test('are joined both ways, more strongly to the one that is about it', () => {
    const edges = wanted({ 1: ['Oslo'], 2: ['Bergen', 'oslo'] })
    const strength = (node: NodeNumber) => edges.get(node)?.[0]?.strength ?? 0

    expect(shown({ 1: ['Oslo'], 2: ['Bergen', 'oslo'] })).toEqual(['1 2 title oslo', '2 1 title oslo'])
    expect(strength(2)).toBeGreaterThan(strength(1))
  })

  test('are joined by the rarest of their names', () => {
    const passages = { 1: ['A', 'oslo', 'fjord'], 2: ['B', 'oslo', 'fjord'], 3: ['C', 'oslo'], 4: ['D', 'oslo'] }

    expect(shown(passages)).toContain('1 2 shared fjord')
    expect(shown(passages)).toContain('1 3 shared oslo')
  })

  test('by a name that neither is about only if both have titles', () => {
    expect(shown({ 1: ['oslo'], 2: ['oslo'], 3: ['Title', 'oslo'] })).toEqual([])
    expect(shown({ 1: ['One', 'oslo'], 2: ['Two', 'oslo'] })).toEqual(['1 2 shared oslo', '2 1 shared oslo'])
  })

  test('not by a name that more have than may', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [i + 1, [`T${i}`, 'oslo']]))

    expect(shown(many(balanced.mentions.carriersMost)).length).toBeGreaterThan(0)
    expect(shown(many(balanced.mentions.carriersMost + 1))).toEqual([])
  })

  test('are gathered up to one more than may have the name', () => {
    const found = new Map<string, Array<Carrier>>([['oslo', [{ node: 100, isAbout: true }]]])

    addCarriers(found, named({ 1: ['oslo'], 2: ['Oslo', 'bergen'], 3: ['oslo'], 4: ['oslo'] }), 2)

    expect([...found]).toEqual([['oslo', [100, 1, 2].map((node) => ({ node, isAbout: node !== 1 }))]])
  })

  test('keep the strongest, ties by number', () => {
    const passages = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [i + 1, [`T${i}`, 'oslo']]))

    expect(
      wanted(passages)
        .get(30)
        ?.map(({ target }) => target),
    ).toEqual(Array.from({ length: balanced.mentions.edgesMost }, (_, i) => i + 1))
  })
})

describe('what changes', () => {
  const before = { 1: ['Oslo'], 2: ['Bergen', 'oslo'] }
  const linked = decide(wanted(before), graphOf(3, []), 0)

  test('is linked with its role and its name', () => {
    expect(linked).toMatchObject({ linked: 2, pruned: 0 })
    expect(linked.events[1]).toMatchObject({
      type: 'EdgeLinked',
      data: { edge: 2, source: 2, target: 1, kind: 'mention', role: 'title', label: label('oslo') },
    })
  })

  test('is nothing where the same is said', () => {
    expect(decide(wanted(before), graphOf(3, linked.events), 2).events).toEqual([])
  })

  test('is a new edge when the two have another name as rare instead', () => {
    const both = { 1: ['Oslo', 'Fjord'], 2: ['Bergen', 'oslo', 'fjord'] }
    const linked = decide(wanted(both), graphOf(3, []), 0)
    const among = (passages: Passages) => decide(wanted(passages), graphOf(3, linked.events), 2).events

    expect(linked.events[0]).toMatchObject({ data: { label: label('fjord') } })
    expect(among({ ...both, 2: ['Bergen', 'fjord'] })).toEqual([])
    expect(among({ ...both, 2: ['Bergen', 'oslo'] }).map(({ data, type }) => [type, data])).toMatchObject([
      ['EdgePruned', { edge: 1 }],
      ['EdgeLinked', { label: label('oslo') }],
      ['EdgePruned', { edge: 2 }],
      ['EdgeLinked', { label: label('oslo') }],
    ])
  })

  test('is nothing while a name becomes a little more common, and a new edge when it is much more so', () => {
    const among = (others: number) => ({
      ...before,
      ...Object.fromEntries(Array.from({ length: others }, (_, i) => [i + 3, [`T${i}`, 'oslo']])),
    })
    const ofTwo = (others: number) =>
      new Map(
        [...wanted(among(others))].filter(([node]) => node === 2).map(([node, all]) => [node, all.filter(({ target }) => target === 1)]),
      )
    expect(decide(ofTwo(1), graphOf(30, linked.events), 2).events).toEqual([])

    const { events } = decide(ofTwo(25), graphOf(30, linked.events), 2)
    expect(events.map(({ type }) => type)).toEqual(['EdgePruned', 'EdgeLinked'])
    expect(events[0]).toMatchObject({ data: { reason: 'reweighed' } })
  })

  test('is pruned when the name is gone, and comes back as it was', () => {
    const gone = decide(new Map([[2, []]]), graphOf(3, linked.events), 2)
    expect(gone.events).toEqual([{ type: 'EdgePruned', data: { edge: 2, reason: 'source' } }])

    const back = decide(wanted(before), graphOf(3, [...linked.events, ...gone.events]), 2)
    expect(back.events).toEqual([{ type: 'EdgeRestored', data: { edge: 2, reason: 'source' } }])
  })

  test('of passages that are not decided is left alone', () => {
    expect(decide(new Map([[3, []]]), graphOf(3, linked.events), 2).events).toEqual([])
  })
})
