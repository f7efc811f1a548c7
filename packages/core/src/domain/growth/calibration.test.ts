import { describe, expect, test } from 'vitest'
import { balanced } from '../profiles/profiles.ts'
import { nano, one } from '../strength.ts'
import { bandsFrom, type Distributions, piecesMost, piecesOf, probesOf, quantile, shareBetween } from './calibration.ts'

const text = (node: number) => ({
  node,
  text: `The harbour office opens gate number ${node} for every ferry in the morning. Lamps burn at the ${node} pier until the tide turns.`,
})
const texts = Array.from({ length: 120 }, (_, i) => text(i + 1))
const around = (centre: number, spread: number) =>
  Array.from({ length: 100 }, (_, i) => nano(centre + (spread * (i - 50)) / 100)).sort((a, b) => a - b)

describe('pieces of own text', () => {
  test('are sentences cut to the length of a question, at most a hundred, from all over the brain', () => {
    const pieces = piecesOf(texts, balanced.growth)

    expect(pieces).toHaveLength(piecesMost)
    for (const piece of pieces) expect(piece.text.split(' ').length).toBeLessThanOrEqual(12)
    expect(Math.max(...pieces.map(({ node }) => node))).toBeGreaterThan(110)
  })

  test('are the same each time, and none from what is no sentence', () => {
    expect(piecesOf(texts, balanced.growth)).toEqual(piecesOf(texts, balanced.growth))
    expect(piecesOf([{ node: 1, text: '=== 1234 5678 ====' }], balanced.growth)).toEqual([])
    expect(piecesOf([], balanced.growth)).toEqual([])
  })

  test('of a script without spaces are cut by characters', () => {
    const [piece] = piecesOf([{ node: 1, text: '港の事務所は毎朝すべてのフェリーのために門を開けます' }], balanced.growth)

    expect(Array.from(piece?.text ?? '').length).toBeLessThanOrEqual(12)
    expect(piece?.text).not.toContain(' ')
  })
})

test('a piece is compared as it stands, with words dropped, with words exchanged, as noise, and with foreign words', () => {
  const [own, dropped, exchanged, noise, asked] = probesOf([{ node: 7, text: 'lamps burn at the pier until the tide turns' }])

  expect(own).toEqual({ text: 'lamps burn at the pier until the tide turns', as: 'own', node: 7 })
  expect(dropped?.text.split(' ').length).toBeLessThan(9)
  expect(exchanged?.text.split(' ')).toHaveLength(9)
  expect([dropped?.as, exchanged?.as, noise?.as]).toEqual(['paraphrase', 'paraphrase', 'noise'])
  expect(asked).toMatchObject({ as: 'asked', node: 7 })
  const strange = asked?.text.split(' ').filter((word, at) => word !== own?.text.split(' ')[at]) ?? []
  expect(strange.length).toBeGreaterThanOrEqual(2)
  expect(strange.length).toBeLessThanOrEqual(3)
  expect(probesOf([{ node: 7, text: 'lamps burn at the pier until the tide turns' }]).filter(({ as }) => as === 'asked')).toHaveLength(4)
})

test('a piece of a script without spaces is asked with foreign characters', () => {
  const asked = probesOf([{ node: 7, text: '港の事務所は門を開けます' }]).find(({ as }) => as === 'asked')

  expect(Array.from(asked?.text ?? '')).toHaveLength(12)
  expect(asked?.text).not.toBe('港の事務所は門を開けます')
})

describe('bands', () => {
  const bands = (sets: Distributions) => bandsFrom(sets)

  test('stop noise and take paraphrases for known where the three sets lie apart', () => {
    const found = bands({ known: around(0.8, 0.1), fresh: around(0.5, 0.1), asked: around(0.4, 0.1), noise: around(0.2, 0.1) })

    expect(found?.noise).toBeGreaterThan(nano(0.24))
    expect(found?.noise).toBeLessThan(nano(0.45))
    expect(found?.known).toBeGreaterThan(nano(0.74))
    expect(found?.known).toBe((found?.novel ?? 0) + nano(0.02))
  })

  test('give way to new text where it lies among the others', () => {
    const sets = { known: around(0.6, 0.4), fresh: around(0.5, 0.4), asked: around(0.4, 0.4), noise: around(0.45, 0.4) }
    const found = bands(sets)

    expect(shareBetween(sets.fresh, found?.noise ?? 0, (found?.novel ?? 0) + 1)).toBeGreaterThanOrEqual(0.9)
  })

  test('begin where a question in other words lies, not where own text does', () => {
    const sets = { known: around(0.8, 0.1), fresh: around(0.5, 0.1), asked: around(0.3, 0.1), noise: around(0.5, 0.4) }

    expect(bands(sets)?.noise).toBe(quantile(sets.asked, 0.05))
  })

  test('never take less for noise than the settings do', () => {
    const sets = { known: around(0.8, 0.1), fresh: around(0.5, 0.1), asked: around(0.05, 0.1), noise: around(0.5, 0.4) }

    expect(bandsFrom(sets, nano(0.12))?.noise).toBe(nano(0.12))
  })

  test('are none where nothing is left between them', () => {
    expect(bands({ known: [one, one], fresh: [one, one], asked: [one, one], noise: [one, one] })).toBeUndefined()
  })

  test('of no texts are the lowest', () => {
    expect(quantile([], 0.5)).toBe(0)
    expect(shareBetween([], 0, 1)).toBe(0)
  })
})
