import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

const filler = (sentences: number) => Array.from({ length: sentences }, (_, i) => `Nothing of note happened on walk ${i}.`).join(' ')
const long = `${filler(20)}\nThe firmware of the milking robot at Hof Ahrens is 4.2.\n${filler(20)}`

describe('an excerpt', () => {
  test('shows the line with the words of the question, from its beginning', () => {
    const shown = excerpt(long, 'Which firmware does Hof Ahrens have?', 200)

    expect(shown).toContain('The firmware of the milking robot at Hof Ahrens is 4.2.')
    expect(shown.startsWith('… ')).toBe(true)
    expect(shown.endsWith(' …')).toBe(true)
    expect(shown.length).toBeLessThanOrEqual(204)
  })

  test('finds a word by its stem, and in another language by the stem there', () => {
    const german = `${'Der Tag war lang und es geschah wenig. '.repeat(12)}\nDie Katzen schlafen im alten Stall.\n${'Der Abend war kurz. '.repeat(12)}`

    expect(excerpt(long, 'robots', 120)).toContain('milking robot')
    expect(excerpt(german, 'Wo schläft die Katze?', 120)).toContain('Die Katzen schlafen im alten Stall.')
  })

  test.each([
    ['a short text', 'The tide turns at six.', 'tide'],
    ['an empty text', '', 'tide'],
  ])('of %s is the whole text', (_, text, question) => {
    expect(excerpt(text, question, 100)).toBe(text)
  })

  test('is the beginning where the beginning holds as many words, or nothing does', () => {
    expect(excerpt(long, 'walk', 100).startsWith('Nothing of note happened on walk 0.')).toBe(true)
    expect(excerpt(long, 'zanzibar', 100).startsWith('Nothing of note')).toBe(true)
    expect(excerpt(long, '?!', 100).startsWith('Nothing of note')).toBe(true)
  })

  test('prefers the window with more different words to the first word', () => {
    const text = `firmware ${filler(10)} firmware of Hof Ahrens ${filler(10)}`

    expect(excerpt(text, 'firmware Hof Ahrens', 120)).toContain('firmware of Hof Ahrens')
  })

  test('of a megabyte without a space is bounded', () => {
    expect(excerpt('x'.repeat(1_000_000), 'firmware', 200).length).toBeLessThanOrEqual(204)
  })
})

test('an excerpt is a part of the text, at most four characters longer than asked, and holds a word that stands in it once', () => {
  const prose = fc.array(fc.stringMatching(/^[a-z]{1,8}[.\n]?$/), { maxLength: 120 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(prose, prose, fc.integer({ min: 40, max: 200 }), (before, behind, most) => {
      const text = `${before} Zanzibarite ${behind}`
      const shown = excerpt(text, 'where is the zanzibarite', most)

      expect(text).toContain(shown.replace(/^… /, '').replace(/ …$/, ''))
      expect(shown.length).toBeLessThanOrEqual(Math.max(text.length, most + 4))
      expect(shown).toContain('Zanzibarite')
    }),
  )
})
