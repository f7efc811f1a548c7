import { describe, expect, test } from 'vitest'
import type { BrainEvent, NewEvent } from '../../domain/events/brain-event.ts'
import { placed } from '../../domain/events/codec/event-codec.ts'
import type { ContentRef } from '../../domain/identity.ts'
import { brainState, emptyFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import type { Postings } from '../ports/search-index.ts'
import { answersFor, followIndex, joinedPostings } from './index-changes.ts'

const bodies = new Map<ContentRef, string>()
const ref = (body: string): ContentRef => {
  const made = body.length.toString(16).padStart(2, '0').repeat(32) as ContentRef
  bodies.set(made, body)
  return made
}
const [tide, crabs, title] = ['the tide', 'crabs walk', 'Low tide of the day'].map(ref) as [ContentRef, ContentRef, ContentRef]
const erased = 'ff'.repeat(32) as ContentRef

const added = (node: number, text: ContentRef, nodeType: 'fact' | 'cue' = 'fact'): NewEvent => ({
  type: 'NodeAdded',
  origin: 'owner',
  data: { node, id: tide, text, nodeType, state: 'normal' },
})
const at = (first: number, ...events: ReadonlyArray<NewEvent>): ReadonlyArray<BrainEvent> =>
  events.map((event, i) => placed(event, first + i, { at: 0, actor: 1 }))

/** Returns the changes of the word index that follow from the events and earlier ones, without the numbers that the tokeniser counts. */
const changes = (events: ReadonlyArray<BrainEvent>, earlier: ReadonlyArray<BrainEvent> = []) =>
  allChanges(events, earlier)
    .filter(({ space }) => space !== 'phrase')
    .map((change) =>
      change.change === 'add'
        ? ['add', change.space, change.node, change.from, change.terms.join(' ')]
        : ['end', change.space, change.node, change.until],
    )

const allChanges = (events: ReadonlyArray<BrainEvent>, earlier: ReadonlyArray<BrainEvent> = []) => {
  const fold = emptyFold()
  for (const event of earlier) foldEvent(fold, event)
  return followIndex(events, brainState(fold).graph).changes((one) => bodies.get(one))
}

describe('the index', () => {
  test('gains what a node says, cues apart from documents', () => {
    expect(changes(at(5, added(1, crabs), added(2, tide, 'cue')))).toEqual([
      ['add', 'document', 1, 5, expect.stringContaining('crab')],
      ['add', 'cue', 2, 6, expect.stringContaining('tide')],
    ])
  })

  test('ends what a revised node said and gains what it says now, at the same position', () => {
    const revised: NewEvent = { type: 'NodeRevised', data: { node: 1, text: tide } }

    expect(changes(at(9, revised), at(1, added(1, crabs)))).toEqual([
      ['end', 'document', 1, 9],
      ['add', 'document', 1, 9, expect.stringContaining('tide')],
    ])
  })

  test('knows the text when only the title changes', () => {
    const renamed: NewEvent = { type: 'NodeRevised', data: { node: 1, title } }

    expect(changes(at(9, renamed), at(1, added(1, crabs))).at(-1)?.[4]).toMatch(/crab.*day|day.*crab/)
  })

  test('is not touched when a node only moves within its source', () => {
    expect(changes(at(9, { type: 'NodeRevised', data: { node: 1, span: [3, 4] } }), at(1, added(1, crabs)))).toEqual([])
  })

  test.each([
    ['retired', { type: 'NodeRetired', data: { node: 1, reason: 'source' } }],
    ['merged', { type: 'NodeMerged', data: { node: 1, into: 2 } }],
  ] satisfies ReadonlyArray<readonly [string, NewEvent]>)('ends what a %s node said, and gains it again when it is restored', (_, gone) => {
    const restored: NewEvent = { type: 'NodeRestored', data: { node: 1, state: 'normal' } }

    expect(changes(at(9, gone, restored), at(1, added(1, crabs)))).toEqual([
      ['end', 'document', 1, 9],
      ['add', 'document', 1, 10, expect.stringContaining('crab')],
    ])
  })

  test('follows what happens to one node within one commit', () => {
    const events = at(
      1,
      added(1, crabs),
      { type: 'NodeRevised', data: { node: 1, text: tide } },
      { type: 'NodeRetired', data: { node: 1, reason: 'forgotten' } },
    )

    expect(changes(events).map(([change]) => change)).toEqual(['add', 'end', 'add', 'end'])
  })

  test('does not gain an erased text, and ends what was there', () => {
    const events = at(9, { type: 'NodeRevised', data: { node: 1, text: erased } })

    expect(changes(events, at(1, added(1, crabs)))).toEqual([['end', 'document', 1, 9]])
  })

  test('files documents, and no cues, by the names in them: who mentions, is about, speaks', () => {
    const talk = ref('Ann: They met Bob in Oslo, and Bob left.')
    const about = ref('Oslo (city)')
    const named: NewEvent = {
      type: 'NodeAdded',
      origin: 'owner',
      data: { node: 1, id: tide, title: about, text: talk, nodeType: 'fact', state: 'normal' },
    }
    const filed = allChanges(at(5, named, added(2, talk, 'cue'))).filter(({ space }) => space === 'phrase')

    expect(filed).toEqual([
      {
        change: 'add',
        space: 'phrase',
        node: 1,
        terms: ['oslo city', 'oslo', 'bob in oslo', 'bob', 'ann'],
        counts: [2, 10, 1, 1, 4],
        length: 5,
        words: 0,
        from: 5,
      },
    ])
    expect(allChanges(at(9, { type: 'NodeRetired', data: { node: 1, reason: 'forgotten' } }), at(5, named))).toEqual([
      { change: 'end', space: 'document', node: 1, until: 9 },
      { change: 'end', space: 'phrase', node: 1, until: 9 },
    ])
  })

  test('passes over nodes that never were', () => {
    expect(changes(at(9, { type: 'NodeRetired', data: { node: 7, reason: 'forgotten' } }))).toEqual([])
  })

  test('asks for the bodies of live texts and titles alone', () => {
    const follower = followIndex(
      at(9, { type: 'NodeRetired', data: { node: 1, reason: 'forgotten' } }, added(2, tide)),
      brainState(emptyFold()).graph,
    )

    expect(follower.needs).toEqual([tide])
  })
})

const postings = (...rows: ReadonlyArray<readonly [node: number, count: number, length: number]>): Postings => ({
  nodes: Int32Array.from(rows, ([node]) => node),
  counts: Int32Array.from(rows, ([, count]) => count),
  lengths: Int32Array.from(rows, ([, , length]) => length),
})
const rows = ({ counts, lengths, nodes }: ReturnType<typeof joinedPostings>) =>
  Array.from(nodes, (node, i) => [node, counts[i], lengths[i]])

describe('postings of the ways to write a word', () => {
  test('are those of the one way that texts have', () => {
    const only = postings([1, 2, 9])

    expect(joinedPostings([postings(), only, postings()], [postings()])).toBe(only)
    expect(rows(joinedPostings([], []))).toEqual([])
  })

  test('count a document once, with the most of it, by rising number', () => {
    const joined = joinedPostings([postings([2, 1, 20], [10, 4, 100]), postings([2, 3, 20], [9, 1, 90])], [])

    expect(rows(joined)).toEqual([
      [2, 3, 20],
      [9, 1, 90],
      [10, 4, 100],
    ])
  })

  test('count half of what stands within a longer word', () => {
    expect(rows(joinedPostings([postings([3, 1, 5])], [postings([3, 4, 5], [4, 1, 6])]))).toEqual([
      [3, 2, 5],
      [4, 0.5, 6],
    ])
  })

  test('are told apart as they were asked', () => {
    expect(answersFor([['a', 'b'], [], ['c']], [1, 2, 3])).toEqual([[1, 2], [], [3]])
  })
})
