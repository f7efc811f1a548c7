import { describe, expect, test } from 'vitest'
import { type BundleItem, bundleContext } from './context-bundle.ts'

interface Note {
  readonly text: string
  readonly day?: number
  readonly readAt?: number
  readonly id?: string
  readonly title?: string
  /** Score that edges brought. */
  readonly path?: number
}

/** 2026-05-04. */
const day = 20_577
const [berth15, berth51] = ['The dinghy lies at berth 15 in the harbour.', 'The dinghy lies at berth 51 in the harbour.']

/** The context of notes in the order of their scores, asked for ten days later. */
const contextOf = (notes: ReadonlyArray<Note>, tokens = 1_000, remarks?: ReadonlyMap<number, number>) => {
  const ranking = notes.map(({ path = 0 }, at) => ({
    node: at + 1,
    score: 1_000 - at,
    seed: 1_000 - path,
    path,
    inhibition: 0,
    utility: 1,
  }))
  const item = (node: number): BundleItem => ({
    node,
    id: `n${node}`,
    title: notes[node - 1]?.id ?? `n${node}`,
    injectable: true,
    text: '',
    ...notes[node - 1],
  })
  return bundleContext({ ranking, item, tokens, items: 10, relative: 0.2, confident: true, today: day + 10, ...(remarks && { remarks }) })
}
const headsOf = (text: string) => text.match(/^\[.*$/gmu) ?? []

describe('of two notes that disagree the newer stands first', () => {
  test.each<readonly [string, Note, Note]>([
    ['by its day', { day }, { day: day + 1 }],
    ['by its day, though it was read earlier', { day, readAt: 9 }, { day: day + 1, readAt: 5 }],
    ['on one day by the time in the name of its file', { day, id: '2026-05-04-0900.md' }, { day, id: '2026-05-04-1830.md' }],
    ['on one day by the time in its heading', { day, id: 'a.md#m', title: '09:15 office' }, { day, id: 'b.md#e', title: '18:30 pier' }],
    ['on one day by the time at its beginning', { day, text: `09:15 ${berth15}` }, { day, text: `18:30 ${berth51}` }],
    ['by the time, though it was read earlier', { day, id: '2026-05-04 0900.md', readAt: 9 }, { day, id: '2026-05-04 1830.md', readAt: 5 }],
    ['in one document by the times in it', { day, id: 'log.md#a', title: '09:15' }, { day, id: 'log.md#b', title: '18:30' }],
    ['on one day by when it was read', { day, readAt: 5 }, { day, readAt: 9 }],
    ['by when it was read, where one alone has a time', { day, id: '2026-05-04 1830.md', readAt: 5 }, { day, readAt: 9 }],
  ] as ReadonlyArray<readonly [string, Partial<Note>, Partial<Note>]> as ReadonlyArray<readonly [string, Note, Note]>)(
    '%s',
    (_, older, newer) => {
      const [one, other] = [
        { ...older, text: older.text ?? berth15 },
        { ...newer, text: newer.text ?? berth51 },
      ]
      for (const notes of [
        [one, other],
        [other, one],
      ]) {
        const { text } = contextOf(notes)

        expect(text.indexOf('51')).toBeLessThan(text.indexOf('15'))
        expect(headsOf(text)[1]).toContain('older than')
      }
    },
  )

  test('of three the newest, whatever stands between them', () => {
    const { included } = contextOf([
      { day, text: berth15 },
      { day, text: 'The ferry leaves at seven.' },
      { day: day + 4, text: berth51 },
      { day: day + 2, text: berth51.replace('51', '33') },
    ])

    expect(included).toEqual([3, 4, 1, 2])
  })

  test('with its remark behind it, where it is a turn of a talk', () => {
    const turns = [
      { day: day + 4, id: 's#1', text: `user: ${berth51}` },
      { day: day + 4, id: 's#2', text: 'user: No, 53.' },
    ]

    expect(contextOf([{ day, text: berth15 }, ...turns], 1_000, new Map([[3, 2]])).included).toEqual([2, 3, 1])
  })

  test('and nothing else moves', () => {
    expect(
      contextOf([
        { day, text: berth15 },
        { day: day + 4, text: 'The ferry leaves at seven.' },
      ]).included,
    ).toEqual([1, 2])
  })
})

describe('two of one day and one reading', () => {
  test('have no order, and each names the other', () => {
    const { included, text } = contextOf([
      { day, readAt: 5, text: berth15 },
      { day, readAt: 5, text: berth51 },
    ])

    expect(included).toEqual([1, 2])
    expect(headsOf(text)).toEqual(['[n1] (2026-05-04, says otherwise than [n2])', '[n2] (2026-05-04, says otherwise than [n1])'])
  })

  test.each<readonly [string, Note, Note]>([
    ['one holds all that the other says', { day, text: berth15 }, { day, text: `${berth15} The ferry leaves at seven.` }],
    ['they share a statement alone', { day, text: `${berth15} Rain.` }, { day, text: `${berth15} The ferry leaves at seven.` }],
    ['they are about two things', { day, text: berth15 }, { day, text: 'The ferry leaves at seven.' }],
    ['they are passages of one document', { day, id: 'log.md#a', text: berth15 }, { day, id: 'log.md#b', text: berth51 }],
    ['they have no day', { text: berth15 }, { text: berth51 }],
    ['they are turns of a talk', { day, id: 's#1', text: `user: ${berth15}` }, { day, id: 's#2', text: `user: ${berth51}` }],
  ])('name nothing where %s', (_, one, other) => {
    expect(contextOf([one, other]).text).not.toContain(' than [')
  })

  test('name each other within the budget', () => {
    const both = [
      { day, readAt: 5, text: berth15 },
      { day, readAt: 5, text: berth51 },
    ]
    const { tokens } = contextOf(both)

    expect(contextOf(both, tokens).included).toEqual([1, 2])
    expect(contextOf(both, tokens - 1)).toMatchObject({ included: [1], dropped: [{ node: 2, reason: 'budget' }] })
    expect(contextOf(both, tokens - 1).text).not.toContain(' than [')
  })
})

describe('the older stands first', () => {
  test.each<readonly [string, Note, Note]>([
    ['where the newer is a plan', { day, text: berth15 }, { day: day + 20, text: berth51 }],
    ['where a verdict brought it', { day, text: berth15, path: 900 }, { day: day + 1, text: berth51 }],
    [
      'where both are turns of one talk',
      { day, id: 's#1', text: `user: ${berth15}` },
      { day: day + 1, id: 's#2', text: `user: ${berth51}` },
    ],
  ])('%s, and the other says that it is newer', (_, older, newer) => {
    const { included, text } = contextOf([older, newer])

    expect(included).toEqual([1, 2])
    expect(text).toContain(', newer than [')
  })
})
