import { describe, expect, test } from 'vitest'
import { progressLine, progressLines } from './ingest.ts'

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
