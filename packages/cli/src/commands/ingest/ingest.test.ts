import { describe, expect, test } from 'vitest'
import { pageOf } from '../../render/page.ts'
import { estimateLine, ingested, progressLine, progressLines } from './ingest.ts'

const answer = {
  brain: 'local/main/default',
  documents: 1,
  nodes: { added: 12, revised: 0, unchanged: 0, retired: 0 },
  edges: { linked: 0, pruned: 0 },
  renamed: [],
  retired: [],
  skipped: [],
  repaired: 0,
  redacted: {},
  position: 9,
}

test('what waits for a yes behind the reading is told with how to look', () => {
  const told = (waiting: number) => ingested('done', ['notes'])({ ...answer, waiting }, pageOf(undefined, false))

  expect(told(1)).toContain('  1 memory waits for your yes: crabtrail review lists it')
  expect(told(3)).toContain('  3 memories wait for your yes: crabtrail review lists them')
})

describe('how far a run is', () => {
  test('is told with count and rate', () => {
    expect(progressLine({ stage: 'stored', done: 2_500, of: 10_000 }, 2_000)).toBe('storing 2,500 of 10,000 documents, 1,250 a second')
    expect(progressLine({ stage: 'joined', done: 0, of: 7 }, 0)).toBe('joining 0 of 7 passages')
  })

  test('is told not too often, but always at the end of a stage, and each stage has its own rate', () => {
    const line = progressLines()
    const step = (stage: 'compared' | 'stored', done: number, nowMs: number) => line({ stage, done, of: 10 }, nowMs)

    expect(step('compared', 0, 5_000)).toBe('reading 0 of 10 documents')
    expect(step('compared', 1, 5_050)).toBeUndefined()
    expect(step('compared', 4, 6_000)).toBe('reading 4 of 10 documents, 4 a second')
    expect(step('stored', 1, 6_020)).toBeUndefined()
    expect(step('stored', 10, 7_020)).toBe('storing 10 of 10 documents, 10 a second')
  })
})

describe('causes', () => {
  test('what they take is told in calls, tokens, money and time', () => {
    expect(estimateLine({ calls: 1_200, tokensIn: 840_000, costUsd: 0.2556, milliseconds: 1_200_000 })).toBe(
      'causes: 1,200 calls of the model, about 840,000 tokens in, at most $0.2556 if no request is repeated, about 20 minutes',
    )
    expect(estimateLine({ calls: 1, tokensIn: 400, costUsd: 0.000168, milliseconds: 300 })).toBe(
      'causes: 1 call of the model, about 400 tokens in, at most $0.000168 if no request is repeated, about 1 s',
    )
    expect(progressLine({ stage: 'asked', done: 3, of: 120 }, 6_000)).toBe('asking 3 of 120 calls, 1 a second')
  })

  test('what came of them is told, and why calls are left', () => {
    const expected = { calls: 2, tokensIn: 632, costUsd: 0.0003108, milliseconds: 2_000 }
    const nothing = { calls: 0, failed: 0, edges: 0, refused: 0, tokens: 0, costUsd: 0, left: 0 }
    const ahead = (calls: number) =>
      ingested('would be', ['notes'])(
        { ...answer, causes: { ...nothing, left: calls, expected: { ...expected, calls } } },
        pageOf(undefined, false, []),
      ).at(-1)
    expect(ahead(2)).toBe('  causes: 2 calls of the model, about 632 tokens in, at most $0.0003108 if no request is repeated, about 2 s')
    expect(ahead(0)).toBe('  causes: nothing to ask')

    const lines = ingested('done', ['notes'])(
      {
        ...answer,
        causes: { calls: 2, failed: 0, edges: 4, refused: 1, tokens: 1_520, costUsd: 0.000282, left: 1, stopped: 'day-budget' },
      },
      pageOf(undefined, false, []),
    )

    expect(lines.slice(-2)).toEqual([
      '  causes: 4 edges linked by 2 calls, 1,520 tokens, $0.000282; 1 entry of the answers did not count',
      '  1 call left for the next run with --causes: the budget of the day, or its share of it, is used up',
    ])
  })
})
