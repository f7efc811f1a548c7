import { describe, expect, test } from 'vitest'
import { PostingsCache } from './postings.ts'

const postings = (size: number) => ({ nodes: new Int32Array(size), counts: new Int32Array(size), lengths: new Int32Array(size) })

describe('the postings cache', () => {
  test('reads a term once a version', () => {
    const cache = new PostingsCache()
    let reads = 0
    const read = (terms: ReadonlyArray<string>) => terms.map(() => postings(++reads))

    const sizes = [1, 1, 2, 2, 1].map((version) => cache.get('', ['a'], version, read)[0]?.nodes.length)

    expect(sizes).toEqual([1, 1, 2, 2, 3])
  })

  test('reads all terms that it lacks at once, each once, and answers in the order of the terms', () => {
    const cache = new PostingsCache()
    const reads: Array<ReadonlyArray<string>> = []
    const ask = (...terms: ReadonlyArray<string>) =>
      cache
        .get('of a brain ', terms, 1, (unread) => {
          reads.push(unread)
          return unread.map((term) => postings(term.length))
        })
        .map(({ nodes }) => nodes.length)

    expect(ask('one', 'three', 'one')).toEqual([3, 5, 3])
    expect(ask('fifteen', 'three')).toEqual([7, 5])
    expect(reads).toEqual([['one', 'three'], ['fifteen']])
  })

  test('lets go of what was not asked for longest, and never holds more than it may', () => {
    const cache = new PostingsCache(300)
    const reads: string[] = []
    const ask = (key: string) =>
      cache.get('', [key], 1, (unread) => {
        reads.push(...unread)
        return unread.map(() => postings(80))
      })

    for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) ask(key)

    expect(reads).toEqual(['a', 'b', 'c', 'd', 'b'])
    expect(cache.size).toBeLessThanOrEqual(300)
  })

  test('holds nothing that is larger than all it may hold', () => {
    const cache = new PostingsCache(100)

    expect(cache.get('', ['a'], 1, () => [postings(500)])[0]?.nodes.length).toBe(500)
    expect(cache.size).toBe(0)
  })
})
