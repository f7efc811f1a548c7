import { describe, expect, test } from 'vitest'
import { saidLater } from './said-later.ts'

const orderOf = (question: string, texts: ReadonlyArray<string>, ranked: ReadonlyArray<number>) =>
  Object.fromEntries(
    saidLater({
      question,
      ranking: ranked.map((node, place) => ({ node, score: 10 - place, seed: 10 - place, path: 0, inhibition: 0, utility: 1 })),
      text: (node) => texts[node - 1],
    }),
  )

const question = 'When does the rowing club meet at the boathouse?'
const earlier = 'user: The rowing club meets at the boathouse on 4 May, what should I bring?'
const later = 'user: They moved it: the rowing club now meets at the boathouse on 11 May.'

describe('what was said later', () => {
  test('passes the first memory where it states another value of what is asked for', () => {
    expect(orderOf(question, [earlier, later], [1, 2])).toEqual({ 2: 1 })
  })

  test('passes where the speaker says how he knows it', () => {
    expect(orderOf(question, [earlier, 'user: I just saw that the rowing club meets at the boathouse on 11 May.'], [1, 2])).toEqual({
      2: 1,
    })
  })

  test('passes where it leaves a word out', () => {
    expect(orderOf(question, [earlier, 'user: Ah no, the rowing club meets on 11 May.'], [1, 2])).toEqual({ 2: 1 })
  })

  test('passes again where a third is later still', () => {
    const third = 'user: Once more, the rowing club meets at the boathouse on 18 May.'
    expect(orderOf(question, [earlier, later, third], [1, 2, 3])).toEqual({ 2: 1, 3: 2 })
  })

  test.each([
    ['it stands first already', question, [earlier, later], [2, 1]],
    [
      'it is about another place whose name is a word of another language',
      '¿Cuánto cuesta la secretaría de la sede Centro por trimestre?',
      [
        'user: La secretaría de la sede Centro cuesta 202 euros por trimestre.',
        'user: No, eso está mal: la secretaría de la sede Sur cuesta 210 euros por trimestre.',
      ],
      [1, 2],
    ],
    ['it is the same value', question, [earlier, 'user: So the rowing club meets at the boathouse on 4 May.'], [1, 2]],
    ['another speaker says it', question, [earlier, later.replace('user', 'assistant')], [1, 2]],
    ['nobody speaks: notes have no order', question, [earlier.slice(6), later.slice(6)], [1, 2]],
    ['the question asks for no value', 'Tell me about the rowing club at the boathouse.', [earlier, later], [1, 2]],
    ['it is about something else', question, [earlier, 'user: The choir meets on 11 May.'], [1, 2]],
    [
      'a value of another shape is stated',
      question,
      [earlier, 'user: The rowing club meets at the boathouse, locker 12, as before.'],
      [1, 2],
    ],
    [
      'another word stands in the place of one that is asked about',
      'When does the rowing club for beginners meet at the boathouse?',
      [
        'user: The rowing club for beginners meets at the boathouse on 4 May.',
        'user: The rowing club for veterans meets at the boathouse on 11 May.',
      ],
      [1, 2],
    ],
    [
      'the site is another, in Chinese',
      '使用节假日的停车棚每天收费多少？',
      ['user: 备忘：使用节假日的停车棚每天收费135元。', 'user: 不对，使用淡季的停车棚每天收费414元。'],
      [1, 2],
    ],
    ['it reports', question, [earlier, 'user: Mara still has on a slide that the rowing club meets at the boathouse on 11 May.'], [1, 2]],
    ['its text was erased', question, [earlier], [1, 2]],
    ['the first text was erased', question, ['', later], [1, 2]],
  ])('passes nothing where %s', (_, asked, texts, ranked) => {
    expect(orderOf(asked, texts, ranked)).toEqual({})
  })

  test.each([
    [
      'Wann trifft sich der Ruderverein im Bootshaus?',
      'Der Ruderverein trifft sich im Bootshaus am 4. Mai.',
      'Der Ruderverein trifft sich im Bootshaus jetzt am 11. Mai.',
    ],
    [
      'Combien coûte la location du voilier bleu ?',
      'La location du voilier bleu coûte 40 euros.',
      'La location du voilier bleu coûte désormais 55 euros.',
    ],
    ['蓝色帆船的租金是多少？', '蓝色帆船的租金是40元。', '蓝色帆船的租金现在是55元。'],
    [
      'What is the weekly target of the sailing school?',
      'The weekly target of the sailing school is 12 boats.',
      'The weekly target of the sailing school rose to 15 boats.',
    ],
  ])('hears it in %s', (asked, then, now) => {
    expect(orderOf(asked, [`user: ${then}`, `user: ${now}`], [1, 2])).toEqual({ 2: 1 })
  })
})
