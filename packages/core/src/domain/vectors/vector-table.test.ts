import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leadOver, prefilterWidth, VectorTable } from './vector-table.ts'

const dimension = 5
const node = fc.integer({ min: 1, max: 60 })
/** Few distinct values, so that equal similarities are common. */
const vector = fc
  .array(fc.constantFrom(-1, -0.5, 0, 0.5, 1), { minLength: dimension, maxLength: dimension })
  .map((numbers) => Float32Array.from(numbers))
const held = fc.array(fc.tuple(node, vector), { maxLength: 200 })
const count = fc.integer({ min: 0, max: 12 })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ node, vector: fc.option(vector, { nil: undefined, freq: 20 }) }) },
  { weight: 1, arbitrary: fc.record({ node, vector: fc.constant(undefined) }) },
)

const tableOf = (vectors: Iterable<readonly [number, Float32Array]>): VectorTable => {
  const table = new VectorTable(dimension)
  for (const [number, one] of vectors) table.upsert(number, one)
  return table
}

describe('the vectors nearest to a question', () => {
  test('are most alike first, of equals the lower number', () => {
    const table = tableOf([
      [9, Float32Array.of(0, 1, 0, 0, 0)],
      [7, Float32Array.of(1, 0, 0, 0, 0)],
      [3, Float32Array.of(0, 0, 0, 1, 0)],
      [4, Float32Array.of(-1, 0, 0, 0, 0)],
    ])

    expect(table.nearest(Float32Array.of(1, 0, 0, 0, 0), 4)).toEqual([
      { node: 7, similarity: 1_000_000_000 },
      { node: 3, similarity: 0 },
      { node: 9, similarity: 0 },
      { node: 4, similarity: -1_000_000_000 },
    ])
  })

  test('have the similarity that each node has by itself, and no other node has one', () => {
    fc.assert(
      fc.property(held, vector, (vectors, question) => {
        const table = tableOf(vectors)

        for (const { node: number, similarity } of table.nearestExactly(question, table.size))
          expect(table.similarity(question, number)).toBe(similarity)
        expect(table.similarity(question, 61)).toBeUndefined()
      }),
    )
  })

  test.each([
    [[900_000_000, 200_000_000], 900_000_000, 0.875],
    [[900_000_000, 200_000_000], 200_000_000, 0],
    [[900_000_000, 200_000_000], -300_000_000, 0],
    [[1_000_000_000], 1_000_000_000, 0],
    [[], 500_000_000, 0],
  ])('%j are led over by %i by a share of %d', (near, similarity, lead) => {
    const nearest = near.map((one, at) => ({ node: at + 1, similarity: one }))

    expect(leadOver(nearest, similarity)).toBe(lead)
  })

  test('are those of sorting every cosine', () => {
    fc.assert(
      fc.property(held, vector, count, (vectors, question, most) => {
        const last = new Map(vectors)
        const sorted = [...last]
          .map(([number, one]) => ({
            node: number,
            similarity: Math.round(1e9 * one.reduce((sum, x, i) => sum + x * (question[i] ?? 0), 0)) + 0,
          }))
          .sort((a, b) => b.similarity - a.similarity || a.node - b.node)

        expect(tableOf(vectors).nearestExactly(question, most)).toEqual(sorted.slice(0, most))
      }),
    )
  })

  test('S0.18 are those of a lowest similarity and above, the nearest of them', () => {
    fc.assert(
      fc.property(held, vector, count, fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (vectors, question, most, least) => {
        const table = tableOf(vectors)
        const all = table.nearestExactly(question, table.size)
        const wanted = all.filter(({ similarity }) => similarity >= least).slice(0, most)

        expect(table.nearestExactly(question, most, { least })).toEqual(wanted)
        expect(table.nearest(question, most, { least })).toEqual(wanted)
        const narrow = table.nearest(question, most, { width: Math.max(1, table.size - 1) })
        expect(table.nearest(question, most, { least, width: Math.max(1, table.size - 1) })).toEqual(
          narrow.filter(({ similarity }) => similarity >= least),
        )
      }),
    )
  })

  test('INV-51 are exact with a prefilter as wide as the table, and no worse than it for what it leaves', () => {
    fc.assert(
      fc.property(held, vector, count, fc.integer({ min: 1, max: 80 }), (vectors, question, most, width) => {
        const table = tableOf(vectors)
        const exact = table.nearestExactly(question, most)
        const similarities = new Map(table.nearestExactly(question, table.size).map((one) => [one.node, one.similarity]))

        expect(table.nearest(question, most, { width: Math.max(width, table.size) })).toEqual(exact)
        const narrow = table.nearest(question, most, { width })
        expect(narrow).toHaveLength(Math.min(exact.length, Math.max(width, narrow.length)))
        for (const one of narrow) expect(one.similarity).toBe(similarities.get(one.node))
      }),
    )
  })

  test('are only admitted ones, and all of these where they are few', () => {
    fc.assert(
      fc.property(held, vector, count, fc.integer({ min: 2, max: 5 }), (vectors, question, most, divisor) => {
        const table = tableOf(vectors)
        const admit = (number: number) => number % divisor === 0
        const admitted = tableOf(vectors.filter(([number]) => admit(number)))

        expect(table.nearest(question, most, { admit })).toEqual(admitted.nearestExactly(question, most))
        const width = Math.max(1, admitted.size)
        expect(table.nearest(question, most, { admit, width })).toEqual(admitted.nearestExactly(question, most))
      }),
    )
  })

  test('INV-51 are the same whatever came and went before, with a narrow prefilter too', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 300, size: 'max' }),
        vector,
        count,
        fc.integer({ min: 1, max: 6 }),
        (steps, question, most, width) => {
          const table = new VectorTable(dimension)
          const left = new Map<number, Float32Array>()
          for (const one of steps) {
            if (one.vector === undefined) {
              table.remove(one.node)
              left.delete(one.node)
            } else {
              table.upsert(one.node, one.vector)
              left.set(one.node, one.vector)
            }
          }
          const anew = tableOf([...left].sort(([a], [b]) => a - b))

          expect(table.size).toBe(anew.size)
          expect(table.nearestExactly(question, most)).toEqual(anew.nearestExactly(question, most))
          expect(table.nearest(question, most, { width })).toEqual(anew.nearest(question, most, { width }))
          for (const number of [1, 2, 3]) expect(table.vectorOf(number)).toEqual(left.get(number))
        },
      ),
    )
  })

  test('are asked of copies: neither what was given nor what was returned is tied to the table', () => {
    const given = Float32Array.of(1, 0, 0, 0, 0)
    const table = tableOf([[1, given]])

    given[0] = 0
    table.vectorOf(1)?.fill(0)

    expect(table.nearest(Float32Array.of(1, 0, 0, 0, 0), 1)).toEqual([{ node: 1, similarity: 1_000_000_000 }])
  })

  test('cannot be asked for with another dimension', () => {
    const table = tableOf([[1, Float32Array.of(1, 0, 0, 0, 0)]])

    for (const width of [0, 1]) {
      expect(() => table.nearest(Float32Array.of(1), 1, { width })).toThrow('a vector of 1 numbers in a table of 5')
    }
    expect(() => table.upsert(2, Float32Array.of(1))).toThrow('a vector of 1 numbers in a table of 5')
    expect(() => new VectorTable(0)).toThrow('a dimension is a whole number from 1')
  })
})

describe('the prefilter', () => {
  const draw = randomNumbers(29)
  const clusters = Array.from({ length: 60 }, () => Array.from({ length: 96 }, () => bell(draw) + 0.4))

  test('leaves at least 1,000 vectors, two in a hundred of many', () => {
    expect([10, 1_000, 20_000, 100_000].map(prefilterWidth)).toEqual([1_000, 1_000, 1_000, 2_000])
  })

  test.each([
    ['clusters', () => near(clusters[Math.floor(draw() * clusters.length)] ?? [], draw)],
    ['vectors with few numbers that are not zero', () => sparse(draw)],
  ])('keeps 99 of 100 of the nearest of %s, and hardly more than it is wide', (_, make) => {
    const table = new VectorTable(96)
    for (let number = 1; number <= 6_000; number++) table.upsert(number, make())
    let found = 0
    for (let asked = 0; asked < 40; asked++) {
      const question = make()
      const least = table.nearestExactly(question, 10).at(-1)?.similarity ?? 0
      const left = table.nearest(question, table.size, { width: 600 })
      found += left.slice(0, 10).filter(({ similarity }) => similarity >= least).length
      expect(left.length).toBeLessThan(700)
    }

    expect(found).toBeGreaterThanOrEqual(396)
  })
})

function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

const bell = (draw: () => number): number => draw() + draw() + draw() + draw() - 2

const unit = (numbers: ReadonlyArray<number>): Float32Array => {
  const length = Math.sqrt(numbers.reduce((sum, one) => sum + one * one, 0))
  return Float32Array.from(numbers, (one) => one / length)
}

const near = (centre: ReadonlyArray<number>, draw: () => number): Float32Array => unit(centre.map((one) => one + 0.8 * bell(draw)))

/** A sparse vector like that of hashed words: low places are more frequent. */
const sparse = (draw: () => number): Float32Array => {
  const numbers = new Array<number>(96).fill(0)
  for (let word = 0; word < 12; word++) {
    const at = Math.floor(draw() * draw() * 96)
    numbers[at] = (numbers[at] ?? 0) + (at % 2 === 0 ? 1 : -1)
  }
  return unit(numbers)
}
