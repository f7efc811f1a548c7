import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Note, shownNotes } from './shown-notes.ts'

const note = (text: string, change: Partial<Note> = {}): Note => ({ title: '', text, name: '', ...change })
const filler = 'The day was long and little happened in the village. '.repeat(6)
const long = `${filler}The population density of San Diego was 3,771.9 people. ${filler}`

describe('what is shown of a note', () => {
  test('is its sentences that the question meets, with signs of what is left out', () => {
    const [shown] = shownNotes('What was the population density of the city?', [note(long, { title: 'San Diego' })])(80)

    expect(shown).toBe('San Diego: … The population density of San Diego was 3,771.9 people. …')
  })

  test('is found by the name that leads to it, where the question has none of its words', () => {
    const [shown] = shownNotes('Who wrote it?', [note(`${filler}Lascelles was the secretary. ${filler}`, { name: 'Lascelles' })])(60)

    expect(shown).toContain('Lascelles was the secretary.')
  })

  test('is the whole of a short one, behind its title unless it begins with that', () => {
    const notes = [note('Ferry to Amrum: at 8:15.', { title: 'Ferry' }), note('At 8:15.', { title: 'Ferry' })]

    expect(shownNotes('When?', notes)(120)).toEqual(['Ferry to Amrum: at 8:15.', 'Ferry: At 8:15.'])
  })

  test('prefers words that few of the notes have', () => {
    const notes = [note('King George spoke. George VI was played by Colin Firth.'), note('King George spoke.'), note('King George slept.')]

    expect(shownNotes('Which king did Firth play?', notes)(40)[0]).toContain('Firth')
  })

  test('begins where two notes differ that would read alike, and a copy says so', () => {
    const notes = [note(`${filler}One then left.`), note(`${filler}Two then left.`), note(`${filler}One then left.`)]

    expect(shownNotes('zanzibar', notes)(56).slice(1)).toEqual(['… Two then left.', '(the same as 1)'])
  })
})

test('different notes read differently, whatever they are, and none is much longer than asked', () => {
  const words = fc.array(fc.constantFrom('one', 'two', 'three.', 'four', 'king'), { minLength: 1, maxLength: 60 })
  const texts = fc.uniqueArray(
    words.map((some) => some.join(' ')),
    { minLength: 2, maxLength: 12 },
  )
  fc.assert(
    fc.property(texts, fc.integer({ min: 48, max: 200 }), (bodies, characters) => {
      const shown = shownNotes(
        'which king',
        bodies.map((body) => note(body)),
      )(characters)

      expect(new Set(shown).size).toBe(bodies.length)
      for (const one of shown) expect(one.length).toBeLessThanOrEqual(characters + 40)
    }),
  )
})
