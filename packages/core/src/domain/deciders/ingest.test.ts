import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { balanced } from '../profiles/balanced.ts'
import { type BrainState, brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { decideIngest, type IngestedChunk, type IngestedDocument, type StoredNode } from './ingest.ts'

const ref = (digit: string) => ContentRef.make(digit.repeat(64))
const chunk = (id: string, text = `text of ${id}`): IngestedChunk => ({
  id,
  title: id,
  text,
  span: [0, text.length],
  heading: [],
  links: [],
  contents: { id: ref('1'), title: ref('2'), text: ref('3') },
})
const document = (change: Partial<IngestedDocument>): IngestedDocument => ({
  key: 'a.md',
  format: 'markdown',
  source: undefined,
  contents: { key: ref('4'), digest: ref('5') },
  chunks: [],
  stored: [],
  ...change,
})
const asStored = (node: number, { id, text, title }: IngestedChunk): StoredNode => ({ node, id, title, text })
const stateOf = (events: ReadonlyArray<NewEvent>): BrainState => {
  const fold = emptyFold()
  for (const [i, event] of events.entries()) foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1 }))
  return brainState(fold)
}
const decide = (documents: ReadonlyArray<IngestedDocument>, before: ReadonlyArray<NewEvent> = []) =>
  decideIngest(documents, 'owner', stateOf(before), balanced, () => undefined)
const first = decide([document({ chunks: [chunk('a'), chunk('b')] })]).events
const again = (chunks: ReadonlyArray<IngestedChunk>) =>
  document({ source: 1, chunks, stored: [asStored(1, chunk('a')), asStored(2, chunk('b'))] })

describe('a document', () => {
  test('read for the first time is a source, its passages and the edges between them', () => {
    const { counts, events } = decide([document({ chunks: [chunk('a'), chunk('b')] })])

    expect(events.map(({ type }) => type)).toEqual(['SourceAdded', 'NodeAdded', 'NodeAdded', 'EdgeLinked', 'EdgeLinked'])
    expect(events[1]).toMatchObject({ origin: 'owner', data: { node: 1, source: 1, nodeType: 'fact', state: 'normal', span: [0, 9] } })
    expect(counts).toEqual({ added: 2, revised: 0, unchanged: 0, retired: 0, linked: 2, pruned: 0 })
  })

  test('beside another goes on with the numbers of that', () => {
    const { events } = decide([document({ chunks: [chunk('a')] }), document({ key: 'b.md', chunks: [chunk('c')] })], first)
    const numbers = events.flatMap((event) => (event.type === 'NodeAdded' ? [[event.data.source, event.data.node]] : []))

    expect(numbers).toEqual([
      [2, 3],
      [3, 4],
    ])
  })

  test('read again revises what changed and leaves the rest alone', () => {
    const { counts, events } = decide([again([chunk('a'), chunk('b', 'another text')])], first)

    expect(events).toMatchObject([
      { type: 'SourceRevised', data: { source: 1 } },
      { type: 'NodeRevised', data: { node: 2, text: ref('3') } },
    ])
    expect(counts).toEqual({ added: 0, revised: 1, unchanged: 1, retired: 0, linked: 0, pruned: 0 })
  })

  test('read again retires what is gone and adds what is new', () => {
    const { counts, events } = decide([again([chunk('a'), chunk('c')])], first)

    expect(events).toContainEqual({ type: 'NodeRetired', data: { node: 2, reason: 'source' } })
    expect(events).toContainEqual(expect.objectContaining({ type: 'NodeAdded', data: expect.objectContaining({ node: 3 }) }))
    expect(counts).toEqual({ added: 1, revised: 0, unchanged: 1, retired: 1, linked: 2, pruned: 2 })
  })

  test('that says again what it once said gets its passage back', () => {
    const gone: ReadonlyArray<NewEvent> = [...first, { type: 'NodeRetired', data: { node: 2, reason: 'source' } }]

    const same = decide([again([chunk('a'), chunk('b')])], gone)
    const changed = decide([again([chunk('a'), chunk('b', 'another text')])], gone)

    expect(same.events).toContainEqual({ type: 'NodeRestored', data: { node: 2, state: 'normal' } })
    expect(same.counts).toMatchObject({ added: 1, unchanged: 1, revised: 0 })
    expect(changed.events.map(({ type }) => type)).toEqual(['SourceRevised', 'NodeRestored', 'NodeRevised'])
  })

  test('retires a passage once', () => {
    const gone: ReadonlyArray<NewEvent> = [...first, { type: 'NodeRetired', data: { node: 2, reason: 'asked' } }]

    expect(decide([again([chunk('a')])], gone).counts).toMatchObject({ retired: 0, unchanged: 1 })
  })
})
