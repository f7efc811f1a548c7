import { describe, expect, test } from 'vitest'
import type { NodeNumber } from '../identity.ts'
import { balanced } from '../profiles/profiles.ts'
import { one } from '../strength.ts'
import type { Candidate } from './candidate-edges.ts'
import { taughtBy } from './taught.ts'
import type { WalkCue, WalkInput } from './walk-record.ts'

/** Cue, memory, weight. Edges are numbered from 1. */
type Said = readonly [cue: NodeNumber, target: NodeNumber, weight: number]

interface Found {
  readonly covered?: number
  /** The words that every memory's text has. */
  readonly praised?: ReadonlyArray<number>
  readonly scores?: ReadonlyArray<number>
}

/** Asks a question of four words of equal weight, with round settings. */
const brought = (
  cues: ReadonlyArray<WalkCue>,
  said: ReadonlyArray<Said>,
  { covered = 0, praised = [], scores = [] }: Found = {},
): ReadonlyMap<number, number> => {
  const settings = {
    ...balanced,
    walk: {
      ...balanced.walk,
      learned: 1,
      likeness: 2,
      words: 2,
      saturation: 1,
      against: 0.5,
      doubt: 0.5,
      untaught: 0.5,
      inhibition: 1,
      blame: 2,
    },
  }
  const candidates: WalkInput['candidates'] = (_, source) =>
    said.flatMap(([cue, target, weight], i): ReadonlyArray<Candidate> => {
      if (cue !== source) return []
      return [{ source, target, edges: [i + 1], kinds: 0, strength: 0, flow: 0, tier: weight < 0 ? 'negative' : 'habitual', weight }]
    })
  const seeds = scores.map((score, i) => ({ node: i + 1, score }))
  const graph = { isPraised: (node: NodeNumber) => praised.includes(node) }
  const input = { candidates, cues, covered, graph, seeds, settings, weights: [one, one, one, one] } as unknown as WalkInput
  return new Map([...taughtBy(input, 1_000)].map(([edge, energy]) => [edge, energy]))
}
const cue = (number: NodeNumber, alike: number, ...words: ReadonlyArray<number>): WalkCue => ({
  cue: number,
  alike: alike * one,
  words,
  asked: one,
  isContained: false,
})

describe('what was taught', () => {
  test('is brought whole to the same question, and fades with the power of likeness; its words vote beside it', () => {
    // One unit of praise with each of four words brings half of two best texts.
    expect(brought([cue(1, 1, 0, 1, 2, 3)], [[1, 9, 1]]).get(1)).toBe(2_000)
    expect(brought([cue(1, 0.5, 0, 1)], [[1, 9, 1]]).get(1)).toBe(250 + 500)
  })

  test('is put together word by word from questions that are each little alike', () => {
    const all = brought(
      [cue(1, 0, 0, 1), cue(2, 0, 2, 3)],
      [
        [1, 9, 1],
        [2, 9, 1],
      ],
    )

    expect([all.get(1), all.get(2)]).toEqual([500, 500])
  })

  test('says little more the tenth time than the second, and is shared among those who say it', () => {
    const often = (times: number) => {
      const cues = Array.from({ length: times }, (_, i) => cue(i + 1, 0, 0))
      return brought(
        cues,
        cues.map(({ cue: number }): Said => [number, 9, 1]),
      )
    }

    expect([...often(1).values()]).toEqual([250])
    expect([...often(2).values()]).toEqual([167, 167])
    expect([...often(10).values()].reduce((sum, energy) => sum + energy, 0)).toBe(450)
  })

  test('word by word is trusted less the more of the question the best text holds', () => {
    expect(brought([cue(1, 1, 0, 1, 2, 3)], [[1, 9, 1]], { covered: 1 }).get(1)).toBe(1_500)
  })

  test('and the more of what the ten best texts score was never right for any question; where none is found it is trusted whole', () => {
    const half = [cue(1, 1, 0, 1)]
    const said: ReadonlyArray<Said> = [[1, 9, 1]]

    expect(brought(half, said, { scores: [60, 40] }).get(1)).toBe(1_250)
    expect(brought(half, said, { scores: [60, 40], praised: [1] }).get(1)).toBe(1_400)
    expect(brought(half, said, { scores: [60, 40], praised: [1, 2] }).get(1)).toBe(1_500)
    expect(brought(half, said, { scores: [...Array(10).fill(10), 90], praised: [11] }).get(1)).toBe(1_250)
    expect(brought(half, said).get(1)).toBe(1_500)
  })

  test('counts less the more the question asks beyond the cue, and least where both have words of their own', () => {
    const half = { ...cue(1, 1), asked: one / 2 }
    const contained = { ...half, isContained: true }

    expect(brought([half], [[1, 9, 1]]).get(1)).toBe(Math.round(1_000 / 2 ** 6))
    expect(brought([contained], [[1, 9, 1]]).get(1)).toBe(Math.round(1_000 / 2 ** 4))
    expect(brought([half], [[1, 9, -1]]).get(1)).toBe(-Math.round(1_000 / 2 ** 6))
    expect(brought([contained], [[1, 9, -1]]).get(1)).toBe(-500)
  })

  test('against a memory takes from it by the power of likeness, and from the words that spoke for it; a hundredth is not worth hearing', () => {
    expect(brought([cue(1, 0.5, 0)], [[1, 9, -1]]).get(1)).toBe(-250)
    expect(brought([cue(1, 0.09, 0)], [[1, 9, -1]]).size).toBe(0)
    expect(
      brought(
        [cue(1, 0, 0), cue(2, 0, 0)],
        [
          [1, 9, 1],
          [2, 9, -1],
        ],
      ).get(1),
    ).toBe(Math.round(500 * (0.5 / 1.5)))
  })
})
