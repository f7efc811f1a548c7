import { describe, expect, test } from 'vitest'
import { balanced } from '../profiles/profiles.ts'
import { failedGates, wordsIn } from './utterance.ts'

const failed = (message: string) => failedGates(message, balanced.growth)

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

describe('a message that makes no cue', () => {
  test.each([
    ['hello', ['words', 'filler', 'subject']],
    ['thanks', ['words', 'filler', 'subject']],
    ['ok got it now please', ['filler']],
    ['Good morning everyone!', ['filler']],
    ['thank you so much, that is great', ['filler']],
    ['sooo goood thaaanks a lot', ['filler']],
    ['hahaha hahaha hahaha lol', ['repeats', 'filler']],
    ['danke schön, alles klar', ['filler']],
    ['d’accord, merci beaucoup', ['filler']],
    ['vale, muchas gracias por todo', ['filler']],
    ['va bene, grazie mille', ['filler']],
    ['muito obrigado, até logo', ['filler']],
    ['prima, dank je wel hoor', ['filler']],
    ['好的谢谢你', ['filler']],
    ['ありがとうございます、了解しました', ['filler']],
    ['what do I do now?', ['filler']],
    ['haha, that was so weird', ['aside']],
    ['I never expected it to be that easy, honestly', ['filler']],
    ['what have you been up to lately?', ['filler']],
    ['grabbing a coffee, be right back', ['aside']],
    ['Ich hätte nie gedacht, dass das so schnell geht', ['filler']],
    ['dat had ik helemaal niet verwacht', ['filler']],
    ['je ne m’attendais pas à ça, franchement', ['filler']],
    ['no me lo esperaba para nada', ['filler']],
    ['non ci avrei mai creduto', ['filler']],
    ['não estava à espera disso', ['filler']],
    ['nie spodziewałem się tego, naprawdę', ['filler']],
    ['今天真的太累了', ['filler']],
    ['今日は本当に疲れました', ['filler']],
    ['llueve mucho hoy en la playa', ['aside']],
    ['👍👍👍🎉🎉', ['words', 'letters', 'filler']],
    ['?!?! ... !!!', ['words', 'letters', 'filler', 'subject']],
    ['', ['words', 'letters', 'filler', 'subject']],
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
