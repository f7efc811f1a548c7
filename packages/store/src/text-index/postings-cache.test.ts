import { describe, expect, test } from 'vitest'
import { PostingsCache } from './postings-cache.ts'

const postings = (size: number) => ({ nodes: new Int32Array(size), counts: new Int32Array(size), lengths: new Int32Array(size) })

describe('the postings cache', () => {
  test('reads a term once a version', () => {
    const cache = new PostingsCache()
    let reads = 0
    const read = () => {
      reads++
      return postings(reads)
    }

    const sizes = [1, 1, 2, 2, 1].map((version) => cache.get('a', version, read).nodes.length)

    expect(sizes).toEqual([1, 1, 2, 2, 3])
  })

  test('lets go of what was not asked for longest, and never holds more than it may', () => {
    const cache = new PostingsCache(300)
    const reads: string[] = []
    const ask = (key: string) =>
      cache.get(key, 1, () => {
        reads.push(key)
        return postings(80)
      })

    for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) ask(key)

    expect(reads).toEqual(['a', 'b', 'c', 'd', 'b'])
    expect(cache.size).toBeLessThanOrEqual(300)
  })

  test('holds nothing that is larger than all it may hold', () => {
    const cache = new PostingsCache(100)

    expect(cache.get('a', 1, () => postings(500)).nodes.length).toBe(500)
    expect(cache.size).toBe(0)
  })
})
