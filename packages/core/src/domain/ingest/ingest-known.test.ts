import { describe, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { given, note } from '../testing/given.ts'

const commit = { _tag: 'StoreBatch', changes: [note(1)], batch: 1, batches: 1, joining: 'nothing', leavesOthers: false } as const
const stored = (batch: number, batches: number): NewEvent => ({ type: 'BatchStored', data: { batch, batches } })

describe('the commit of a batch', () => {
  test('that is the only one of its run has no mark', () => {
    given()
      .when(commit)
      .gives([note(1)])
  })

  test('that others follow is marked, unless it changes nothing', () => {
    given()
      .when({ ...commit, batches: 2 })
      .gives([note(1), stored(1, 2)])
    given()
      .when({ ...commit, batches: 2, changes: [] })
      .gives([])
  })

  test('that is the last of several is marked, also where it changes nothing', () => {
    given(stored(1, 2))
      .when({ ...commit, batch: 2, batches: 2, changes: [] })
      .gives([stored(2, 2)])
  })

  test('that leaves the links of another run to that run is not marked', () => {
    given(stored(1, 2))
      .when({ ...commit, leavesOthers: true })
      .gives([note(1)])
  })

  test('whose mentions are joined later counts one more commit', () => {
    given()
      .when({ ...commit, joining: 'later' })
      .gives([note(1), stored(1, 2)])
    given()
      .when({ ...commit, joining: 'these', batch: 2, batches: 2 })
      .gives([note(1), stored(2, 2)])
  })
})
