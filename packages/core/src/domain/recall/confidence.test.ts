import { idf } from '@crabtrail/text/words/scoring'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanced } from '../profiles/profiles.ts'
import type { RankedNode } from '../walk/ranking.ts'
import type { TextEvidence } from '../walk/text-evidence.ts'
import {
  type AskedSentences,
  confidences,
  countedRarity,
  kernelFor,
  questionKind,
  type Signs,
  type SignWeights,
  surest,
  weighed,
} from './confidence.ts'

const ranked = (node: number): RankedNode => ({ node, score: 9 * unit, seed: 9, path: 0, inhibition: 0, utility: 1 })
const unit = 1_000_000_000

/**
 * Evidence with the rarity of each word in units; `held` is the part of each word in the score of a node, `more` the node's score beside
 * its words.
 */
const evidence = (
  idfs: ReadonlyArray<number>,
  held: Readonly<Record<number, ReadonlyArray<number>>>,
  more: Readonly<Record<number, number>> = {},
): TextEvidence => {
  const parts = (node: number) => (held[node] ?? idfs.map(() => 0)).map((part) => part * unit)
  const sum = (node: number) => parts(node).reduce((all, part) => all + part, 0)
  const score = (node: number) => sum(node) + (more[node] ?? 0) * unit
  return {
    pool: [],
    best: undefined,
    score,
    whole: score,
    plain: score,
    boosted: (own) => own,
    terms: [],
    byAliases: () => 0,
    isAliased: () => false,
    isByAliases: () => false,
    words: idfs.map((_, at) => `w${at}`),
    idfs: idfs.map((idf) => idf * unit),
    part: (word, node) => parts(node)[word] ?? 0,
    parts,
    residual: () => 0,
  }
}

const none: Signs = { words: 0, missing: 0, lead: 0, named: 0, asks: 0, unknown: 0, dated: 0, size: 0, aliased: 0 }
const zero: SignWeights = { ...none, meaning: 0, least: 0 }
const all = (size: number) => [Array.from({ length: size }, (_, at) => at)]
const alone = { answers: new Set<number>(), tellsNothing: new Set<number>(), isOfDay: () => false }
const plain = { days: new Set<number>(), alone, unknown: new Set<number>(), isRemark: false, breadth: 1, size: 0, ways: [] }
const asked = (sentences: ReadonlyArray<ReadonlyArray<number>>): AskedSentences['sentences'] =>
  sentences.map((words) => ({ words, asks: false }))
const lengthened = (text: TextEvidence, nodes: ReadonlyArray<number>, words: number): TextEvidence => ({
  ...text,
  terms: [{ idf: 0, postings: { nodes, counts: nodes.map(() => 1), lengths: nodes.map(() => 2 * words - 1) } }],
})
const sequencesOf = (sequence: ReadonlyArray<string>) => (nodes: ReadonlyArray<number>) => {
  const words = [...new Set(sequence)]
  const numberOf = (word: string) => (words.includes(word) ? words.indexOf(word) : undefined)
  const numbered = sequence.map((word) => words.indexOf(word))
  return { of: (node: number) => (nodes.includes(node) ? numbered : undefined), numberOf, numbers: words.length }
}
const judgeEach = (
  text: TextEvidence,
  weights: Partial<SignWeights>,
  sentences: ReadonlyArray<ReadonlyArray<number>>,
  nodes = [7],
  more: Partial<AskedSentences> = {},
  titleParts: ReadonlyArray<ReadonlySet<string>> = [],
  sequence: ReadonlyArray<string> = [],
) =>
  confidences(
    nodes.map(ranked),
    lengthened(text, nodes, sequence.length),
    { sentences: asked(sentences), rarity: text.idfs, rarest: 5 * unit, rarestCounted: 5 * unit, ...plain, ...more },
    () => ({ titleParts }),
    { weights: { ...zero, ...weights }, window: 3, gaveWay: () => false, sequencesOf: sequencesOf(sequence) },
  )
const judge = (...of: Parameters<typeof judgeEach>) => surest(judgeEach(...of).values())

describe('the signs of confidence', () => {
  test('are the number of words that the memory has and the rarity of those that it lacks', () => {
    const found = judge(evidence([1, 3], { 7: [0.5, 0] }), {}, all(2))

    expect(found?.signs).toEqual({ ...none, words: expect.closeTo(Math.log(2), 9), missing: 3 / 5, lead: 1 })
  })

  test('say how far its score is above the best other one, in weights of the sentence and within bounds', () => {
    const text = evidence([30, 30], { 7: [1, 0], 8: [1, 0] })
    const judged = confidences(
      [ranked(7), { ...ranked(8), score: 3 * unit }],
      text,
      { sentences: asked(all(2)), rarity: text.idfs, rarest: unit, rarestCounted: unit, ...plain },
      () => ({ titleParts: [] }),
      { weights: zero, window: 0, gaveWay: () => false, sequencesOf: sequencesOf([]) },
    )

    expect([judged.get(7)?.signs.lead, judged.get(8)?.signs.lead]).toEqual([0.1, -0.1])
    expect(judge(text, {}, all(2))?.signs.lead).toBe(9 / 60)
    expect(judge(evidence([1], { 7: [1] }), {}, all(1))?.signs.lead).toBe(1)
  })

  test('do not count a memory that it superseded as another one', () => {
    const text = evidence([30, 30], { 7: [1, 0], 8: [1, 0] })
    const judged = confidences(
      [ranked(7), { ...ranked(8), score: 9 * unit }],
      text,
      { sentences: asked(all(2)), rarity: text.idfs, rarest: unit, rarestCounted: unit, ...plain },
      () => ({ titleParts: [] }),
      { weights: zero, window: 0, gaveWay: (node, to) => node === 8 && to === 7, sequencesOf: sequencesOf([]) },
    )

    expect([judged.get(7)?.signs.lead, judged.get(8)?.signs.lead]).toEqual([9 / 60, 0])
  })

  test('add up to a sum that is sure from 0 on', () => {
    const signs = { ...none, words: 1, missing: 4, lead: 0.5 }

    expect(weighed(signs, { ...zero, words: 3, missing: -0.5, lead: 2, least: 2 })).toBe(0)
    expect(weighed(signs, { ...zero, words: 3, missing: -0.5, lead: 2, least: 2.5 })).toBe(-0.5)
  })

  test('count in a long text the words of its best window alone, and what it has beside its run of words', () => {
    const text = evidence([1, 2, 2, 1], { 7: [1, 1, 1, 1] })
    const long = ['w0', 'x', 'x', 'w1', 'x', 'w2', 'x', 'x']
    const ways = ['w0', 'w1', 'w2', 'w3'].map((word) => [word])
    const signs = (sequence: ReadonlyArray<string>) => judge(text, {}, all(4), [7], { ways }, [], sequence)?.signs

    // Word 3 is of the title. The window has the words 1 and 2 beside it.
    expect(signs(long)).toMatchObject({ words: Math.log(4), missing: 1 / 5 })
    expect(signs(['w0', 'w1', 'w2'])).toMatchObject({ words: Math.log(5), missing: 0 })
  })
})

describe('aliases', () => {
  // Word 0 stands in no text; the aliases of memory 7 have it, and alone find it.
  const text: TextEvidence = {
    ...evidence([2, 3], { 7: [2, 0] }),
    byAliases: (node) => (node === 7 ? 2 * unit : 0),
    isByAliases: (node) => node === 7,
    isAliased: (word, node) => word === 0 && node === 7,
  }
  const asks = { unknown: new Set([0, 1]) }

  test('have words as the text has them, which count apart as well', () => {
    const found = judge(text, {}, all(2), [7], asks)

    expect(found?.signs).toMatchObject({ words: Math.log(2), missing: 3 / 5, aliased: Math.log(2) })
  })

  test('know a word for their own passage alone', () => {
    expect(judge(text, {}, all(2), [7], asks)?.signs.unknown).toBeCloseTo(3 / 5, 9)
    expect(judge({ ...text, isAliased: () => false }, {}, all(2), [7], asks)?.signs.unknown).toBe(1)
  })
})

describe('vectors', () => {
  const text = evidence([2, 3], {})
  const judged = (meaning: number | undefined, weight: number, asks = true) =>
    confidences(
      [ranked(7)],
      text,
      { sentences: asked(all(2)).map((one) => ({ ...one, asks })), rarity: text.idfs, rarest: 5 * unit, rarestCounted: 5 * unit, ...plain },
      () => ({ titleParts: [], meaning }),
      { weights: { ...zero, missing: -2, meaning: weight }, window: 0, gaveWay: () => false, sequencesOf: sequencesOf([]) },
    ).get(7)

  test('let the words that a memory lacks count less, by the weight of the settings and at most not at all', () => {
    // It lacks both words, which are 5 units together and those of one word that no memory has.
    expect(judged(0.5, 2)).toMatchObject({
      score: expect.closeTo(-0.8, 9),
      signs: { words: 0, missing: 1, meaning: expect.closeTo(0.3, 9) },
    })
    expect(judged(0.5, 4)?.score).toBe(0)
    expect(judged(0.5, 0)?.score).toBe(-2)
    expect(judged(0.5, 4, false)?.score).toBe(-2)
  })

  test('INV-262 never lower the sum, and change it only for a memory that stands out further than one does for any message', () => {
    const { meaning: weight } = balanced.context.confidence
    const plainScore = judged(undefined, weight)?.score ?? Number.NaN
    const share = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)
    fc.assert(
      fc.property(share, share, (little, much) => {
        expect(judged(0.2 * little, weight)?.score).toBe(plainScore)
        expect(judged(much, weight)?.score).toBeGreaterThanOrEqual(plainScore)
      }),
    )
  })

  test('are no sign where none were compared', () => expect(judged(undefined, 4)?.signs).not.toHaveProperty('meaning'))
})

test('INV-249 a memory that has one word more of a question and lacks one less is never less sure', () => {
  const sign = fc.double({ min: 0, max: 9, noNaN: true })
  fc.assert(
    fc.property(sign, sign, sign, sign, (has, lacks, more, less) => {
      const rest = { lead: 0.5, named: 0, asks: 1, unknown: 0.2, dated: 0, size: 1, aliased: 0 }
      const weights = balanced.context.confidence

      expect(weighed({ ...rest, words: has + more, missing: Math.max(0, lacks - less) }, weights)).toBeGreaterThanOrEqual(
        weighed({ ...rest, words: has, missing: lacks }, weights),
      )
    }),
  )
})

test('a word counts for more among few memories, where less is held by chance', () => {
  const found = judge(evidence([1, 1], { 7: [1, 0] }), {}, all(2), [7], { rarest: 2 * unit })

  expect(found?.signs.words).toBeCloseTo(Math.log(1 + 2.5), 9)
})

describe('the rarity of a word', () => {
  const of = (documents: number) => ({ documents, totalLength: 0, totalWords: 0 })

  test('is in a memory of few as among the fewest it is judged by, and in a larger one as it is', () => {
    expect(countedRarity(1, of(3), 40)).toBe(idf(1, of(40)))
    expect(countedRarity(1, of(40), 40)).toBe(idf(1, of(40)))
    expect(countedRarity(1, of(41), 40)).toBe(idf(1, of(41)))
  })
})

describe('what is judged', () => {
  test('is the sentence that is answered best, not the whole of a long message', () => {
    const text = evidence([1, 1, 1, 1, 1, 1, 2, 2], { 7: [0, 0, 0, 0, 0, 0, 2, 2] })
    const sentences = [
      [0, 1, 2],
      [3, 4, 5],
      [6, 7],
    ]

    expect(judge(text, { missing: -1 }, sentences)).toMatchObject({ score: 0, sentence: [6, 7] })
    expect(judge(text, { missing: -1 }, all(8))?.score).toBeLessThan(0)
  })

  test('is each of the first ten memories, and none behind them', () => {
    const text = evidence([1, 1], { 9: [1, 1], 10: [1, 0], 99: [1, 1] })
    const nodes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 99]

    const judged = judgeEach(text, { missing: -5 }, all(2), nodes)

    expect([...judged.keys()]).toEqual(nodes.slice(0, 10))
    expect([judged.get(8)?.score, judged.get(9)?.score, judged.get(10)?.score]).toEqual([-2, 0, -1])
    expect(surest(judged.values())?.score).toBe(0)
  })

  test('is whether the sentence names a part of the title, by the share of its words and their rarity', () => {
    const ways = [['petra'], ['know']]
    const named = (titleParts: ReadonlyArray<ReadonlySet<string>>, idfs = [5, 5]) =>
      judge(evidence(idfs, { 7: [1, 0] }), {}, all(2), [7], { ways }, titleParts)?.signs.named

    expect(named([new Set(['people']), new Set(['petra'])])).toBe(1)
    expect(named([new Set(['petra', 'vogel'])])).toBe(0.5)
    expect(named([new Set(['petra'])], [1, 5])).toBeCloseTo(0.2, 9)
    expect(named([new Set(['people'])])).toBe(0)
  })

  test('is which of the words that it asks for no memory has', () => {
    const text = evidence([1, 1, 2], { 7: [1, 0, 0] })
    const found = judge(text, {}, all(3), [7], { unknown: new Set([2]) })

    expect(found?.signs).toMatchObject({ unknown: 0.5 })
  })

  test('is nothing where nothing was found, or no word tells anything', () => {
    expect(judge(evidence([1], { 7: [1] }), { words: 1 }, all(1), [])).toBeUndefined()
    expect(judge(evidence([0, 0], { 7: [0, 0] }), { words: 1 }, all(2))).toBeUndefined()
    expect(judge(evidence([1], { 7: [1] }), { words: 1 }, [])).toBeUndefined()
  })
})

describe('a question asks for', () => {
  test.each([
    'In which order are the services restarted?',
    'What happens after the build?',
    'What comes next?',
    'What is next?',
    'What is next? Tell me.',
    'and what was first',
    'What is next in the rollout?',
    'What was next to be done?',
    'Give me the timeline of the outage',
    'Walk me through it step by step',
    'What are the next steps?',
    'In welcher Reihenfolge starten wir?',
    'Dans quel ordre ?',
    '¿En qué orden se hace?',
    '部署的步骤是什么？',
    '手順を教えて',
  ])('an order: %s', (question) => {
    expect(questionKind(question)).toBe('order')
  })

  test.each([
    'Why did the queue get stuck?',
    'what caused the outage of May',
    'What was the root cause?',
    'How come the cache was stale?',
    'What are the reasons for two clusters?',
    'Warum steht die Warteschlange?',
    'Pourquoi deux grappes ?',
    '¿Por qué falló?',
    'なぜ止まった？',
    '为什么失败？',
    '왜 실패했나요?',
  ])('a reason: %s', (question) => {
    expect(questionKind(question)).toBe('why')
  })

  test.each([
    'What is the order number of the crane?',
    'What is Next.js?',
    'What was First Contact?',
    'What is next to the harbour?',
    'Who ordered the new crane?',
    'Where is the causeway?',
    'How do we roll back a deploy?',
    'Whymper climbed which mountain?',
    'What did Ann say about the first release?',
    '',
  ])('anything else: %s', (question) => {
    expect(questionKind(question)).toBe('what')
  })
})

test('a question for an order favours sequences, one for a reason causes, any other nothing', () => {
  expect(kernelFor('in which order?', balanced)).toEqual({ SEQ: 1.6, SIM: 1, CAUSE: 1 })
  expect(kernelFor('why?', balanced)).toEqual({ SEQ: 1, SIM: 1, CAUSE: 1.6 })
  expect(kernelFor('what?', balanced)).toEqual({ SEQ: 1, SIM: 1, CAUSE: 1 })
})
