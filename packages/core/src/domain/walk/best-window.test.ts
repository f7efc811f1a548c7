import { type Bm25Parameters, part, type TermPostings } from '@crabtrail/text/words/scoring'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { longTexts, type WordSequences, windowsFor, withWindows } from './best-window.ts'
import { type QuestionPostings, type TextEvidence, textEvidence } from './text-evidence.ts'

interface Text {
  readonly title: ReadonlyArray<string>
  readonly words: ReadonlyArray<string>
}

interface Asked {
  readonly words: ReadonlyArray<string>
  readonly ways: ReadonlyArray<ReadonlyArray<string>>
  readonly pairs: ReadonlyArray<string>
}

const alphabet = ['a', 'b', 'c', 'd', 'e', 'f']
const word = fc.constantFrom(...alphabet)
const text: fc.Arbitrary<Text> = fc.record({
  title: fc.array(word, { maxLength: 2 }),
  words: fc.array(word, { minLength: 1, maxLength: 40 }),
})
const texts = fc.array(text, { minLength: 1, maxLength: 12 })
/** `a` and `f` are two spellings of one word. */
const asked = fc.constant({ words: ['a', 'b', 'c'], ways: [['a', 'f'], ['b'], ['c']], pairs: ['a b', 'b c'] })

const pairsOf = (words: ReadonlyArray<string>) => words.slice(1).map((second, at) => `${words[at]} ${second}`)
const countIn = (terms: ReadonlyArray<string>, term: string) => terms.filter((one) => one === term).length
const counted = ({ title, words }: Text, term: string): number =>
  countIn([...words, ...pairsOf(words)], term) + 4 * countIn([...title, ...pairsOf(title)], term)
const lengthOf = ({ title, words }: Text) => 2 * words.length - 1 + (title.length === 0 ? 0 : 4 * (2 * title.length - 1))

const indexed = (corpus: ReadonlyArray<Text>) => ({
  documents: corpus.length,
  totalLength: corpus.reduce((sum, one) => sum + lengthOf(one), 0),
  totalWords: corpus.reduce((sum, { title, words }) => sum + title.length + words.length, 0),
})

/** As the index joins the postings of several ways: a text has the most of any of them. */
const postingsOf = (corpus: ReadonlyArray<Text>, ways: ReadonlyArray<string>): TermPostings => {
  const held = corpus.flatMap((one, at) => {
    const count = Math.max(...ways.map((way) => counted(one, way)))
    return count === 0 ? [] : [{ node: at + 1, count, length: lengthOf(one) }]
  })
  return { nodes: held.map(({ node }) => node), counts: held.map(({ count }) => count), lengths: held.map(({ length }) => length) }
}

const questionOf = (corpus: ReadonlyArray<Text>, { pairs, ways, words }: Asked) =>
  ({
    words,
    wordPostings: ways.map((own) => postingsOf(corpus, own)),
    bigramPostings: pairs.map((pair) => postingsOf(corpus, [pair])),
    statistics: indexed(corpus),
  }) satisfies QuestionPostings

const numbered = (read: (node: number) => ReadonlyArray<string> | undefined): WordSequences => ({
  of: (node) => read(node)?.map((one) => alphabet.indexOf(one)),
  numberOf: (one) => (alphabet.includes(one) ? alphabet.indexOf(one) : undefined),
  numbers: alphabet.length,
})

const ofWindow: Bm25Parameters = { k1: 0.9, b: 0, meanLength: 1 }

/** Scores every window of a text, word by word. */
const plainBest = (whole: TextEvidence, { words }: Text, ways: ReadonlyArray<ReadonlyArray<string>>, node: number, size: number) => {
  const within = (some: ReadonlyArray<string>, own: ReadonlyArray<string>) =>
    own.reduce((sum, way) => sum + countIn([...some, ...pairsOf(some)], way), 0)
  const windows = Array.from({ length: Math.max(1, words.length - size + 1) }, (_, from) => words.slice(from, from + size))
  const scores = windows.map((some) =>
    whole.terms.reduce((sum, { idf, postings }, term) => {
      const held = postings.counts[Array.from(postings.nodes).indexOf(node)] ?? 0
      const beside = Math.max(0, held - within(words, ways[term] ?? []))
      const count = Math.min(held, beside + within(some, ways[term] ?? []))
      return sum + (count === 0 ? 0 : part(idf, count, 1, ofWindow))
    }, 0),
  )
  return Math.max(...scores)
}

describe('the best window of a text', () => {
  test('INV-231 is that of all its windows, and a text that is no longer than one keeps its score', () => {
    fc.assert(
      fc.property(texts, asked, fc.integer({ min: 1, max: 12 }), fc.constantFrom(0.25, 0.5, 1), (corpus, question, window, share) => {
        const whole = textEvidence(questionOf(corpus, question), corpus.length, corpus.length, () => true)
        const ways = [...question.ways, ...question.pairs.map((pair) => [pair])]
        const long = new Set(longTexts(whole, { window }))
        const read = (node: number) => (long.has(node) ? corpus[node - 1]?.words : expect.fail('a short text was read'))

        const joined = withWindows(whole, ways, { window, share }, numbered(read))

        for (const { node } of whole.pool) {
          const one = corpus[node - 1] ?? { title: [], words: [] }
          const best = plainBest(whole, one, ways, node, window)
          const isLong = one.words.length > window
          expect(joined.score(node)).toBe(Math.round(whole.plain(node) + (isLong ? share * (best - whole.plain(node)) : 0)))
          expect(joined.whole(node)).toBe(whole.score(node))
          if (isLong) expect(long).toContain(node)
        }
        expect(joined.pool.map(({ node }) => node).toSorted((a, b) => a - b)).toEqual(
          whole.pool.map(({ node }) => node).toSorted((a, b) => a - b),
        )
        expect(joined.pool).toEqual(joined.pool.toSorted((a, b) => b.score - a.score || a.node - b.node))
        expect(joined.best).toEqual(joined.pool[0])
      }),
    )
  })

  test('leaves a text that cannot be read as it is', () => {
    const corpus = [{ title: [], words: ['a', 'd', 'd', 'd', 'b'] }]
    const whole = textEvidence(questionOf(corpus, { words: ['a', 'b'], ways: [['a'], ['b']], pairs: [] }), 1, 1, () => true)

    const joined = withWindows(
      whole,
      [['a'], ['b']],
      { window: 2, share: 1 },
      numbered(() => undefined),
    )

    expect(joined.pool).toEqual(whole.pool)
    expect(joined.score(1)).toBe(whole.score(1))
  })

  test('puts words that stand together before the same words far apart', () => {
    const apart = { title: [], words: ['a', ...Array.from({ length: 30 }, () => 'd'), 'b'] }
    const together = { title: [], words: ['e', ...Array.from({ length: 30 }, () => 'd'), 'b', 'a'] }
    const question = { words: ['a', 'b'], ways: [['a'], ['b']], pairs: [] }
    const whole = textEvidence(
      questionOf([apart, together, ...Array.from({ length: 9 }, () => ({ title: [], words: ['f'] }))], question),
      11,
      11,
      () => true,
    )
    const read = (node: number) => [apart, together][node - 1]?.words

    const joined = withWindows(whole, question.ways, { window: 8, share: 0.5 }, numbered(read))

    expect(whole.pool.map(({ node }) => node)).toEqual([1, 2])
    expect(joined.pool.map(({ node }) => node)).toEqual([2, 1])
  })

  test('counts less where texts are longer in the mean, and not at all where they are very long', () => {
    const of = (mean: number) => windowsFor({ window: 16, windowShare: 0.5 }, { documents: 10, totalLength: 1, totalWords: 10 * mean })

    expect(of(20)).toEqual({ window: 16, share: 0.5 })
    expect(of(100)).toEqual({ window: 16, share: 0.25 })
    expect(of(150)).toBeUndefined()
    expect(windowsFor({ window: 0, windowShare: 0.5 }, { documents: 0, totalLength: 0, totalWords: 0 })).toBeUndefined()
  })
})
