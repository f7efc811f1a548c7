import { describe, expect, test } from 'vitest'
import { deniedIn } from './denial.ts'

const beside = (text: string, question: string, other = 'The insurance of the car costs 89 euros.') => ({
  question,
  shown: [{ node: 1, title: '', text, share: 1 }],
  others: [{ node: 2, title: '', text: other }],
})

describe('a denial', () => {
  test.each([
    ['No, that is wrong.', 'The table is in the cellar.', 'Where is the table?'],
    ['that is not true', 'The bench is in the cellar.', 'Where is the bench?'],
    ['Das stimmt nicht.', 'Der Kurs ist am Montag.', 'Wann ist der Kurs?'],
    ['C’est faux.', 'Le cours est le lundi.', 'Quand est le cours ?'],
    ['eso no es verdad', 'El curso es el lunes.', '¿Cuándo es el curso?'],
    ['não é verdade', 'O curso é na segunda.', 'Quando é o curso?'],
    ['klopt niet', 'De cursus is op maandag.', 'Wanneer is de cursus?'],
    ['不对', '课程在星期一。', '课程是什么时候？'],
  ])('that says no more than that is about the memory that the reply drew on: %s', (message, text, question) => {
    expect(deniedIn(message, beside(text, question))).toEqual({ about: 'memories', blamed: [{ node: 1, share: 1 }] })
  })

  test.each([
    ['No, that is wrong, it is on Fridays now.', 'The French course is on Mondays.', 'When is the French course?'],
    ['Nein, falsch, das ist jetzt am Freitag.', 'Der Kurs ist am Montag.', 'Wann ist der Kurs?'],
    ['no, eso está mal, ahora es el viernes', 'El curso es el lunes.', '¿Cuándo es el curso?'],
  ])('that says what is right counts against nothing: %s', (message, text, question) => {
    expect(deniedIn(message, beside(text, question))).toEqual({ about: 'doubted', blamed: [{ node: 1, share: 1 }] })
  })

  test('of a reply out of no memory is about none, and of one out of several alike about several', () => {
    const question = 'When is the French course?'
    const two = ['The French course is on Mondays.', 'The course begins in March.']
    const shown = (share: number) => two.map((text, i) => ({ node: i + 1, title: '', text, share }))

    expect(deniedIn('No, that is wrong.', { question, shown: shown(0), others: [] })).toEqual({ about: 'nothing', reason: 'not-drawn-on' })
    expect(deniedIn('No, that is wrong.', { question, shown: shown(0.5), others: [] })).toEqual({ about: 'nothing', reason: 'several' })
  })

  test.each([
    'Thanks!',
    'no thanks',
    'No, I meant the other course.',
    'Translate: No, that is wrong.',
    'Can you make that shorter?',
    'what if it were Friday?',
    'My brother says that is wrong.',
    'Then book it for Friday.',
    'nein danke, passt so',
    'non merci',
  ])('is none: %s', (message) => {
    expect(deniedIn(message, beside('The French course is on Mondays.', 'When is the French course?'))).toBeUndefined()
  })
})
