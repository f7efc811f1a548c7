import { failedGates } from '@crabtrail/text/evidence/message-reading'
import { describe, expect, test } from 'vitest'
import { balanced, crabpath } from '../profiles/profiles.ts'
import { nano, one } from '../strength.ts'
import { assessNovelty, type Neighbours } from './novelty.ts'

const bands = crabpath.growth.vectors
const near = (...similarities: ReadonlyArray<number>): Neighbours => ({
  by: 'vectors',
  similarities: similarities.map(nano),
  isEmpty: false,
  isTold: false,
})
const flat = (similarity: number): Neighbours => near(...Array.from({ length: 8 }, () => similarity))
const verdict = (neighbours: Neighbours) => assessNovelty(neighbours, [], bands).verdict

describe('the points that S0 calibrates by', () => {
  test('S0.36 S0.83 novel_detection_known: 0.76 is known', () => {
    const failed = failedGates('worktree drift codex reset', crabpath.growth)

    expect(assessNovelty(flat(0.76), failed, bands)).toMatchObject({ verdict: 'known', failed: ['band'] })
  })

  test('S0.37 S0.84 novel_detection_new_phrase: 0.32 is new', () => {
    const failed = failedGates('what is the giraffe codeword', crabpath.growth)

    expect(assessNovelty(flat(0.32), failed, bands)).toMatchObject({ verdict: 'novel', failed: [] })
  })

  test('S0.38 S0.85 novel_detection_nonsense: 0.24 is noise', () => {
    const failed = failedGates('xyzzy plugh nonsense', crabpath.growth)

    expect(assessNovelty(flat(0.24), failed, bands)).toMatchObject({ verdict: 'noise', failed: ['band'] })
  })

  test.each(['hello', 'thanks', 'ok got it now please'])('S0.86 novelty_greeting: “%s” makes nothing, even with no match', (said) => {
    const failed = failedGates(said, crabpath.growth)

    expect(assessNovelty({ ...near(), isEmpty: true }, failed, bands).verdict).toBe('unfit')
  })
})

describe('a band of similarity', () => {
  test.each([
    [0.279999999, 'noise'],
    [0.28, 'novel'],
    [0.58, 'novel'],
    [0.580000001, 'ambiguous'],
    [0.599999999, 'ambiguous'],
    [0.6, 'known'],
    [1, 'known'],
  ] as const)('C11 is half-open: %f is %s', (similarity, expected) => {
    expect(verdict(flat(similarity))).toBe(expected)
  })

  test('C12 has a branch for the empty brain: a good question is new', () => {
    expect(verdict({ ...near(), isEmpty: true })).toBe('novel')
    expect(verdict(near())).toBe('noise')
  })

  test('S0.35 S4.72 has no noise for a question of which the host found something', () => {
    expect(verdict({ ...flat(0.1), isTold: true })).toBe('novel')
  })

  test('belongs to what measured it', () => {
    expect(assessNovelty({ ...flat(0.2), by: 'words' }, [], balanced.growth.words).verdict).toBe('novel')
    expect(verdict(flat(0.2))).toBe('noise')
  })
})

describe('the numbers', () => {
  test('S0.20 to S0.23 are those of ranks 1, 2 and 2 to 5', () => {
    const { rel, tail, top1, top2 } = assessNovelty(near(0.5, 0.4, 0.3, 0.2, 0.1, 0.9), [], bands)

    expect([top1, top2, tail]).toEqual([nano(0.5), nano(0.4), nano(0.25)])
    expect(rel / one).toBeCloseTo(0.25 / (0.5 + 1e-6), 9)
  })

  test('S0.29 a neighbour that stands out makes the question one about it', () => {
    expect(assessNovelty(near(0.5, 0.1, 0.1, 0.1, 0.1), [], bands)).toMatchObject({ verdict: 'peaked', failed: ['prominence'] })
  })

  test('are zero where there is no neighbour', () => {
    expect(assessNovelty(near(), [], bands)).toMatchObject({ top1: 0, top2: 0, tail: 0, rel: 0 })
  })
})
