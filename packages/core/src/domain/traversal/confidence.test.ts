import { describe, expect, test } from 'vitest'
import { isConfident } from './confidence.ts'
import type { RankedNode } from './ranking.ts'
import type { TextEvidence } from './text-evidence.ts'

const best: ReadonlyArray<RankedNode> = [{ node: 7, score: 9, seed: 9, path: 0, inhibition: 0, utility: 1 }]
/** Three words of which the document holds the first; rarities as given. */
const evidence = (idfs: ReadonlyArray<number>): TextEvidence => ({
  pool: [],
  score: () => 0,
  words: idfs.map((_, i) => `w${i}`),
  idfs,
  part: (word, node) => (word === 0 && node === 7 ? 1 : 0),
  parts: () => [],
  residual: () => 0,
})
const nobody = new Set<number>()

describe('a ranking is sure enough', () => {
  test('when its best holds its share of the rare words', () => {
    expect(isConfident(best, evidence([1, 1, 2]), nobody, 0.25)).toBe(true)
    expect(isConfident(best, evidence([1, 1, 3]), nobody, 0.25)).toBe(false)
  })

  test('when somebody taught its best for such a question, whatever the words', () => {
    expect(isConfident(best, evidence([0, 1, 9]), new Set([7]), 0.25)).toBe(true)
    expect(isConfident(best, evidence([0, 1, 9]), new Set([8]), 0.25)).toBe(false)
  })

  test('never when it is empty, or no word tells anything', () => {
    expect(isConfident([], evidence([1]), new Set([7]), 0)).toBe(false)
    expect(isConfident(best, evidence([0, 0]), nobody, 0)).toBe(false)
  })
})
