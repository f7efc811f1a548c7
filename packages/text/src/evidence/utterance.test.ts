import { describe, expect, test } from 'vitest'
import { failedGates, wordsIn } from './message-reading.ts'

/** The limits of the profile `balanced`. */
const limits = { wordsLeast: 3, wordsMost: 64, letters: 0.45 }
const failed = (message: string) => failedGates(message, limits)

describe('a message that may become a cue', () => {
  test.each([
    'what is the giraffe codeword',
    'Where did we leave the release checklist?',
    'Wo liegt der Schlüssel für das Lager?',
    'Où est rangée la clé du dépôt ?',
    '¿Dónde está la llave del almacén?',
    'Dov’è la chiave del magazzino?',
    'Onde está a chave do armazém?',
    'Waar ligt de sleutel van het magazijn?',
    '仓库的钥匙放在哪里',
    '倉庫の鍵はどこにありますか',
    'why does v2.3.4 crash on start',
    'Is good morning said before noon in Bavaria?',
    'When is my birthday?',
    'what is the name of my sister',
    'when is the birthday of my mother',
    'Wie heißt meine Schwester?',
    'Quand est l’anniversaire de ma mère ?',
    'Kiedy są urodziny mojej siostry?',
    '明天几点开会?',
    '母の誕生日はいつですか',
    'りんごはどこですか?',
    'fix the tag of the main host',
    '🎉 When is the launch party? 🎉',
  ])('%s', (message) => {
    expect(failed(message)).toEqual([])
  })
})

test('S0.30 S0.67 S4.73 a message that may become a cue has three words at least, and no more than the settings say', () => {
  const words = (count: number) => Array.from({ length: count }, (_, i) => `berth${i}x`).join(' ')

  expect(failed('giraffe codeword')).toContain('words')
  expect(failed('giraffe codeword harbour')).toEqual([])
  expect([failed(words(64)), failed(words(65))]).toEqual([[], ['length']])
})

test('S0.31 S4.73 of the visible characters of a message that may become a cue, 45 % at least are letters', () => {
  const withLetters = (count: number) => `berth crane ${'q'.repeat(count - 10)} ${'7'.repeat(100 - count)}`

  expect(failed(withLetters(45))).toEqual([])
  expect(failed(withLetters(44))).toEqual(['letters'])
})

describe('a message that makes no cue', () => {
  test.each([
    ['hello', ['words', 'small-talk', 'subject']],
    ['thanks', ['words', 'small-talk', 'subject']],
    ['ok got it now please', ['small-talk']],
    ['Good morning everyone!', ['small-talk']],
    ['thank you so much, that is great', ['small-talk']],
    ['sooo goood thaaanks a lot', ['small-talk']],
    ['hahaha hahaha hahaha lol', ['repeats', 'small-talk']],
    ['danke schön, alles klar', ['small-talk']],
    ['d’accord, merci beaucoup', ['small-talk']],
    ['vale, muchas gracias por todo', ['small-talk']],
    ['va bene, grazie mille', ['small-talk']],
    ['muito obrigado, até logo', ['small-talk']],
    ['prima, dank je wel hoor', ['small-talk']],
    ['好的谢谢你', ['small-talk']],
    ['ありがとうございます、了解しました', ['small-talk']],
    ['haha, that was so weird', ['small-talk']],
    ['I never expected it to be that easy, honestly', ['small-talk']],
    ['what have you been up to lately?', ['small-talk']],
    ['Ich hätte nie gedacht, dass das so schnell geht', ['small-talk']],
    ['dat had ik helemaal niet verwacht', ['small-talk']],
    ['je ne m’attendais pas à ça, franchement', ['small-talk']],
    ['no me lo esperaba para nada', ['small-talk']],
    ['não estava à espera disso', ['small-talk']],
    ['nie spodziewałem się tego, naprawdę', ['small-talk']],
    ['今天真的太累了', ['small-talk']],
    ['今日は本当に疲れました', ['small-talk']],
    ['llueve mucho hoy en la playa', ['small-talk']],
    ['👍👍👍🎉🎉', ['words', 'letters']],
    ['?!?! ... !!!', ['words', 'letters', 'subject']],
    ['', ['words', 'letters', 'subject']],
    ['aaaaaaaa bbbbbbb ccccccc', ['repeats']],
    ['test test test', ['repeats']],
    ['1234 5678 9012 3456', ['letters']],
  ] as const)('%s', (message, gates) => {
    expect(failed(message)).toEqual(expect.arrayContaining([...gates]))
  })

  test('a pasted text', () => {
    expect(failed('the deploy of the crab failed again '.repeat(20))).toEqual(['length'])
    expect(failed('x'.repeat(1_000_000))).toEqual(['length'])
  })
})

test('a character of a script without spaces counts as a word', () => {
  expect(wordsIn('仓库钥匙')).toBe(4)
  expect(wordsIn('warehouse key')).toBe(2)
})
