import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accumulate, bigramWeight, bm25Parameters, type CorpusStatistics, idf, meanWords, part, weighted } from './bm25.ts'
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
