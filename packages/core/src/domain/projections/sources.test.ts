import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ref } from '../testing/given.ts'
import { foldSources, noSources, type SourceRecords } from './sources.ts'

const sourcesOf = (...events: ReadonlyArray<NewEvent>): SourceRecords => {
  const sources = noSources()
  for (const [i, event] of events.entries()) foldSources(sources, placed(event, i + 1, { at: 0, actor: 1 }))
  return sources
}

describe('the sources', () => {
  test('know a source, its nodes and what became of it', () => {
    const { byNumber } = sourcesOf(
      { type: 'SourceAdded', data: { source: 1, key: ref('1'), digest: ref('2'), format: 'markdown' } },
      { type: 'NodeAdded', data: { node: 4, id: ref('3'), text: ref('3'), nodeType: 'fact', state: 'normal', source: 1 } },
      { type: 'NodeAdded', data: { node: 5, id: ref('3'), text: ref('3'), nodeType: 'fact', state: 'normal', source: 2 } },
      { type: 'SourceRetired', data: { source: 1, reason: 'gone' } },
      { type: 'SourceRenamed', data: { source: 1, key: ref('4') } },
    )

    expect(byNumber).toEqual(new Map([[1, { key: ref('4'), digest: ref('2'), retired: true, nodes: new Set([4]) }]]))
  })

  test('know that a source came back', () => {
    const { byNumber } = sourcesOf(
      { type: 'SourceAdded', data: { source: 1, key: ref('1'), digest: ref('2'), format: 'markdown' } },
      { type: 'SourceRetired', data: { source: 1, reason: 'gone' } },
      { type: 'SourceRevised', data: { source: 1, digest: ref('5') } },
    )

    expect(byNumber.get(1)).toMatchObject({ digest: ref('5'), retired: false })
  })

  test('know whether a run came to its last batch', () => {
    const stored = (batch: number): NewEvent => ({ type: 'BatchStored', data: { batch, batches: 2 } })

    expect([sourcesOf(), sourcesOf(stored(1)), sourcesOf(stored(1), stored(2))].map(({ unjoined }) => unjoined)).toEqual([
      false,
      true,
      false,
    ])
  })
})
