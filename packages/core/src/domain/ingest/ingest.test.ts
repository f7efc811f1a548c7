import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { noDay } from '../events/event-definition.ts'
import type { Origin } from '../graph.ts'
import { ContentRef } from '../identity.ts'
import { balanced } from '../profiles/profiles.ts'
import { type BrainState, brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { decideIngest } from './ingest.ts'
import type { IngestChanges, IngestedChunk, IngestedDocument, StoredNode } from './ingested-document.ts'

const ref = (digit: string) => ContentRef.make(digit.repeat(64))
const chunk = (id: string, text = `text of ${id}`, links: ReadonlyArray<string> = []): IngestedChunk => ({
  id,
  formerId: id,
  title: id,
  text,
  span: [0, text.length],
  heading: [],
  thread: '',
  links,
  contents: { id: ref('1'), title: ref('2'), text: ref('3'), links: ref('6') },
})
const document = (change: Partial<IngestedDocument>): IngestedDocument => ({
  format: 'markdown',
  source: undefined,
  moved: false,
  contents: { key: ref('4'), digest: ref('5'), root: undefined },
  chunks: [],
  stored: [],
  ...change,
})
const asStored = (node: number, { id, text, title }: IngestedChunk): StoredNode => ({
  node,
  id,
  title,
  text,
  links: undefined,
  movedId: undefined,
})
const stateOf = (events: ReadonlyArray<NewEvent>): BrainState => {
  const fold = emptyFold()
  for (const [i, event] of events.entries()) foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1 }))
  return brainState(fold)
}
const decide = (
  documents: ReadonlyArray<IngestedDocument>,
  before: ReadonlyArray<NewEvent> = [],
  { elsewhere = [], gone = [], origin = 'owner' }: Partial<IngestChanges> & { readonly origin?: Origin } = {},
) => {
  const { answer, events } = Result.getOrThrow(decideIngest({ documents, elsewhere, gone, origin }, stateOf(before), balanced))
  return { ...answer, events }
}
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
    const { events } = decide([document({ chunks: [chunk('a')] }), document({ chunks: [chunk('c')] })], first)
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

  test('of which only the weight was edited says so, and one that says no weight keeps it', () => {
    const weighs = (importance: number | undefined) => ({ ...chunk('b'), importance })
    const stored = [asStored(1, chunk('a')), { ...asStored(2, chunk('b')), importance: 300_000_000 }]
    const revised = (importance: number | undefined) =>
      decide([document({ source: 1, chunks: [chunk('a'), weighs(importance)], stored })], first).events.slice(1)

    expect(revised(800_000_000)).toEqual([{ type: 'NodeRevised', origin: 'owner', data: { node: 2, importance: 800_000_000 } }])
    expect(revised(300_000_000)).toEqual([])
    expect(revised(undefined)).toEqual([])
  })

  test('of which only the day is another or none any more says so, and the day of reading counts for a new text alone', () => {
    const of = (days: { readonly day?: number; readonly readOn?: number }, stored: number | undefined, text?: string) => {
      const nodes = [asStored(1, chunk('a')), { ...asStored(2, chunk('b')), day: stored }]
      const chunks = [chunk('a'), { ...chunk('b', text), ...days }]
      return decide([document({ source: 1, chunks, stored: nodes })], first)
        .events.slice(1)
        .map(({ data }) => ('day' in data ? data.day : undefined))
    }

    expect(of({ day: 20_785 }, undefined)).toEqual([20_785])
    expect(of({ day: 20_785 }, 20_785)).toEqual([])
    expect(of({ readOn: 20_785 }, 20_700)).toEqual([])
    expect(of({ readOn: 20_785 }, 20_700, 'another text')).toEqual([20_785])
    expect(of({}, 20_700)).toEqual([noDay])
    expect(of({}, 20_700, 'another text')).toEqual([noDay])
    expect(of({}, undefined, 'another text')).toEqual([undefined])
    expect(of({ readOn: 20_785 }, undefined)).toEqual([20_785])
  })

  test('whose passage has no title any more says so', async () => {
    const bare = { ...chunk('b'), title: '', contents: { ...chunk('b').contents, title: undefined } }
    const { counts, events } = decide([again([chunk('a'), bare])], first)

    expect(events.slice(1)).toEqual([{ type: 'NodeUntitled', data: { node: 2 } }])
    expect(counts).toMatchObject({ revised: 1, unchanged: 1 })
  })

  test('retires a passage once', () => {
    const gone: ReadonlyArray<NewEvent> = [...first, { type: 'NodeRetired', data: { node: 2, reason: 'forgotten' } }]

    expect(decide([again([chunk('a')])], gone).counts).toMatchObject({ retired: 0, unchanged: 1 })
  })

  test('says once what it links to, and again when that changes', () => {
    const links = ['b.md#part', 'c']
    const { events } = decide([document({ chunks: [chunk('a', 'one', links), chunk('b', 'two')] })])
    const stored = [{ ...asStored(1, chunk('a', 'one')), links }, asStored(2, chunk('b', 'two'))]
    const again = (now: ReadonlyArray<string>) => decide([document({ source: 1, chunks: [chunk('a', 'one', now)], stored })], events)

    expect(events.flatMap((event) => (event.type === 'NodeAdded' ? [event.data.links] : []))).toEqual([ref('6'), undefined])
    expect(again(links).events.map(({ type }) => type)).toEqual(['SourceRevised', 'NodeRetired', 'EdgePruned', 'EdgePruned'])
    expect(again([]).events[1]).toEqual({ type: 'NodeRevised', origin: 'owner', data: { node: 1, links: ref('6') } })
    expect(again([]).counts).toMatchObject({ revised: 1, unchanged: 0 })
  })

  test('says where it was found, the first time and when that changes', () => {
    const contents = { ...document({}).contents, root: ref('7') }

    expect(decide([document({ contents })]).events).toMatchObject([{ type: 'SourceAdded', data: { root: ref('7') } }])
    expect(decide([document({ source: 1, contents })], first).events[0]).toMatchObject({ type: 'SourceRevised', data: { root: ref('7') } })
    expect(decide([], first, { elsewhere: [{ source: 1, key: ref('4'), root: ref('7') }] }).events).toEqual([
      { type: 'SourceRenamed', data: { source: 1, key: ref('4'), root: ref('7') } },
    ])
  })
})

describe('a document under another key', () => {
  const b = { ...asStored(2, chunk('b')), movedId: ref('9') }
  const moved = document({ source: 1, moved: true, chunks: [chunk('a')], stored: [{ ...asStored(1, chunk('a')), movedId: ref('8') }, b] })
  const gone: ReadonlyArray<NewEvent> = [...first, { type: 'NodeRetired', data: { node: 2, reason: 'source' } }]

  test('keeps its passages, those included that it had once', () => {
    const { counts, events } = decide([moved], gone)

    expect(events.filter(({ type }) => !type.startsWith('Edge'))).toEqual([
      { type: 'SourceRenamed', data: { source: 1, key: ref('4') } },
      { type: 'NodeRevised', data: { node: 1, id: ref('1') } },
      { type: 'NodeRevised', data: { node: 2, id: ref('9') } },
    ])
    expect(counts).toMatchObject({ added: 0, revised: 0, unchanged: 1, retired: 0 })
  })

  test('is read again if it was retired', () => {
    const { events } = decide([moved], [...gone, { type: 'SourceRetired', data: { source: 1, reason: 'gone' } }])

    expect(events.slice(0, 2)).toMatchObject([{ type: 'SourceRenamed' }, { type: 'SourceRevised', data: { digest: ref('5') } }])
  })

  test('has the title that its new name gives it', () => {
    const titled = document({ ...moved, chunks: [{ ...chunk('a'), title: 'another' }] })

    expect(decide([titled], gone).events[1]).toEqual({
      type: 'NodeRevised',
      origin: 'owner',
      data: { node: 1, id: ref('1'), title: ref('2') },
    })
  })
})

describe('a document that is gone', () => {
  const { counts, events } = decide([], first, { gone: [1] })

  test('is retired with its live passages, and leaves its edges as they are', () => {
    expect(events).toEqual([
      { type: 'SourceRetired', data: { source: 1, reason: 'gone' } },
      { type: 'NodeRetired', data: { node: 1, reason: 'source' } },
      { type: 'NodeRetired', data: { node: 2, reason: 'source' } },
    ])
    expect(counts).toMatchObject({ retired: 2, pruned: 0 })
  })

  test('comes back as it was', () => {
    const back = decide([again([chunk('a'), chunk('b')])], [...first, ...events])

    expect(back.events).toEqual([
      { type: 'SourceRevised', data: { source: 1, digest: ref('5') } },
      { type: 'NodeRestored', data: { node: 1, state: 'normal' } },
      { type: 'NodeRestored', data: { node: 2, state: 'normal' } },
    ])
  })

  test('comes back as trusted as whoever brings it', () => {
    const back = decide([again([chunk('a'), chunk('b')])], [...first, ...events], { origin: 'untrusted' })

    expect(back.events).toContainEqual({ type: 'NodeRevised', origin: 'untrusted', data: { node: 1 } })
  })
})
