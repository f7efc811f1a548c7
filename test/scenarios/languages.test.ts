/** Notes are found as well in other languages as in English, by questions that inflect and reword them. */
import { beforeAll, describe, expect, test } from 'vitest'
import { inFull } from '../src/in-full.ts'
import { type Asked, askAll, halves, languages, shareOf } from './languages/measure.ts'

const others = languages.filter((language) => language !== 'en')
/** Shares, of each language's questions. */
const mayFallBehind = 0.05

describe('notes in one language', () => {
  let english: ReadonlyArray<Asked>
  beforeAll(async () => {
    english = await askAll(['en'], ['en'])
  })

  test('are found first in English', () => {
    expect(shareOf(english).first).toBeGreaterThanOrEqual(0.98)
  })

  test.each(others)('are found first as often as in English, but for five points: %s', async (language) => {
    const asked = await askAll([language], [language])
    const { unseen } = halves(asked)

    expect(shareOf(asked).first).toBeGreaterThanOrEqual(shareOf(english).first - mayFallBehind)
    expect(shareOf(unseen).first).toBeGreaterThanOrEqual(shareOf(halves(english).unseen).first - mayFallBehind)
    expect(shareOf(asked).silent).toBeLessThanOrEqual(0.1)
  })
})

test('all languages in one brain hardly disturb each other', async () => {
  const asked = await askAll(languages, inFull ? languages : languages.slice(0, 3))

  expect(shareOf(asked).first).toBeGreaterThanOrEqual(0.95)
})
