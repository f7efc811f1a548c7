import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { one } from '../strength.ts'
import { note } from '../testing/given.ts'
import { type LookedAtContext, notGiven } from './not-given.ts'

const events: ReadonlyArray<NewEvent> = [
  note(1),
  note(2),
  note(3),
  note(4),
  { type: 'NodeRetired', data: { node: 4, reason: 'forgotten' } },
]
const fold = emptyFold()
for (const [i, event] of events.entries()) foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1 }))

const ranking = [1, 2, 3].map((node) => ({ node, score: 9 - node, seed: 0, path: 0, inhibition: 0, utility: one }))
const looked: LookedAtContext = {
  graph: brainState(fold).graph,
  walk: { fired: [], steps: [], inhibitions: [] },
  ranking,
  pool: [],
  own: () => 0,
  bundle: { included: [1], dropped: [{ node: 2, reason: 'duplicate' }] },
  isErased: () => false,
}

describe('a memory', () => {
  test.each([
    ['is given where the context holds it', 1, { reason: 'given', place: 1, score: 8 }],
    ['is left out for the reason of the context', 2, { reason: 'duplicate', place: 2, score: 7 }],
    ['is behind where the context did not look at it', 3, { reason: 'behind', place: 3, score: 6 }],
    ['is retired', 4, { reason: 'retired', place: undefined }],
    ['is not there yet', 5, { reason: 'unborn' }],
  ])('%s', (_, node, expected) => {
    expect(notGiven(looked, node)).toMatchObject(expected)
  })

  test.each([
    [2, 'erased'],
    [4, 'erased'],
    [5, 'unborn'],
  ])('%i whose text was erased is told to be %s', (node, reason) => {
    expect(notGiven({ ...looked, isErased: () => true }, node).reason).toBe(reason)
  })
})
