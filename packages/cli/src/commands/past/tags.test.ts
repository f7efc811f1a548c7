import { expect, test } from 'vitest'
import { pageOf } from '../../render/page.ts'
import { tagged, tagList } from './tags.ts'

const page = pageOf(undefined, false)
const brain = 'local/main/default'

test('a tag says what it stands for', () => {
  expect(tagged({ brain, name: 'before-import', at: 12, position: 13 }, page)).toEqual([
    'tag:before-import stands for position 12  local/main/default at 13',
  ])
})

test('the list of tags has their positions and times, or says how to make one', () => {
  const tags = [
    { name: 'empty', at: 0, time: null },
    { name: 'before-import', at: 12, time: '2026-11-22T22:07:27.567Z' },
  ]

  expect(tagList({ brain, position: 13, tags }, page)).toEqual([
    'tag:empty          position 0   before the first event',
    'tag:before-import  position 12  2026-11-22T22:07:27.567Z',
  ])
  expect(tagList({ brain, position: 13, tags: [] }, page)).toEqual([
    'no position has a name; crabtrail tag NAME gives the present one a name',
  ])
})
