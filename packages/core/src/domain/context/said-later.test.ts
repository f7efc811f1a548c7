import { describe, expect, test } from 'vitest'
import { remarksOn, saidLater, turnsAfter } from './recency.ts'

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

/** The remarks found for the first of these texts, where each leads to the next two of its talk. */
const remarksIn = (asked: string, texts: ReadonlyArray<string>, ranked: ReadonlyArray<number> = [1]) => {
  const edges = texts.flatMap((_, at) => [1, 2].map((step) => ({ source: at + 1, target: at + 1 + step })))
  const graph = {
    out: (node: number) => edges.flatMap(({ source }, edge) => (source === node ? [edge] : [])),
    targetOf: (edge: number) => edges[edge]?.target ?? 0,
    kindOf: () => 'sequential' as const,
    isLinked: () => true,
  }
  const ranking = ranked.map((node) => ({ node, score: 10, seed: 10, path: 0, inhibition: 0, utility: 1 }))
  return Object.fromEntries(remarksOn({ question: asked, ranking, graph, text: (node) => texts[node - 1] }))
}
const asksParty = 'When is the party for Emma?'
const party = 'user: The party for Emma is on Saturday at six.'

describe('a remark on what was said the turn before', () => {
  test.each([
    ['short', 'Who comes to the boat?', 'user: Bruno comes to the boat with a giraffe.', 'user: Just kidding.'],
    ['short in German', 'Wann kommt der Klempner?', 'user: Der Klempner kommt am Mittwoch.', 'user: Quatsch, am Donnerstag.'],
    ['short with a name', 'What do we use for the queue?', 'user: We use Kafka for it.', 'user: Never mind Kafka, a table will do.'],
    [
      'longer, with another value',
      asksParty,
      party,
      'user: I looked at the invitation again and the celebration turns out to be on Sunday, so tell everyone.',
    ],
  ])('is %s', (_, asked, turn, remark) => {
    expect(remarksIn(asked, [turn, 'assistant: Noted.', remark])).toEqual({ 3: 1 })
  })

  const file = 'user: Please write a function that reads a file of comma separated values and prints every second column of it'
  test.each([
    ['the answer to it', [party, 'assistant: Noted.']],
    ['a long turn about something else', [party, 'assistant: Noted.', `${file}.`]],
    ['a long turn with the same value', [party, 'assistant: Noted.', `${file} on Saturday.`]],
    ['a line of notes: nobody speaks there', ['The party is on Saturday.', 'On Sunday.']],
    ['the turn after the next, without a word of it', [party, 'assistant: Noted.', `${file}.`, 'assistant: Done.', 'user: On Sunday.']],
    ['a question', [party, 'assistant: Noted.', `${file}.`, 'assistant: Done.', 'user: Is the party on Saturday or on Sunday?']],
    [
      'the fourth turn after it',
      [
        party,
        ...[1, 2, 3].flatMap(() => ['assistant: Noted.', `${file}.`]),
        'assistant: Done.',
        'user: The party is on Sunday, not on Saturday.',
      ],
    ],
  ])('is not %s', (_, texts) => {
    expect(remarksIn(asksParty, texts)).toEqual({})
  })

  test.each([
    ['names the old value beside another one', 'user: By the way, it is on Sunday, not on Saturday.'],
    ['states another value and shares a word with it', 'user: The party takes place on Sunday.'],
    ['names the old value in words', 'user: It begins at seven rather than at six.'],
  ])('is also a later turn that %s', (_, remark) => {
    const other = `${file}.`
    expect(remarksIn(asksParty, [party, 'assistant: Noted.', other, 'assistant: Done.', remark])).toEqual({ 5: 1 })
    expect(remarksIn(asksParty, [party, 'assistant: a', other, 'assistant: b', other, 'assistant: c', remark])).toEqual({ 7: 1 })
  })

  test('needs the texts of the next turns of the first turns that are ranked', () => {
    const graph = {
      out: (node: number) => [10 * node + 1, 10 * node + 2],
      targetOf: (edge: number) => Math.floor(edge / 10) + (edge % 10),
      kindOf: () => 'sequential' as const,
      isLinked: () => true,
    }
    const ranking = [1, 50, 100, 150, 200, 250].map((node) => ({ node, score: 10, seed: 10, path: 0, inhibition: 0, utility: 1 }))
    const text = (node: number) => (node === 50 ? 'A note.' : 'user: The party is on Saturday.')

    expect([...turnsAfter({ ranking, graph, text })]).toEqual(
      [1, 100, 150, 200].flatMap((node) => [1, 2, 3, 4, 5, 6].map((step) => node + step)),
    )
  })

  test('without a value goes with the first memory that answers, one with a value with any', () => {
    const talk = (remark: string) => [party, 'assistant: Noted.', remark, 'assistant: Good.', 'x: And?', 'x: The party for Emma is big.']

    expect(remarksIn(asksParty, talk('user: Just kidding.'), [5, 1])).toEqual({ 3: 1 })
    expect(remarksIn(asksParty, talk('user: Just kidding.'), [6, 1])).toEqual({})
    expect(remarksIn(asksParty, talk('user: On Sunday.'), [6, 1])).toEqual({ 3: 1 })
    expect(remarksIn('Whom is the party for?', talk('user: On Sunday.'), [6, 1])).toEqual({})
  })
})
