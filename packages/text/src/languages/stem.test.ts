import { expect, test } from 'vitest'
import { contentTermOf, keptTerms } from './stem.ts'

test('the terms that are kept can be forgotten: a word of an erased text may be among them', () => {
  expect(contentTermOf('zanzibarite', 'en')).toBe('zanzibarit')
  const before = keptTerms.has('zanzibarite')

  keptTerms.forget()

  expect(before).toBe(true)
  expect(keptTerms.has('zanzibarite')).toBe(false)
  expect(contentTermOf('zanzibarite', 'en')).toBe('zanzibarit')
})
