import { describe, expect, test } from 'vitest'
import type { Postings } from '../ports/search-index.ts'
import { answersFor, joinedPostings } from './joined-postings.ts'

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
