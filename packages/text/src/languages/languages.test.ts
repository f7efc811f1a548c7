import { describe, expect, test } from 'vitest'
import { languageOf, likelyLanguages } from './languages.ts'

describe('the language of a text', () => {
  test.each([
    ['The keys are with the caretaker.', 'en'],
    ['Die Schlüssel hat der Hausmeister.', 'de'],
    ['Wann kommt der Maler?', 'de'],
    ['De sleutels liggen bij de conciërge.', 'nl'],
    ['Les clés sont chez le concierge.', 'fr'],
    ['¿Quién tiene las llaves?', 'es'],
    ['Chi ha le chiavi della cantina?', 'it'],
    ['Quem tem as chaves da cave?', 'pt'],
    ['La secretaría de la sede Sur cuesta 202 euros por trimestre.', 'es'],
  ])('is told by its small words: %s', (text, language) => {
    expect(languageOf(text)).toBe(language)
  })

  test('is told by its letters where there is no small word', () => {
    expect(languageOf('Müller 0151 2345')).toBe('de')
    expect(languageOf('Señor Ibáñez')).toBe('es')
  })

  test.each([
    ['nothing', ''],
    ['a word that two languages could have', 'Zahnarzt'],
    ['digits', '8443 5433'],
    ['another script', '每周二上午部署'],
    ['a name', 'Las Vegas Valley Metropolitan Area Population Growth Rate Table Of Nevada Counties By Year'],
    ['code', "import { a } from './a.ts'\nexport const b = (c, d, e) => c ?? d.f(e)\n"],
    ['English with words that others have', 'I am a man with an AI that can see all of it per hour'],
  ])('is English where nothing says another: %s', (_, text) => {
    expect(languageOf(text)).toBe('en')
  })

  test('does not depend on accents, case or repetition', () => {
    for (const text of ['WANN KOMMT DER MALER', 'wann kommt der maler', 'Wänn kommt der Mäler']) expect(languageOf(text)).toBe('de')
    expect(languageOf('OU SONT LES CLES DE LA CAVE')).toBe('fr')
    expect(languageOf('a de ler. '.repeat(10_000))).toBe(languageOf('a de ler. '.repeat(400)))
  })

  test('may be several where texts are short', () => {
    expect(likelyLanguages('Quando?')).toEqual(expect.arrayContaining(['it', 'pt']))
    expect(likelyLanguages('Wann kommt der Maler mit dem Bus?')).toEqual(['de'])
  })
})
