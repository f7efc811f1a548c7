import { bigramWeight, bm25Parameters, idf, part, type TermPostings, weighted } from '@crabtrail/text/words/scoring'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  byScore,
  coveredBy,
  type FoundTexts,
  type Hints,
  hintedText,
  noHints,
  type QuestionPostings,
  textEvidence,
  vectorShare,
  withVectors,
} from './text-evidence.ts'

const highest = 30
const posting: fc.Arbitrary<TermPostings> = fc
  .uniqueArray(
    fc.record({
      node: fc.integer({ min: 1, max: highest }),
      count: fc.integer({ min: 1, max: 4 }),
      length: fc.integer({ min: 4, max: 9 }),
    }),
    {
      selector: ({ node }) => node,
      maxLength: highest,
    },
  )
  .map((found) => {
    const sorted = found.toSorted((a, b) => a.node - b.node)
    return { nodes: sorted.map(({ node }) => node), counts: sorted.map(({ count }) => count), lengths: sorted.map(({ length }) => length) }
  })
const question: fc.Arbitrary<QuestionPostings> = fc
  .record({ wordPostings: fc.array(posting, { maxLength: 3 }), bigramPostings: fc.array(posting, { maxLength: 2 }) })
  .map((found) => ({
    ...found,
    words: found.wordPostings.map((_, i) => `w${i}`),
    statistics: { documents: highest, totalLength: 200, totalWords: 400 },
  }))

/** Computes the score of a document term by term. */
const scoreOf = ({ bigramPostings, statistics, wordPostings }: QuestionPostings, node: number): number => {
  const parameters = bm25Parameters(statistics)
  const of = (postings: TermPostings, weight: number): number => {
    const at = Array.from(postings.nodes).indexOf(node)
    const rarity = idf(postings.nodes.length, statistics)
    return at < 0
      ? 0
      : part(weight === 1 ? rarity : weighted(rarity, weight), postings.counts[at] ?? 0, postings.lengths[at] ?? 0, parameters)
  }
  return wordPostings.reduce((sum, one) => sum + of(one, 1), 0) + bigramPostings.reduce((sum, one) => sum + of(one, bigramWeight), 0)
}
/** Returns the question in an index of only some of the documents. */
const without = (asked: QuestionPostings, isIn: (node: number) => boolean): QuestionPostings => {
  const only = ({ counts, lengths, nodes }: TermPostings): TermPostings => {
    const places = Array.from(nodes, (_, at) => at).filter((at) => isIn(nodes[at] ?? 0))
    const taken = (values: ArrayLike<number>) => places.map((at) => values[at] ?? 0)
    return { nodes: taken(nodes), counts: taken(counts), lengths: taken(lengths) }
  }
  return { ...asked, wordPostings: asked.wordPostings.map(only), bigramPostings: asked.bigramPostings.map(only) }
}

const every = Array.from({ length: highest }, (_, i) => i + 1)

describe('the words of an earlier question', () => {
  test('INV-178 find no document by themselves, and add to those that hold a word of the question', () => {
    fc.assert(
      fc.property(question, fc.array(posting, { minLength: 1, maxLength: 3 }), (asked, wordPostings) => {
        const earlier = { words: wordPostings.map((_, i) => `e${i}`), wordPostings, weight: 0.5 }
        const [alone, joined] = [{}, { earlier }].map((more) => textEvidence({ ...asked, ...more }, highest, highest, () => true))

        for (const node of every) {
          const [before, after] = [alone?.score(node) ?? 0, joined?.score(node) ?? 0]
          expect(after > 0).toBe(before > 0)
          expect(after).toBeGreaterThanOrEqual(before)
        }
        expect(new Set(joined?.pool.map(({ node }) => node))).toEqual(new Set(alone?.pool.map(({ node }) => node)))
      }),
    )
  })
})

describe('the evidence of the text', () => {
  test('gives every document the sum of its terms, and the best of them in order', () => {
    fc.assert(
      fc.property(question, fc.integer({ min: 1, max: 8 }), fc.subarray(every), (asked, size, candidates) => {
        const evidence = textEvidence(asked, highest, size, (node) => candidates.includes(node))

        const scored = every.map((node) => ({ node, score: scoreOf(asked, node) }))
        expect(scored.map(({ node }) => evidence.score(node))).toEqual(scored.map(({ score }) => score))
        expect(evidence.pool).toEqual(
          scored
            .filter(({ node, score }) => score > 0 && candidates.includes(node))
            .sort(byScore)
            .slice(0, size),
        )
      }),
    )
  })

  test('says how much one document tells beyond another, word by word', () => {
    fc.assert(
      fc.property(question, fc.integer({ min: 1, max: highest }), fc.integer({ min: 1, max: highest }), (asked, a, b) => {
        const { part: partOf, residual } = textEvidence(asked, highest, 5, () => true)

        expect(residual(b, a)).toBe(asked.words.reduce((sum, _, word) => sum + Math.max(0, partOf(word, b) - partOf(word, a)), 0))
        expect(residual(a, a)).toBe(0)
      }),
    )
  })

  test('weighs words by the documents that count: the others change no score of theirs and take no place', () => {
    fc.assert(
      fc.property(question, fc.integer({ min: 1, max: 8 }), fc.subarray(every), fc.subarray(every), (asked, size, counted, candidates) => {
        const isCounted = (node: number) => counted.includes(node)
        const isCandidate = (node: number) => candidates.includes(node)
        const crowded = textEvidence({ ...asked, isCounted }, highest, size, isCandidate)
        const alone = textEvidence(without(asked, isCounted), highest, size, isCandidate)

        expect(crowded.idfs).toEqual(alone.idfs)
        expect(counted.map(crowded.score)).toEqual(counted.map(alone.score))
        expect(crowded.pool.filter(({ node }) => isCounted(node))).toEqual(alone.pool)
        expect(crowded.best).toEqual(alone.best)
        expect(crowded.pool).toEqual(crowded.pool.toSorted(byScore))
        expect(coveredBy(crowded)).toBe(coveredBy(alone))
      }),
    )
  })

  test('knows nothing of a document beyond the highest: it was not there yet', () => {
    const postings = { nodes: [1, 5], counts: [1, 1], lengths: [4, 4] }
    const asked = {
      words: ['w'],
      wordPostings: [postings],
      bigramPostings: [],
      statistics: { documents: 5, totalLength: 20, totalWords: 40 },
    }

    expect(textEvidence(asked, 2, 9, () => true).pool.map(({ node }) => node)).toEqual([1])
  })
})

const unit = 1_000_000_000
const settings = { hit: 0.5, situation: 0.25, tagFactor: 2 }
const scores = new Map([
  [4, 8 * unit],
  [1, 6 * unit],
  [3, unit],
])
const own = (node: number) => scores.get(node) ?? 0
const pool = [...scores].map(([node, score]) => ({ node, score }))
const isOdd = (node: number) => node % 2 === 1
const hinted = (hints: Partial<Hints>, isCounted?: (node: number) => boolean) =>
  hintedText(pool, own, { ...noHints, ...hints }, settings, isCounted)

describe('a hint', () => {
  test('that another search found a text gives it its share of the best, and takes nothing from what has more', () => {
    const { pool, score, source } = hinted({ hits: new Set([1, 3, 7]) })

    expect(pool.map(({ node }) => node)).toEqual([4, 1, 3, 7])
    expect([1, 3, 7].map(score)).toEqual([6 * unit, 4 * unit, 4 * unit])
    expect([4, 1, 3, 7].map(source)).toEqual(['lexical', 'lexical', 'hit', 'hit'])
  })

  test('is measured by the best text that counts', () => {
    expect(hinted({ hits: new Set([7]) }, isOdd).score(7)).toBe(3 * unit)
    expect(hinted({ warm: new Map([[7, 1]]) }, isOdd).source(7)).toBe('warm')
  })

  test('S3.13 that a text was given turns ago warms it by what is left of that', () => {
    const { score, source } = hinted({
      warm: new Map([
        [7, 0.5],
        [9, 1],
        [4, 1],
      ]),
    })

    expect([9, 7, 4].map(score)).toEqual([4 * unit, 2 * unit, 8 * unit])
    expect([9, 7, 4].map(source)).toEqual(['warm', 'warm', 'lexical'])
  })

  test('that its area is in force makes a text count for more', () => {
    expect([4, 3].map(hinted({ favoured: new Set([3]) }).score)).toEqual([8 * unit, 2 * unit])
  })

  test('S4.45 that the situation points to a text gives it a share of its own, and less than what a search found', () => {
    const { pool, score, source } = hinted({ symbolic: new Set([3, 7]), hits: new Set([7]) })

    expect(pool.map(({ node }) => node)).toEqual([4, 1, 7, 3])
    expect([7, 3].map(score)).toEqual([4 * unit, 2 * unit])
    expect([7, 3].map(source)).toEqual(['hit', 'symbolic'])
  })

  test('that is none leaves everything as it was', () => {
    expect(hinted({}).pool).toBe(pool)
  })
})

const vectorSettings = { vector: 0.5, vectorUnknown: 0.6, vectorFade: 10 }

/** The best text holds the words at these places. */
const evidence = (idfs: ReadonlyArray<number>, held: ReadonlyArray<number> = []) => ({
  idfs,
  best: held.length === 0 ? undefined : { node: 1, score: unit },
  part: (word: number) => (held.includes(word) ? 1 : 0),
})

const found = (...scores: ReadonlyArray<readonly [node: number, score: number]>): FoundTexts => ({
  pool: scores.map(([node, score]) => ({ node, score })),
  score: (node) => new Map(scores).get(node) ?? 0,
  source: () => 'lexical',
})

describe('what is left for vectors to say', () => {
  test.each([
    ['nothing of known words, though no text has all of them', evidence([3, 3, 3], [0]), [], vectorSettings, 0],
    ['nothing of no words', evidence([]), [], vectorSettings, 0],
    ['nothing where one word of three is unknown', evidence([3, 3, 3], [0, 1]), [2], vectorSettings, 0],
    ['nothing where vectors are off', evidence([3, 3, 3]), [0, 1, 2], { ...vectorSettings, vector: 0 }, 0],
    ['all where no word is known', evidence([3, 3, 3]), [0, 1, 2], vectorSettings, 1],
    ['what the best text does not hold', evidence([2, 4, 4], [0]), [1, 2], vectorSettings, 0.8],
    ['by weight, not by number', evidence([1, 1, 8], [0, 1]), [2], vectorSettings, 0.8],
  ])('is %s', (_, text, unknown, given, share) => {
    expect(vectorShare(text, new Set(unknown), given)).toBe(share)
  })
})

describe('texts that vectors found', () => {
  test('stand where their words and their places put them, with what found them', () => {
    const near = [
      { node: 7, similarity: 800_000_000 },
      { node: 2, similarity: 400_000_000 },
      { node: 9, similarity: -1 },
    ]
    const { pool, score, source } = withVectors(found([1, 4 * unit], [2, 2 * unit]), { near, share: 0.5 }, vectorSettings)

    expect(pool).toEqual([
      { node: 1, score: 4 * unit },
      { node: 2, score: 2 * unit + 454_545_455 },
      { node: 7, score: unit },
    ])
    expect([1, 2, 7, 9].map(source)).toEqual(['lexical', 'fused', 'vector', 'lexical'])
    expect(score(9)).toBe(0)
  })

  test('count in units where no text fits', () => {
    const near = [{ node: 7, similarity: 1 }]

    expect(withVectors(found(), { near, share: 1 }, vectorSettings).pool).toEqual([{ node: 7, score: unit / 2 }])
  })

  test('change nothing, to the bit, where nothing is near or nothing is left to say', () => {
    const text = found([1, 5], [2, 4])
    const near = [{ node: 7, similarity: unit }]

    expect(withVectors(text, { near: [], share: 1 }, vectorSettings)).toBe(text)
    expect(withVectors(text, { near, share: 0 }, vectorSettings)).toBe(text)
  })

  test('that do not count change no score of those that do, however near they are', () => {
    const near = [
      { node: 7, similarity: 400_000_000 },
      { node: 3, similarity: 200_000_000 },
    ]
    const others = [
      { node: 8, similarity: 900_000_000 },
      { node: 6, similarity: 450_000_000 },
    ]
    const isOdd = (node: number) => node % 2 === 1
    const scored = [1, 2 * unit] as const
    const alone = withVectors(found(scored), { near, share: 1 }, vectorSettings, isOdd)
    const crowded = withVectors(found([2, 9 * unit], scored), { near: [...near, ...others], share: 1 }, vectorSettings, isOdd)

    expect([1, 3, 7].map(crowded.score)).toEqual([1, 3, 7].map(alone.score))
    expect([7, 3, 8, 6].map(crowded.score)).toEqual([unit, 454_545_455, unit, 454_545_455])
  })

  test('INV-56 never fall behind where they stood, and those without a vector keep their scores', () => {
    const nodes = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 9 * unit })), {
      selector: ([node]) => node,
    })
    const likely = fc.uniqueArray(fc.record({ node: fc.integer({ min: 1, max: 20 }), similarity: fc.integer({ min: -unit, max: unit }) }), {
      selector: ({ node }) => node,
    })
    fc.assert(
      fc.property(nodes, likely, fc.double({ min: 0, max: 1, noNaN: true }), (scored, alike, share) => {
        const text = found(...scored.toSorted(([a, x], [b, y]) => y - x || a - b))
        const near = alike.toSorted((a, b) => b.similarity - a.similarity || a.node - b.node)
        const { pool, score } = withVectors(text, { near, share }, vectorSettings)

        for (const [node, own] of scored) expect(score(node)).toBeGreaterThanOrEqual(own)
        for (const { node, score: whole } of pool) if (!near.some((one) => one.node === node)) expect(whole).toBe(text.score(node))
        expect(pool).toEqual(pool.toSorted((a, b) => b.score - a.score || a.node - b.node))
      }),
    )
  })
})

describe('aliases', () => {
  const statistics = { documents: 12, totalLength: 90, totalWords: 120 }
  const named = (asked: QuestionPostings, weight: number, postings: ReadonlyArray<TermPostings>) => ({
    wordPostings: asked.wordPostings.map((_, i) => postings[i] ?? { nodes: [], counts: [], lengths: [] }),
    bigramPostings: asked.bigramPostings.map((_, i) => postings[asked.wordPostings.length + i] ?? { nodes: [], counts: [], lengths: [] }),
    statistics,
    weight,
  })
  const told = ({ idfs, parts, pool, score }: ReturnType<typeof textEvidence>) =>
    JSON.stringify([idfs, pool, Array.from({ length: highest + 1 }, (_, node) => [score(node), parts(node)])])
  const evidenceOf = (asked: QuestionPostings) => textEvidence(asked, highest, 10, () => true)

  test('INV-240 where no alias has a word, every score, part and place is the same to the bit', () => {
    fc.assert(
      fc.property(question, fc.double({ min: 0, max: 10, noNaN: true }), (asked, weight) => {
        expect(told(evidenceOf({ ...asked, aliases: named(asked, weight, []) }))).toBe(told(evidenceOf(asked)))
      }),
    )
  })

  test('INV-241 a score is that of the text and the weighted one of the aliases, with the rarity of a word among both', () => {
    const lists = fc.array(posting, { minLength: 5, maxLength: 5 })
    const weights = fc.oneof(fc.constant(1), fc.double({ min: 0, max: 3, noNaN: true }))
    fc.assert(
      fc.property(question, weights, lists, (asked, weight, postings) => {
        const aliases = named(asked, weight, postings)
        const found = evidenceOf({ ...asked, aliases })
        const sides = [
          ...asked.wordPostings.map((text, i) => ({ text, alias: aliases.wordPostings[i] ?? text, times: 1 })),
          ...asked.bigramPostings.map((text, i) => ({ text, alias: aliases.bigramPostings[i] ?? text, times: bigramWeight })),
        ]
        const partIn = ({ counts, lengths, nodes }: TermPostings, node: number, rarity: number, of: QuestionPostings['statistics']) => {
          const at = Array.from(nodes).indexOf(node)
          return at < 0 ? 0 : part(rarity, counts[at] ?? 0, lengths[at] ?? 0, bm25Parameters(of))
        }
        for (let node = 1; node <= highest; node++) {
          let [ofText, ofAliases] = [0, 0]
          const inAliases: Array<boolean> = []
          for (const { alias, text, times } of sides) {
            const both = new Set([...Array.from(text.nodes), ...Array.from(alias.nodes)])
            const own = idf(both.size, asked.statistics)
            const rarity = times === 1 ? own : weighted(own, times)
            ofText += partIn(text, node, rarity, asked.statistics)
            const ofAlias = partIn(alias, node, rarity, statistics)
            ofAliases += ofAlias
            inAliases.push(Math.round(ofAlias * weight) > 0)
          }
          expect(found.byAliases(node)).toBe(Math.round(ofAliases * weight))
          expect(asked.words.map((_, word) => found.isAliased(word, node))).toEqual(inAliases.slice(0, asked.words.length))
          expect(found.score(node)).toBe(ofText + Math.round(ofAliases * weight))
          // Only a document without a word of the question in its text has parts of its aliases.
          if (ofText > 0) expect(found.parts(node).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(ofText)
        }
      }),
    )
  })
})
