import type { Answer } from '@crabtrail/core'
import { expect, test } from 'vitest'
import { pageOf } from '../../render/page.ts'
import { reviewed } from './review.ts'

const page = pageOf(undefined, false)
const said: Answer.WaitingNode = {
  node: 'note:1',
  from: 'cli',
  origin: 'owner',
  text: 'on tuesdays from now on',
  since: null,
  session: 's1',
}
const listed = (change: Partial<Answer.WaitingNode>): ReadonlyArray<string> =>
  reviewed({ brain: 'b', waiting: [{ ...said, ...change }], count: 1, position: 7 }, page, { at: '7' })

test('a decision names what else waits of the document whose first passage was named, with the call that decides it, too', () => {
  const decided = [{ node: 'a.md', review: 'refused' }] as const
  const told = reviewed({ brain: 'b', waiting: [], count: 2, decided, beside: ['a.md#b', 'a.md#c'], position: 7 }, page, { at: undefined })

  expect(told).toEqual([
    'a.md  refused',
    '2 other passages of the same document wait still:',
    '  crabtrail review refuse a.md#b a.md#c',
    '2 memories wait for your yes  b at 7',
  ])
})

test('what waits is told with what a yes takes the place of, and a long list of that is counted', () => {
  const changes = [
    { node: 'cleaning.md', was: 'Thursday' },
    { node: 'old.md', was: null },
  ]
  const lines = ['  a yes takes the place of “Thursday” in cleaning.md', '  a yes takes the place of old.md']

  expect(listed({})).toEqual(['1 memory waits for your yes  b at 7', '', 'note:1', expect.any(String), '  on tuesdays from now on'])
  expect(listed({ changes }).slice(5)).toEqual(lines)
  expect(listed({ changes: [...changes, ...changes, ...changes] }).slice(5)).toEqual([
    ...lines,
    ...lines,
    '  and of 2 more; --json has them',
  ])
})
