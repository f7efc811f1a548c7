import { MemoryReading, repeatsAll } from '@crabtrail/text/evidence/readings'
import { countTokens } from '@crabtrail/text/words/context-fence'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coverageOrder } from '../walk/ranking.ts'
import { type BundleInput, type BundleItem, bundleContext, renderContext } from './context-bundle.ts'

/** A simple implementation: compares every pair, and measures the whole text again for every item. */
const plainBundle = (input: BundleInput): Pick<ReturnType<typeof bundleContext>, 'included' | 'dropped' | 'text' | 'tokens'> => {
  const kept: Array<BundleItem> = []
  const dropped: Array<ReturnType<typeof bundleContext>['dropped'][number]> = []
  const alike = (one: BundleItem, other: BundleItem) => repeatsAll(new MemoryReading(one).said, new MemoryReading(other).said)
  const looked = input.ranking.slice(0, input.items)
  const rivals = looked.filter(({ node }) => input.item(node)?.injectable !== false)
  const best = Math.max(...rivals.map(({ presumed = 0, score }) => score - presumed), Number.MIN_VALUE)
  for (const { node, presumed = 0, score } of looked) {
    const item = input.item(node)
    if (item === undefined) dropped.push({ node, reason: 'erased' })
    else if (!item.injectable) dropped.push({ node, reason: 'origin' })
    else if (!input.confident || (score - presumed) / best < input.relative) dropped.push({ node, reason: 'unsure' })
    else if (kept.some((other) => alike(item, other))) dropped.push({ node, reason: 'duplicate' })
    else if (countTokens(renderContext([...kept, item])) > input.tokens) dropped.push({ node, reason: 'budget' })
    else kept.push(item)
  }
  const text = renderContext(kept)
  return { included: kept.map(({ node }) => node), dropped, text, tokens: countTokens(text) }
}

const word = fc.constantFrom('harbour', 'crane', 'ships', 'the', 'dock', 'Kräne', '東京', '港', '👍', '<b>', '\u202e', '\n', '\ud800')
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
const entry = fc.record({
  title: text,
  text,
  injectable: fc.constantFrom(true, true, true, false),
  erased: fc.constantFrom(false, false, true),
})

const bundleInput = fc
  .record({
    entries: fc.array(entry, { maxLength: 10 }),
    tokens: fc.integer({ min: 0, max: 200 }),
    items: fc.integer({ min: 1, max: 10 }),
    relative: fc.double({ min: 0, max: 1, noNaN: true }),
    confident: fc.constantFrom(true, true, false),
  })
  .map(({ entries, ...settings }): BundleInput => {
    const node = (i: number) => ({
      node: i + 1,
      score: 1_000 - i * 90,
      presumed: (i % 3) * 50,
      seed: 0,
      path: 0,
      inhibition: 0,
      utility: 0,
    })
    const item = (number: number): BundleItem | undefined => {
      const found = entries[number - 1]
      return found === undefined || found.erased ? undefined : { ...found, node: number, id: `note-${number}` }
    }
    return { ...settings, ranking: entries.map((_, i) => node(i)), item }
  })

describe('bundling the context', () => {
  test('chooses and measures what comparing and measuring everything anew does', () => {
    fc.assert(
      fc.property(bundleInput, (input) => {
        const { dropped, included, text, tokens } = bundleContext(input)

        expect({ dropped, included, text, tokens }).toEqual(plainBundle(input))
      }),
    )
  })

  test('never goes above its budget', () => {
    fc.assert(
      fc.property(bundleInput, (input) => {
        expect(bundleContext(input).tokens).toBeLessThanOrEqual(input.tokens)
      }),
    )
  })

  test('measures by the best that may be given: what others wrote keeps nothing out by fitting better', () => {
    const ranked = (node: number, score: number) => ({ node, score, seed: 0, path: 0, inhibition: 0, utility: 1 })

    const { dropped, included } = bundleContext({
      ranking: [ranked(1, 10_000), ranked(2, 700)],
      item: (node) => ({ node, id: `n${node}`, title: `n${node}`, text: `text ${node}`, injectable: node !== 1 }),
      tokens: 1_000,
      items: 10,
      relative: 0.2,
      confident: true,
    })

    expect([included, dropped]).toEqual([[2], [{ node: 1, reason: 'origin' }]])
  })

  test('INV-61 leaves out what only a name in common suggests, and measures the others by what speaks for the best', () => {
    const ranked = (node: number, score: number, presumed: number) => ({
      node,
      score,
      presumed,
      seed: 0,
      path: 0,
      inhibition: 0,
      utility: 1,
    })
    const { dropped, included } = bundleContext({
      ranking: [ranked(1, 1_000, 900), ranked(2, 700, 0), ranked(3, 600, 590), ranked(4, 150, 0)],
      item: (node) => ({ node, id: `n${node}`, title: `n${node}`, text: `text of ${'abcd'[node]} ${node}`, injectable: true }),
      tokens: 1_000,
      items: 10,
      relative: 0.2,
      confident: true,
    })

    expect(included).toEqual([2, 4])
    expect(dropped).toEqual([
      { node: 1, reason: 'unsure' },
      { node: 3, reason: 'unsure' },
    ])
  })
})

describe('what somebody only asked in a talk', () => {
  const bundled = (...texts: ReadonlyArray<string>) =>
    bundleContext({
      ranking: texts.map((_, i) => ({ node: i + 1, score: 1_000 - i * 600, seed: 0, path: 0, inhibition: 0, utility: 1 })),
      item: (node) => ({ node, id: `n${node}`, title: `n${node}`, text: texts[node - 1] ?? '', injectable: true }),
      ...{ tokens: 1_000, items: 10, relative: 0.5, confident: true },
    }).included

  test('takes no place from what answers, and nothing is measured by it', () => {
    expect(bundled('user: Which number has the groomer?', 'user: The number of the groomer is 029 555 679.')).toEqual([2])
    expect(bundled('Kim：谁负责茶室？', 'Kim: 茶室谁负责？', '茶室由蒋月娥负责。')).toEqual([1])
  })

  test('is given where nothing answers, and so is a question of a note or one beside a statement', () => {
    expect(bundled('user: Which number has the groomer?')).toEqual([1])
    expect(bundled('Which number has the groomer?', 'text')).toEqual([1])
    expect(bundled('user: It is 029 555 679. Or is it?', 'text')).toEqual([1])
  })
})

const scored = (...scores: ReadonlyArray<number>) => scores.map((score, i) => ({ node: i + 1, score }))
const nodes = (ranked: ReadonlyArray<{ readonly node: number }>) => ranked.map(({ node }) => node)

describe('the order by what each adds', () => {
  test('puts what says something new before what says the same again', () => {
    const parts = (node: number) =>
      [
        [5, 0],
        [5, 0],
        [0, 4],
      ][node - 1] ?? []

    expect(nodes(coverageOrder(scored(10, 9, 8), { weight: 1, parts }))).toEqual([1, 3, 2])
    expect(nodes(coverageOrder(scored(10, 9, 8), { weight: 0.1, parts }))).toEqual([1, 2, 3])
  })

  test('is that of the scores where nothing is shared or nothing counts', () => {
    expect(
      nodes(coverageOrder(scored(3, 2, 1), { weight: 1, parts: (node) => [node === 1 ? 1 : 0, node === 2 ? 1 : 0, node === 3 ? 1 : 0] })),
    ).toEqual([1, 2, 3])
    expect(nodes(coverageOrder(scored(3, 2, 1), { weight: 0, parts: () => [9] }))).toEqual([1, 2, 3])
  })

  test('takes each once, the best one first, and of equals the one that stood first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.array(fc.nat(4), { maxLength: 3 }))),
        fc.double({ min: 0, max: 2, noNaN: true }),
        (all, weight) => {
          const ranked = scored(...all.map(([score]) => score).sort((a, b) => b - a))
          const ordered = coverageOrder(ranked, { weight, parts: (node) => all[node - 1]?.[1] ?? [] })

          expect(nodes(ordered).toSorted((a, b) => a - b)).toEqual(nodes(ranked))
          expect(ordered[0]).toEqual(ranked[0])
        },
      ),
    )
  })
})
