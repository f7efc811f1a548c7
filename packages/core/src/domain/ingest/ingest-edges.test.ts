import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { balanced } from '../profiles/profiles.ts'
import { emptyColumns, graphView } from '../projections/graph/graph-columns.ts'
import { foldGraph } from '../projections/graph/memory-graph.ts'
import { noSources } from '../projections/registry.ts'
import { nano } from '../strength.ts'
import { documentEdges, type PlacedDocument, sequenceEdges } from './ingest-edges.ts'

const ref = ContentRef.make('a'.repeat(64))
type PlacedChunk = PlacedDocument['chunks'][number]
const chunk = (heading: ReadonlyArray<string> = []): PlacedChunk => ({ heading, text: 'Crabs walk at low tide.', thread: '' })
const nodes: ReadonlyArray<NewEvent> = [1, 2, 3, 4, 5, 6].map((node) => ({
  type: 'NodeAdded',
  data: { node, id: ref, text: ref, nodeType: 'fact', state: 'normal' },
}))
const graphOf = (events: ReadonlyArray<NewEvent> = []) => {
  const columns = emptyColumns()
  for (const [i, event] of [...nodes, ...events].entries()) foldGraph(columns, placed(event, i + 1, { at: 0, actor: 1 }))
  return graphView(columns)
}
const placedDocument = (chunks: ReadonlyArray<PlacedChunk>, change: Partial<PlacedDocument> = {}): PlacedDocument => ({
  chunks,
  nodes: chunks.map((_, i) => i + 1),
  before: [],
  ...change,
})
const decide = (documents: ReadonlyArray<PlacedDocument>, before: ReadonlyArray<NewEvent> = [], profile: Profile = balanced) =>
  documentEdges(documents, { graph: graphOf(before), sources: noSources() }, profile, new Map())
const edges = (events: ReadonlyArray<NewEvent>) =>
  events.flatMap((event) =>
    event.type === 'EdgeLinked' ? [`${event.data.source} ${event.data.kind} ${event.data.target} ${event.data.strength}`] : [],
  )
const next = nano(0.3)
const previous = nano(0.3)
const part = nano(0.3 + 0.35 * 0.4)

describe('the edges of a talk', () => {
  const second = (...speakers: ReadonlyArray<string>) => {
    const chunks = speakers.map((speaker) => ({ text: `${speaker}: Crabs walk.`, thread: 'talk' }))
    const numbers = chunks.map((_, at) => at + 1)
    const { afterNext } = balanced.ingest
    return sequenceEdges(chunks, numbers, balanced.ingest).flatMap(({ source, target, weight }) =>
      source === 1 && weight === afterNext ? [target] : [],
    )
  }

  test.each([
    ['the turn after the next', ['ada', 'bot', 'ada', 'bot'], 3],
    ['the next of their speaker, behind several of another', ['ada', 'bot', 'bot', 'bot', 'ada', 'ada'], 5],
    ['the turn after the next where their speaker goes on', ['ada', 'ada', 'bot', 'ada'], 3],
    ['the turn after the next where their speaker says no more', ['ada', 'bot', 'bot'], 3],
    ['the turn after the next where their speaker is away for long', ['ada', ...Array.from({ length: 12 }, () => 'bot'), 'ada'], 3],
  ])('lead beside the next turn to %s', (_, speakers, target) => {
    expect(second(...speakers)).toEqual([target])
  })
})

describe('the edges of a document', () => {
  test('join neighbours, onwards stronger than back', () => {
    expect(edges(decide([placedDocument([chunk(), chunk()])]).events)).toEqual([`1 sequential 2 ${next}`, `2 sequential 1 ${previous}`])
  })

  test('lead from a heading to what stands under it: the nearest one above that has a passage', () => {
    const { events } = decide([
      placedDocument([chunk(['Deploy']), chunk(['Deploy', 'Roll back']), chunk(['Deploy', 'Roll back', 'By hand', 'At night'])]),
    ])

    expect(edges(events).filter((text) => text.includes('hierarchical'))).toEqual([`1 hierarchical 2 ${part}`, `2 hierarchical 3 ${part}`])
  })

  test('stay within the bounds of the profile', () => {
    const narrow: Profile = { ...balanced, strength: { min: -0.1, max: 0.4 }, ingest: { ...balanced.ingest, next: 2, prose: 1 } }

    expect(edges(decide([placedDocument([chunk(), chunk()])], [], narrow).events)).toEqual([
      `1 sequential 2 ${nano(0.4)}`,
      `2 sequential 1 ${nano(0.3 + 0.35 * 0.25)}`,
    ])
  })
})

describe('a document read again', () => {
  const before = decide([placedDocument([chunk(), chunk()])]).events
  const changed = (chunks: ReadonlyArray<PlacedChunk>, change: Partial<PlacedDocument> = {}) =>
    placedDocument(chunks, { before: [1, 2], ...change })

  test('keeps the edges it still has', () => {
    expect(decide([changed([chunk(), chunk()])], before)).toEqual({ events: [], linked: 0, pruned: 0 })
  })

  test('loses those it has no longer', () => {
    expect(decide([changed([chunk()])], before)).toMatchObject({
      events: [
        { type: 'EdgePruned', data: { edge: 1, reason: 'source' } },
        { type: 'EdgePruned', data: { edge: 2, reason: 'source' } },
      ],
      linked: 0,
      pruned: 2,
    })
  })

  test('keeps what was learned beside them', () => {
    const learned: NewEvent = {
      type: 'EdgeLinked',
      data: { edge: 3, source: 1, target: 2, kind: 'learned', strength: 0, reason: 'beside' },
    }

    expect(decide([changed([chunk()])], [...before, learned]).pruned).toBe(2)
  })

  test('gets an edge back with all it learned when it says the same again', () => {
    const pruned: ReadonlyArray<NewEvent> = [1, 2].map((edge) => ({ type: 'EdgePruned', data: { edge, reason: 'source' } }))

    expect(decide([changed([chunk(), chunk()])], [...before, ...pruned])).toEqual({
      events: [
        { type: 'EdgeRestored', data: { edge: 1, reason: 'source' } },
        { type: 'EdgeRestored', data: { edge: 2, reason: 'source' } },
      ],
      linked: 2,
      pruned: 0,
    })
  })

  test('gets a new edge when the settings weigh it otherwise by now', () => {
    const pruned: NewEvent = { type: 'EdgePruned', data: { edge: 1, reason: 'source' } }
    const otherwise: Profile = { ...balanced, ingest: { ...balanced.ingest, next: 1, prose: 1, previous: 0 } }

    expect(edges(decide([changed([chunk(), chunk()])], [...before, pruned], otherwise).events)).toEqual([`1 sequential 2 ${nano(0.65)}`])
  })
})

const passage = (text: string, thread: string | null = 's1') => ({ text, thread: thread ?? undefined })
const five = 'crabs walk tide shell sand'
const sequenced = (chunks: ReadonlyArray<ReturnType<typeof passage>>) =>
  sequenceEdges(
    chunks,
    chunks.map((_, i) => i + 1),
    balanced.ingest,
  ).map(({ source, target, weight }) => `${source} ${target} ${weight.toFixed(2)}`)

describe('what follows what', () => {
  test('leads on more than back, and two steps less than one', () => {
    expect(sequenced([passage(five), passage(five), passage(five)])).toEqual([
      '1 2 0.50',
      '1 3 0.20',
      '2 3 0.50',
      '2 1 0.25',
      '3 2 0.25',
      '3 1 0.12',
    ])
  })

  test('answers a question more strongly', () => {
    expect(sequenced([passage(`${five}?`), passage(five)])[0]).toBe('1 2 1.00')
    expect(sequenced([passage(`${five}？`), passage(five)])[0]).toBe('1 2 1.00')
    expect(sequenced([passage(`why? ${`${five} `.repeat(9)}`), passage(five)])[0]).toBe('1 2 0.50')
    expect(sequenced([passage('why?'), passage(`${five} `.repeat(10))])[0]).toBe('1 2 0.50')
    expect(sequenced([passage('why?'), passage(`${five} `.repeat(8))])[0]).toBe('1 2 0.70')
  })

  test('lends less to what is long, and nothing at all where that is next to nothing', () => {
    expect(sequenced([passage(five), passage(`${five} `.repeat(16))])).toEqual(['1 2 0.25', '2 1 0.25'])
    expect(sequenced([passage(five), passage(`${five} `.repeat(200))])).toEqual(['2 1 0.25'])
  })

  test('joins the passages of a document, which lend nothing until they learned to', () => {
    expect(sequenced([passage(five, ''), passage(five, ''), passage(five, '')])).toEqual(['1 2 0.00', '2 3 0.00', '2 1 0.00', '3 2 0.00'])
  })

  test('never leads out of its thread', () => {
    expect(sequenced([passage(five, 'a'), passage(five, 'b'), passage(five, 'a'), passage(five, null), passage(five, null)])).toEqual([
      '1 3 0.50',
      '3 1 0.25',
    ])
  })
})
