import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accumulate,
  bigramWeight,
  bm25Parameters,
  type CorpusStatistics,
  idf,
  meanWords,
  naturalLogarithm,
  part,
  similarity,
  weighted,
} from './scoring.ts'
import { type IndexedText, type IndexTerms, indexTerms, questionTerms } from './tokenise.ts'

const statisticsOf = (documents: ReadonlyArray<IndexTerms>): CorpusStatistics => ({
  documents: documents.length,
  totalLength: documents.reduce((sum, { length }) => sum + length, 0),
  totalWords: documents.reduce((sum, { words }) => sum + words, 0),
})

/** Computes the scores by the textbook formula, term by term over all documents, without postings. */
const plainScores = (question: string, documents: ReadonlyArray<IndexTerms>): ReadonlyArray<number> => {
  const statistics = statisticsOf(documents)
  const meanLength = statistics.totalLength / statistics.documents
  const k1 = Math.min(6, Math.max(0.9, meanWords(statistics) / 50))
  const b = Math.min(1, Math.max(0.5, 0.4 + meanWords(statistics) / 250))
  const { words, bigrams } = questionTerms(question)
  const asked = [...words.map((term) => ({ term, weight: 1 })), ...bigrams.map((term) => ({ term, weight: bigramWeight }))]
  return documents.map(({ counts, length }) =>
    asked.reduce((sum, { term, weight }) => {
      const count = counts.get(term)
      if (count === undefined) return sum
      const frequency = documents.filter((document) => document.counts.has(term)).length
      const termIdf = Math.log(1 + (documents.length - frequency + 0.5) / (frequency + 0.5))
      return sum + (weight * termIdf * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / meanLength))
    }, 0),
  )
}

/** Computes the scores as a store does: from the postings of one term after the other. */
const scoresByPostings = (
  asked: ReadonlyArray<{ readonly term: string; readonly weight: number }>,
  documents: ReadonlyArray<IndexTerms>,
): Float64Array => {
  const statistics = statisticsOf(documents)
  const parameters = bm25Parameters(statistics)
  const scores = new Float64Array(documents.length)
  for (const { term, weight } of asked) {
    const nodes = [...documents.keys()].filter((node) => documents[node]?.counts.has(term))
    const postings = {
      nodes,
      counts: nodes.map((node) => documents[node]?.counts.get(term) ?? 0),
      lengths: nodes.map((node) => documents[node]?.length ?? 0),
    }
    accumulate(scores, postings, weighted(idf(nodes.length, statistics), weight), parameters)
  }
  return scores
}

const askedBy = (question: string) => {
  const { words, bigrams } = questionTerms(question)
  return [...words.map((term) => ({ term, weight: 1 })), ...bigrams.map((term) => ({ term, weight: bigramWeight }))]
}

const text = fc.string({ unit: fc.constantFrom(...'ab cd '), maxLength: 40 })
const document = fc.record({ title: text, text })
const corpus = fc
  .array(document, { minLength: 1, maxLength: 12 })
  .map((documents: ReadonlyArray<IndexedText>) => documents.map((one) => indexTerms(one)))

describe('parameters', () => {
  test.each([
    ['one-line messages', 5, 0.9, 0.5],
    ['paragraphs', 100, 2, 0.8],
    ['long messages', 1000, 6, 1],
  ])('follow the mean length of %s', (_, mean, k1, b) => {
    expect(bm25Parameters({ documents: 10, totalLength: 40 * mean, totalWords: 10 * mean })).toEqual({ k1, b, meanLength: 4 * mean })
  })

  test('are defined for an empty index', () => {
    expect(bm25Parameters({ documents: 0, totalLength: 0, totalWords: 0 })).toEqual({ k1: 0.9, b: 0.5, meanLength: 1 })
  })
})

describe('idf', () => {
  test('is ln((N + 1) / (df + 0.5)) in nano-units', () => {
    expect(idf(1, { documents: 2, totalLength: 0, totalWords: 0 })).toBe(693_147_181)
    expect(idf(0, { documents: 0, totalLength: 0, totalWords: 0 })).toBe(693_147_181)
  })

  test('falls as more documents hold the term, and is never negative', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), fc.nat(1_000_000), (documents, one, other) => {
        const statistics = { documents, totalLength: 0, totalWords: 0 }

        expect(Math.sign(idf(one, statistics) - idf(other, statistics)) * Math.sign(one - other)).toBeLessThanOrEqual(0)
        expect(idf(one, statistics)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('scores', () => {
  test('of a document by hand: k1 0.9, b 0.5, idf ln 2', () => {
    const parameters = { k1: 0.9, b: 0.5, meanLength: 10 }

    expect(part(693_147_181, 1, 10, parameters)).toBe(693_147_181)
    expect(part(693_147_181, 2, 20, parameters)).toBe(Math.round((693_147_181 * 2 * 1.9) / (2 + 0.9 * 1.5)))
    expect(weighted(693_147_181, bigramWeight)).toBe(207_944_154)
  })

  test('are the same to the unit in any order of terms', () => {
    fc.assert(
      fc.property(corpus, text, (documents, question) => {
        const asked = askedBy(question)

        expect(scoresByPostings(asked, documents)).toEqual(scoresByPostings(asked.toReversed(), documents))
      }),
    )
  })

  test('are whole numbers that agree with the plain formula to a unit a rounding', () => {
    fc.assert(
      fc.property(corpus, text, (documents, question) => {
        const asked = askedBy(question)
        const expected = plainScores(question, documents)

        const scores = scoresByPostings(asked, documents)

        expect(scores.every(Number.isSafeInteger)).toBe(true)
        for (const [node, score] of scores.entries()) {
          expect(Math.abs(score - (expected[node] ?? Number.NaN) * 1e9)).toBeLessThanOrEqual(asked.length * 12)
        }
      }),
    )
  })

  test('grow with every further occurrence and shrink with length', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 400 }),
        (count, length, mean) => {
          const parameters = bm25Parameters({ documents: 1, totalLength: mean, totalWords: mean })

          expect(part(1e9, count + 1, length, parameters)).toBeGreaterThanOrEqual(part(1e9, count, length, parameters))
          expect(part(1e9, count, length + 1, parameters)).toBeLessThanOrEqual(part(1e9, count, length, parameters))
        },
      ),
    )
  })

  test('a posting without its count or length is refused', () => {
    const parameters = { k1: 1, b: 0.5, meanLength: 1 }

    expect(() => accumulate(new Float64Array(1), { nodes: [0], counts: [], lengths: [1] }, 1, parameters)).toThrow(
      'posting 0 is incomplete',
    )
  })
})

describe('the natural logarithm', () => {
  test.each([
    [1, 0],
    [2, Math.LN2],
    [0.5, -Math.LN2],
    [10, Math.LN10],
    [1_000_000, 6 * Math.LN10],
  ])('of %d is %d', (x, expected) => {
    expect(naturalLogarithm(x)).toBeCloseTo(expected, 14)
  })

  test('agrees with the engine to the last places', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), (x) => {
        expect(Math.abs(naturalLogarithm(x) - Math.log(x))).toBeLessThanOrEqual(1e-15 * Math.max(1, Math.abs(Math.log(x))))
      }),
    )
  })
})

const words = fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'abcdef'), minLength: 1, maxLength: 2 }), { maxLength: 30 })
const least = fc.integer({ min: 1, max: 5 })
const idfOf = (word: string): number => 1_000_000 + (word.codePointAt(0) ?? 0) * 77_777_777 + word.length * 13_131_313

describe('similarity of two questions', () => {
  test('counts rare words more', () => {
    const idf = (word: string): number => (word === 'rare' ? 3_000_000_000 : 1_000_000_000)

    expect(similarity(['rare', 'x'], ['rare', 'y'], idf, 1)).toBe(900_000_000)
    expect(similarity(['common', 'x'], ['common', 'y'], idf, 1)).toBe(500_000_000)
  })

  test('is 0 with fewer words in common than it takes, however rare they are', () => {
    const idf = (word: string): number => (word === 'rare' ? 9_000_000_000 : 1_000_000_000)

    expect(similarity(['rare', 'x'], ['rare', 'y'], idf, 2)).toBe(0)
    expect(similarity(['rare'], ['rare', 'y'], idf, 2)).toBe(0)
    expect(similarity(['rare', 'x', 'y'], ['y', 'rare'], idf, 2)).toBeGreaterThan(900_000_000)
    expect(similarity(['rare', 'x', 'y'], ['y', 'rare'], idf, 3)).toBe(0)
  })

  test('is one for the same words, however few they are', () => {
    expect(similarity(['rare'], ['rare'], idfOf, 2)).toBe(1_000_000_000)
    expect(similarity(['a', 'b'], ['b', 'a'], idfOf, 5)).toBe(1_000_000_000)
  })

  test('is 0 without words, and between words that nobody shares', () => {
    expect(similarity([], [], idfOf, 1)).toBe(0)
    expect(similarity([], ['a'], idfOf, 1)).toBe(0)
    expect(similarity(['a'], ['b'], idfOf, 1)).toBe(0)
  })

  test('is exactly one for the same words in any order, even if no word tells anything', () => {
    fc.assert(
      fc.property(words, least, (some, sharedLeast) => {
        const expected = some.length === 0 ? 0 : 1_000_000_000

        expect(similarity(some, some.toReversed(), idfOf, sharedLeast)).toBe(expected)
        expect(similarity(some, some, () => 0, sharedLeast)).toBe(expected)
      }),
    )
  })

  test('is a whole number from 0 to one, independent of order, and less where the cue has words of its own than where the question has them', () => {
    fc.assert(
      fc.property(words, words, least, (one, other, sharedLeast) => {
        const alike = similarity(one, other, idfOf, sharedLeast)

        expect(Number.isSafeInteger(alike) && alike >= 0 && alike <= 1_000_000_000).toBe(true)
        const [asked, known] = [one, other].map((all) => all.reduce((sum, word) => sum + idfOf(word) ** 2, 0))
        if ((asked ?? 0) > (known ?? 0)) expect(similarity(other, one, idfOf, sharedLeast)).toBeLessThanOrEqual(alike)
        expect(similarity(one.toReversed(), other.toSorted(), idfOf, sharedLeast)).toBe(alike)
      }),
    )
  })

  test('is what it is with any word in common, or nothing', () => {
    fc.assert(
      fc.property(words, words, least, (one, other, sharedLeast) => {
        const shared = one.filter((word) => other.includes(word)).length
        const same = shared === one.length && shared === other.length

        expect(similarity(one, other, idfOf, sharedLeast)).toBe(same || shared >= sharedLeast ? similarity(one, other, idfOf, 1) : 0)
      }),
    )
  })

  test('falls when the question asks for something more', () => {
    fc.assert(
      fc.property(words, words, least, (one, other, sharedLeast) => {
        fc.pre(one.length > 0)

        const more = similarity([...one, 'unheard'], other, idfOf, sharedLeast)
        expect(more).toBeLessThanOrEqual(similarity(one, other, idfOf, sharedLeast))
      }),
    )
  })
})
