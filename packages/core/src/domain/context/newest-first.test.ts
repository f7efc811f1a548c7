import { describe, expect, test } from 'vitest'
import type { NodeNumber } from '../identity.ts'
import type { RankedNode } from '../walk/ranking.ts'
import { newestFirst } from './recency.ts'

interface Dated {
  readonly score: number
  readonly day?: number
  readonly words?: ReadonlyArray<number>
  readonly text?: string
}

/** The order of memories, numbered from 1 in the order of the ranking, when they are asked for on day 100. */
const orderOf = (memories: ReadonlyArray<Dated>) => {
  const ranking = memories.map(({ score }, i): RankedNode => ({ node: i + 1, score, seed: score, path: 0, inhibition: 0, utility: 1 }))
  const one = (node: NodeNumber) => memories[node - 1]
  const passing = newestFirst({
    ranking,
    text: (node) => one(node)?.text ?? 'The lead is Sofia.',
    dayOf: (node) => one(node)?.day,
    parts: (node) => one(node)?.words ?? [1, 1],
    today: 100,
  })
  return [...passing].map(([newer, first]) => `${newer} before ${first}`)
}

describe('dated memories that answer a question equally', () => {
  test('stand with the newest first', () => {
    expect(
      orderOf([
        { score: 100, day: 10 },
        { score: 99, day: 12 },
        { score: 90, day: 11 },
      ]),
    ).toEqual(['3 before 1', '2 before 3'])
  })

  test.each<readonly [string, ReadonlyArray<Dated>]>([
    [
      'the first is the newest',
      [
        { score: 100, day: 12 },
        { score: 100, day: 10 },
      ],
    ],
    ['one has no day', [{ score: 100 }, { score: 100, day: 10 }]],
    [
      'another scores less',
      [
        { score: 100, day: 10 },
        { score: 80, day: 12 },
      ],
    ],
    [
      'another has other words of the question',
      [
        { score: 100, day: 10 },
        { score: 100, day: 12, words: [1, 0] },
      ],
    ],
    [
      'they have none of its words',
      [
        { score: 100, day: 10, words: [0, 0] },
        { score: 100, day: 12, words: [0, 0] },
      ],
    ],
    [
      'another is a plan',
      [
        { score: 100, day: 10 },
        { score: 100, day: 120 },
      ],
    ],
    [
      'another is a message of a talk',
      [
        { score: 100, day: 10 },
        { score: 100, day: 12, text: 'user: The lead is Dmitri.' },
      ],
    ],
  ])('stay as they are where %s', (_, memories) => {
    expect(orderOf(memories)).toEqual([])
  })

  test('pass a plan that stands first', () => {
    expect(
      orderOf([
        { score: 100, day: 120 },
        { score: 100, day: 90 },
      ]),
    ).toEqual(['2 before 1'])
  })
})
