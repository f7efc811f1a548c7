import { describe, expect, test } from 'vitest'
import { coverageOf, type Needs, statesOtherwise } from './needed.ts'
import type { RankedNode } from './ranking.ts'
import { MemoryReading } from './readings.ts'

const held: Readonly<Record<number, ReadonlyArray<number>>> = { 1: [5, 5, 0, 0], 2: [5, 0, 0, 0], 3: [0, 0, 5, 0], 4: [0, 0, 0, 5] }
const needs = (words: ReadonlyArray<number>): Needs => ({
  words,
  idfs: [4, 4, 1, 1],
  parts: (node) => held[node] ?? [],
  settings: { rival: 0.5, adds: 0.1, linked: 0.3 },
})
const ranked = (node: number, path = 0): RankedNode => ({ node, score: 10, seed: 10 - path, path, inhibition: 0, utility: 1 })

describe('a memory is needed', () => {
  test('when it is the first, whatever it holds', () => {
    expect(coverageOf(needs([0, 1, 2, 3])).needs(ranked(9), 0)).toBe(true)
  })

  test('when it has a word that is asked for and those before it lack, if that word weighs enough', () => {
    const coverage = coverageOf(needs([0, 1, 2, 3]))
    coverage.take(1)

    expect(coverage.needs(ranked(2), 0.4)).toBe(false)
    expect(coverage.needs(ranked(3), 0.4)).toBe(true)
    expect(coverageOf({ ...needs([0, 1, 2, 3]), settings: { rival: 0.5, adds: 0.11, linked: 0.3 } }).needs(ranked(3), 0.4)).toBe(true)

    const heavier = coverageOf({ ...needs([0, 1, 2, 3]), settings: { rival: 0.5, adds: 0.11, linked: 0.3 } })
    heavier.take(1)
    expect(heavier.needs(ranked(3), 0.4)).toBe(false)
  })

  test('only for words that are asked for', () => {
    const coverage = coverageOf(needs([0, 1]))
    coverage.take(1)

    expect(coverage.needs(ranked(4), 0.4)).toBe(false)
  })

  test('when it could as well be what is meant, or edges brought most of a strong score', () => {
    const coverage = coverageOf(needs([0, 1, 2, 3]))
    coverage.take(1)

    expect(coverage.needs(ranked(2), 0.5)).toBe(true)
    expect(coverage.needs(ranked(2, 6), 0.3)).toBe(true)
    expect(coverage.needs(ranked(2, 6), 0.29)).toBe(false)
    expect(coverage.needs(ranked(2, 5), 0.4)).toBe(false)
  })

  test('always, where nothing says what is asked for', () => {
    const coverage = coverageOf(undefined)
    coverage.take(1)

    expect(coverage.needs(ranked(2), 0)).toBe(true)
  })
})

describe('a text states another value in the same words', () => {
  const reading = (text: string) => new MemoryReading({ id: 'note', title: '', text })
  const terms = reading('Bruhns pays an invoice in 15 days.')

  test.each(['Bruhns pays in 21 days now.', 'Bruhns pays an invoice in twenty days.'])('%s', (text) => {
    expect(statesOtherwise(reading(text), terms)).toBe(true)
  })

  test('where a day is exchanged', () => {
    expect(statesOtherwise(reading('The team meets on Thursday.'), reading('The team meets on Monday.'))).toBe(true)
  })

  test.each([
    ['has no value', 'Bruhns pays an invoice late.'],
    ['has the same value', 'Bruhns pays in 15 days.'],
    ['is about somebody else', 'Ehlers asks 21 guests to dinner.'],
    ['has a value where the other has none of its kind', 'Bruhns pays on Monday.'],
  ])('not where it %s', (_, text) => {
    expect(statesOtherwise(reading(text), terms)).toBe(false)
  })
})

test('a memory says what those taken say that hold no other word that is asked for', () => {
  const coverage = coverageOf(needs([0, 1, 2, 3]))
  coverage.take(2)
  coverage.take(3)

  expect([coverage.saidBy(1), coverage.saidBy(3), coverage.saidBy(4)]).toEqual([[2], [3], []])
})
