import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slugOf } from './slug.ts'

describe('a slug', () => {
  test.each([
    ['Roll back a release', 'roll-back-a-release'],
    ['  What’s   new?  (v1.2) ', 'whats-new-v12'],
    ['snake_case & kebab-case', 'snake_case-kebab-case'],
    ['Über uns', 'über-uns'],
    ['U\u0308ber', 'über'],
    ['データベース 移行', 'データベース-移行'],
    ['कार्य सूची', 'कार्य-सूची'],
  ])('of %j is %j', (heading, slug) => {
    expect(slugOf(heading)).toBe(slug)
  })

  test('tells headings without letters apart', () => {
    expect(slugOf('!!!')).not.toBe(slugOf('???'))
    expect(slugOf('')).toMatch(/^[0-9a-f]{16}$/)
  })

  test('is never empty and never holds a mark of an id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (heading) => {
        expect(slugOf(heading)).toMatch(/^[^\s/#~%>]+$/u)
      }),
    )
  })
})
